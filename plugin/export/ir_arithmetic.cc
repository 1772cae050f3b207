/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ir_arithmetic.cc - where floating point is not what its type says.
 *
 * x87 code keeps floats in registers of 80 bits and rounds them where it stores them;
 * when it does is decided long after this. With -ffast-math and parts of it the
 * compiler may take numbers for finite and the signs of zeros and roundings for the
 * same, and the program may flush subnormal numbers. What such code computes and
 * compares is not told; what it moves, loads and stores is. Where the processor
 * multiplies and adds with one rounding, optimisers do that when they please: sums are
 * not told there, wherever their parts come from.
 */
#include "plugin/gcc.h"
#include "internal-fn.h"
#include "plugin/export/ir.h"

static bool has_excess_precision()
{
	switch (targetm.c.excess_precision(EXCESS_PRECISION_TYPE_IMPLICIT)) {
	case FLT_EVAL_METHOD_PROMOTE_TO_FLOAT:
	case FLT_EVAL_METHOD_PROMOTE_TO_FLOAT16:
		return false;
	case FLT_EVAL_METHOD_UNPREDICTABLE: /* -mfpmath=both */
		return true;
	default: /* the standard's makes of each operation one of a wider type */
		return flag_excess_precision != EXCESS_PRECISION_STANDARD;
	}
}

static bool is_relaxed()
{
	return flag_unsafe_math_optimizations || flag_finite_math_only ||
	       !flag_signed_zeros || flag_reciprocal_math || flag_associative_math;
}

static bool is_inexact(tree type)
{
	if (!SCALAR_FLOAT_TYPE_P(type))
		return false;
	return is_relaxed() || TYPE_MODE(type) == TYPE_MODE(float_type_node) ||
	       TYPE_MODE(type) == TYPE_MODE(double_type_node);
}

static bool touches_inexact(gimple *stmt)
{
	for (unsigned i = 0; i < gimple_num_ops(stmt); i++) {
		tree op = gimple_op(stmt, i);
		if (op && COMPARISON_CLASS_P(op))
			op = TREE_OPERAND(op, 0);
		if (op && is_inexact(TREE_TYPE(op)))
			return true;
	}
	return false;
}

static bool is_contracted(gimple *stmt)
{
	if (!optimize || flag_fp_contract_mode != FP_CONTRACT_FAST ||
	    !is_gimple_assign(stmt))
		return false;
	const tree_code code = gimple_assign_rhs_code(stmt);
	const tree type = TREE_TYPE(gimple_assign_lhs(stmt));
	return (code == PLUS_EXPR || code == MINUS_EXPR) && SCALAR_FLOAT_TYPE_P(type) &&
	       direct_internal_fn_supported_p(IFN_FMA, type, OPTIMIZE_FOR_SPEED);
}

const char *ir_inexact(gimple *stmt)
{
	const bool relaxed = is_relaxed();

	if (is_contracted(stmt))
		return "a sum that may be fused with a product";
	if ((!relaxed && !has_excess_precision()) || !touches_inexact(stmt))
		return NULL;
	return relaxed ? "arithmetic of -ffast-math" : "x87 arithmetic";
}
