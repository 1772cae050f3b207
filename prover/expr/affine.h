/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * affine.h - a number as a sum of multiples of others and an interval: what operands have
 * in common cancels out, and rounding errors are bounded by the size of what is rounded.
 *
 * L. H. de Figueiredo, J. Stolfi, Affine Arithmetic, Numerical Algorithms 37, 2004.
 */
#ifndef PROVER_AFFINE_H
#define PROVER_AFFINE_H

#include "prover/expr/interval_value.h"

/* Bounds of a sum or difference of SORT_F32 or SORT_F64, whose operands the sweep has
 * computed, before it is rounded, where it is finite. False: none. */
bool affine_bounds(const struct interval_sweep *sweep, const struct expr_node *node,
		   double *from, double *to);
/* Bounds of x - y in real numbers, in the same way. */
bool affine_difference(const struct interval_sweep *sweep, expr x, expr y, double *from,
		       double *to);

#endif
