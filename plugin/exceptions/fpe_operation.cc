/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fpe_operation.cc - what an assignment's constants leave possible. */
#include "plugin/gcc.h"
#include "plugin/exceptions/fpe_library.h"
#include "plugin/exceptions/fpe_number.h"
#include "plugin/exceptions/fpe_operation.h"

unsigned fpe_arithmetic(enum tree_code code)
{
	switch (code) {
	case PLUS_EXPR:
		return ME_ADD;
	case MINUS_EXPR:
		return ME_SUBTRACT;
	case MULT_EXPR:
		return ME_MULTIPLY;
	case RDIV_EXPR:
		return ME_DIVIDE;
	default:
		return ME_NARROW;
	}
}

static unsigned kinds_of_arithmetic(enum tree_code code, tree a, tree b)
{
	const bool constant = fpe_is_constant(b);
	const bool small = constant &&
			   real_compare(LE_EXPR, TREE_REAL_CST_PTR(b), &dconst1) &&
			   real_compare(GE_EXPR, TREE_REAL_CST_PTR(b), &dconstm1);
	const bool large =
	    constant &&
	    (!small || real_compare(EQ_EXPR, TREE_REAL_CST_PTR(b), &dconst1));

	if ((fpe_is_constant(a) && constant) || fpe_is_special(a) || fpe_is_special(b))
		return a && real_zerop(a) && code == RDIV_EXPR ? INVALID : 0;
	switch (code) {
	case PLUS_EXPR:
	case MINUS_EXPR:
		return constant || fpe_is_constant(a) ? 0 : OVERFLOW | INVALID;
	case MULT_EXPR:
		return INVALID | (small ? 0 : OVERFLOW) | (large ? 0 : UNDERFLOW);
	case RDIV_EXPR:
		return INVALID | (constant ? 0 : DIVZERO) | (large ? 0 : OVERFLOW) |
		       (small ? 0 : UNDERFLOW);
	default:
		return 0;
	}
}

unsigned fpe_kinds(enum tree_code code, tree to, tree from, tree a, tree b)
{
	if (!fpe_is_float(from))
		return 0;
	if (code == FIX_TRUNC_EXPR)
		return TYPE_PRECISION(to) > 64 ? 0 : INVALID | INEXACT;
	if (!fpe_is_float(to))
		return 0;
	if (CONVERT_EXPR_CODE_P(code))
		return TYPE_PRECISION(to) < TYPE_PRECISION(from) ? OVERFLOW | UNDERFLOW
								 : 0;
	return kinds_of_arithmetic(code, a, b);
}

gimple *fpe_next(gimple *stmt)
{
	gimple_stmt_iterator at = gsi_for_stmt(stmt);

	if (gsi_one_before_end_p(at))
		gsi_insert_after(&at, gimple_build_nop(), GSI_SAME_STMT);
	gsi_next(&at);
	return gsi_stmt(at);
}
