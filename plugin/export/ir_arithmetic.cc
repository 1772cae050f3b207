/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ir_arithmetic.cc - where floating point is not what its type says.
 *
 * x87 code keeps floats in registers of 80 bits and rounds them where it stores them;
 * when it does is decided long after this. With -ffast-math and parts of it the
 * compiler may take numbers for finite and the signs of zeros and roundings for the
 * same, and the program may flush subnormal numbers. What such code computes and
 * compares is unknown; what it moves, loads and stores is not. Where the processor
 * multiplies and adds with one rounding, optimisers do that when they please: sums are
 * unknown there, wherever their parts come from.
 */
#include "plugin/gcc.h"
#include "internal-fn.h"
#include "plugin/export/export.h"

/* The standard's excess precision makes of each operation one of a wider type; but not
 * of a function with a target attribute of its own. */
static bool has_excess_precision()
{
	return ir_uses_x87() &&
	       (flag_excess_precision != EXCESS_PRECISION_STANDARD ||
		DECL_FUNCTION_SPECIFIC_TARGET(cfun->decl) ||
		targetm.c.excess_precision(EXCESS_PRECISION_TYPE_IMPLICIT) ==
		    FLT_EVAL_METHOD_UNPREDICTABLE);
}

static bool is_relaxed()
{
	return flag_unsafe_math_optimizations || flag_finite_math_only ||
	       !flag_signed_zeros || flag_reciprocal_math || flag_associative_math;
}

static bool is_inexact(tree type)
{
	if (TREE_CODE(type) == COMPLEX_TYPE)
		type = TREE_TYPE(type);
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
	tree type = TREE_TYPE(gimple_assign_lhs(stmt));
	bool is_sum = code == PLUS_EXPR || code == MINUS_EXPR;
	if (TREE_CODE(type) == COMPLEX_TYPE) { /* products of its parts are summed */
		type = TREE_TYPE(type);
		is_sum |= code == MULT_EXPR || code == RDIV_EXPR;
	}
	return is_sum && SCALAR_FLOAT_TYPE_P(type) &&
	       direct_internal_fn_supported_p(IFN_FMA, type, OPTIMIZE_FOR_SPEED);
}

/* floor and its like, which have code of their own if no exception counts: what that
 * makes of numbers that are too large, and of some in other rounding modes, differs
 * from what the library's functions do. */
static bool is_rounding_call(gimple *stmt)
{
	if (!gimple_call_builtin_p(stmt, BUILT_IN_NORMAL))
		return false;
	switch (DECL_FUNCTION_CODE(gimple_call_fndecl(stmt))) {
		CASE_FLT_FN(BUILT_IN_FLOOR)
		    : CASE_FLT_FN(BUILT_IN_CEIL)
		    : CASE_FLT_FN(BUILT_IN_TRUNC)
		    : CASE_FLT_FN(BUILT_IN_ROUND)
		    : CASE_FLT_FN(BUILT_IN_RINT)
		    : CASE_FLT_FN(BUILT_IN_NEARBYINT)
		    : CASE_FLT_FN(BUILT_IN_IFLOOR)
		    : CASE_FLT_FN(BUILT_IN_LFLOOR)
		    : CASE_FLT_FN(BUILT_IN_LLFLOOR)
		    : CASE_FLT_FN(BUILT_IN_ICEIL)
		    : CASE_FLT_FN(BUILT_IN_LCEIL)
		    : CASE_FLT_FN(BUILT_IN_LLCEIL)
		    : CASE_FLT_FN(BUILT_IN_IROUND)
		    : CASE_FLT_FN(BUILT_IN_LROUND)
		    : CASE_FLT_FN(BUILT_IN_LLROUND)
		    : CASE_FLT_FN(BUILT_IN_IRINT)
		    : CASE_FLT_FN(BUILT_IN_LRINT)
		    : CASE_FLT_FN(BUILT_IN_LLRINT) : return true;
	default:
		return false;
	}
}

/* x87's conversions to integers, and functions in whose place optimisers put
 * instructions of x87. */
static bool has_x87_instruction(gimple *stmt)
{
	return (optimize && is_gimple_call(stmt)) ||
	       (is_gimple_assign(stmt) &&
		gimple_assign_rhs_code(stmt) == FIX_TRUNC_EXPR);
}

bool ir_saturates(gimple *stmt)
{
#ifdef TARGET_AVX512F
	return TARGET_AVX512F && gimple_assign_rhs_code(stmt) == FIX_TRUNC_EXPR &&
	       TYPE_UNSIGNED(TREE_TYPE(gimple_assign_lhs(stmt)));
#else
	return false;
#endif
}

const char *ir_inexact(gimple *stmt)
{
	const bool relaxed = is_relaxed();

	if (is_contracted(stmt))
		return "a sum that may be fused with a product";
	if (!flag_trapping_math && is_rounding_call(stmt))
		return "rounding to a whole number under -fno-trapping-math";
	if (!touches_inexact(stmt))
		return NULL;
	if (!relaxed && !has_excess_precision() &&
	    !(ir_uses_x87() && has_x87_instruction(stmt)))
		return NULL;
	return relaxed ? "arithmetic of -ffast-math" : "x87 arithmetic";
}

