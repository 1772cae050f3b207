/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * program.h - all instrumented units of the program under test as one: sites, goals and
 * functions numbered through, callees resolved by name, and the graph of what may be
 * met after what.
 */
#ifndef HARNESS_PROGRAM_H
#define HARNESS_PROGRAM_H

#include <stddef.h>

#include "me/abi.h"

#define PROGRAM_NONE 0xffffffffu

/* A unit, with the numbers of its first site, goal, function and flag. */
struct program_unit {
	struct me_unit *record;
	uint32_t site, goal, function, flag;
	uint32_t copy; /* which unit of its source it is, counted from 1 */
	uint32_t *callees; /* the unit's callee number -> function, or PROGRAM_NONE */
};

/* Which flags a site influences (struct me_influence, numbered through). */
struct program_influence {
	uint32_t flag;
	unsigned char after[2], gathers; /* as in struct me_influence */
};

struct program {
	uint32_t module_count; /* as many as there were when it was joined */
	uint32_t unit_count, site_count, goal_count, function_count, flag_count;
	uint32_t run_goal; /* the goal over a whole run, or PROGRAM_NONE */
	int has_texts; /* a site is a call that compares texts or reads numbers of them
			*/
	struct program_unit *units;
	struct me_site **sites;
	const struct me_goal **goals;
	const struct me_function **functions;
	uint32_t *site_unit; /* site -> unit */
	uint32_t *goal_unit;
	uint32_t *function_unit;
	uint32_t *first_goal; /* goal -> the first one of the same id */
	uint32_t *same_id; /* goal -> the next one of the same id, around in a ring */
	unsigned char **site_state; /* site -> its state byte */
	struct program_influence *influences; /* sorted by site */
	uint32_t *first_influence; /* site -> index; one more than sites */
};

/* Reads the units of all modules; 0 or -1 when out of memory. Gives sites their ids.
 * A null pointer is allowed for `error`, else it gets a text when a unit is unfit. Read
 * again after a library came, it has more of everything, and what it had before has the
 * same numbers. */
int program_init(struct program *p, const char **error);
void program_done(struct program *p);

/* First goal of a site (numbered through); site->sides of them follow each other. */
static inline uint32_t program_site_goal(const struct program *p, uint32_t site)
{
	return p->units[p->site_unit[site]].goal + p->sites[site]->goal;
}

static inline uint32_t program_goal_site(const struct program *p, uint32_t goal)
{
	return p->units[p->goal_unit[goal]].site + p->goals[goal]->site;
}

static inline const struct me_function *program_goal_function(const struct program *p,
							      uint32_t goal)
{
	return p->functions[p->units[p->goal_unit[goal]].function +
			    p->goals[goal]->function];
}

/* The goal's id (me/goal.h), cut to `size` bytes with its NUL; returns its length. */
size_t program_goal_id(const struct program *p, uint32_t goal, char *text, size_t size);
/* The same of its last part, which tells it apart from others of its function. */
size_t program_goal_local(const struct program *p, uint32_t goal, char *text,
			  size_t size);
/* Room for any id that is no name of unusual length: longer ones are cut, and so belong
 * to no line of a file. */
enum { PROGRAM_ID_SIZE = 2048 };

/* The first goal of the same id: units that have the same inline function share its
 * goals. */
static inline uint32_t program_first_goal(const struct program *p, uint32_t goal)
{
	return p->first_goal[goal];
}

static inline int program_goal_is_branch(const struct program *p, uint32_t goal)
{
	return !p->goals[goal]->predicate;
}

/* Sets all counters to 0. */
void program_clear_counters(const struct program *p);

/* libFuzzer has run the user's function on an input of that size, with that result. The
 * coverage of an input that it rejects, by -1, is cleared, so that the input does not
 * get into libFuzzer's corpus: also with libFuzzer 14, which has no rejection. That
 * version ends if the seeds have no feature. So if `fuzzing`, one counter of the first
 * input is kept; newer versions make such an input in memory themselves. */
void program_judge_input(const struct program *program, int fuzzing, size_t size,
			 int result);

/* Whether a run may be left where the program calls exit(): not where a unit calls what such
 * a run would leave behind. Looks at units that have come since the last call. May be called
 * in a run. */
int program_may_leave_exits(const struct program *p);

/* The function of that assembler name, else the first one of that source name. */
uint32_t program_function(const struct program *p, const char *name);

/* Walks one list of successors (me_goal.next or me_function.next) of a unit: each site
 * is given to `visit` with is_call 0, each known callee with is_call 1. */
typedef void program_visit_fn(void *context, uint32_t number, int is_call);
void program_next(const struct program *p, uint32_t unit, const uint32_t *next,
		  program_visit_fn *visit, void *context);

/*
 * ---- a goal whose place is the end of a run, and whose predicate is one over
 * the whole run: a path, or what a user's library says. It stands among the program's
 * goals like any other, in a unit of the harness's own.
 */

/* From now on the program has the goal, of that kind ("path") and with that word for
 * reports ("is never taken"); both stay. Once, before the program is joined. Its number
 * is then program->run_goal. */
void run_goal_add(const char *kind, const char *never);

/* Its name among the goals of that kind; the text stays. */
void run_goal_name(const char *name);

int run_goal_is(const struct me_goal *goal);

/* The run has met it. */
void run_goal_meet(void);

#endif
