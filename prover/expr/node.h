/* SPDX-License-Identifier: GPL-3.0-or-later */
/* node.h - short questions that the files which simplify and evaluate share. */
#ifndef PROVER_NODE_H
#define PROVER_NODE_H

#include <string.h>

#include "prover/expr/expr.h"

/* How far back a chain of conjuncts is looked at. */
enum { NODE_CHAIN_LIMIT = 300 };

/* False of no expression. */
static inline bool node_is_op(const struct expr_store *s, expr e, enum expr_op op)
{
	return e != EXPR_NONE && expr_at(s, e)->op == op;
}

static inline bool node_is_const(const struct expr_store *s, expr e)
{
	return node_is_op(s, e, EXPR_CONST);
}

/* What the low `width` bits, 1 to 64, are with a sign. */
static inline int64_t node_signed(unsigned width, uint64_t bits)
{
	return (int64_t)(bits << (64 - width)) >> (64 - width);
}

/* What these bits are in the format, SORT_F32 or SORT_F64. */
static inline double node_number(unsigned sort, uint64_t bits)
{
	double d;
	float f;

	if (sort == SORT_F32) {
		memcpy(&f, &bits, sizeof f);
		return f;
	}
	memcpy(&d, &bits, sizeof d);
	return d;
}

/* The bits of a number in the format, SORT_F32 or SORT_F64, rounded to it. */
static inline uint64_t node_bits(unsigned sort, double value)
{
	const float narrow = (float)value;
	uint64_t bits = 0;

	if (sort == SORT_F32)
		memcpy(&bits, &narrow, sizeof narrow);
	else
		memcpy(&bits, &value, sizeof value);
	return bits;
}

/* Whether it is a constant of SORT_F32 or SORT_F64, and which. */
static inline bool node_is_number(const struct expr_store *s, expr e, double *value)
{
	uint64_t bits;

	if (!node_is_op(s, e, EXPR_TOFP) || !expr_is_const(s, expr_at(s, e)->a, &bits))
		return false;
	*value = node_number(expr_at(s, e)->sort, bits);
	return true;
}

#endif
