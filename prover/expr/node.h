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

static inline size_t node_hash(const struct expr_node *n)
{
	uint64_t h = n->op * 0x9e3779b97f4a7c15u ^ (uint64_t)n->sort << 32;

	h = (h ^ n->a) * 0xff51afd7ed558ccdu;
	h = (h ^ h >> 29 ^ n->b) * 0xc4ceb9fe1a85ec53u;
	h = (h ^ h >> 31 ^ n->c) * 0xff51afd7ed558ccdu;
	h = (h ^ h >> 30 ^ n->value) * 0xc4ceb9fe1a85ec53u;
	return (size_t)(h ^ h >> 32);
}

static inline bool node_same(const struct expr_node *x, const struct expr_node *y)
{
	return x->op == y->op && x->sort == y->sort && x->a == y->a && x->b == y->b &&
	       x->c == y->c && x->value == y->value;
}

/* The bits of a sort that is no longer than 64; of a longer one those of its low word. */
static inline uint64_t node_mask(unsigned sort)
{
	return sort == SORT_BOOL ? 1
	       : sort >= 64	 ? UINT64_MAX
				 : ((uint64_t)1 << sort) - 1;
}

/* What the low `width` bits, 1 to 64, are with a sign. */
static inline int64_t node_signed(unsigned width, uint64_t bits)
{
	return (int64_t)(bits << (64 - width)) >> (64 - width);
}

/* Whether it is a format that the machine computes with. */
static inline bool node_is_float(unsigned sort)
{
	return sort == SORT_F32 || sort == SORT_F64;
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

static inline bool node_is_whole(const struct expr_node *n)
{
	return n->op >= EXPR_FRINT && n->op <= EXPR_FROUND;
}
/* What such an operation makes of a number. */
double node_whole(enum expr_op op, double x);

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

/* The machine's numbers of the modes, as fesetround() takes them. */
extern const int node_modes[EXPR_MODES];

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
