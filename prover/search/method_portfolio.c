/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * method_portfolio.c - all methods in turn, for slices of evaluations that double from
 * round to round. In each round the one goes first that has solved the most conditions
 * for its evaluations, in all searches with these options; a method that was never tried
 * counts as one that has solved one in PRIOR evaluations.
 *
 * The first round begins at the start, later ones at the point of least error and at
 * random points near 0 in turn. Most of a large budget is for one method that goes on
 * without a new start: several nearly active conjuncts over functions of libm take a
 * relay some hundred thousand evaluations, in slices it begins again too often.
 */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "prover/ir/arena.h"
#include "prover/search/condition_method.h"

enum {
	FIRST_SLICE = 1000, /* and as many for each scalar */
	SLICE_FOR_SCALAR = 500,
	PRIOR = 3000,
	SIZES = 3, /* random points within 1, 10 or 100 of 0 */
};

/* The methods of a round, by their numbers in options->yields. */
static const struct condition_method *const members[] = {
    &condition_method_cw, &condition_method_avm, &condition_method_relay,
    &condition_method_es};

enum { MEMBERS = sizeof members / sizeof *members };

static_assert((int)MEMBERS <= (int)METHODS_MOST, "each has its yield");

static double method_yield_of(const struct condition_problem *p, size_t i)
{
	const struct method_yield *y = &p->options->yields[i];

	return ((double)y->solved + 1) / ((double)y->evaluations + PRIOR);
}

/* The member of the best yield that has had no turn yet. */
static size_t next_of(const struct condition_problem *p, const bool *done)
{
	size_t best = MEMBERS;

	for (size_t i = 0; i < MEMBERS; i++)
		if (!done[i] && (best == MEMBERS ||
				 method_yield_of(p, i) > method_yield_of(p, best)))
			best = i;
	return best;
}

static void give_slice(struct condition_problem *p, size_t i, size_t slice,
		       gsl_rng *rng)
{
	struct method_yield *y = &p->options->yields[i];
	const size_t before = p->evaluations, limit = p->limit;

	p->limit = before + (slice < limit - before ? slice : limit - before);
	members[i]->solve(p, rng);
	p->limit = limit;
	y->evaluations += p->evaluations - before;
	y->solved += p->found;
}

static void portfolio_start(struct condition_problem *p, size_t round, gsl_rng *rng)
{
	const double size = pow(10, (double)(round / 2 % SIZES));

	if (round % 2)
		memcpy(p->start, p->lowest, p->n * sizeof *p->start);
	for (size_t k = 0; k < p->n && round && round % 2 == 0; k++)
		p->start[k] = axis_from_double(&p->axes[k],
					       size * (2 * gsl_rng_uniform(rng) - 1));
}

enum {
	LONG = 2, /* of members: the one that gets the rest */
	TURNS = 75000, /* evaluations in turns before */
};

/* Rounds, until the limit; returns the method that was last. */
static size_t solve_in_turns(struct condition_problem *p, gsl_rng *rng)
{
	size_t last = 0, slice = FIRST_SLICE + SLICE_FOR_SCALAR * p->n;

	for (size_t round = 0; !condition_problem_over(p); round++) {
		bool done[MEMBERS] = {false};
		const size_t before = p->evaluations;
		portfolio_start(p, round, rng);
		for (size_t k = 0; k < MEMBERS && !condition_problem_over(p); k++) {
			const size_t i = next_of(p, done);
			done[i] = true;
			last = i;
			give_slice(p, i, slice, rng);
		}
		if (p->evaluations == before)
			break;
		if (round % 2)
			slice *= 2;
	}
	return last;
}

static const struct condition_method *solve_by_portfolio(struct condition_problem *p,
							 gsl_rng *rng)
{
	const size_t limit = p->limit, all = limit - p->evaluations;

	p->limit -= TURNS < all ? all - TURNS : 0;
	const size_t last = solve_in_turns(p, rng);
	p->limit = limit;
	if (condition_problem_over(p))
		return members[last];
	portfolio_start(p, 1, rng);
	give_slice(p, LONG, limit - p->evaluations, rng);
	return members[LONG];
}

const struct condition_method condition_method_portfolio = {
    .name = "portfolio",
    .summary = "all methods in turn, the one with the best yield first",
    .solve = solve_by_portfolio,
};
