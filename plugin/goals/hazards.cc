/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hazards.cc - expressions that an observer may not evaluate, or only where the program
 * does (what is not listed here has an effect); and the statements of an observer, which
 * are replaced where they could trap or be reported.
 */
#include "plugin/gcc.h"
#include "plugin/goals/hazards.h"
#include "plugin/unit/condition.h"
#include "plugin/unit/new_statement.h"
#include "plugin/unit/symbol.h"

/* ---- divisions */

bool divides_integers(enum tree_code code)
{
	switch (code) {
	case TRUNC_DIV_EXPR:
	case TRUNC_MOD_EXPR:
	case FLOOR_DIV_EXPR:
	case FLOOR_MOD_EXPR:
	case CEIL_DIV_EXPR:
	case CEIL_MOD_EXPR:
	case ROUND_DIV_EXPR:
	case ROUND_MOD_EXPR:
		return true;
	default:
		return false;
	}
}

/* An observer must not trap: a division by 0, and one of the least number by -1, become
 * divisions by 1. */
static void tame_division(gimple *stmt)
{
	if (!is_gimple_assign(stmt) || gimple_num_ops(stmt) != 3)
		return;
	const enum tree_code code = gimple_assign_rhs_code(stmt);
	tree type = TREE_TYPE(gimple_assign_lhs(stmt)), n = gimple_assign_rhs1(stmt),
	     d = gimple_assign_rhs2(stmt);
	if (!divides_integers(code) || !INTEGRAL_TYPE_P(type) ||
	    TREE_CODE(d) == INTEGER_CST)
		return;
	gimple_stmt_iterator gsi = gsi_for_stmt(stmt);
	tree truth = boolean_type_node;
	tree bad =
	    statement_before(&gsi, truth, EQ_EXPR, d, build_zero_cst(TREE_TYPE(d)));
	if (!TYPE_UNSIGNED(type)) {
		tree least =
		    statement_before(&gsi, truth, EQ_EXPR, n, TYPE_MIN_VALUE(type));
		tree minus = statement_before(&gsi, truth, EQ_EXPR, d,
					      build_minus_one_cst(TREE_TYPE(d)));
		tree both = statement_before(&gsi, truth, BIT_AND_EXPR, least, minus);
		bad = statement_before(&gsi, truth, BIT_IOR_EXPR, bad, both);
	}
	tree one = build_one_cst(TREE_TYPE(d));
	gimple_assign_set_rhs2(
	    stmt, statement_before(&gsi, TREE_TYPE(d), COND_EXPR, bad, one, d));
	update_stmt(stmt);
}

/* ---- checks of sanitizers */

/* A report would be about a division that the program does not make: the condition of
 * the check becomes one that never reports. */
static void silence(gimple *stmt)
{
	gcond *cond = dyn_cast<gcond *>(stmt);
	edge on_true, on_false;

	if (!cond)
		return;
	extract_true_false_edges_from_block(gimple_bb(cond), &on_true, &on_false);
	if (sanitizer_reports(on_true->dest))
		gimple_cond_make_false(cond);
	else if (sanitizer_reports(on_false->dest))
		gimple_cond_make_true(cond);
	else
		return;
	update_stmt(cond);
}

/* ---- overflow */

/* Whether the later pass `ubsan` would check the statement for overflow. */
static bool may_overflow(gimple *stmt)
{
	if (!is_gimple_assign(stmt) || !sanitize_flags_p(SANITIZE_SI_OVERFLOW) ||
	    !INTEGRAL_TYPE_P(TREE_TYPE(gimple_assign_lhs(stmt))) ||
	    TYPE_UNSIGNED(TREE_TYPE(gimple_assign_lhs(stmt))))
		return false;
	const enum tree_code code = gimple_assign_rhs_code(stmt);
	return code == PLUS_EXPR || code == MINUS_EXPR || code == MULT_EXPR ||
	       code == NEGATE_EXPR;
}

static tree as_unsigned(gimple_stmt_iterator *gsi, tree type, tree value)
{
	if (!value || CONSTANT_CLASS_P(value))
		return value ? fold_convert(type, value) : NULL_TREE;
	return statement_before(gsi, type, NOP_EXPR, value);
}

/* Replaces it by the operation on unsigned numbers, which wraps as the program's. */
static void wrap_operation(gimple *stmt)
{
	gimple_stmt_iterator gsi = gsi_for_stmt(stmt);
	tree lhs = gimple_assign_lhs(stmt), type = unsigned_type_for(TREE_TYPE(lhs));
	tree a = as_unsigned(&gsi, type, gimple_assign_rhs1(stmt));
	tree b = as_unsigned(&gsi, type, gimple_assign_rhs2(stmt));
	tree result = statement_before(&gsi, type, gimple_assign_rhs_code(stmt), a, b);

	gimple_assign_set_rhs_with_ops(&gsi, NOP_EXPR, result);
	update_stmt(gsi_stmt(gsi));
}

void safe_statement(gimple *stmt)
{
	tame_division(stmt);
	silence(stmt);
	if (may_overflow(stmt))
		wrap_operation(stmt);
}

/* ---- expressions */

