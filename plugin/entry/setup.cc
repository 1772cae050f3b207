/* SPDX-License-Identifier: GPL-3.0-or-later */
/* setup.cc - the function that turns a library's handler of errors off. */
#include "plugin/gcc.h"
#include "plugin/entry/setup.h"
#include "plugin/plugin_options.h"

static tree found; /* the unit's, or null */

bool setup_is(tree decl)
{
	static const char *const subjects[] = {"error_handler",	 "errorhandler",
					       "abort_handler",	 "error_abort",
					       "abort_on_error", "fatal_error"};
	const char *name = TREE_CODE(decl) == FUNCTION_DECL && DECL_NAME(decl)
			       ? IDENTIFIER_POINTER(DECL_NAME(decl))
			       : "";
	const size_t size = strlen(name);

	if (size < 4 || !TREE_PUBLIC(decl) ||
	    TYPE_ARG_TYPES(TREE_TYPE(decl)) != void_list_node ||
	    (strcmp(name + size - 4, "_off") != 0 && !strstr(name, "disable")))
		return false;
	for (const char *subject : subjects)
		if (strcasestr(name, subject))
			return true;
	return false;
}

void setup_see(tree decl)
{
	if (!found && setup_is(decl))
		found = decl;
}

void setup_build(void)
{
	tree body = NULL_TREE;

	if (!found)
		return;
	if (!DECL_STRUCT_FUNCTION(found) && !TREE_USED(found))
		declare_weak(found);
	tree call = build_call_expr(found, 0);
	if (DECL_WEAK(found))
		call = build3(COND_EXPR, void_type_node,
			      build2(NE_EXPR, boolean_type_node,
				     build_fold_addr_expr(found), null_pointer_node),
			      call, NULL_TREE);
	append_to_statement_list(call, &body);
	cgraph_build_static_cdtor('I', body, DEFAULT_INIT_PRIORITY);
}
