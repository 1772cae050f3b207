/* SPDX-License-Identifier: GPL-3.0-or-later */
/* interval.c - truth values and bit-vectors over intervals. */
#include "prover/expr/interval.h"

#include <fenv.h>

#include "prover/expr/node.h"
#include "prover/expr/order.h"

typedef __int128 wide;

/* ---- comparisons and choices */

static struct value_interval compare(const struct expr_node *n, unsigned sort,
				     const struct value_interval *a,
				     const struct value_interval *b)
{
	if (!interval_is_bits(sort) && sort != SORT_BOOL)
		return interval_of_all(SORT_BOOL);
	switch (n->op) {
	case EXPR_ULT:
		return interval_of_truth(a->high >= b->low, a->low < b->high);
	case EXPR_ULE:
		return interval_of_truth(a->high > b->low, a->low <= b->high);
	case EXPR_SLT:
		return interval_of_truth(a->most >= b->least, a->least < b->most);
	case EXPR_SLE:
		return interval_of_truth(a->most > b->least, a->least <= b->most);
	default: /* EXPR_EQ */
		if (sort == SORT_BOOL)
			return interval_of_truth(
			    (a->may_be_false && b->may_be_true) ||
				(a->may_be_true && b->may_be_false),
			    (a->may_be_false && b->may_be_false) ||
				(a->may_be_true && b->may_be_true));
		return interval_of_truth(
		    a->low != a->high || b->low != b->high || a->low != b->low,
		    a->low <= b->high && b->low <= a->high && a->least <= b->most &&
			b->least <= a->most);
	}
}

static struct value_interval choose(const struct interval_sweep *sweep,
				    const struct expr_node *n)
{
	const struct value_interval *c = &sweep->values[n->a];
	struct value_interval a = sweep->values[n->b], b = sweep->values[n->c];

	if (sweep->order) {
		order_narrow_if(sweep, n->a, true, n->b, &a);
		order_narrow_if(sweep, n->a, false, n->c, &b);
	}
	return !c->may_be_false ? a : !c->may_be_true ? b : interval_join(&a, &b);
}

/* ---- bit-vectors */

static wide least_of(const wide *v)
{
	wide x = v[0];

	for (int i = 1; i < 4; i++)
		x = v[i] < x ? v[i] : x;
	return x;
}

static wide most_of(const wide *v)
{
	wide x = v[0];

	for (int i = 1; i < 4; i++)
		x = v[i] > x ? v[i] : x;
	return x;
}

static struct value_interval multiply(unsigned w, const struct value_interval *a,
				      const struct value_interval *b)
{
	/* In 128 bits with a sign: a product without one is known to fit, or unknown. */
	const bool fits = !((unsigned __int128)a->high * b->high >> 127);
	const wide v[] = {(wide)a->least * b->least, (wide)a->least * b->most,
			  (wide)a->most * b->least, (wide)a->most * b->most};

	return interval_of_both(w, fits ? (wide)a->low * b->low : 0,
				fits ? (wide)a->high * b->high : (wide)1 << 64,
				least_of(v), most_of(v));
}

static struct value_interval divide(unsigned w, const struct value_interval *a,
				    const struct value_interval *b)
{
	if (b->least <= 0 && b->most >= 0)
		return interval_of_all(w);
	const wide v[] = {(wide)a->least / b->least, (wide)a->least / b->most,
			  (wide)a->most / b->least, (wide)a->most / b->most};

	return interval_of_both(w, 0, (wide)1 << 64, least_of(v), most_of(v));
}

/* The remainder is smaller than the divisor and has the dividend's sign. */
static struct value_interval remainder_of(unsigned w, const struct value_interval *a,
					  const struct value_interval *b)
{
	const wide size = -(wide)b->least > (wide)b->most ? -(wide)b->least : b->most;

	if (b->least <= 0 && b->most >= 0)
		return interval_of_all(w);
	const wide low = a->least < -size + 1 ? -size + 1 : a->least;
	const wide high = a->most > size - 1 ? size - 1 : a->most;
	return interval_of_both(w, 0, (wide)1 << 64, a->least < 0 ? low : 0,
				a->most > 0 ? high : 0);
}

