/* SPDX-License-Identifier: GPL-3.0-or-later */
/* condition_descent.h - the summed errors of a condition, in FloPSy's form, as the
 * objective of a method of mcmc/. */
#ifndef PROVER_CONDITION_DESCENT_H
#define PROVER_CONDITION_DESCENT_H

#include "mcmc/minimiser.h"
#include "prover/condition/condition_problem.h"

/* Descends from the problem's start, and when a descent ends, from points of random
 * bits, until the problem is over. */
void condition_descend(struct condition_problem *problem,
		       const struct minimiser *minimiser, gsl_rng *rng);

#endif
