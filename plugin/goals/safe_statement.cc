/* SPDX-License-Identifier: GPL-3.0-or-later */
/* safe_statement.cc - adds and replaces statements of an observer. */
#include "plugin/gcc.h"
#include "plugin/goals/safe_statement.h"
#include "plugin/unit/condition.h"

static tree computed(gimple_stmt_iterator *gsi, tree type, enum tree_code code, tree a,
		     tree b, tree c = NULL_TREE)
{
	const location_t where = gimple_location(gsi_stmt(*gsi));
	tree name = make_ssa_name(type);
	gassign *stmt = c   ? gimple_build_assign(name, code, a, b, c)
			: b ? gimple_build_assign(name, code, a, b)
			    : gimple_build_assign(name, code, a);

	gimple_set_location(stmt, where);
	gsi_insert_before(gsi, stmt, GSI_SAME_STMT);
	return name;
}

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
	tree bad = computed(&gsi, truth, EQ_EXPR, d, build_zero_cst(TREE_TYPE(d)));
	if (!TYPE_UNSIGNED(type)) {
		tree least = computed(&gsi, truth, EQ_EXPR, n, TYPE_MIN_VALUE(type));
		tree minus = computed(&gsi, truth, EQ_EXPR, d,
				      build_minus_one_cst(TREE_TYPE(d)));
		tree both = computed(&gsi, truth, BIT_AND_EXPR, least, minus);
		bad = computed(&gsi, truth, BIT_IOR_EXPR, bad, both);
	}
	tree one = build_one_cst(TREE_TYPE(d));
	gimple_assign_set_rhs2(stmt,
			       computed(&gsi, TREE_TYPE(d), COND_EXPR, bad, one, d));
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

/* Whether the pass `ubsan`, which comes later, would check the statement for overflow.
 */
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
	return computed(gsi, type, NOP_EXPR, value, NULL_TREE);
}

/* Replaces it by the operation on unsigned numbers, which wraps as the program's does.
 */
static void wrap_operation(gimple *stmt)
{
	gimple_stmt_iterator gsi = gsi_for_stmt(stmt);
	tree lhs = gimple_assign_lhs(stmt), type = unsigned_type_for(TREE_TYPE(lhs));
	tree a = as_unsigned(&gsi, type, gimple_assign_rhs1(stmt));
	tree b = as_unsigned(&gsi, type, gimple_assign_rhs2(stmt));
	tree result = computed(&gsi, type, gimple_assign_rhs_code(stmt), a, b);

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
