/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * polytope.h - the linear conditions of a path over the rationals: linear programming
 * shows that they are infeasible before a solver is asked.
 *
 * GLPK's dual simplex computes in floating point. Its answer "infeasible" counts only
 * when its multipliers (Farkas' lemma) prove it in exact arithmetic. A point that it
 * finds is a proposal: the caller evaluates the conditions there.
 *
 * If GLPK is missing when ME is built, there is no polytope: solvers are asked instead.
 */
#ifndef PROVER_POLYTOPE_H
#define PROVER_POLYTOPE_H

#include "prover/expr/expr.h"

struct polytope;

#ifdef ME_HAS_GLPK

/* Over the expressions of a store of integers without bounds (integers.h). */
struct polytope *polytope_new(const struct expr_store *store);
void polytope_free(struct polytope *polytope);

/* Whether those of the conditions that compare linear sums with constants are
 * infeasible together. The rows of the conditions that are the first ones of the last
 * call too are reused. False: unknown. */
bool polytope_is_empty(struct polytope *polytope, const expr *conditions, size_t count);

/* After polytope_is_empty() returned false: writes a point of the polytope, near 0 if
 * there is one, to the values of its variables. It is integral if a few steps of branch
 * and bound find such a point, else rounded, and may then violate conditions. False:
 * none was found; the values are unchanged. */
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
