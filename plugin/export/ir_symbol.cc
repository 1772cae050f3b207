/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ir_symbol.cc - the other names that a unit gives to what it defines. */
#include "plugin/gcc.h"
#include "plugin/export/ir.h"

static void put_scope(struct ir_text *t, tree decl)
{
	ir_put(t, symbol_is_public(decl) ? " public" : " static");
}

static void put_alias(struct ir_text *t, symtab_node *node, tree target)
{
	ir_put(t, "alias ");
	ir_put_name(t, symbol_name(node->decl));
	put_scope(t, node->decl);
	ir_put(t, " ");
	ir_put_name(t, symbol_name(target));
	put_scope(t, target);
	ir_put(t, symbol_is_open(node->decl) ? " open\n" : "\n");
}

void ir_put_aliases(struct ir_text *t)
{
	symtab_node *node;

	FOR_EACH_SYMBOL(node)
	{
		tree target =
		    node->alias && !node->weakref ? symbol_target(node) : NULL_TREE;
		if (target && DECL_P(target))
			put_alias(t, node, target);
	}
}
