/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sat/search/evaluator.h"

#include <math.h>
#include <string.h>

/* The logarithm of 1 + d, piecewise linear between powers of two: exact enough to
 * compare distances, and many times as fast. */
static double scale(double d)
{
	const double x = 1 + d;
	int64_t bits;

	memcpy(&bits, &x, sizeof(bits));
	/* Below half an ulp of 1 it is still not 0. */
	return d > 0 && x == 1 ? 0x1p-60
			       : (double)(bits - 0x3ff0000000000000) * 0x1p-52;
}

/* How many values lie between two, as a double. */
static double between(signed_word a, signed_word b)
{
	const word d = a < b ? (word)b - (word)a : (word)a - (word)b;

	return d >> 64 ? (double)d : (double)(uint64_t)d;
}

/* Two operands on the line of all numbers of their sort. */
struct pair {
	signed_word a, b;
	double x, y; /* as numbers, METRIC_VALUE */
	bool is_unordered; /* one is NaN */
	bool is_same_zero; /* the zeros of both signs */
};

static signed_word order(struct sort sort, word value, bool is_signed)
{
	if (sort.kind == SORT_FLOAT)
		return float_order(sort, value);
	if (is_signed)
		return word_signed(value, sort.width);
	/* 128 bits without a sign keep their order. */
	return sort.width == 128 ? (signed_word)(value ^ (word)1 << 127)
				 : (signed_word)value;
}

static struct pair pair_of(const struct evaluator *e, const struct node *n)
{
	const uint32_t *x = n->operands;
	const struct sort sort = e->nodes[x[0]].sort;
	const word a = e->values[x[0]], b = e->values[x[1]];
	const bool is_signed = n->operation == OP_BV_SLT || n->operation == OP_BV_SLE;
	struct pair p = {.a = order(sort, a, is_signed),
			 .b = order(sort, b, is_signed)};

	if (sort.kind == SORT_FLOAT) {
		p.is_unordered = float_is_nan(sort, a) || float_is_nan(sort, b);
		p.is_same_zero = float_is_zero(sort, a) && float_is_zero(sort, b);
		if (e->metric == METRIC_VALUE && !p.is_unordered) {
			p.x = node_number(e, x[0]);
			p.y = node_number(e, x[1]);
		}
	} else {
		p.x = (double)p.a;
		p.y = (double)p.b;
	}
	return p;
}

/* How far a is from b, 0 when they are the same. */
static double apart(const struct evaluator *e, const struct pair *p)
{
	double d;

	if (p->a == p->b)
		return 0;
	switch (e->metric) {
	case METRIC_ORDER:
		return between(p->a, p->b);
	case METRIC_SCALE:
		return scale(between(p->a, p->b));
	default:
		d = fabs(p->x - p->y);
		if (d < 0x1p120)
			return d > 0x1p-1000 ? d : 0x1p-1000;
		return 0x1p120 + between(p->a, p->b) * 0x1p-10;
	}
}

/* The least distance that is not 0: that of equal operands that are to differ. */
static double least_of(const struct evaluator *e, const struct pair *p)
{
	if (e->metric != METRIC_VALUE)
		return 1;
	return fmin(fabs(p->x) * 0x1p-52 + 0x1p-1000, 0x1p120);
}

static void set_distances(struct evaluator *e, uint32_t node, double to_false,
			  double to_true)
{
	e->distances[node][0] = to_false;
	e->distances[node][1] = to_true;
}

static void set_less(struct evaluator *e, uint32_t node, const struct pair *p,
		     bool or_equal)
{
	const bool is_equal = p->a == p->b || p->is_same_zero;
	const bool is_true = is_equal ? or_equal : p->a < p->b;
	double d;

	if (p->is_unordered) {
		set_distances(e, node, 0, DISTANCE_OPEN);
		return;
	}
	d = is_equal ? least_of(e, p) : apart(e, p);
	/* The operands have to pass equality by one step. */
	if (!is_equal && is_true == or_equal)
		d += least_of(e, p);
	set_distances(e, node, is_true ? d : 0, is_true ? 0 : d);
}

static void set_equal(struct evaluator *e, uint32_t node, const struct pair *p,
		      bool is_ieee)
{
	const bool is_equal =
	    is_ieee ? !p->is_unordered && (p->a == p->b || p->is_same_zero)
		    : p->a == p->b;

	if (is_equal)
		set_distances(e, node, least_of(e, p), 0);
	else
		set_distances(e, node, 0,
			      p->is_unordered ? DISTANCE_OPEN : apart(e, p));
}

/* Bool terms, which are equal when both are true or both are false. */
static void set_same(struct evaluator *e, uint32_t node)
{
	const double *a = e->distances[e->nodes[node].operands[0]];
	const double *b = e->distances[e->nodes[node].operands[1]];

	set_distances(e, node, fmin(a[0] + b[1], a[1] + b[0]),
		      fmin(a[0] + b[0], a[1] + b[1]));
}

/* How far a magnitude is from the range of a class. */
static double outside(signed_word m, signed_word low, signed_word high)
{
	if (m < low)
		return between(m, low);
	return m > high ? between(m, high) : 0;
}

static void set_class(struct evaluator *e, uint32_t node)
{
	const struct node *n = &e->nodes[node];
	const struct sort sort = e->nodes[n->operands[0]].sort;
	const signed_word at = float_order(sort, e->values[n->operands[0]]);
	const signed_word infinity = float_order(sort, sort_infinity(sort, false));
	const signed_word normal = (signed_word)1 << (sort.significand - 1);
	const signed_word m = at < 0 ? -1 - at : at;
	double d = 0, to_false = 1;

	switch (n->operation) {
	case OP_FP_IS_NORMAL:
		d = outside(m, normal, infinity - 1);
		break;
	case OP_FP_IS_SUBNORMAL:
		d = outside(m, 1, normal - 1);
		break;
	case OP_FP_IS_ZERO:
		d = outside(m, 0, 0);
		break;
	case OP_FP_IS_INFINITE:
		d = outside(m, infinity, infinity);
		break;
	case OP_FP_IS_NAN:
		d = m > infinity ? 0 : between(m, infinity + 1);
		break;
	case OP_FP_IS_NEGATIVE:
		d = m > infinity ? DISTANCE_OPEN : outside(at, -1 - infinity, -1);
		to_false = at < 0 ? between(at, 0) : 1;
		break;
	default: /* OP_FP_IS_POSITIVE */
		d = m > infinity ? DISTANCE_OPEN : outside(at, 0, infinity);
		to_false = at >= 0 ? between(at, -1) : 1;
	}
	if (e->metric == METRIC_SCALE) {
		d = scale(d);
		to_false = scale(to_false);
	}
	set_distances(e, node, d > 0 ? 0 : to_false, d);
}

void branch_distance(struct evaluator *e, uint32_t node)
{
	const struct node *n = &e->nodes[node];
	const struct sort sort = e->nodes[n->operands[0]].sort;
	struct pair p;

	if (n->operation >= OP_FP_IS_NORMAL && n->operation <= OP_FP_IS_POSITIVE) {
		set_class(e, node);
		return;
	}
	if (sort.kind == SORT_BOOL) {
		set_same(e, node);
		return;
	}
	p = pair_of(e, n);
	switch (n->operation) {
	case OP_FP_LT:
	case OP_BV_ULT:
	case OP_BV_SLT:
		set_less(e, node, &p, false);
		return;
	case OP_FP_LEQ:
	case OP_BV_ULE:
	case OP_BV_SLE:
		set_less(e, node, &p, true);
		return;
	default:
		set_equal(e, node, &p, n->operation == OP_FP_EQ);
	}
}
