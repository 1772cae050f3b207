/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * goals.h - what is to be met: the goals of the program, which of them are sought,
 * their verdicts, and the archive: for each open goal its best input so far.
 */
#ifndef HARNESS_GOALS_H
#define HARNESS_GOALS_H

#include "harness/goals/subject.h"
#include "harness/program/side_graph.h"
#include "harness/runtime/trace.h"

/* ---- counters of open goals */

/* Whether a run has met an open goal, told by the counters alone: of a run without hooks
 * there is nothing else, and to look at every goal would take longer than the run. */
struct open_counters {
	const struct program *program;
	unsigned char *mask; /* one byte a counter: 0xff where a goal is open */
	size_t *first; /* unit -> its first counter's byte of the mask */
};

/* No goal is open. 0, or -1 when out of memory. */
int open_counters_init(struct open_counters *o, const struct program *program);
void open_counters_done(struct open_counters *o);

void open_counters_set(struct open_counters *o, uint32_t goal, int is_open);

/* Whether a counter of an open goal is not 0. */
int open_counters_any(const struct open_counters *o);

/* ---- open sites */

/* Which sites are open: their hooks are called. What is aimed at changes with each descent,
 * and of thousands of sites few change with it, so that only those are told. */
struct open_sites {
	const struct program *program;
	/* What is sought, as goals.h says it. */
	const unsigned char *done; /* one byte a goal */
	const unsigned char *decision_sites; /* one byte a site */
	const unsigned char *also_open; /* one byte a site that is open too; or null */
	int opens_decisions; /* the decision sites are open */
	const uint32_t *levels; /* of the site aimed at, by goals; or null */
	int armed; /* predicates are computed although their goals are closed */
	/* One for each site. */
	unsigned char *wanted; /* it is open whatever is aimed at */
	unsigned char *told; /* 1 or 0: what it was told last; else nothing is known */
	uint32_t *goal; /* of its first side */
};

/* Both arrays stay the caller's. No site is wanted. 0, or -1 when out of memory. */
int open_sites_init(struct open_sites *o, const struct program *program,
		    const unsigned char *done, const unsigned char *decision_sites);
void open_sites_done(struct open_sites *o);

/* All sites are told again, the next time: what is told depends on more (trace_open). */
void open_sites_forget(struct open_sites *o);

/* Finds the sites that are wanted: goals, or what else is sought, have changed. */
void open_sites_want(struct open_sites *o);

/* Tells sites what they are to do from now on: the aim (goals_aim), or also_open, has changed. */
void open_sites_tell(struct open_sites *o);

/* ---- goals */

enum goal_verdict {
	GOAL_OPEN,
	GOAL_COVERED, /* an input took it */
	GOAL_GIVEN_UP, /* by a heuristic: no proof, and an input may correct it */
	GOAL_PROVEN, /* no input can take it: `me prove` says so */
};

struct goal_state {
	unsigned char verdict; /* enum goal_verdict */
	unsigned char in_scope; /* it is sought */
	unsigned char asked; /* and its kind is asked for: it counts. Others are sought
				because inputs that meet them may lead on to these */
	unsigned char
	    is_check; /* of a sanitizer's, and not asked for: its failure is sought
				   for itself */
	unsigned char is_fault; /* of the kind ME_KIND_FAULT, and not asked for: it is a
				   check while faults are sought */
	unsigned char searched; /* its function is, whoever wrote its condition */
	unsigned char beyond; /* it is not, although the entry can reach its function */
	unsigned char fresh; /* `best` has changed since a descent started there */
	uint32_t parts; /* of best: as in struct trace_goal */
	struct reading reading; /* of best; value OBJECTIVE_UNREACHED: there is none */
	uint64_t steps; /* that the run of best took until it was nearest (trace.h) */
	uint64_t all_steps; /* that it took until its end */
	uint32_t
	    closed_by; /* the number of the run that met it first; 0: of none here */
	uint32_t tries; /* how often it had its turn */
	uint32_t tries_without_progress; /* variations of `best` since it changed */
	void *best; /* best_size bytes, or null */
	size_t best_size, best_room;
};

/* What becomes of a label, or another predicate, that a run has met (iterative label
 * deletion; Bardin, Kosmatov, Cheynier, ICST 2014, section VI). */
enum label_fate {
	DELETE_ALL, /* it is covered, and evaluated no more: idl-2 */
	DELETE_SOLVED, /* only on the way of the run to the goal that its descent was
			  for, when it meets that: idl-1 */
	DELETE_NONE, /* it is covered and goes on being evaluated */
};

/* What a run is for: all that it meets counts. */
#define GOALS_ALL 0xfffffffeu

/* With more open goals than this most of them are easy: breadth comes first. */
enum { GOALS_MANY = 256 };

