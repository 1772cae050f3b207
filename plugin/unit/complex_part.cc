/* SPDX-License-Identifier: GPL-3.0-or-later */
/* complex_part.cc - reads the parts of complex numbers. */
#include "plugin/gcc.h"
#include "plugin/unit/complex_part.h"

tree complex_part(gimple_stmt_iterator *before, enum tree_code which, tree value)
{
	tree type = TREE_TYPE(TREE_TYPE(value));

	if (TREE_CODE(value) == COMPLEX_CST)
		return which == REALPART_EXPR ? TREE_REALPART(value)
					      : TREE_IMAGPART(value);
	tree name = make_ssa_name(type);
	gassign *stmt = gimple_build_assign(name, build1(which, type, value));
	gimple_set_location(stmt, gimple_location(gsi_stmt(*before)));
	gsi_insert_before(before, stmt, GSI_SAME_STMT);
	return name;
}
