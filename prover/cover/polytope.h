/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * polytope.h - the linear conditions of a path over the rationals: where no point meets
 * them, linear programming says so before a solver is asked.
 *
 * GLPK's dual simplex looks, in floating point. That there is no point is believed only
 * when the multipliers at its end (Farkas' lemma) show it in exact arithmetic; a point
 * is a proposal that the caller has to try.
 *
 * If GLPK is missing when ME is built, there is no polytope: solvers are asked instead.
 */
#ifndef PROVER_POLYTOPE_H
#define PROVER_POLYTOPE_H

#include "prover/expr/expr.h"

struct polytope;

#ifdef ME_HAS_GLPK

/* Of sums over a store with `integers`. */
struct polytope *polytope_new(const struct expr_store *store);
void polytope_free(struct polytope *polytope);

/* Whether those of the conditions that compare sums with constants exclude each other.
 * The work for as many as were the same in the last call is not done again. False tells
 * nothing. */
bool polytope_is_empty(struct polytope *polytope, const expr *conditions, size_t count);

/* Behind a call that said false: a point of the polytope, not far from 0 where that can
 * be, becomes the values of its variables. It is one of whole numbers where a few steps
 * of branch and bound find one, else rounded: the conditions may not hold there. False:
 * none was found, and the values are as before. */
bool polytope_point(struct polytope *polytope, int64_t *values);

#else

static inline struct polytope *polytope_new(const struct expr_store *store)
{
	(void)store;
	return NULL;
}

static inline void polytope_free(struct polytope *polytope)
{
	(void)polytope;
}

static inline bool polytope_is_empty(struct polytope *polytope, const expr *conditions,
				     size_t count)
{
	(void)polytope, (void)conditions, (void)count;
	return false;
}

static inline bool polytope_point(struct polytope *polytope, int64_t *values)
{
	(void)polytope, (void)values;
	return false;
}

#endif
#endif