struct goals {
	const struct program *program;
	const char *entry, *counted, *scope, *kinds; /* as goals_init was given them */
	int seeks_run; /* the goal over the whole run (program.h) is the only one */
	struct graph graph;
	struct goal_state *list; /* one for each goal of the program */
	uint32_t scope_count; /* goals asked for */
	uint32_t open_count; /* those still open, and open checks */
	uint32_t open_checks; /* of these */
	int are_all_run; /* there are few inputs, and all have been run */
	int seeks_faults;
	unsigned long long nearer; /* how often a run has come nearer to a goal */
	uint32_t untried_count; /* open goals with a best input that had no turn */
	unsigned char *done, *saturated; /* one byte a goal */
	/* One byte a site: its decisions are those of paths; all sites with branches of
	 * the functions in scope. */
	unsigned char *decision_sites;
	uint32_t aim; /* the site aimed at, or PROGRAM_NONE */
	uint32_t *levels, *queue; /* graph_levels of that; room for it */
	const struct trace_listener
	    *listener; /* of the goal over the whole run; or null */
	uint32_t *hookless; /* open goals whose site has no hook, and how many */
	uint32_t hookless_count;
	enum label_fate deletion;
	uint32_t solved; /* DELETE_SOLVED: the goal that the run is for, PROGRAM_NONE or
			    GOALS_ALL */
	int by_counters; /* the last run loaded a library, and its trace is lost, or its
			    hooks were disabled: only the counters tell what it took */
	/* The last run has met an open goal, and its counters say which: clears those that
	 * do not count. Called once for such a run, before a goal is closed; or null. */
	void (*confirm)(struct goals *g);
	int is_confirmed; /* it was called for this run */
	uint32_t closings; /* runs that have closed goals, numbered from 1 on */
	struct open_counters open_counters;
	struct open_sites open_sites;
};

/*
 * Finds the goals in scope: those in `entry` and in the functions of its unit that it
 * can reach (scope null; those of system headers only if they are static), in all
 * functions ("all"), or in those whose assembler or source name matches the glob
 * `scope`. entry may be null, then null means "all". Those that only the entry reaches and not
 * `counted`, the function whose arguments it makes or the entry itself, are sought since they may
 * lead to others, and do not count. Of these the goals of the kinds
 * that `kinds` lists are asked for (goal_names.h). The goal over a whole run, if there is one, is
 * sought beside them, or alone where only its kind is listed. They last as long as the process.
 * Returns 0, or -1 when out of memory.
 */
int goals_init(struct goals *g, const struct program *program, const char *entry,
	       const char *counted, const char *scope, const char *kinds);

/*
 * Where the program has loaded a library since `program` was joined, joins it again and
 * adds the library's goals. Nothing may run meanwhile. Returns 0, or -1 when out of
 * memory, or with a text in `error` where the library is unfit: then all is lost.
 */
int goals_grow(struct goals *g, struct program *program, const char **error);

/*
 * Reads the last run's trace and counters: closes what it met, keeps `in` where it
 * comes nearer to an open goal, or as near and is shorter or its run is. Returns how
 * many goals were closed by it; those that were given up count too.
 */
unsigned goals_note_run(struct goals *g, struct input in);

/* Notes a run whose hooks were disabled: by its counters. */
unsigned goals_note_counters(struct goals *g);

/* Whether hooks have to be enabled in each run, since the counters do not tell all. */
int goals_need_hooks(const struct goals *g);

/* The best input of an open goal, which has one. */
static inline struct input goals_best(const struct goals *g, uint32_t goal)
{
	return (struct input){g->list[goal].best, g->list[goal].best_size};
}

/* Whether it is sought, and a search can start from its best input. */
static inline int goal_waits(const struct goal_state *q)
{
	return q->in_scope && q->verdict == GOAL_OPEN && q->best;
}

/* From now on the sites whose decisions are those of paths are open
 * (goals.decision_sites). */
void goals_open_decisions(struct goals *g);

/* From now on the sites are open too that have a byte; null: no others. */
void goals_open_also(struct goals *g, const unsigned char *sites);

/* From now on (1) predicates are computed in each run, so that its counters tell all
 * goals that it meets; or (0) only those of open goals. */
void goals_arm(struct goals *g, int armed);

/* From now on the program's faults are sought, or no longer: as checks, they do not count. How
 * many that changes. */
uint32_t goals_seek_faults(struct goals *g, int seek);

/* From now on this becomes of labels. Begins with DELETE_ALL. */
void goals_delete_labels(struct goals *g, enum label_fate deletion);

/* Whether the last run has met an open goal: goals_note_run would close one. */
int goals_has_news(const struct goals *g);

/* The goal has its turn. */
void goals_note_try(struct goals *g, uint32_t goal);

/* It had so many turns in earlier sessions. */
void goals_set_tries(struct goals *g, uint32_t goal, uint32_t tries);

/* The best input has turned out not to be one: the next run at the site takes its
 * place. */
void goals_forget(struct goals *g, uint32_t goal);

/* The representing value of the last run for a goal whose site it passed. */
double goals_value(const struct goals *g, uint32_t goal);

/* Whether the last run met it. */
int goals_is_met(const struct goals *g, uint32_t goal);

/* Gives an open goal up (CoverMe's heuristic; under -fork also, see fork.h). */
void goals_give_up(struct goals *g, uint32_t goal);

/* Closes an open goal that no input meets. */
void goals_prove(struct goals *g, uint32_t goal);

/* Has what the last run met confirmed, if that is asked for. */
void goals_confirm_last(struct goals *g);

/* Closes what a run has met; `met`: by goal. */
void goals_close_seen(struct goals *g, const unsigned char *met);

/* Another process has an input that meets the goal. */
void goals_learn(struct goals *g, uint32_t goal);

/* How many goals that are asked for are covered, given up, and proven. */
uint32_t goals_covered(const struct goals *g);
uint32_t goals_given_up(const struct goals *g);
uint32_t goals_proven(const struct goals *g);

/* Why a search ends that has not met what is open. */
const char *goals_why_end(const struct goals *g);

/* From now on runs that do not reach the site leave their turn (trace.h); PROGRAM_NONE:
 * they do not. */
void goals_aim(struct goals *g, uint32_t site);

/* What is asked of a run that is for these goals, and for the site aimed at: all is measured,
 * nothing is forced, and it may take as many steps as it likes. */
struct run_request goals_request(const struct goals *g);

/* Computes `saturated` anew; call it before runs with trace.session.pen. */
void goals_saturate(struct goals *g);

#endif
