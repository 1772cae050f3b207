/* SPDX-License-Identifier: GPL-3.0-or-later */
/* uses_reached.cc - which functions one reaches, and whether they free memory. */
#include "plugin/gcc.h"
#include "plugin/bodies/uses.h"
#include "plugin/plugin_options.h"

bool uses_is_free(tree callee)
{
	static const char *const names[] = {"free", "realloc", "fclose", "pclose"};

	for (const char *name : names)
		if (callee && DECL_NAME(callee) && id_equal(DECL_NAME(callee), name))
			return true;
	return false;
}

bool uses_free(tree function)
{
	auto_vec<cgraph_node *> reached;

	reached.safe_push(cgraph_node::get(function));
	for (unsigned i = 0; i < reached.length(); i++) {
		if (!reached[i])
			continue;
		for (cgraph_edge *e = reached[i]->callees; e; e = e->next_callee) {
			if (uses_is_free(e->callee->decl))
				return true;
			if (e->callee->has_gimple_body_p() &&
			    !reached.contains(e->callee))
				reached.safe_push(e->callee);
		}
	}
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
