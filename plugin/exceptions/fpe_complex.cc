/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fpe_complex.cc - an operation of complex numbers as two of their parts. With (a, b)
 * and (c, d) the parts of the operands:
 *
 *	sum, difference	   a + c and b + d are sums like others
 *	conversion	   so are those of a and b to a type of fewer bits
 *	product, quotient  each part of the result comes of all four parts
 *
 * Before:                         After:
 *     z = x * y;                      a = REALPART_EXPR <x>;
 *                                     b = IMAGPART_EXPR <x>;
 *                                     c = REALPART_EXPR <y>;
 *                                     d = IMAGPART_EXPR <y>;
 *                                     z = x * y;
 *                                     r = REALPART_EXPR <z>;
 *                                     i = IMAGPART_EXPR <z>;
 */
#include "plugin/gcc.h"
#include "plugin/exceptions/fpe_complex.h"
#include "plugin/exceptions/fpe_library.h"
#include "plugin/exceptions/fpe_number.h"
#include "plugin/unit/complex_part.h"

static const struct result_part {
	enum tree_code code;
	const char *name;
} result_parts[2] = {{REALPART_EXPR, "re"}, {IMAGPART_EXPR, "im"}};

/* ---- what constants leave possible of a product or quotient */

static bool is_zero(tree constant)
{
	return real_zerop(TREE_REALPART(constant)) &&
	       real_zerop(TREE_IMAGPART(constant));
}

static bool is_finite(tree constant)
{
	return real_isfinite(TREE_REAL_CST_PTR(TREE_REALPART(constant))) &&
	       real_isfinite(TREE_REAL_CST_PTR(TREE_IMAGPART(constant)));
}

static REAL_VALUE_TYPE absolute(tree number)
{
	return real_value_abs(TREE_REAL_CST_PTR(number));
}

/* No part of a product with it is greater than the greater part of the other factor. */
static bool is_small_factor(tree constant)
{
	const REAL_VALUE_TYPE re = absolute(TREE_REALPART(constant)),
			      im = absolute(TREE_IMAGPART(constant));
	REAL_VALUE_TYPE sum;

	real_arithmetic(&sum, PLUS_EXPR, &re, &im);
	return real_compare(LE_EXPR, &sum, &dconst1);
}

/* Real or imaginary, and at least 1. */
static bool is_large_divisor(tree constant)
{
	const REAL_VALUE_TYPE re = absolute(TREE_REALPART(constant)),
			      im = absolute(TREE_IMAGPART(constant));

	return real_zerop(TREE_IMAGPART(constant))
		   ? real_compare(GE_EXPR, &re, &dconst1)
		   : real_zerop(TREE_REALPART(constant)) &&
			 real_compare(GE_EXPR, &im, &dconst1);
}

/* Of a constant and a variable. */
static unsigned kinds_with_constant(enum tree_code code, tree constant, bool is_divisor)
{
	if (!is_finite(constant))
		return 0;
	if (is_zero(constant))
		return code == RDIV_EXPR && !is_divisor ? INVALID : 0;
	if (is_divisor)
		return INVALID | (is_large_divisor(constant) ? 0 : OVERFLOW);
	if (code == RDIV_EXPR)
		return INVALID | OVERFLOW | DIVZERO;
	return INVALID | (is_small_factor(constant) ? 0 : OVERFLOW);
}

static unsigned kinds_of_product(enum tree_code code, tree x, tree y)
{
	if (CONSTANT_CLASS_P(x) && CONSTANT_CLASS_P(y))
		return 0;
	if (CONSTANT_CLASS_P(x))
		return kinds_with_constant(code, x, false);
	if (CONSTANT_CLASS_P(y))
		return kinds_with_constant(code, y, code == RDIV_EXPR);
	return OVERFLOW | INVALID | (code == RDIV_EXPR ? DIVZERO : 0);
}

/* ---- operations */

static bool takes_all_parts(enum tree_code code)
{
	return code == MULT_EXPR || code == RDIV_EXPR;
}

/* The kinds of both parts' operations. That a divisor is 0 is said once. */
static void find_kinds(const gassign *stmt, unsigned kinds[2])
{
	const enum tree_code code = gimple_assign_rhs_code(stmt);
	tree x = gimple_assign_rhs1(stmt), y = gimple_assign_rhs2(stmt),
	     to = TREE_TYPE(TREE_TYPE(gimple_assign_lhs(stmt))),
	     from = TREE_TYPE(TREE_TYPE(x));

	if (takes_all_parts(code)) {
		kinds[0] = fpe_is_float(to) ? kinds_of_product(code, x, y) : 0;
		kinds[1] = kinds[0] & ~(unsigned)DIVZERO;
		return;
	}
	for (unsigned i = 0; i < 2; i++)
		kinds[i] = fpe_kinds(code, to, from,
				     complex_constant_part(x, result_parts[i].code),
				     complex_constant_part(y, result_parts[i].code));
}

/* Parts of what the statement uses, and of what it defines. */
struct complex_parts {
	tree x[2], y[2], z[2];
	gimple *next; /* the statement behind all of them */
};

static void read_parts(gassign *stmt, struct complex_parts *p)
{
	gimple_stmt_iterator at = gsi_for_stmt(stmt);
	tree x = gimple_assign_rhs1(stmt), y = gimple_assign_rhs2(stmt);

	p->next = fpe_next(stmt);
	gimple_stmt_iterator behind = gsi_for_stmt(p->next);
	for (unsigned i = 0; i < 2; i++) {
		const enum tree_code which = result_parts[i].code;
		p->x[i] = complex_part(&at, which, x);
		p->y[i] = y ? complex_part(&at, which, y) : NULL_TREE;
		p->z[i] = complex_part(&behind, which, gimple_assign_lhs(stmt));
	}
}

void complex_operations(gassign *stmt, vec<operation> *all)
{
	const enum tree_code code = gimple_assign_rhs_code(stmt);
	const bool whole = takes_all_parts(code);
	struct complex_parts p;
	unsigned kinds[2];

	if (!complex_is(gimple_assign_lhs(stmt)) ||
	    !complex_is(gimple_assign_rhs1(stmt)))
		return;
	find_kinds(stmt, kinds);
	if (!kinds[0] && !kinds[1])
		return;
	read_parts(stmt, &p);
	for (unsigned i = 0; i < 2; i++) {
		struct operation o = {};
		o.where = gimple_location(stmt);
		o.next = p.next;
		o.code = code;
		o.arithmetic = fpe_arithmetic(code);
		o.kinds = kinds[i];
		o.result = p.z[i];
		o.a = p.x[whole ? 0 : i];
		o.b = p.y[whole ? 0 : i];
		o.imaginary_a = whole ? p.x[1] : NULL_TREE;
		o.imaginary_b = whole ? p.y[1] : NULL_TREE;
		o.part = result_parts[i].name;
		if (o.kinds)
			all->safe_push(o);
	}
}
