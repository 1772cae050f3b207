/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * linear.h - sums of integers without bounds, and their comparisons with constants, as
 * simplify_linear() makes them.
 */
#ifndef PROVER_LINEAR_H
#define PROVER_LINEAR_H

#include "prover/expr/expr.h"

enum { LINEAR_TERMS = 64 };

/* The sum of factors[i] * terms[i], and a constant. */
struct linear {
	size_t count;
	expr terms[LINEAR_TERMS]; /* ascending; no sums nor multiples themselves */
	int64_t factors[LINEAR_TERMS];
	int64_t constant;
};

/* Adds factor * e, at most 64 bits wide; false when that is too large. */
bool linear_add(struct linear *sum, const struct expr_store *store, expr e,
		int64_t factor);
/* The value of a constant of 2 to 64 bits, with its sign. */
int64_t linear_constant(const struct expr_node *constant);

/* least <= e <= most; INT64_MIN and INT64_MAX mean no limit. */
struct linear_span {
	expr e;
	int64_t least, most;
};

/* The span that a condition describes; false: it describes none. */
bool linear_span(const struct expr_store *store, expr condition,
		 struct linear_span *span);

#endif
