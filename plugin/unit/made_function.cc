/* SPDX-License-Identifier: GPL-3.0-or-later */
/* made_function.cc - builds functions as GENERIC. */
#include "plugin/gcc.h"
#include "plugin/unit/made_function.h"

static tree new_parameter(tree function, const char *name, tree type)
{
	tree p = build_decl(BUILTINS_LOCATION, PARM_DECL, get_identifier(name), type);

	DECL_ARG_TYPE(p) = type;
	DECL_CONTEXT(p) = function;
	DECL_ARTIFICIAL(p) = 1;
	TREE_USED(p) = 1;
	return p;
}

void made_function_mark(tree decl, const char *attribute)
{
	DECL_ATTRIBUTES(decl) =
	    tree_cons(get_identifier(attribute), NULL_TREE, DECL_ATTRIBUTES(decl));
}

static void mark_as_made(tree decl)
{
	static const char *const attributes[] = {"no_profile_instrument_function",
						 "no_instrument_function",
						 "no_sanitize_address", "me_ignore"};

	for (const char *attribute : attributes)
		made_function_mark(decl, attribute);
	DECL_ARTIFICIAL(decl) = 1;
	DECL_IGNORED_P(decl) = 1;
	DECL_PRESERVE_P(decl) = 1;
	DECL_UNINLINABLE(decl) = 1;
	DECL_NO_INSTRUMENT_FUNCTION_ENTRY_EXIT(decl) = 1;
	TREE_STATIC(decl) = 1;
	TREE_USED(decl) = 1;
}

tree made_function_declare(const char *name, tree first, tree second)
{
	tree type = build_function_type_list(void_type_node, first, second, NULL_TREE);
	tree decl =
	    build_decl(BUILTINS_LOCATION, FUNCTION_DECL, get_identifier(name), type);
	tree result =
	    build_decl(BUILTINS_LOCATION, RESULT_DECL, NULL_TREE, void_type_node);

	SET_DECL_ASSEMBLER_NAME(decl, get_identifier(name));
	DECL_CONTEXT(result) = decl;
	DECL_ARTIFICIAL(result) = 1;
	DECL_RESULT(decl) = result;
	mark_as_made(decl);
	if (first)
		DECL_ARGUMENTS(decl) = new_parameter(decl, "first", first);
	if (second)
		DECL_CHAIN(DECL_ARGUMENTS(decl)) =
		    new_parameter(decl, "second", second);
	return decl;
}

void made_function_define(tree function, tree variables, tree statement)
{
	tree block = make_node(BLOCK);

	DECL_INITIAL(function) = block;
	BLOCK_SUPERCONTEXT(block) = function;
	BLOCK_VARS(block) = variables;
	TREE_USED(block) = 1;
	DECL_SAVED_TREE(function) =
	    build3(BIND_EXPR, void_type_node, variables, statement, block);
	push_struct_function(function);
	pop_cfun();
	cgraph_node::add_new_function(function, false);
}
