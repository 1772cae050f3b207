/* SPDX-License-Identifier: GPL-3.0-or-later */
/* linear.c - reads sums and their comparisons, and simplifies them over unbounded
 * integers. */
#include "prover/expr/linear.h"

#include <stdlib.h>
#include <string.h>

#include "prover/expr/node.h"
#include "prover/ir/arena.h"

int64_t linear_constant(const struct expr_node *n)
{
	return node_signed(n->sort, n->value);
}

/* Adds factor * term; false when there are too many, or a factor is too large. */
static bool add_term(struct linear *l, expr term, int64_t factor)
{
	size_t i = 0;

	while (i < l->count && l->terms[i] < term)
		i++;
	if (i < l->count && l->terms[i] == term)
		return !__builtin_add_overflow(l->factors[i], factor, &l->factors[i]);
	if (l->count == LINEAR_TERMS)
		return false;
	memmove(l->terms + i + 1, l->terms + i, (l->count - i) * sizeof *l->terms);
	memmove(l->factors + i + 1, l->factors + i,
		(l->count - i) * sizeof *l->factors);
	l->terms[i] = term;
	l->factors[i] = factor;
	l->count++;
	return true;
}

static bool add_product(const struct expr_store *s, struct linear *l, expr e,
			int64_t factor)
{
	const struct expr_node *n = expr_at(s, e);
	int64_t product;

	if (n->op == EXPR_CONST)
		return !__builtin_mul_overflow(linear_constant(expr_at(s, e)), factor,
					       &product) &&
		       !__builtin_add_overflow(l->constant, product, &l->constant);
	if (n->op != EXPR_MUL || !node_is_const(s, n->b))
		return add_term(l, e, factor);
	return !__builtin_mul_overflow(linear_constant(expr_at(s, n->b)), factor,
				       &product) &&
	       add_term(l, n->a, product);
}

bool linear_add(struct linear *l, const struct expr_store *s, expr e, int64_t factor)
{
	while (node_is_op(s, e, EXPR_ADD)) {
		if (!add_product(s, l, expr_at(s, e)->b, factor))
			return false;
		e = expr_at(s, e)->a;
	}
	return add_product(s, l, e, factor);
}

/* ---- comparisons with constants */

static bool constant_of(const struct expr_store *s, expr e, int64_t *value)
{
	if (!node_is_const(s, e) || expr_sort(s, e) < 2 || expr_sort(s, e) > 64)
		return false;
	*value = linear_constant(expr_at(s, e));
	return true;
}

bool linear_span(const struct expr_store *s, expr condition, struct linear_span *span)
{
	const struct expr_node *n = expr_at(s, condition);
	const int64_t strict = n->op == EXPR_SLT;
	int64_t k;

	if (n->op != EXPR_EQ && n->op != EXPR_SLE && n->op != EXPR_SLT)
		return false;
	*span = (struct linear_span){n->a, INT64_MIN, INT64_MAX};
	if (constant_of(s, n->b, &k)) {
		span->least = n->op == EXPR_EQ ? k : INT64_MIN;
		return !__builtin_sub_overflow(k, strict, &span->most);
	}
	if (n->op == EXPR_EQ || !constant_of(s, n->a, &k))
		return false;
	span->e = n->b;
	return !__builtin_add_overflow(k, strict, &span->least);
}

/*
 * ---- sums and their comparisons over unbounded integers (integers.h), in normal form,
 * so that equal ones are found to be equal:
 *
 * 	sum		((a * 2 + b) + c * -1) + 7	terms by their numbers
 * 	comparison	sum <= 7, 7 <= sum, sum == 7	no common factor, the first
 * 							factor is positive
 *
 * Factors and constants that the sort's width does not hold are left as they stand.
 */

enum { WIDTH_MIN = 8 };

/* Drops terms with the factor 0; false if a number is out of range. */
static bool tidy(struct linear *l, unsigned width)
{
	const int64_t most = INT64_MAX >> (64 - width);
	size_t count = 0;

	for (size_t i = 0; i < l->count; i++) {
		if (l->factors[i] == 0)
			continue;
		if (l->factors[i] > most || l->factors[i] < -most)
			return false;
		l->terms[count] = l->terms[i];
		l->factors[count++] = l->factors[i];
	}
	l->count = count;
	return l->constant <= most && l->constant >= -most;
}

/* ---- writing */

static expr store_binary(struct expr_store *s, enum expr_op op, unsigned sort, expr a,
			 expr b)
{
	const struct expr_node n = {
	    .op = (uint8_t)op, .sort = (uint16_t)sort, .a = a, .b = b};

	return expr_intern(s, &n);
}

