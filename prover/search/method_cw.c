/* SPDX-License-Identifier: GPL-3.0-or-later */
/* method_cw.c - one Concolic Walk, as published: it may end before the budget. */
#include "prover/search/condition_method.h"
#include "prover/search/condition_walk.h"

static const struct condition_method *solve(struct condition_problem *problem,
					    gsl_rng *rng)
{
	struct condition_walk walk;

	condition_walk_init(&walk, problem, rng);
	while (condition_walk_step(&walk) != WALK_OVER)
		;
	condition_walk_done(&walk);
	return &condition_method_cw;
}

const struct condition_method condition_method_cw = {
    .name = "cw",
    .summary = "Concolic Walk: tabu search in the polytope of the linear conditions",
    .solve = solve,
};
