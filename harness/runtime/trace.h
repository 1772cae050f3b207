/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * trace.h - what is asked of one run of the instrumented code, and what it leaves: for
 * each goal at a site that was passed, the least distance over all passes, and the
 * representing value r of the whole run.
 *
 * This is the hooks' runtime: the one place with global mutable state that hooks write.
 * Nothing is allocated, and no libc function is called, while a run is on.
 */
#ifndef HARNESS_TRACE_H
#define HARNESS_TRACE_H

#include <stdatomic.h>

#include "harness/program/program.h"
#include "harness/runtime/distance.h"

/*
 * ---- flags that are stored in memory: `s->done = x == 3.5; ... if
 * (s->done)`. No guide connects the condition with the comparison, but runs do: if a
 * data site (a comparison whose result is stored) has agreed with the condition in
 * every run, or has disagreed in every run, it may be the source of the flag. The
 * nearest such comparison gives the condition its distance.
 */

enum { KEPT_ROW_LIMIT = 4096, KEPT_SIZE_LIMIT = 1 << 24 };

/* Whether a comparison can still be the source of the flag, as it is or negated. */
enum stored_flag_relation {
	KEPT_SAME = 1,
	KEPT_NEGATED = 2,
};

struct stored_flag {
	uint32_t row_count, data_count;
	uint32_t *row; /* site -> its row, or PROGRAM_NONE: no stored flag */
	uint32_t *column; /* site -> its number among the data sites */
	unsigned char
	    *relation; /* row_count * data_count of enum stored_flag_relation */
	uint32_t *changed; /* sites whose relations changed in this run */
	uint32_t changed_count;
};

/* 0, or -1 when out of memory. A program with too many such conditions gets no rows. */
int stored_flag_init(struct stored_flag *k, const struct program *p);
void stored_flag_done(struct stored_flag *k);

/* Updates the relation of `site` to `data` after a run with the outcomes `flag` and
 * `outcome`. */
unsigned stored_flag_note(struct stored_flag *k, uint32_t site, uint32_t data, int flag,
			  int outcome);

/* Least distance to a goal in the run `run`. To a predicate that is a conjunction it is
 * that of the first part that does not hold: of two passes the one where more parts
 * hold is nearer, whatever their distances. */
struct trace_goal {
	coord sign;
	uint64_t distance;
	uint64_t steps; /* trace.record.steps there */
	uint32_t run;
	uint32_t parts; /* that hold: guide_parts(), guide_loop_parts() */
};

/* What the hook of an operation looks at first, of each of its sites: next to each
 * other, since a run passes thousands of them. */
struct trace_exception {
	uint64_t least; /* steps to the goal, in the run `run` */
	uint32_t run;
	uint32_t is_open;
};

/* The passes of an operation, in the run `run`: the magnitudes of its normal results,
 * as bits. */
struct trace_operation {
	uint64_t low, high;
	uint32_t run, passes;
};

/*
 * Runs may be made for what they meet, rather than for how near they come to what they
 * do not: such a run of a program with many goals takes a fraction of the time. Nothing
 * listens to it.
 */
enum trace_omission {
	OMIT_NOTHING,
	OMIT_OPERATIONS, /* results without an exception, but for the site aimed at */
	OMIT_DISTANCES, /* these, and all distances: of a site is kept that it was
			   passed */
};

/* A site's last pass in the run `run`. */
struct trace_site {
	coord sign;
	uint64_t to[2];
	uint64_t operand[2]; /* raw bits */
	uint32_t run;
};

/* Where a run turned away from the site that a descent wants: the last conditional
 * whose other side still leads there. */
struct trace_turn {
	coord sign;
	uint64_t distance; /* to the side that leads there */
	uint32_t site, level; /* level: how many sites are left from that side on */
	uint32_t run;
};

/* A flag's distance to false [0] and to true [1], as images. */
struct trace_flag {
	uint64_t to[2];
	uint32_t run[2];
	/* Comparisons that could have decided against this outcome and did not, up to
	 * the first one that did. */
	uint32_t parts[2];
	unsigned char decided[2];
};

/* State bytes of sites: a site whose byte is not 0 calls its hook. */
enum trace_site_state {
	TRACE_CLOSED,
	TRACE_OPEN,
	TRACE_COUNTED, /* its passes are counted as steps, and no more */
};

/* What else hears of a run, in the hooks: a goal over the whole run (harness/rungoal).
 */