static expr sum_of(struct expr_store *s, const struct linear *l, unsigned width)
{
	expr sum = EXPR_NONE;

	for (size_t i = 0; i < l->count; i++) {
		expr term = l->terms[i];
		if (l->factors[i] != 1)
			term =
			    store_binary(s, EXPR_MUL, width, term,
					 expr_const(s, width, (uint64_t)l->factors[i]));
		sum = sum == EXPR_NONE ? term
				       : store_binary(s, EXPR_ADD, width, sum, term);
	}
	if (sum == EXPR_NONE)
		return expr_const(s, width, (uint64_t)l->constant);
	if (l->constant == 0)
		return sum;
	return store_binary(s, EXPR_ADD, width, sum,
			    expr_const(s, width, (uint64_t)l->constant));
}

/* ---- sums */

static bool is_multiple(const struct expr_store *s, const struct expr_node *n)
{
	return n->op == EXPR_MUL && (node_is_const(s, n->a) || node_is_const(s, n->b));
}

static expr simplify_sum(struct expr_store *s, const struct expr_node *n)
{
	struct linear l = {0};
	bool fits;

	if (n->op == EXPR_NEG)
		fits = linear_add(&l, s, n->a, -1);
	else if (n->op == EXPR_ADD || n->op == EXPR_SUB)
		fits = linear_add(&l, s, n->a, 1) &&
		       linear_add(&l, s, n->b, n->op == EXPR_ADD ? 1 : -1);
	else if (is_multiple(s, n))
		fits = node_is_const(s, n->a)
			   ? linear_add(&l, s, n->b, linear_constant(expr_at(s, n->a)))
			   : linear_add(&l, s, n->a, linear_constant(expr_at(s, n->b)));
	else
		return EXPR_NONE;
	return fits && tidy(&l, n->sort) ? sum_of(s, &l, n->sort) : EXPR_NONE;
}

/* ---- comparisons */

static int64_t common_factor(const struct linear *l)
{
	int64_t g = 0;

	for (size_t i = 0; i < l->count; i++) {
		int64_t a = l->factors[i] < 0 ? -l->factors[i] : l->factors[i];
		while (a) {
			const int64_t rest = g % a;
			g = a;
			a = rest;
		}
	}
	return g;
}

static int64_t floor_divide(int64_t a, int64_t b)
{
	return a / b - (a % b < 0);
}

/* sum + constant == 0, or <= 0; there are terms. */
static expr linear_comparison(struct expr_store *s, struct linear *l, enum expr_op op,
			      unsigned width)
{
	const int64_t g = common_factor(l);
	const bool minus = l->factors[0] < 0;
	int64_t k = -l->constant;

	if (op == EXPR_EQ && k % g != 0)
		return expr_bool(s, false);
	k = floor_divide(k, g);
	for (size_t i = 0; i < l->count; i++)
		l->factors[i] /= minus ? -g : g;
	l->constant = 0;
	const expr sum = sum_of(s, l, width);
	const expr limit = expr_const(s, width, (uint64_t)(minus ? -k : k));
	return minus && op == EXPR_SLE ? store_binary(s, op, SORT_BOOL, limit, sum)
				       : store_binary(s, op, SORT_BOOL, sum, limit);
}

static expr simplify_comparison(struct expr_store *s, const struct expr_node *n)
{
	const unsigned width = expr_sort(s, n->a);
	struct linear l = {0};

	if (width < WIDTH_MIN || width > 64 || !linear_add(&l, s, n->a, 1) ||
	    !linear_add(&l, s, n->b, -1))
		return EXPR_NONE;
	if (n->op == EXPR_SLT && __builtin_add_overflow(l.constant, 1, &l.constant))
		return EXPR_NONE;
	if (!tidy(&l, width))
		return EXPR_NONE;
	if (l.count == 0)
		return expr_bool(s,
				 n->op == EXPR_EQ ? l.constant == 0 : l.constant <= 0);
	return linear_comparison(s, &l, n->op == EXPR_EQ ? EXPR_EQ : EXPR_SLE, width);
}

expr simplify_linear(struct expr_store *s, const struct expr_node *n)
{
	if (n->op == EXPR_EQ || n->op == EXPR_SLT || n->op == EXPR_SLE)
		return simplify_comparison(s, n);
	if (n->sort < WIDTH_MIN || n->sort > 64)
		return EXPR_NONE;
	return simplify_sum(s, n);
}
