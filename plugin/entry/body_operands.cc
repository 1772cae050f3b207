/* SPDX-License-Identifier: GPL-3.0-or-later */
/* body_operands.cc - which statements have a parameter, a member or a variable as an operand. */
#include "plugin/gcc.h"
#include "plugin/entry/body.h"

static tree find_use(tree *at, int *, void *decl)
{
	tree t = TREE_CODE(*at) == SSA_NAME ? SSA_NAME_VAR(*at) : *at;

	return t == (tree)decl || *at == (tree)decl ? *at : NULL_TREE;
}

static bool statement_uses(gimple *stmt, tree decl)
{
	const bool is_assigned = TREE_CODE(decl) == SSA_NAME || VAR_P(decl);

	for (unsigned i = is_assigned && gimple_has_lhs(stmt); i < gimple_num_ops(stmt);
	     i++) {
		tree operand = gimple_op(stmt, i);
		if (operand && walk_tree_without_duplicates(&operand, find_use, decl))
			return true;
	}
	return false;
}

static bool function_uses(struct function *fun, tree decl)
{
	basic_block bb;

	FOR_EACH_BB_FN(bb, fun)
	for (gimple_stmt_iterator at = gsi_start_bb(bb); !gsi_end_p(at); gsi_next(&at))
		if (!gimple_clobber_p(gsi_stmt(at)) &&
		    statement_uses(gsi_stmt(at), decl))
			return true;
	return false;
}

static void add_reached(auto_vec<cgraph_node *> *reached, cgraph_node *node)
{
	if (node->has_gimple_body_p() && !reached->contains(node))
		reached->safe_push(node);
}

bool body_uses(tree entry, tree decl)
{
	auto_vec<cgraph_node *> reached;
	cgraph_node *node;

	/* va_arg, which is expanded later, uses the members of a va_list. */
	if (!VAR_P(decl) && DECL_SOURCE_LOCATION(decl) <= BUILTINS_LOCATION)
		return true;
	add_reached(&reached, cgraph_node::get(entry));
	FOR_EACH_FUNCTION_WITH_GIMPLE_BODY(node)
	if (node->address_taken)
		add_reached(&reached, node);
	for (unsigned i = 0; i < reached.length(); i++) {
		struct function *fun = DECL_STRUCT_FUNCTION(reached[i]->decl);
		if (!fun || !fun->cfg || function_uses(fun, decl))
			return true;
		for (cgraph_edge *e = reached[i]->callees; e; e = e->next_callee)
			add_reached(&reached, e->callee);
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
	if (!statement_uses(stmt, name))
		return is_bound || !to ||
		       !walk_tree_without_duplicates(&to, find_use, name);
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