struct trace_listener {
	void (*begin)(void); /* a run begins */
	/* A conditional jump takes that side; a switch on the value does,
	 * if it is to be heard. */
	void (*jump)(const struct me_site *site, uint32_t taken,
		     const struct distance *d);
	void (*select)(const struct me_site *site, uint64_t value, uint32_t taken);
	/* The outcome of a branch in a build that forces them: as __me_force. */
	uint64_t (*force)(const struct me_site *site, uint64_t value);
	/* The run has ended, or was left; null: nothing is to be done. */
	void (*end)(void);
	/* After the run: the reading of the goal; and how near the run came to it
	 * without force, as a value of the same kind. */
	void (*read)(struct reading *out);
	double (*nearness)(void);
};

/* What is measured in all runs of a session. */
struct trace_session {
	enum distance_kind kind;
	int pen; /* r is kept */
	int counts; /* sites of loops that are not open are counted */
	void (*met)(uint32_t goal); /* told of predicates that are true; or null */
};

/* Whose a run is: to what it counts, and what it meets. */
enum run_account {
	RUN_OF_SEARCH, /* an evaluation; it is for the goal aimed at */
	RUN_OF_FUZZER, /* one of libFuzzer's executions; for no goal */
	RUN_GIVEN, /* the same of a given input: all that it meets counts */
};

/* How long a run may be. */
struct run_limit {
	uint64_t steps; /* a guarded run of more is left; ~0: none is */
	/* It has taken them: how many it may take, more or the same. Null: no more. */
	uint64_t (*extend)(void *context);
	/* It may take no more: whether it never ends, and fails as a hang. Null: it is left. */
	int (*hangs)(void *context);
	void *context;
	unsigned cpu_ms; /* one that uses more is a hang; 0: GUARD_LIMIT_MS */
	unsigned wall_s; /* by the clock; 0: none */
};

/* What is asked of one run. It is made before the run, and nothing changes it after. */
struct run_request {
	enum run_account account;
	int listens; /* hooks are enabled; else the counters alone tell what it met */
	enum trace_omission omits; /* what the hooks pass over */
	int feed; /* operands go to libFuzzer's table of recent comparisons */
	int forces; /* the run may be forced to go another way */
	uint32_t aim; /* the site wanted, or PROGRAM_NONE */
	/* For each goal, as a side: 0 when it does not lead to the site wanted, else
	 * how many sites are left. Null: no turn is kept. */
	const uint32_t *levels;
	const unsigned char *saturated; /* one byte a goal */
	const unsigned char *decision_sites; /* one byte a site: the listener's */
	const struct trace_listener *listener; /* or null */
	struct run_limit limit;
};

/* How a run ended. */
enum run_end {
	RUN_RETURNED,
	RUN_LONG, /* it was left for its steps */
	RUN_FAILED, /* it failed and was left; what it met until then counts */
	RUN_SKIPPED, /* its input has ended a process before, or is likely to be lost:
			nothing was run */
};

/* What is known of a run, beside what the cells of goals and sites say: begins anew with
 * each. Hooks and the clock write it, and who makes the run how it ended. */
struct run_record {
	uint64_t steps; /* passes of sites of loops (ME_SITE_LOOP) */
	uint64_t budget; /* it may take so many: as was asked, or granted since */
	uint64_t path; /* a number for the sides taken, while levels are kept */
	uint64_t aim_path; /* the same up to the last pass of the site wanted */
	/* The paper's r (Algorithm 1): image of its value and the goal that it leads
	 * to. */
	uint64_t r;
	uint32_t r_goal; /* PROGRAM_NONE: r is still r0 = 1 */
	uint32_t last_goal; /* the untaken side of the last conditional passed */
	uint32_t touched_count, data_count;
	unsigned cpu_ms; /* it may use so much, as budget has it */
	int elsewhere; /* another thread has come to a hook: what it took, the counters
			  alone tell */
	int is_slow; /* it has taken as long as a hang does, although it may take more steps:
			it is left at its next one */
	unsigned cpu_used_ms; /* so far, at the last tick of the clock */
	int is_silent; /* it took long in code that has no sites of loops: nothing but
			  the clock tells */
	int decided; /* the rest of it does not matter: it gets no more steps */
	int is_refuted; /* it has failed, and a run of its input alone does not */
	int forced; /* it has been, and is where it would not be: how it ends says
		       nothing */
	int was_forced; /* it has been: what its counters tell says nothing */
	/* Elements between an array and the access outside of it by which the run failed,
	 * negative in front of it; 0: it failed by nothing of that sort. */
	int64_t outside;
	uint16_t outside_at; /* of the access: the end of its address in the program */
	struct trace_turn turn;
	enum run_end end;
	int result; /* the subject's */
};

