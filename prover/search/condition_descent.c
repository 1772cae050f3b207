/* SPDX-License-Identifier: GPL-3.0-or-later */
/* condition_descent.c - methods of mcmc/ on the summed errors of a condition, in FloPSy's
 * form. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mcmc/minimiser.h"
#include "mcmc/scatter.h"
#include "prover/ir/arena.h"
#include "prover/search/condition_method.h"

/* The conjunct with the largest error: its difference guides methods that use signs. */
static void read_sign(const struct condition_problem *p, struct reading *out)
{
	double largest = 0;

	for (size_t i = 0; i < p->count; i++) {
		const double error = condition_problem_error(p, i);
		const double d = condition_problem_difference(p, i);
		if (error <= largest)
			continue;
		largest = error;
		out->sign = isfinite(d) ? d : 0;
		out->site = (uint32_t)i + 1;
	}
}

static enum objective_status evaluate_errors(void *context, const coord *x,
					     struct reading *out)
{
	struct condition_problem *p = context;

	if (!condition_problem_read(p, x, &out->value))
		return OBJECTIVE_STOP;
	read_sign(p, out);
	return condition_problem_over(p) ? OBJECTIVE_STOP : OBJECTIVE_GO_ON;
}

static bool descend_once(const struct objective *f, const struct minimiser *minimiser,
			 gsl_rng *rng, const coord *from)
{
	const struct minimiser_options options = {0};
	enum minimiser_status status = MINIMISER_ERROR;
	void *state = minimiser->start(f, &options, rng, from);

	if (!state)
		return false;
	do
		status = minimiser->step(state);
	while (status == MINIMISER_GO_ON);
	minimiser->stop(state);
	return status == MINIMISER_DONE;
}

/* Descends from the problem's start, and when a descent ends, from points of random
 * bits, until the problem is over. */
static void condition_descend(struct condition_problem *p,
			      const struct minimiser *minimiser, gsl_rng *rng)
{
	const struct objective f = {p->n, p->axes, evaluate_errors, p};
	coord *from = array_new(p->n + 1, sizeof *from);

	memcpy(from, p->start, p->n * sizeof *from);
	p->errors.is_flat = true;
	while (!condition_problem_over(p) && p->n) {
		const size_t before = p->evaluations;
		if (!descend_once(&f, minimiser, rng, from) || p->evaluations == before)
			break;
		scatter_bits(&f, rng, from);
	}
	p->errors.is_flat = false;
	free(from);
}

/* A method: the minimiser of mcmc/ that moves by values and, as an option, the one that
 * moves by representable numbers. */
#define DESCENT(method, by_values, by_numbers, says)                                   \
	static const struct condition_method *solve_##method(                          \
	    struct condition_problem *problem, gsl_rng *rng)                           \
	{                                                                              \
		condition_descend(problem,                                             \
				  problem->options->ordered ? &minimiser_##by_numbers  \
							    : &minimiser_##by_values,  \
				  rng);                                                \
		return &condition_method_##method;                                     \
	}                                                                              \
	const struct condition_method condition_method_##method = {                    \
	    .name = #method, .summary = says, .solve = solve_##method};

DESCENT(avm, avm, avm_ordered, "alternating variable method, as FloPSy's")
DESCENT(es, es, es_ordered, "evolution strategy, as FloPSy's")
DESCENT(random, random, random, "points of random bits")
DESCENT(relay, relay, relay, "downhill simplex, then rounding and signed search")