/* ---- lines for what differs */

/* "NAME TYPE = CODE ", a name that the function did not have. */
static unsigned put_float_step(struct ir_text *t, const char *type, const char *code)
{
	const unsigned number = t->objects->temporaries++;

	ir_put(t, "%%float.%u %s = %s ", number, type, code);
	return number;
}

/* A step of two operands, of which the second is a constant. */
static unsigned put_compared(struct ir_text *t, gimple *stmt, const char *code, tree a,
			     tree b)
{
	const unsigned number = put_float_step(t, "u1", code);

	ir_put_operand(t, a);
	ir_put(t, " ");
	ir_put_operand(t, b);
	ir_put_end(t, stmt);
	return number;
}

/* A step of two that came before. */
static unsigned put_joined(struct ir_text *t, gimple *stmt, const char *code,
			   unsigned a, unsigned b)
{
	const unsigned number = put_float_step(t, "u1", code);

	ir_put(t, "%%float.%u %%float.%u", a, b);
	ir_put_end(t, stmt);
	return number;
}

static unsigned put_unknown_step(struct ir_text *t, gimple *stmt, const char *type,
				 const char *why)
{
	const unsigned number = put_float_step(t, type, "unknown");

	ir_put_quoted(t, why);
	ir_put_end(t, stmt);
	return number;
}

static bool is_quieted(tree value)
{
	const machine_mode mode = TYPE_MODE(TREE_TYPE(value));

	if (!SCALAR_FLOAT_TYPE_P(TREE_TYPE(value)) || !ir_uses_x87() ||
	    (TREE_CODE(value) == REAL_CST && !REAL_VALUE_ISNAN(TREE_REAL_CST(value))))
		return false;
	return mode == TYPE_MODE(float_type_node) ||
	       mode == TYPE_MODE(double_type_node);
}

/* x87 makes a signaling NaN quiet when it moves one. Which moves are its own is decided
 * later, so a NaN's quiet bit may be set wherever its bits are seen: where it is
 * stored, passed, returned or taken as bits. The lines compute x is unordered &&
 * unknown ? bits(x) | quiet : bits(x) */
static void put_quieted(struct ir_text *t, struct ir_text *operand, gimple *stmt,
			tree value)
{
	const bool is_float = TYPE_MODE(TREE_TYPE(value)) == TYPE_MODE(float_type_node);
	const char *word = is_float ? "u32" : "u64";

	const unsigned nan = put_compared(t, stmt, "unordered_expr", value, value);
	const unsigned any = put_unknown_step(t, stmt, "u1", "a NaN that x87 moves");
	const unsigned both = put_joined(t, stmt, "bit_and_expr", nan, any);
	const unsigned bits = put_float_step(t, word, "view_convert_expr");
	ir_put_operand(t, value);
	ir_put_end(t, stmt);
	const unsigned quiet = put_float_step(t, word, "bit_ior_expr");
	ir_put(t, "%%float.%u %s:%s", bits, word,
	       is_float ? "400000" : "8000000000000");
	ir_put_end(t, stmt);
	const unsigned chosen = put_float_step(t, word, "cond_expr");
	ir_put(t, "%%float.%u %%float.%u %%float.%u", both, quiet, bits);
	ir_put_end(t, stmt);
	ir_put(operand, "%%float.%u",
	       put_float_step(t, is_float ? "f32" : "f64", "view_convert_expr"));
	ir_put(t, "%%float.%u", chosen);
	ir_put_end(t, stmt);
}

void ir_put_moved(struct ir_text *lines, struct ir_text *operand, gimple *stmt,
		  tree value)
{
	if (is_quieted(value))
		put_quieted(lines, operand, stmt, value);
	else
		ir_put_operand(operand, value);
}

/* The conversion, whose result is unknown for numbers out of range. */
void ir_put_saturated(struct ir_text *t, gimple *stmt)
{
	tree from = gimple_assign_rhs1(stmt), lhs = gimple_assign_lhs(stmt);
	tree type = TREE_TYPE(from);
	struct ir_text to;
	REAL_VALUE_TYPE limit;

	ir_put_type(&to, TREE_TYPE(lhs));
	to.bytes.safe_push('\0');
	real_2expN(&limit, TYPE_PRECISION(TREE_TYPE(lhs)), TYPE_MODE(type));
	const unsigned above =
	    put_compared(t, stmt, "unge_expr", from, build_real(type, limit));
	const unsigned below =
	    put_compared(t, stmt, "le_expr", from, build_real(type, dconstm1));
	const unsigned out = put_joined(t, stmt, "bit_ior_expr", above, below);
	const unsigned any =
	    put_unknown_step(t, stmt, to.bytes.address(), "a number out of range");
	const unsigned plain = put_float_step(t, to.bytes.address(), "fix_trunc_expr");
	ir_put_operand(t, from);
	ir_put_end(t, stmt);
	ir_put_ssa(t, lhs);
	ir_put(t, " %s = cond_expr %%float.%u %%float.%u %%float.%u",
	       to.bytes.address(), out, any, plain);
	ir_put_end(t, stmt);
}
