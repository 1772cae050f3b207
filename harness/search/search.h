/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * search.h - what a search by minimisation consists of, and its runs: what slices
 * (slice.h), the choice of a start (choose.h), direct steps (input_to_state.h) and the
 * subjects share.
 *
 * harness/search holds what minimises: from an open goal and its best inputs to an input
 * that meets the goal. It decides by counts and by one random number generator (slice.h
 * says where the clock matters). It knows nothing of libFuzzer, which fills the guard's
 * functions from above.
 */
#ifndef HARNESS_SEARCH_H
#define HARNESS_SEARCH_H

#include <gsl/gsl_rng.h>

#include "harness/goals/goals.h"
#include "harness/goals/subject.h"
#include "harness/input/scalar_taint.h"
#include "harness/input/variation.h"
#include "harness/pristine/pristine.h"
#include "harness/program/state.h"
#include "harness/runtime/guard.h"
#include "harness/search/harness_options.h"
#include "harness/search/run_limit.h"
#include "harness/search/sink.h"
#include "harness/search/starts.h"
#include "system/clock.h"

/* ---- the parts of a search */

/* Inputs that closed a goal: what later descents start from. */
struct pool {
	struct input *inputs;
	uint32_t *closings; /* goals.closings of each one whose file the search has
			       written; 0: it is given, or a simpler one has its place */
	size_t count, room;
	size_t handed; /* the first ones that libFuzzer has run too */
};

/* A method of the portfolio: goals that it has met, for how many evaluations. */
enum { SEARCH_SIGNED, SEARCH_RELAY, SEARCH_ARMS = 5 }; /* the last crosses valleys */
struct arm {
	const struct minimiser *minimiser;
	double closed, cost; /* goals, or decisions of a path; evaluations */
};

/* What a part of the search has brought: goals closed, for how many evaluations. */
struct search_yield {
	const char *name;
	unsigned long long closed, evaluations;
};
enum { SEARCH_YIELDS = 20 };

/* What a turn of a search for many goals is spent on (breadth.h), and what it has
 * brought: goals closed, the price of it in hooks, and turns: the last ones count most.
 */
enum breadth_way {
	BREADTH_BITS, /* points of random bits */
	BREADTH_SIZES, /* points whose exponents are related */
	BREADTH_VALUES, /* special values and operands (starts.h) */
	BREADTH_POOL, /* variations of the pool's inputs */
	BREADTH_BEST, /* variations of open goals' best inputs */
	BREADTH_TEXTS, /* variations of texts in best inputs */
	BREADTH_DESCENT,
	BREADTH_WAYS
};
enum { BREADTH_COORDINATES = 64 };
enum {
	BREADTH_DRAWS = 64, /* in one turn */
	BREADTH_RUN_COST = 128, /* hooks that cost as much as a run that calls none */
};
struct breadth_yield {
	double closed, cost, turns;
};
struct breadth {
	struct breadth_yield ways[BREADTH_WAYS];
	unsigned turns; /* of draws */
	int measured; /* those of the turn under way measure distances */
	unsigned long long closed, evaluations, hooks; /* of the search at its start */
	unsigned text_turns; /* for texts */
	unsigned texts_left; /* parts of the turn for texts under way */
	uint32_t goal; /* the last one whose best input was varied */
	/* For each coordinate, the last ones of BREADTH_COORDINATES together: how often
	 * it was changed, and how often that has brought a run nearer to a goal. */
	double changed[BREADTH_COORDINATES], nearer[BREADTH_COORDINATES];
};
/* Each way begins as one that has brought something for the cost of a turn. */
void breadth_init(struct breadth *b);

