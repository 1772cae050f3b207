/* SPDX-License-Identifier: GPL-3.0-or-later */
/* body_operands.cc - which statements have a parameter, a member or a variable as an operand. */
#include "plugin/gcc.h"
#include "plugin/bodies/uses.h"
#include "plugin/entry/body.h"

static bool function_uses(struct function *fun, tree decl)
{
	basic_block bb;

	FOR_EACH_BB_FN(bb, fun)
	for (gimple_stmt_iterator at = gsi_start_bb(bb); !gsi_end_p(at); gsi_next(&at))
		if (!gimple_clobber_p(gsi_stmt(at)) &&
		    uses_in_statement(gsi_stmt(at), decl))
			return true;
	return false;
}

bool body_uses(tree entry, tree decl)
{
	auto_vec<cgraph_node *> reached;
	cgraph_node *node;

	/* va_arg, which is expanded later, uses the members of a va_list. */
	if (!VAR_P(decl) && DECL_SOURCE_LOCATION(decl) <= BUILTINS_LOCATION)
		return true;
	reached.safe_push(cgraph_node::get(entry));
	FOR_EACH_FUNCTION_WITH_GIMPLE_BODY(node)
	if (node->address_taken && node != reached[0])
		reached.safe_push(node);
	uses_add_callees(&reached);
	for (unsigned i = 0; i < reached.length(); i++) {
		struct function *fun = DECL_STRUCT_FUNCTION(reached[i]->decl);
		if (!fun || !fun->cfg || function_uses(fun, decl))
			return true;
	}
	return false;
}

/* Adds what the statement assigns, a variable of the compiler, if it uses the name; false: the
 * name is used for something else. */
static bool add_bound(gimple *stmt, tree name, auto_vec<tree> *names)
{
	tree to = gimple_get_lhs(stmt);

	if (gimple_clobber_p(stmt))
		return true;
	const bool is_bound =
	    is_gimple_assign(stmt) &&
	    (TREE_CODE(to) == SSA_NAME || (VAR_P(to) && DECL_ARTIFICIAL(to)));
	if (!uses_in_statement(stmt, name))
		return is_bound || !to || !uses_in_tree(to, name);
	if (!is_bound)
		return false;
	if (!names->contains(to))
		names->safe_push(to);
	return true;
}

bool body_only_declares(tree entry, tree integer)
{
	struct function *fun = DECL_STRUCT_FUNCTION(entry);
	auto_vec<tree> names;
	basic_block bb;

	if (!fun || !fun->cfg)
		return false;
	names.safe_push(integer);
	for (unsigned i = 0; i < names.length(); i++)
		FOR_EACH_BB_FN(bb, fun)
	for (gimple_stmt_iterator at = gsi_start_bb(bb); !gsi_end_p(at); gsi_next(&at))
		if (!add_bound(gsi_stmt(at), names[i], &names))
			return false;
	return names.length() > 1;
}
