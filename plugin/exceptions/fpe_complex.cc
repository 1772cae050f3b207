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

static bool is_complex(tree value)
{
	return TREE_CODE(TREE_TYPE(value)) == COMPLEX_TYPE;
}

static gassign *read_part(gimple *of, enum tree_code which, tree value)
{
	tree type = TREE_TYPE(TREE_TYPE(value));
	gassign *stmt =
	    gimple_build_assign(make_ssa_name(type), build1(which, type, value));

	gimple_set_location(stmt, gimple_location(of));
	return stmt;
}

tree complex_part(gimple *before, enum tree_code which, tree value)
{
	gimple_stmt_iterator at = gsi_for_stmt(before);

	if (!value || !is_complex(value))
		return value;
	if (TREE_CODE(value) == COMPLEX_CST)
		return which == REALPART_EXPR ? TREE_REALPART(value)
					      : TREE_IMAGPART(value);
	gassign *stmt = read_part(before, which, value);
	gsi_insert_before(&at, stmt, GSI_SAME_STMT);
	return gimple_assign_lhs(stmt);
}

/* enum me_arithmetic, or -1: there are no goals. */
static int arithmetic_of(const gassign *stmt)
{
	switch (gimple_assign_rhs_code(stmt)) {
	case PLUS_EXPR:
		return ME_ADD;
	case MINUS_EXPR:
		return ME_SUBTRACT;
	case MULT_EXPR:
		return ME_MULTIPLY;
	case RDIV_EXPR:
		return ME_DIVIDE;
	CASE_CONVERT:
		return ME_NARROW;
	default:
		return -1;
	}
}

void complex_operations(gassign *stmt, vec<operation> *all)
{
	const enum tree_code parts[] = {REALPART_EXPR, IMAGPART_EXPR},
			     code = gimple_assign_rhs_code(stmt);
	tree z = gimple_assign_lhs(stmt), x = gimple_assign_rhs1(stmt),
	     y = gimple_assign_rhs2(stmt), of_x[2], of_y[2];
	const int arithmetic = arithmetic_of(stmt);
	gimple_stmt_iterator at = gsi_for_stmt(stmt);
	gassign *results[2];

	if (arithmetic < 0 || TREE_CODE(z) != SSA_NAME || !is_complex(z) ||
	    !is_gimple_val(x) || !is_complex(x))
		return;
	for (unsigned i = 0; i < 2; i++) {
		of_x[i] = complex_part(stmt, parts[i], x);
		of_y[i] = complex_part(stmt, parts[i], y);
		results[i] = read_part(stmt, parts[i], z);
		gsi_insert_after(&at, results[i], GSI_NEW_STMT);
	}
	const bool by_parts = code != MULT_EXPR && code != RDIV_EXPR;
	for (unsigned i = 0; i < 2; i++) {
		struct operation o = {results[1],
				      code,
				      gimple_assign_lhs(results[i]),
				      of_x[by_parts ? i : 0],
				      of_y[by_parts ? i : 0],
				      NULL,
				      0,
				      (unsigned)arithmetic,
				      by_parts ? NULL : of_x[1],
				      by_parts ? NULL : of_y[1]};
		all->safe_push(o);
	}
}
