/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * condition_paths.h - conditions with disjunctions as paths of conjuncts: each path
 * takes one clause of each disjunction that it meets (Dinges and Agha, 2014, section
 * 3.1: each clause of an or is treated as a separate path).
 */
#ifndef PROVER_CONDITION_PATHS_H
#define PROVER_CONDITION_PATHS_H

#include "prover/condition/condition_problem.h"

struct condition_path {
	struct conjunct *conjuncts;
	size_t count, room;
	size_t alternatives; /* how many paths there are at these choices, at least */
};

/* The conjuncts at the top of a condition that is to be `holds` are added; a disjunction
 * is one of them. */
void condition_path_split(struct condition_path *path, const struct expr_store *store,
			  expr condition, bool holds);

/* Adds the conjuncts of path `number` of the condition, which is counted down by what
 * was chosen: paths 0, 1, ... take the clauses in turn. With `errors`, of the point
 * where they were read: those of the least error, whatever the number is. */
void condition_path_choose(struct condition_path *path, const struct expr_store *store,
			   struct conjunct condition, size_t *number,
			   const struct condition_errors *errors);
void condition_path_done(struct condition_path *path);

#endif