struct goal_descent {
	const struct minimiser *minimiser; /* null: none is under way */
	void *state;
	uint32_t goal; /* PROGRAM_NONE: the paper's r is minimised */
	uint32_t parts; /* of the goal, that held in its best input at the start */
	unsigned arm;
	int is_alone; /* no other goal waited when it began */
	int at_wall; /* no run has come to the goal: all fail before (choose_behind_wall) */
	size_t untainted; /* coordinates that it leaves as they are (scalar_taint.h) */
	/* s->evaluations, s->closed and trace_cost() at its start. */
	unsigned long long began, closed, hooks;
	unsigned long long cost_of_hooks; /* of all runs before it, in runs */
	struct run_limits_mark limits; /* before it */
	uint32_t followed; /* decisions of the path, by the nearest run before it */
	unsigned long long budgets; /* that it has had: what it may cost, so often */
	double halved; /* below this value it gets another one */
	double value; /* of the goal's best input when it began */
	int came_near; /* it has ended and brought that to less than half */
};

/* What a session does where a failing run does not end it, filled from above. */
struct survival {
	/* A run begins. */
	void (*begin_run)(void);
	/* Whether a run of this input has ended an earlier process of the session: it
	 * is not to be made again. The goals that it met are closed; *closed is their
	 * number. */
	int (*is_fatal)(struct input in, unsigned *closed);
	/* A failing run has closed goals: its input is to be kept. */
	void (*keep)(void);
	/* A run that has returned took so much CPU time. */
	void (*was_slow)(unsigned cpu_ms);
	/* The session ends as it should. */
	void (*end)(void);
	/* This process is a fork that makes runs of its own. */
	void (*begin_process)(void);
};

struct search {
	const struct harness_options *options;
	struct subject *subject;
	struct goals *goals;
	struct sink *sink;
	struct held_run runs; /* how they are made */
	gsl_rng *rng;
	struct starts starts;
	struct literals literals;
	struct scalar_taint taint;
	size_t taint_inputs; /* of the pool, at the last tests for it */
	struct run_limits limits;
	struct pool pool;
	struct arm arms[SEARCH_ARMS];
	struct breadth breadth;
	struct guard guard;
	struct objective objective;
	struct projection projection; /* of the frame, onto what the descent moves */
	int forces; /* the descent's runs may be forced along a path or in a chain */
	enum trace_omission omits; /* what they pass over */
	/* One byte a site: open too in runs that are aimed, of a bytes target; or null. */
	const unsigned char *watched;
	size_t pinned; /* the coordinate that keeps its value in the descent, or
			  STARTS_NONE */
	struct goal_descent descent;
	coord *x, *trial, *origin; /* room for vectors */
	uint8_t *room; /* for a file of the subject's size */
	const uint8_t *failed; /* bytes of the input that crashed, and how many */
	size_t failed_size;
	uint32_t turn; /* goals take turns */
	unsigned starts_without_progress; /* consecutive ones that closed no goal */
	unsigned starts_made;
	/* All inputs, where they are few (slice.h). */
	struct {
		unsigned count, next; /* inputs; the first that was not run */
		unsigned left; /* runs that did not come to their end */
		unsigned long long cost; /* of all runs before the first one */
		int is_over; /* they cost too much */
	} space;
	unsigned
	    walls; /* descents in a row to what lies behind one, without a new goal */
	int has_drawn; /* the first random vectors have been run */
	int no_starts; /* no open goal has an input to start from, where one is needed */
	unsigned long long evaluations; /* of the program under test, all inner ones */
	unsigned long long closed; /* goals, by them */
	struct search_yield yields[SEARCH_YIELDS]; /* by their first turn */
	unsigned yield_count;
	struct search_yield counted; /* of `closed` and `evaluations` */
	unsigned long long limit; /* evaluations allowed, by -runs */
	unsigned long long slice_end, hooks_end;
	double deadline; /* of the session, by clock_now(): -max_total_time; 0: none */
	int crash; /* signal of the input that libFuzzer has to run, or 0 */
	const struct survival *survival; /* null: a failing run is libFuzzer's matter */
	void (*between_runs)(void); /* called before each one; or null */
	/* What the search for faults (fault_search.h) has had of its share. */
	struct {
		unsigned long long runs, cost, descents; /* evaluations of these */
		int draws; /* now */
		unsigned long long walled_next; /* evaluations */
		size_t walled_pool; /* inputs that were run with walled blocks */
		int waits; /* for its turn, which comes between descents */
		/* When the search has last closed a goal: how many, and what all had cost. */
		struct {
			unsigned long long closed, evaluations, cost;
		} progress;
	} faults;
	/* Simpler inputs (simplify_kept.h): what -runs keeps for them may be used, and
	 * what has been. */
	struct {
		int is_due;
		unsigned long long runs;
	} simplified;
	struct hang_turns hang_turns;
	int simplifying; /* variants of a long run's input are being run */
};

