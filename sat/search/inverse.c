/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <gsl/gsl_rng.h>

#include "sat/number/float_arithmetic.h"
#include "sat/search/propagation.h"

unsigned draw_below(gsl_rng *rng, unsigned n)
{
	return (unsigned)gsl_rng_uniform_int(rng, n);
}

word draw_bits(gsl_rng *rng, unsigned width)
{
	word bits = 0;

	for (int i = 0; i < 8; i++)
		bits = bits << 16 | gsl_rng_uniform_int(rng, 1 << 16);
	return bits & word_mask(width);
}

/* ---- floats */

/* A node whose operand k is looked for. */
struct inversion {
	const struct evaluator *e;
	gsl_rng *rng;
	uint32_t node;
	const struct node *n;
	unsigned k;
	word target;
};

static word value_below(const struct inversion *v, unsigned operand)
{
	return v->e->values[v->n->operands[operand]];
}

static struct sort operand_sort(const struct inversion *v, unsigned operand)
{
	return v->e->nodes[v->n->operands[operand]].sort;
}

/* One operation in the node's sort and mode. */
static word compute2(const struct inversion *v, enum float_operation operation, word a,
		     word b)
{
	const word operands[] = {a, b};

	return float_compute(operation, v->n->sort, ROUND_NEAREST_EVEN, operands);
}

/* What the node would be with another operand k. */
static word node_with(const struct inversion *v, word operand)
{
	struct sort sorts[TERM_OPERANDS];
	word values[TERM_OPERANDS], result = 0;

	for (unsigned i = 0; i < v->n->count; i++) {
		sorts[i] = operand_sort(v, i);
		values[i] = i == v->k ? operand : value_below(v, i);
	}
	term_compute(term_at(v->e->formula, v->n->term), sorts, values, &result);
	return result;
}

/* A neighbour of a guess that gives the target, if there is one. */
static word refine_guess(const struct inversion *v, word guess)
{
	static const int steps[] = {0, 1, -1, 2, -2};
	const struct sort sort = operand_sort(v, v->k);

	if (float_is_nan(sort, guess))
		return guess;
	for (unsigned i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		const word near = float_at(sort, float_order(sort, guess) + steps[i]);

		if (node_with(v, near) == v->target)
			return near;
	}
	return guess;
}

static word invert_fma(const struct inversion *v)
{
	const struct sort sort = v->n->sort;
	const word sign = sort_zero(sort, true);
	word x[3];

	if (v->k == 3) {
		x[0] = value_below(v, 1) ^ sign;
		x[1] = value_below(v, 2);
		x[2] = v->target;
		return float_compute(FLOAT_FMA, sort, ROUND_NEAREST_EVEN, x);
	}
	return compute2(v, FLOAT_DIVIDE,
			compute2(v, FLOAT_SUBTRACT, v->target, value_below(v, 3)),
			value_below(v, 3 - v->k));
}

/* a rem b = target: a is the target and some times b; b is what divides a - target. */
static word invert_remainder(const struct inversion *v)
{
	const struct sort sort = v->n->sort;
	const word times = float_of_signed(sort, ROUND_NEAREST_EVEN,
					   (signed_word)draw_below(v->rng, 9) - 4);

	if (v->k == 0)
		return compute2(v, FLOAT_ADD, v->target,
				compute2(v, FLOAT_MULTIPLY, times, value_below(v, 1)));
	return compute2(v, FLOAT_DIVIDE,
			compute2(v, FLOAT_SUBTRACT, value_below(v, 0), v->target),
			times);
}

static word invert_arithmetic(const struct inversion *v)
{
	const word other = v->n->count == 3 ? value_below(v, 3 - v->k) : 0;
	const word t = v->target;

	switch (v->n->operation) {
	case OP_FP_ADD:
		return compute2(v, FLOAT_SUBTRACT, t, other);
	case OP_FP_SUB:
		return v->k == 1 ? compute2(v, FLOAT_ADD, t, other)
				 : compute2(v, FLOAT_SUBTRACT, other, t);
	case OP_FP_MUL:
		return compute2(v, FLOAT_DIVIDE, t, other);
	case OP_FP_DIV:
		return v->k == 1 ? compute2(v, FLOAT_MULTIPLY, t, other)
				 : compute2(v, FLOAT_DIVIDE, other, t);
	case OP_FP_FMA:
		return invert_fma(v);
	default: /* OP_FP_SQRT */
		return compute2(v, FLOAT_MULTIPLY, t, t);
	}
}

/* A number with the sort of the operand. */
static word invert_conversion(const struct inversion *v)
{
	const struct sort sort = operand_sort(v, v->k), own = v->n->sort;
	word value = 0;

	switch (v->n->operation) {
	case OP_FP_OF_FP:
		return float_of_float(sort, ROUND_NEAREST_EVEN, own, v->target);
	case OP_FP_OF_SIGNED:
		float_to_signed(own, ROUND_NEAREST_EVEN, v->target, sort.width, &value);
		return value;
	case OP_FP_OF_UNSIGNED:
		float_to_unsigned(own, ROUND_NEAREST_EVEN, v->target, sort.width,
				  &value);
		return value;
	case OP_FP_TO_SIGNED:
		return float_of_signed(sort, ROUND_NEAREST_EVEN,
				       word_signed(v->target, own.width));
	default: /* OP_FP_TO_UNSIGNED */
		return float_of_unsigned(sort, ROUND_NEAREST_EVEN, v->target);
	}
}

