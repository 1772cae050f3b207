/* SPDX-License-Identifier: GPL-3.0-or-later */
/* symbol.cc - names as the linker sees them. */
#include "plugin/gcc.h"
#include "plugin/unit/symbol.h"

/* Without the star that says "as it is written". */
static const char *unstarred_name(tree identifier)
{
	const char *name = IDENTIFIER_POINTER(identifier);

	return *name == '*' ? name + 1 : name;
}

tree symbol_target(symtab_node *node)
{
	return node->analyzed ? node->get_alias_target()->decl : node->alias_target;
}

/* A weakref is no symbol but another way to write one. */
const char *symbol_name(tree decl)
{
	symtab_node *node = symtab_node::get(decl);
	tree target = node && node->weakref ? symbol_target(node) : NULL_TREE;

	if (!target)
		return unstarred_name(DECL_ASSEMBLER_NAME(decl));
	return DECL_P(target) ? symbol_name(target) : unstarred_name(target);
}

bool symbol_is_public(tree decl)
{
	symtab_node *node = symtab_node::get(decl);
	tree target = node && node->weakref ? symbol_target(node) : NULL_TREE;

	return target ? !DECL_P(target) || symbol_is_public(target) : TREE_PUBLIC(decl);
}

bool symbol_is_named(tree decl, const char *name)
{
	return decl && DECL_NAME(decl) && id_equal(DECL_NAME(decl), name);
}

bool symbol_is_called(const gimple *stmt, const char *name)
{
	return is_gimple_call(stmt) && symbol_is_named(gimple_call_fndecl(stmt), name);
}

bool symbol_same_name(const char *written, const char *name)
{
	return lang_GNU_Fortran() ? !strcasecmp(written, name) : !strcmp(written, name);
}

/* An inline function of C++ is weak too, but the same in all units. */
bool symbol_is_open(tree decl)
{
	tree attributes = DECL_ATTRIBUTES(decl);

	return (DECL_WEAK(decl) && !DECL_COMDAT(decl) && !DECL_ONE_ONLY(decl)) ||
	       lookup_attribute("ifunc", attributes) ||
	       lookup_attribute("target_clones", attributes) ||
	       (TREE_CODE(decl) == FUNCTION_DECL && DECL_FUNCTION_VERSIONED(decl));
}

tree symbol_of_region(tree decl)
{
	const char *name = symbol_name(decl), *end = strstr(name, "._omp_fn.");
	const symtab_node *function =
	    end ? symtab_node::get_for_asmname(
		      get_identifier_with_length(name, (size_t)(end - name)))
		: NULL;

	return function ? function->decl : NULL_TREE;
}