/* A goal's first descents are short. */
enum { SEARCH_SHORT = 4 };

static inline int search_is_typed(const struct search *s)
{
	return s->subject->type == SUBJECT_TYPED;
}

/* The structures outlive the search, which lasts as long as the process. 0 or -1 when out of
 * memory. */
int search_init(struct search *s, const struct harness_options *options,
		struct subject *subject, struct goals *goals, struct sink *sink,
		struct state *state, unsigned long seed);

/* Tells the search of an input that libFuzzer ran and that closed goals; is_written: the
 * session has written its file. */
void search_add(struct search *s, struct input in, int is_written);

/* The next input of the pool that libFuzzer has not run, as a file of at most max_size
 * bytes, or null. */
const uint8_t *search_hand_over(struct search *s, size_t max_size, size_t *size);

/* From now on a descent's runs are read as sums over the goal's conjunction; returns 0
 * when it is none. PROGRAM_NONE: they are not. */
int search_sum_up(struct search *s, uint32_t goal);
/* From now on runs are guided to the goal's site; PROGRAM_NONE: they are not. */
void search_aim(struct search *s, uint32_t goal);
/* Nothing new was found, and the session goes on. */
void search_begin_again(struct search *s);
/* The minimisers of the portfolio, each with what it begins with. */
void search_init_arms(struct search *s);
/* What inner runs have brought since the last call was this part's; and so many goals, by
 * a run of libFuzzer's. The name is a text that stays. */
void search_yield(struct search *s, const char *name);
void search_yield_outer(struct search *s, const char *name, unsigned closed);
/* What is watched has changed, while runs are aimed. */
void search_watch(struct search *s);
/* Ends the descent under way, if there is one. */
void search_end_descent(struct search *s);

/* What is asked of an evaluation, as things stand: callers change what theirs is to be
 * otherwise. */
struct run_request search_request(const struct search *s);
/* A guarded run of what the subject holds; s->crash is set when it ended in a signal. */
void search_execute(struct search *s, const struct run_request *request);
/* Closes what the last run, of what is held, has met; returns how many goals. */
unsigned search_note(struct search *s, const struct run_request *request);
/* Executes x, or what the subject holds (null), notes what the run met, and writes the
 * input if it closed a goal; returns how many goals were closed. */
unsigned search_run_as(struct search *s, const coord *x,
		       const struct run_request *request);
/* The same as search_request() has it. */
unsigned search_run(struct search *s, const coord *x);
static inline unsigned search_run_held(struct search *s)
{
	return search_run(s, NULL);
}
static inline int search_is_late(const struct search *s)
{
	return s->deadline > 0 && clock_now() >= s->deadline;
}
enum { SEARCH_CLOCK_TURN = 8 }; /* the clock is looked at once in so many runs */
/* No further run is to be made in this slice: a crash, a goal closed where libFuzzer
 * waits for it, or -runs or -max_total_time is reached. */
static inline int search_interrupted(const struct search *s)
{
	return s->crash || s->evaluations >= s->limit ||
	       (!search_is_typed(s) && s->pool.handed < s->pool.count) ||
	       (s->evaluations % SEARCH_CLOCK_TURN == 0 && search_is_late(s));
}
/* search_interrupted(), or the goal is no longer open. */
int search_is_over(const struct search *s, uint32_t goal);

/* ---- what a run is worth (search_reading.c) */

/* The reading of the last run for the goal of the descent; what comes next. */
enum objective_status search_read_run(struct search *s, struct reading *out);

#endif