/* The record of a run, and what was asked of it. */
struct trace {
	struct run_request asked;
	struct trace_session session;
	struct run_record record;
	const struct program *program;
	int on; /* hooks are enabled: trace_listen */
	uint32_t run; /* number of this run; cells of other runs do not count */
	uint64_t hooks; /* hooks passed since the start */
	uint64_t predicates; /* of them, evaluations of predicates */
	uint64_t
	    slow_ticks; /* of runs that compute where there are no hooks (guard.c) */
	uint64_t all_steps; /* of all runs before this one */
	ucoord operands[2]; /* of the last comparison, while there is a listener */
	unsigned long long forced_runs,
	    forced_faults; /* such runs, those that failed */
	struct trace_goal *goals;
	struct trace_site *sites;
	struct trace_exception *exceptions; /* one for each site */
	struct trace_operation *operations; /* of those, of each group's first site */
	struct trace_flag *flags;
	uint32_t *touched; /* sites passed in this run, once each */
	uint32_t *data; /* data sites passed in this run, once each */
	struct stored_flag kept;
};

/* Hidden: the hooks reach it without a table of addresses. */
extern struct trace trace __attribute__((visibility("hidden")));

/* 0, or -1 when out of memory. The program outlives the trace. */
int trace_init(const struct program *program, const struct trace_session *session);
void trace_done(void);
/* The program has got more sites: those that were there keep nothing of this run. */
int trace_grow(const struct program *program);

extern _Thread_local int trace_listening_here
    __attribute__((tls_model("initial-exec"), visibility("hidden")));

/* Whether this thread's hooks are enabled. */
static inline int trace_listening(void)
{
	if (!trace_listening_here && trace.on)
		trace.record.elsewhere = 1;
	return trace_listening_here;
}

/* A run of which nothing is asked: that it begins. */
struct run_request run_request_plain(void);

/* What all runs so far have cost in hooks: a slow tick costs as many as others pass in that
 * time. */
static inline uint64_t trace_cost(void)
{
	enum { TICK_COST = 1000000 };

	return trace.hooks + trace.slow_ticks * TICK_COST;
}

/* Starts a run: what was recorded before does not count. */
void trace_begin(const struct run_request *request);

/* The run may take so many steps. */
void trace_grant(uint64_t steps);
/* It may use so much CPU time. */
void trace_grant_cpu(unsigned ms);

/* The rest of the run does not matter: it gets few more steps, where it can be left. */
void trace_decide(void);

/* The run is forced to go another way; and it is again where it would be without. */
void trace_force(void);
void trace_unforce(void);

/* The goal over the whole run is at its site in each run. */
void trace_pass_run_goal(void);

/* Whether hooks alone can have made what is recorded now of the record `before` a run. */
int trace_is_sound(const struct trace *before);
/* Takes it back; of the run nothing is kept. */
void trace_forget_run(const struct trace *before);

/* From now on (1) the hooks of this thread are enabled, or none (0). Those of the
 * program's other threads never are: they would come in another order in each run. */
void trace_listen(int on);

/* The site is passed in this run. */
static inline struct trace_site *trace_touch(const struct me_site *site)
{
	struct trace_site *cell = &trace.sites[site->id];

	if (cell->run == trace.run)
		return cell;
	/* Before the lists: the hook of a signal handler may come in between. */
	cell->run = trace.run;
	atomic_signal_fence(memory_order_seq_cst);
	trace.touched[trace.record.touched_count++] = site->id;
	if (site->kind == ME_SITE_DATA)
		trace.data[trace.record.data_count++] = site->id;
	return cell;
}

/* Whether the goal's site was passed in the last run. */
static inline int trace_passed(uint32_t goal)
{
	return trace.goals[goal].run == trace.run;
}

/* The hook of the operation that the site belongs to is called: one of its sites is
 * open. */
static inline void trace_open_operation(uint32_t first)
{
	*trace.program->site_state[first] = TRACE_OPEN;
}

/* Opens (1) or closes (0) a site: closed sites call no hook, but where it counts. */
static inline void trace_open(uint32_t site, int open)
{
	const int counted =
	    trace.session.counts && (trace.program->sites[site]->flags & ME_SITE_LOOP);

	*trace.program->site_state[site] = open	     ? TRACE_OPEN
					   : counted ? TRACE_COUNTED
						     : TRACE_CLOSED;
	trace.exceptions[site].is_open = (uint32_t)open;
}

#endif
