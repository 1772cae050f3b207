/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fpe_conversion.cc - the range of conversions from floats to integers. */
#include "plugin/gcc.h"
#include "plugin/exceptions/fpe_conversion.h"

/* 2^n, or its opposite. */
static tree power(tree type, int n, bool negative)
{
	REAL_VALUE_TYPE r;

	real_2expN(&r, n, TYPE_MODE(type));
	if (negative)
		r = real_value_negate(&r);
	return build_real(type, r);
}

/* a is above the integers' range, or below it. Their least number less one may be no
 * float; then its neighbours below are. */
static tree is_outside(struct observer_code *c, tree a, tree integer)
{
	const bool wraps = TYPE_UNSIGNED(integer);
	const int bits = TYPE_PRECISION(integer) - !wraps;
	tree type = TREE_TYPE(a);
	const bool exact = REAL_MODE_FORMAT(TYPE_MODE(type))->p > bits;
	tree above = observer_compare(c, GE_EXPR, a, power(type, bits, false));
	tree low = power(type, wraps ? 0 : bits, true);

	if (wraps || !exact)
		return observer_or(
		    c, above, observer_compare(c, wraps ? LE_EXPR : LT_EXPR, a, low));
	low = fold_binary(MINUS_EXPR, type, low, build_one_cst(type));
	return observer_or(c, above, observer_compare(c, LE_EXPR, a, low));
}

tree converts_badly(struct observer_code *c, const struct operation *o)
{
	tree outside = is_outside(c, o->a, TREE_TYPE(o->result));

	return observer_or(c, outside, observer_compare(c, UNORDERED_EXPR, o->a, o->a));
}

tree loses_fraction(struct observer_code *c, const struct operation *o)
{
	tree back = observer_emit(c, TREE_TYPE(o->a), FLOAT_EXPR, o->result);
	tree outside = is_outside(c, o->a, TREE_TYPE(o->result));
	tree inside = observer_not(c, outside);

	return observer_and(c, inside, observer_compare(c, LTGT_EXPR, o->a, back));
}
