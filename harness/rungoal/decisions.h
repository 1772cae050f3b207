/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * decisions.h - the decisions of a run in their order: recorded, or compared with a
 * path.
 *
 * A decision is a pass of a conditional jump or a switch, and the side that it took. A
 * path is a list of decisions; a run meets it when its own begin with those of the
 * list. The representing function of a path is that of Fu and Su (Def. 3.7 for paths):
 * r0 = 0, and r += d at each decision of the path.
 */
#ifndef HARNESS_DECISIONS_H
#define HARNESS_DECISIONS_H

#include "harness/runtime/distance.h"
#include "harness/program/program.h"
#include "harness/runtime/trace.h"

/* A decision of a path. */
struct path_decision {
	uint32_t site; /* its first side, as a goal: the first one of that id */
	uint32_t side;
	uint32_t negated; /* any other side than this one */
};

/* What a run has decided, side by side as goals. */
struct decision_record {
	uint64_t count; /* of the run: more than `most` are not kept */
	uint64_t most;
	uint32_t returned; /* the run did, else it ended otherwise */
	uint32_t goals[];
};

/* How the distances of a path's decisions make up one value. */
enum decisions_sum {
	DECISIONS_LOGARITHMS, /* of the distances: each counts alike */
	DECISIONS_DISTANCES, /* the sum itself */
};

/*
 * From now on the decisions of the runs that decisions_listener hears of are recorded, or
 * compared with the path. All of it stays in use. The path's goal is the
 * program's run_goal; if it `is_alone`, runs that have left the path for good are cut
 * short. Returns 0 or -1 when out of memory.
 */
void decisions_record(struct decision_record *record);
extern const struct trace_listener decisions_listener;
int decisions_follow(const struct path_decision *path, uint32_t length, int is_alone);

/*
 * The last run's value (decisions_listener.read): 0 exactly when it met the path. Else the
 * sum over the decisions that were read, and for each one that was not, a number above
 * any distance. Without forced execution none is read behind the first one that went
 * another way, so that the value is in the order of how many decisions are missing, and
 * then of that one's distance. Sign and site are of the first one that went another
 * way.
 */
void decisions_sum_up(enum decisions_sum sum);

/* How many decisions the run had as the path has them. */
uint32_t decisions_followed(void);

/* The most that a run that was read had so, and the path's length. */
void decisions_nearest(uint32_t *followed, uint32_t *length);

/* The site where the run first went another way, or PROGRAM_NONE. */
uint32_t decisions_turn(void);

/* The raw bits of the operands there; of a switch its value, and the nearest one with
 * which it goes the path's way. */
void decisions_turn_operands(ucoord out[2]);

/* The memory that a run changes here: for runs in processes of their own. */
void decisions_share(void (*share)(void *address, size_t size));

#endif