static struct value_interval unsigned_division(enum expr_op op, unsigned w,
					       const struct value_interval *a,
					       const struct value_interval *b)
{
	if (!b->low)
		return interval_of_all(w);
	if (op == EXPR_UDIV)
		return interval_of_bits(w, a->low / b->high, a->high / b->low);
	if (a->high < b->low)
		return *a;
	return interval_of_bits(w, 0, a->high < b->high - 1 ? a->high : b->high - 1);
}

/* All bits up to the highest one that is set. */
static uint64_t filled(uint64_t x)
{
	return x ? UINT64_MAX >> __builtin_clzll(x) : 0;
}

/* Of all values the bits above those in which the ends differ are the same. */
static struct value_interval bitwise(enum expr_op op, unsigned w,
				     const struct value_interval *a,
				     const struct value_interval *b)
{
	const uint64_t open_a = filled(a->low ^ a->high),
		       open_b = filled(b->low ^ b->high);
	const uint64_t ones_a = a->low & ~open_a, ones_b = b->low & ~open_b;
	const uint64_t may_a = a->low | open_a, may_b = b->low | open_b;
	const uint64_t low = a->low > b->low ? a->low : b->low;
	const uint64_t high = a->high < b->high ? a->high : b->high;

	if (op == EXPR_BITAND)
		return interval_of_bits(w, ones_a & ones_b,
					high < (may_a & may_b) ? high : may_a & may_b);
	if (op == EXPR_BITOR)
		return interval_of_bits(
		    w, low > (ones_a | ones_b) ? low : ones_a | ones_b, may_a | may_b);
	return interval_of_bits(w, (ones_a ^ ones_b) & ~(open_a | open_b),
				(ones_a ^ ones_b) | open_a | open_b);
}

static struct value_interval shift(enum expr_op op, unsigned w,
				   const struct value_interval *a,
				   const struct value_interval *b)
{
	const uint64_t n = b->low;

	if (b->low != b->high || n >= w)
		return interval_of_all(w);
	if (op == EXPR_LSHR)
		return interval_of_bits(w, a->low >> n, a->high >> n);
	if (op == EXPR_ASHR)
		return interval_of_signed(w, a->least >> n, a->most >> n);
	const wide factor = (wide)1 << n;
	return interval_of_both(w, a->low * factor, a->high * factor, a->least * factor,
				a->most * factor);
}

static struct value_interval extract(const struct expr_node *n,
				     const struct value_interval *a)
{
	return interval_of_both(n->sort, a->low >> n->value, a->high >> n->value,
				a->least >> n->value, a->most >> n->value);
}

static struct value_interval compute_words(const struct expr_node *n,
					   unsigned operand_sort,
					   const struct value_interval *a,
					   const struct value_interval *b)
{
	const unsigned w = n->sort;
	const uint64_t points[3] = {a->low, b->low, 0};
	uint64_t value;

	if (a->low == a->high && b->low == b->high &&
	    expr_compute(n, operand_sort, points, &value))
		return interval_of_bits(w, value, value);
	switch (n->op) {
	case EXPR_ADD:
		return interval_of_both(
		    w, (wide)a->low + b->low, (wide)a->high + b->high,
		    (wide)a->least + b->least, (wide)a->most + b->most);
	case EXPR_SUB:
		return interval_of_both(
		    w, (wide)a->low - b->high, (wide)a->high - b->low,
		    (wide)a->least - b->most, (wide)a->most - b->least);
	case EXPR_NEG:
		return interval_of_both(w, -(wide)a->high, -(wide)a->low,
					-(wide)a->most, -(wide)a->least);
	case EXPR_MUL:
		return multiply(w, a, b);
	case EXPR_UDIV:
	case EXPR_UREM:
		return unsigned_division(n->op, w, a, b);
	case EXPR_SDIV:
		return divide(w, a, b);
	case EXPR_SREM:
		return remainder_of(w, a, b);
	case EXPR_BITAND:
	case EXPR_BITOR:
	case EXPR_BITXOR:
		return bitwise(n->op, w, a, b);
	case EXPR_BITNOT:
		return interval_of_bits(w, ~a->high & node_mask(w),
					~a->low & node_mask(w));
	case EXPR_SHL:
	case EXPR_LSHR:
	case EXPR_ASHR:
		return shift(n->op, w, a, b);
	case EXPR_CONCAT:
		return interval_of_bits(w, a->low << (w - operand_sort) | b->low,
					a->high << (w - operand_sort) | b->high);
	case EXPR_EXTRACT:
		return extract(n, a);
	case EXPR_ZEXT:
		return interval_of_bits(w, a->low, a->high);
	case EXPR_SEXT:
		return interval_of_signed(w, a->least, a->most);
	default:
		return interval_of_all(w);
	}
}

