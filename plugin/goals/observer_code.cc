/* SPDX-License-Identifier: GPL-3.0-or-later */
/* observer_code.cc - statements for predicates. */
#include "plugin/gcc.h"
#include "plugin/goals/observer_code.h"

tree observer_emit(struct observer_code *c, tree type, enum tree_code code, tree a,
		   tree b)
{
	tree name = make_ssa_name(type);
	gassign *stmt = b ? gimple_build_assign(name, code, a, b)
			  : gimple_build_assign(name, code, a);

	gimple_set_location(stmt, c->where);
	gimple_seq_add_stmt(&c->seq, stmt);
	return name;
}

static tree join(struct observer_code *c, enum tree_code code, tree a, tree b)
{
	if (!a || !b)
		return a ? a : b;
	return observer_emit(c, boolean_type_node, code, a, b);
}

tree observer_and(struct observer_code *c, tree a, tree b)
{
	return join(c, BIT_AND_EXPR, a, b);
}

tree observer_or(struct observer_code *c, tree a, tree b)
{
	return join(c, BIT_IOR_EXPR, a, b);
}

tree observer_compare(struct observer_code *c, enum tree_code code, tree a, tree b)
{
	return observer_emit(c, boolean_type_node, code, a, b);
}

tree observer_not(struct observer_code *c, tree truth)
{
	return observer_emit(c, boolean_type_node, BIT_XOR_EXPR, truth,
			     boolean_true_node);
}