static word invert_float(const struct inversion *v)
{
	const struct sort sort = operand_sort(v, v->k);
	const word sign = sort.kind == SORT_FLOAT ? sort_zero(sort, true) : 0;

	switch (v->n->operation) {
	case OP_FP_NEG:
		return float_canonical(sort, v->target ^ sign);
	case OP_FP_ABS:
		return v->target | (draw_below(v->rng, 2) ? sign : 0);
	case OP_FP_REM:
		return invert_remainder(v);
	case OP_FP_MIN:
	case OP_FP_MAX:
	case OP_FP_ROUND:
	case OP_FP_OF_BITS:
	case OP_FP_TO_BITS:
		return v->target;
	case OP_FP_OF_FP:
	case OP_FP_OF_SIGNED:
	case OP_FP_OF_UNSIGNED:
	case OP_FP_TO_SIGNED:
	case OP_FP_TO_UNSIGNED:
		return invert_conversion(v);
	default:
		return refine_guess(v, invert_arithmetic(v));
	}
}

/* ---- bit-vectors */

/* The x with odd * x = 1 in 128 bits, by Newton's iteration. */
static word odd_inverse(word odd)
{
	word x = odd;

	for (int i = 0; i < 7; i++)
		x *= 2 - odd * x;
	return x;
}

/* other * x = target; a guess where there is no such x. */
static word invert_product(const struct inversion *v, word other)
{
	unsigned zeros = 0;

	if (other == 0)
		return draw_bits(v->rng, v->n->sort.width);
	while (!(other >> zeros & 1))
		zeros++;
	/* What the factor of two shifts out of the product is free. */
	return (v->target >> zeros) * odd_inverse(other >> zeros) |
	       (zeros ? draw_bits(v->rng, zeros) << (v->n->sort.width - zeros) : 0);
}

static word invert_division(const struct inversion *v, word other)
{
	const word t = v->target;

	switch (v->n->operation) {
	case OP_BV_UDIV:
	case OP_BV_SDIV:
		if (v->k == 0)
			return t * other + (other ? draw_bits(v->rng, 128) % other : 0);
		return t ? other / t : other + 1;
	default: /* remainders */
		if (v->k == 0)
			return t + other * draw_below(v->rng, 4);
		return (other - t) / (1 + draw_below(v->rng, 4));
	}
}

static word invert_shift(const struct inversion *v, word other)
{
	const unsigned width = v->n->sort.width;
	const word now = value_below(v, v->k);

	/* The amount is not solved for; and an amount of all bits leaves no choice. */
	if (v->k == 1 || other >= width)
		return draw_below(v->rng, width);
	if (v->n->operation == OP_BV_SHL)
		return v->target >> (unsigned)other |
		       (now & ~word_mask(width - (unsigned)other));
	return v->target << (unsigned)other | (now & word_mask((unsigned)other));
}

/* The bits of the target; where they do not matter, as they are now. */
static word invert_bitwise(const struct inversion *v, word other)
{
	const word now = value_below(v, v->k), t = v->target;

	switch (v->n->operation) {
	case OP_BV_AND:
		return (t & other) | (now & ~other);
	case OP_BV_OR:
		return (t & ~other) | (now & other);
	default: /* OP_BV_XOR */
		return t ^ other;
	}
}

static word invert_extract(const struct inversion *v)
{
	const word mask = word_mask(v->n->sort.width) << v->n->number;

	return (value_below(v, 0) & ~mask) | (v->target << v->n->number & mask);
}

static word invert_word(const struct inversion *v)
{
	const word other = v->n->count == 2 ? value_below(v, 1 - v->k) : 0;
	const word t = v->target;

	switch (v->n->operation) {
	case OP_BV_NOT:
		return ~t;
	case OP_BV_NEG:
		return -t;
	case OP_BV_AND:
	case OP_BV_OR:
	case OP_BV_XOR:
		return invert_bitwise(v, other);
	case OP_BV_ADD:
		return t - other;
	case OP_BV_SUB:
		return v->k == 0 ? t + other : other - t;
	case OP_BV_MUL:
		return invert_product(v, other);
	case OP_BV_UDIV:
	case OP_BV_UREM:
	case OP_BV_SDIV:
	case OP_BV_SREM:
	case OP_BV_SMOD:
		return invert_division(v, other);
	case OP_BV_SHL:
	case OP_BV_LSHR:
	case OP_BV_ASHR:
		return invert_shift(v, other);
	case OP_BV_CONCAT:
		return v->k == 0 ? t >> operand_sort(v, 1).width : t;
	case OP_BV_EXTRACT:
		return invert_extract(v);
	default: /* extensions */
		return t;
	}
}

word inverse_operand(const struct evaluator *e, gsl_rng *rng, uint32_t node, unsigned k,
		     word target)
{
	const struct inversion v = {e, rng, node, &e->nodes[node], k, target};
	const struct sort sort = operand_sort(&v, k);
	word value;

	if (sort.kind == SORT_ROUNDING)
		return draw_below(rng, ROUNDINGS);
	value = v.n->operation >= OP_BV_NOT ? invert_word(&v) : invert_float(&v);
	if (sort.kind == SORT_FLOAT)
		return float_canonical(sort, value);
	return value & word_mask(sort.width);
}