/* Of x - x / y * y it is the remainder, else what it was before. */
static void narrow_remainder(const struct interval_sweep *sweep,
			     const struct expr_node *n, struct value_interval *to)
{
	const struct expr_node *product = expr_at(sweep->store, n->b),
			       *last = expr_at(sweep->store, product->b);
	const bool is_last = last->op == EXPR_SDIV || last->op == EXPR_UDIV;
	const struct expr_node *quotient =
	    is_last ? last : expr_at(sweep->store, product->a);
	const expr y = is_last ? product->a : product->b;
	const struct value_interval *a = &sweep->values[n->a], *b = &sweep->values[y];

	if (product->op != EXPR_MUL || quotient->b != y ||
	    (quotient->op != EXPR_SDIV && quotient->op != EXPR_UDIV) ||
	    interval_source(sweep, quotient->a) != interval_source(sweep, n->a))
		return;
	const struct value_interval r =
	    quotient->op == EXPR_SDIV ? remainder_of(n->sort, a, b)
				      : unsigned_division(EXPR_UREM, n->sort, a, b);
	*to = interval_meet(n->sort, to, &r);
}

/* ---- one expression */

static struct value_interval constant_interval(const struct expr_node *n)
{
	if (n->sort == SORT_BOOL)
		return interval_of_truth(!n->value, n->value);
	return interval_is_bits(n->sort) ? interval_of_bits(n->sort, n->value, n->value)
					 : interval_of_all(n->sort);
}

void interval_compute(struct interval_sweep *sweep, expr e)
{
	const struct expr_node *n = expr_at(sweep->store, e);
	const struct value_interval *a = &sweep->values[n->a],
				    *b = &sweep->values[n->b];
	const unsigned sort = expr_sort(sweep->store, n->a);
	struct value_interval *to = &sweep->values[e];

	switch (n->op) {
	case EXPR_CONST:
		*to = constant_interval(n);
		return;
	case EXPR_NOT:
		*to = interval_of_truth(a->may_be_true, a->may_be_false);
		return;
	case EXPR_AND:
		*to = interval_of_truth(a->may_be_false || b->may_be_false,
					a->may_be_true && b->may_be_true);
		return;
	case EXPR_OR:
		*to = interval_of_truth(a->may_be_false && b->may_be_false,
					a->may_be_true || b->may_be_true);
		return;
	case EXPR_ITE:
		*to = choose(sweep, n);
		return;
	case EXPR_EQ:
	case EXPR_ULT:
	case EXPR_ULE:
	case EXPR_SLT:
	case EXPR_SLE:
		*to = compare(n, sort, a, b);
		if (interval_is_bits(sort))
			*to = interval_of_difference(sweep, n, *to);
		return;
	default:
		break;
	}
	if (n->op >= EXPR_TOFP)
		*to = interval_compute_float(sweep, n, sort);
	else if (interval_is_bits(n->sort) && interval_is_bits(sort) &&
		 (n->op != EXPR_CONCAT ||
		  interval_is_bits(expr_sort(sweep->store, n->b))))
		*to = compute_words(n, sort, a, b);
	else
		*to = interval_of_all(n->sort);
	if (n->op == EXPR_SUB && interval_is_bits(n->sort))
		narrow_remainder(sweep, n, to);
}

bool interval_is_arithmetic(const struct expr_node *n)
{
	return (n->op >= EXPR_MUL && n->op <= EXPR_SREM) ||
	       (n->op > EXPR_BITS && n->op < EXPR_OP_COUNT && n->op != EXPR_FNEG &&
		n->op != EXPR_FABS && !(n->op >= EXPR_FLT && n->op <= EXPR_FNAN));
}

void interval_begin(struct interval_sweep *sweep)
{
	sweep->mode = fegetround();
	fesetround(sweep->nearest ? FE_TONEAREST : FE_UPWARD);
}

void interval_end(struct interval_sweep *sweep)
{
	fesetround(sweep->mode);
}
