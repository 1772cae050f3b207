/* SPDX-License-Identifier: GPL-3.0-or-later */
/* method_es.c - mcmc/es.c on the summed error. */
#include "prover/search/condition_descent.h"
#include "prover/search/condition_method.h"

static const struct condition_method *solve(struct condition_problem *problem,
					    gsl_rng *rng)
{
	condition_descend(
	    problem, problem->options->ordered ? &minimiser_es_ordered : &minimiser_es,
	    rng);
	return &condition_method_es;
}

const struct condition_method condition_method_es = {
    .name = "es",
    .summary = "evolution strategy, as FloPSy's",
    .solve = solve,
};
