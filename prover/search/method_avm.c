/* SPDX-License-Identifier: GPL-3.0-or-later */
/* method_avm.c - mcmc/avm.c on the summed error; its moves are of values or, as an
 * option, of representable numbers. */
#include "prover/search/condition_descent.h"
#include "prover/search/condition_method.h"

static const struct condition_method *solve(struct condition_problem *problem,
					    gsl_rng *rng)
{
	condition_descend(
	    problem,
	    problem->options->ordered ? &minimiser_avm_ordered : &minimiser_avm, rng);
	return &condition_method_avm;
}

const struct condition_method condition_method_avm = {
    .name = "avm",
    .summary = "alternating variable method, as FloPSy's",
    .solve = solve,
};
