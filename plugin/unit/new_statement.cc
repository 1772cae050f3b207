/* SPDX-License-Identifier: GPL-3.0-or-later */
/* new_statement.cc - builds assignments, and reads the parts of complex numbers. */
#include "plugin/gcc.h"
#include "plugin/unit/new_statement.h"

tree statement_before(gimple_stmt_iterator *before, tree type, enum tree_code code,
		      tree a, tree b, tree c)
{
	tree name = make_ssa_name(type);
	gassign *stmt = gimple_build_assign(name, code, a, b, c);

	gimple_set_location(stmt, gimple_location(gsi_stmt(*before)));
	gsi_insert_before(before, stmt, GSI_SAME_STMT);
	return name;
}

void statement_remove(gimple *stmt)
{
	gimple_stmt_iterator at = gsi_for_stmt(stmt);

	unlink_stmt_vdef(stmt);
	gsi_remove(&at, true);
}

bool complex_is(tree value)
{
	return TREE_CODE(TREE_TYPE(value)) == COMPLEX_TYPE;
}

tree complex_constant_part(tree value, enum tree_code which)
{
	if (!value || TREE_CODE(value) != COMPLEX_CST)
		return NULL_TREE;
	return which == REALPART_EXPR ? TREE_REALPART(value) : TREE_IMAGPART(value);
}

tree complex_part(gimple_stmt_iterator *before, enum tree_code which, tree value)
{
	tree type = TREE_TYPE(TREE_TYPE(value)),
	     constant = complex_constant_part(value, which);

	return constant
		   ? constant
		   : statement_before(before, type, which, build1(which, type, value));
}