static bool is_numeric(tree type)
{
	return SCALAR_FLOAT_TYPE_P(type) || INTEGRAL_TYPE_P(type);
}

/* A function that the compiler knows, of numbers: predicates.cc allows these. */
static bool is_mathematical(tree call)
{
	tree callee = get_callee_fndecl(call);

	if (!callee || !fndecl_built_in_p(callee, BUILT_IN_NORMAL) ||
	    !is_numeric(TREE_TYPE(call)) || TREE_THIS_VOLATILE(callee))
		return false;
	for (int i = 0; i < call_expr_nargs(call); i++)
		if (!is_numeric(TREE_TYPE(CALL_EXPR_ARG(call, i))))
			return false;
	return true;
}

/* Whether the object that is behind the pointer is always there: `this`, or what a
 * reference of C++ refers to. */
static bool is_reference(tree pointer)
{
	if (TREE_CODE(TREE_TYPE(pointer)) == REFERENCE_TYPE)
		return true;
	STRIP_NOPS(pointer);
	return TREE_CODE(pointer) == PARM_DECL && DECL_ARTIFICIAL(pointer) &&
	       symbol_is_named(pointer, "this");
}

static bool is_index_inside(tree reference)
{
	tree index = TREE_OPERAND(reference, 1);
	tree type = TREE_TYPE(TREE_OPERAND(reference, 0));
	tree domain = TREE_CODE(type) == ARRAY_TYPE ? TYPE_DOMAIN(type) : NULL_TREE;
	tree last = domain ? TYPE_MAX_VALUE(domain) : NULL_TREE;

	return TREE_CODE(index) == INTEGER_CST && last &&
	       TREE_CODE(last) == INTEGER_CST && tree_int_cst_sgn(index) >= 0 &&
	       !tree_int_cst_lt(last, index);
}

/* Whether it is a part of a pointer to a member function of C++, which no source names and
 * the front end's printer of expressions does not know. */
static bool is_of_member_pointer(tree reference)
{
	tree field = TREE_OPERAND(reference, 1);

	return TREE_CODE(field) == FIELD_DECL && DECL_NAME(field) &&
	       (id_equal(DECL_NAME(field), "__pfn") ||
		id_equal(DECL_NAME(field), "__delta"));
}

/* The hazards of one node, without its operands. */
static unsigned own_hazards(tree t)
{
	const enum tree_code code = TREE_CODE(t);

	switch (code) {
	case VAR_DECL:
	case PARM_DECL:
	case RESULT_DECL:
		return TREE_THIS_VOLATILE(t) ? HAZARD_EFFECT : 0;
	case FIELD_DECL:
	case CONST_DECL:
	case FUNCTION_DECL:
		return 0;
	case INDIRECT_REF:
		if (TREE_THIS_VOLATILE(t))
			return HAZARD_EFFECT;
		return is_reference(TREE_OPERAND(t, 0)) ? 0 : HAZARD_TRAP;
	case MEM_REF:
		return TREE_THIS_VOLATILE(t) ? HAZARD_EFFECT : HAZARD_TRAP;
	case ARRAY_REF:
		if (TREE_THIS_VOLATILE(t))
			return HAZARD_EFFECT;
		return is_index_inside(t) ? 0 : HAZARD_TRAP;
	case COMPONENT_REF:
		if (is_of_member_pointer(t))
			return HAZARD_EFFECT;
		/* fall through */
	case BIT_FIELD_REF:
		return TREE_THIS_VOLATILE(t) ? HAZARD_EFFECT : 0;
	case REALPART_EXPR:
	case IMAGPART_EXPR:
	case VIEW_CONVERT_EXPR:
	case NON_LVALUE_EXPR:
	case ADDR_EXPR:
		return 0;
	case COND_EXPR:
		return VOID_TYPE_P(TREE_TYPE(t)) ? HAZARD_EFFECT : 0;
	case CALL_EXPR:
		return is_mathematical(t) ? 0 : HAZARD_EFFECT;
	default:
		break;
	}
	if (truth_value_p(code))
		return 0;
	if (divides_integers(code) || code == EXACT_DIV_EXPR)
		return !INTEGRAL_TYPE_P(TREE_TYPE(t)) ||
			       (TREE_CODE(TREE_OPERAND(t, 1)) == INTEGER_CST &&
				tree_int_cst_sgn(TREE_OPERAND(t, 1)) > 0)
			   ? 0
			   : HAZARD_TRAP;
	switch (TREE_CODE_CLASS(code)) {
	case tcc_constant:
	case tcc_unary:
	case tcc_binary:
		return 0;
	default:
		return HAZARD_EFFECT;
	}
}

static tree add_hazards(tree *at, int *walk_subtrees, void *data)
{
	unsigned *all = (unsigned *)data;

	if (TYPE_P(*at) || DECL_P(*at) || CONSTANT_CLASS_P(*at))
		*walk_subtrees = 0;
	if (!TYPE_P(*at))
		*all |= own_hazards(*at);
	return *all & HAZARD_EFFECT ? *at : NULL_TREE;
}

unsigned hazards_of(tree expression)
{
	unsigned all = 0;

	walk_tree(&expression, add_hazards, &all, NULL);
	return all;
}
