/* SPDX-License-Identifier: GPL-3.0-or-later */
/* method_relay.c - mcmc/relay.c on the summed error. */
#include "prover/search/condition_descent.h"
#include "prover/search/condition_method.h"

static const struct condition_method *solve(struct condition_problem *problem,
					    gsl_rng *rng)
{
	condition_descend(problem, &minimiser_relay, rng);
	return &condition_method_relay;
}

const struct condition_method condition_method_relay = {
    .name = "relay",
    .summary = "downhill simplex, then rounding and signed search",
    .solve = solve,
};
