/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ir_symbol.cc - names as the linker sees them, and what stands behind a name that has
 * no body of its own.
 */
#include "plugin/gcc.h"
#include "plugin/export/ir.h"

/* Without the star that says "as it is written". */
static const char *plain_name(tree identifier)
{
	const char *name = IDENTIFIER_POINTER(identifier);

	return *name == '*' ? name + 1 : name;
}

/* What an alias stands for: a declaration, or, of what the unit does not define, its
 * name. */
static tree target_of(symtab_node *node)
{
	return node->analyzed ? node->get_alias_target()->decl : node->alias_target;
}

/* A weakref is no symbol but another way to write one. */
const char *ir_symbol(tree decl)
{
	symtab_node *node = symtab_node::get(decl);
	tree target = node && node->weakref ? target_of(node) : NULL_TREE;

	if (!target)
		return plain_name(DECL_ASSEMBLER_NAME(decl));
	return DECL_P(target) ? ir_symbol(target) : plain_name(target);
}

bool ir_is_public(tree decl)
{
	symtab_node *node = symtab_node::get(decl);
	tree target = node && node->weakref ? target_of(node) : NULL_TREE;

	return target ? !DECL_P(target) || ir_is_public(target) : TREE_PUBLIC(decl);
}

/* An inline function of C++ is weak too, but the same in all units. */
bool ir_is_open(tree decl)
{
	tree attributes = DECL_ATTRIBUTES(decl);

	return (DECL_WEAK(decl) && !DECL_COMDAT(decl) && !DECL_ONE_ONLY(decl)) ||
	       lookup_attribute("ifunc", attributes) ||
	       lookup_attribute("target_clones", attributes) ||
	       (TREE_CODE(decl) == FUNCTION_DECL && DECL_FUNCTION_VERSIONED(decl));
}

static void put_scope(struct ir_text *t, tree decl)
{
	ir_put(t, ir_is_public(decl) ? " public" : " static");
}

static void put_alias(struct ir_text *t, symtab_node *node, tree target)
{
	ir_put(t, "alias ");
	ir_put_name(t, ir_symbol(node->decl));
	put_scope(t, node->decl);
	ir_put(t, " ");
	ir_put_name(t, ir_symbol(target));
	put_scope(t, target);
	ir_put(t, ir_is_open(node->decl) ? " open\n" : "\n");
}

void ir_put_aliases(struct ir_text *t)
{
	symtab_node *node;

	FOR_EACH_SYMBOL(node)
	{
		tree target =
		    node->alias && !node->weakref ? target_of(node) : NULL_TREE;
		if (target && DECL_P(target))
			put_alias(t, node, target);
	}
}
