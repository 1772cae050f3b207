/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * path_walk.h - one path through the program as formulas: that of a run, whose decisions
 * are known, or that of a node of the execution tree.
 *
 * A path is a sequence of choices: blocks at which more than one edge is possible for
 * the runs that have come there so. Some of them are decisions that a run tells
 * (prove_side); of the others the value of the condition under the run's input says
 * which edge it takes.
 *
 * Labels are predicates of goals that stand on the path. Bardin, Kosmatov, Cheynier (ICST
 * 2014) instrument a program with them in two ways, of which the walk has each.
 */
#ifndef PROVER_PATH_WALK_H
#define PROVER_PATH_WALK_H

#include "prover/verify/prover.h"

/* ---- what is known of a side of a choice, or of the place of a label */

enum side_state {
	SIDE_OPEN, /* not tried yet */
	SIDE_SEEN, /* a run took it */
	SIDE_INFEASIBLE, /* bit by bit, in every rounding mode */
	SIDE_NEAREST, /* infeasible when rounding to nearest */
	SIDE_UNKNOWN, /* tried, and not decided */
	SIDE_STATES
};

#define PATH_CALLEE (GIMPLE_NONE - 1)

/* What labels are on a path. */
enum path_labels {
	PATH_LABELS_NONE, /* nothing */
	PATH_LABELS_TIGHT, /* places, which leave the path as it is (P*) */
	PATH_LABELS_DIRECT, /* choices: `if (p) {}` (P') */
};

/* A choice of the path. */
struct path_choice {
	const struct function *function;
	uint32_t block, line;
	/* GIMPLE_NONE; PATH_CALLEE: an edge is a function that a call by pointer may
	 * come to; or a goal of the function: edge 0 means that its predicate is
	 * true, edge 1 that it is false. */
	uint32_t goal;
	uint32_t edge_count;
	/* Of PATH_CALLEE, by edge; null: any function that is not known. */
	const struct function *const *callees;
	uint32_t taken; /* edge; GIMPLE_NONE: the path ends here */
	expr *conditions; /* by edge: false, of one that no run takes from here */
	size_t frontier; /* points of the frontier before it */
};

/* A place of a label on the path. */
struct path_place {
	uint32_t label;
	size_t after; /* choices before it */
	uint32_t index; /* places behind the last one of these and before it */
	bool never; /* false by simplification alone, for all runs that come there */
	bool holds; /* true in the run */
};

/* Where the walk ends. */
enum path_end {
	PATH_WHOLE, /* with the run, or at the choice that was asked for */
	PATH_CUT, /* after as many choices as it may have, or where the walk stopped */
	PATH_LOST, /* the run does otherwise than the formulas say; `why` */
};

struct path_walk {
	struct encoding encoding;
	struct path_choice *choices;
	size_t count, room;
	struct path_place *places; /* PATH_LABELS_TIGHT */
	size_t place_count, place_room;
	enum path_end end;
	char why[256];
	bool is_guessed; /* the run does not tell each edge that it took */
	struct arena arena;
};

/* Which edges are decisions that runs tell, and which predicates are labels. */
struct decision_map {
	const struct gimple_program *program;
	const struct prove_side *sides;
	size_t *first_of; /* by function: its goals from there on */
	size_t *side_at; /* by goal of all functions: a side, or NO_DECISION */
	size_t *label_at; /* the same: a label, or NO_DECISION */
};

#define NO_DECISION SIZE_MAX

/* The sides stay the caller's. */
void decision_map_init(struct decision_map *map, const struct gimple_program *program,
		       const struct prove_side *sides, size_t count);
/* The labels' predicates; they are numbered in this order. */
void decision_map_labels(struct decision_map *map, const struct prove_side *labels,
			 size_t count);
void decision_map_done(struct decision_map *map);

/* What a path is walked by. */
struct path_source {
	/* The edges of the first choices. */
	const uint32_t *edges;
	size_t edge_count;
	/* Behind them: a run's decisions as sides; null: the path ends. */
	const size_t *decisions;
	size_t decision_count;
	/* The run's input, of the entry's size, or null: not known. */
	const uint8_t *bytes;
	size_t most; /* choices */
	enum path_labels labels;
	/* PATH_LABELS_TIGHT: the path ends at the place of that index behind its last
	 * edge, with a choice that is the label. */
	bool ends_at_place;
	uint32_t place;
	/* Who calls opaque functions that are declared const, for searches; may be null. It
	 * must be null where `decisions` are followed: a call may have returned another
	 * value in that run. */
	const struct native_caller *caller;
};

/* Walks the path. Returns 0, or -1 and says why (256 bytes) if the entry was not
 * exported. path_walk_done() in any case. */
int path_walk(struct path_walk *walk, const struct gimple_program *program,
	      const struct entry *entry, const struct decision_map *map,
	      const struct path_source *source, char *why);
void path_walk_done(struct path_walk *walk);

#endif
