/* SPDX-License-Identifier: GPL-3.0-or-later */
/* method_random.c - mcmc/random.c on the summed error. */
#include "prover/search/condition_descent.h"
#include "prover/search/condition_method.h"

static const struct condition_method *solve(struct condition_problem *problem,
					    gsl_rng *rng)
{
	condition_descend(problem, &minimiser_random, rng);
	return &condition_method_random;
}

const struct condition_method condition_method_random = {
    .name = "random",
    .summary = "points of random bits",
    .solve = solve,
};
