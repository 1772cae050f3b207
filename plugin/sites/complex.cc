/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * complex.cc - makes of a comparison of complex numbers what the compiler itself makes
 * of it later, so that its parts are comparisons like others and what it decides is a
 * flag made of them (guide.cc).
 *
 * Before:                         After:
 *     if (z == w)                     r = REALPART_EXPR <z> == REALPART_EXPR <w>;
 *                                     i = IMAGPART_EXPR <z> == IMAGPART_EXPR <w>;
 *                                     both = r & i;
 *                                     if (both != 0)
 *
 * With != the parts are compared by != and joined by |. The statements have the
 * location of the comparison, as a warning about an operand has.
 */
#include "plugin/gcc.h"
#include "plugin/sites/shape.h"
#include "plugin/unit/new_statement.h"

static tree compare_parts(gimple_stmt_iterator *before, enum tree_code code,
			  enum tree_code which, tree a, tree b)
{
	tree first = complex_part(before, which, a),
	     second = complex_part(before, which, b);

	return statement_before(before, boolean_type_node, code, first, second);
}

/* Puts `a code b` before the statement and returns its truth value. */
static tree compare_complex(gimple_stmt_iterator *before, enum tree_code code, tree a,
			    tree b)
{
	tree re = compare_parts(before, code, REALPART_EXPR, a, b);
	tree im = compare_parts(before, code, IMAGPART_EXPR, a, b);

	return statement_before(before, boolean_type_node,
				code == EQ_EXPR ? BIT_AND_EXPR : BIT_IOR_EXPR, re, im);
}

/* A comparison that may throw ends its block, and stays whole. */
static bool has_parts(function *fun, gimple *stmt, tree operand)
{
	return complex_is(operand) && !stmt_could_throw_p(fun, stmt);
}

static void split_condition(function *fun, gcond *stmt)
{
	gimple_stmt_iterator at = gsi_for_stmt(stmt);
	tree a = gimple_cond_lhs(stmt), b = gimple_cond_rhs(stmt);

	if (!has_parts(fun, stmt, a))
		return;
	tree both = compare_complex(&at, gimple_cond_code(stmt), a, b);
	gimple_cond_set_condition(stmt, NE_EXPR, both, boolean_false_node);
	update_stmt(stmt);
}

static void split_value(function *fun, gassign *stmt)
{
	gimple_stmt_iterator at = gsi_for_stmt(stmt);
	enum tree_code code = gimple_assign_rhs_code(stmt);
	tree a = gimple_assign_rhs1(stmt), b = gimple_assign_rhs2(stmt);

	if (TREE_CODE_CLASS(code) != tcc_comparison || !has_parts(fun, stmt, a))
		return;
	tree both = compare_complex(&at, code, a, b);
	gimple_assign_set_rhs_with_ops(&at, NOP_EXPR, both);
	update_stmt(gsi_stmt(at));
}

void shape_split_complex(function *fun)
{
	basic_block bb;

	FOR_EACH_BB_FN(bb, fun)
	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i)) {
		if (gcond *cond = dyn_cast<gcond *>(gsi_stmt(i)))
			split_condition(fun, cond);
		else if (gassign *assign = dyn_cast<gassign *>(gsi_stmt(i)))
			split_value(fun, assign);
	}
}
