/* SPDX-License-Identifier: GPL-3.0-or-later */
/* uses_reached.cc - what a statement uses; which functions one reaches, whether they free memory or
 * ask for what was not set up. */
#include "plugin/gcc.h"
#include "plugin/bodies/uses.h"
#include "plugin/plugin_options.h"

bool uses_is_free(tree callee)
{
	static const char *const names[] = {"free", "realloc", "fclose", "pclose",
					    "operator delete"};

	for (const char *name : names)
		if (callee && DECL_NAME(callee) && id_equal(DECL_NAME(callee), name))
			return true;
	return false;
}

static tree find_use(tree *at, int *, void *decl)
{
	tree t = TREE_CODE(*at) == SSA_NAME ? SSA_NAME_VAR(*at) : *at;

	return t == (tree)decl || *at == (tree)decl ? *at : NULL_TREE;
}

bool uses_in_tree(tree t, tree decl)
{
	return walk_tree_without_duplicates(&t, find_use, decl) != NULL_TREE;
}

bool uses_in_statement(gimple *stmt, tree decl)
{
	const bool is_assigned = TREE_CODE(decl) == SSA_NAME || VAR_P(decl);

	for (unsigned i = is_assigned && gimple_has_lhs(stmt); i < gimple_num_ops(stmt);
	     i++) {
		tree operand = gimple_op(stmt, i);
		if (operand && uses_in_tree(operand, decl))
			return true;
	}
	return false;
}

void uses_add_callees(auto_vec<cgraph_node *> *functions)
{
	for (unsigned i = 0; i < functions->length(); i++)
		for (cgraph_edge *e = (*functions)[i]->callees; e; e = e->next_callee)
			if (e->callee->has_gimple_body_p() &&
			    !functions->contains(e->callee))
				functions->safe_push(e->callee);
}

bool uses_free(tree function)
{
	auto_vec<cgraph_node *> reached;
	cgraph_node *own = cgraph_node::get(function);

	if (own)
		reached.safe_push(own);
	uses_add_callees(&reached);
	for (unsigned i = 0; i < reached.length(); i++)
		for (cgraph_edge *e = reached[i]->callees; e; e = e->next_callee)
			if (uses_is_free(e->callee->decl))
				return true;
	return false;
}

bool uses_ask_member(tree function)
{
	decls asked, stored;
	body_frame f;

	f.b = body_of(function);
	f.depth = 0;
	for (unsigned i = 0; f.b && i < f.b->facts.length(); i++) {
		const fact *c = &f.b->facts[i];
		if (c->kind == FACT_COMPARE && integer_zerop(c->b) &&
		    POINTER_TYPE_P(TREE_TYPE(c->a)))
			uses_sources(&f, c->a, &asked);
		else if (c->kind == FACT_STORE && leaf_member(c->a))
			stored.safe_push(leaf_member(c->a));
	}
	for (unsigned i = 0; i < asked.length(); i++)
		if (TREE_CODE(asked[i]) == FIELD_DECL && !stored.contains(asked[i]))
			return true;
	return false;
}

/* Adds what the node calls or refers to. True: it calls by pointers. */
static bool add_reached(symtab_node *node, auto_vec<symtab_node *> *reached)
{
	ipa_ref *ref = NULL;
	cgraph_node *function = dyn_cast<cgraph_node *>(node);

	for (unsigned i = 0; node->iterate_reference(i, ref); i++)
		if (!reached->contains(ref->referred))
			reached->safe_push(ref->referred);
	for (cgraph_edge *e = function ? function->callees : NULL; e;
	     e = e->next_callee)
		if (!reached->contains(e->callee))
			reached->safe_push(e->callee);
	return function && function->indirect_calls;
}

void uses_reached(auto_vec<symtab_node *> *reached)
{
	cgraph_node *node;

	if (!options.types_for || lang_GNU_CXX())
		return;
	FOR_EACH_FUNCTION_WITH_GIMPLE_BODY(node)
	if (DECL_NAME(node->decl) && id_equal(DECL_NAME(node->decl), options.types_for))
		reached->safe_push(node);
	for (unsigned i = 0; i < reached->length(); i++)
		if (add_reached((*reached)[i], reached)) {
			reached->truncate(0);
			return;
		}
}
