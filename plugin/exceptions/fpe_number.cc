/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fpe_number.cc - numbers of a floating-point type, and conditions on them. */
#include "plugin/gcc.h"
#include "plugin/exceptions/fpe.h"

/* ---- numbers of a type */

bool fpe_is_float(tree type)
{
	return SCALAR_FLOAT_TYPE_P(type) && !DECIMAL_FLOAT_MODE_P(TYPE_MODE(type)) &&
	       !MODE_COMPOSITE_P(TYPE_MODE(type)) && TYPE_PRECISION(type) >= 32;
}

tree fpe_largest(tree type)
{
	REAL_VALUE_TYPE r;

	real_maxval(&r, 0, TYPE_MODE(type));
	return build_real(type, r);
}

tree fpe_least_normal(tree type)
{
	REAL_VALUE_TYPE r;

	real_2expN(&r, REAL_MODE_FORMAT(TYPE_MODE(type))->emin - 1, TYPE_MODE(type));
	return build_real(type, r);
}

bool fpe_is_constant(tree value)
{
	return value && TREE_CODE(value) == REAL_CST;
}

bool fpe_is_special(tree value)
{
	return fpe_is_constant(value) &&
	       (real_zerop(value) || !real_isfinite(TREE_REAL_CST_PTR(value)));
}

/* ---- conditions */

tree fpe_magnitude(struct observer_code *c, tree a, enum tree_code code, tree limit)
{
	return observer_compare(c, code, observer_emit(c, TREE_TYPE(a), ABS_EXPR, a),
				limit);
}

tree fpe_is_finite(struct observer_code *c, tree a)
{
	return !a || !fpe_is_float(TREE_TYPE(a)) || fpe_is_constant(a)
		   ? NULL_TREE
		   : fpe_magnitude(c, a, LE_EXPR, fpe_largest(TREE_TYPE(a)));
}

tree fpe_is_infinite(struct observer_code *c, tree a)
{
	return fpe_magnitude(c, a, GT_EXPR, fpe_largest(TREE_TYPE(a)));
}

tree fpe_against_zero(struct observer_code *c, tree a, enum tree_code code)
{
	return observer_compare(c, code, a, build_zero_cst(TREE_TYPE(a)));
}

tree fpe_is_not_zero(struct observer_code *c, tree a)
{
	return !a || !fpe_is_float(TREE_TYPE(a)) || fpe_is_constant(a)
		   ? NULL_TREE
		   : fpe_against_zero(c, a, LTGT_EXPR);
}

tree fpe_is_number(struct observer_code *c, tree a)
{
	return !a || !fpe_is_float(TREE_TYPE(a)) || fpe_is_constant(a)
		   ? NULL_TREE
		   : observer_compare(c, ORDERED_EXPR, a, a);
}
