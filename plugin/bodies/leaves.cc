/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/gcc.h"
#include "plugin/bodies/leaves.h"

tree leaf_member(tree t)
{
	while (TREE_CODE(t) == ARRAY_REF)
		t = TREE_OPERAND(t, 0);
	return TREE_CODE(t) == COMPONENT_REF ? TREE_OPERAND(t, 1) : NULL_TREE;
}

void leaves_add(const body_frame *f, tree t, decls *out, unsigned deep)
{
	t = bounds_see_through(f, t);
	if (deep > SOURCES_DEEP)
		return;
	if (BINARY_CLASS_P(t)) {
		leaves_add(f, TREE_OPERAND(t, 0), out, deep + 1);
		if (TREE_CODE(t) != TRUNC_MOD_EXPR)
			leaves_add(f, TREE_OPERAND(t, 1), out, deep + 1);
		return;
	}
	tree member = leaf_member(t);
	if (member || DECL_P(t))
		out->safe_push(member ? member : t);
}

void leaves_add_copies(const body_frame *f, const decls *indices, decls *out)
{
	for (unsigned i = 0; i < f->b->facts.length(); i++) {
		const fact *a = &f->b->facts[i];
		if (a->kind != FACT_ASSIGN || !indices->contains(a->a))
			continue;
		tree member = leaf_member(bounds_strip(f, a->b));
		if (member && !indices->contains(member) && !out->contains(member))
			out->safe_push(member);
	}
}

void leaves_add_factors(const body_frame *f, tree t, decls *out, unsigned deep)
{
	t = bounds_see_through(f, t);
	if (deep > SOURCES_DEEP || !BINARY_CLASS_P(t))
		return;
	tree a = bounds_strip(f, TREE_OPERAND(t, 0)),
	     b = bounds_strip(f, TREE_OPERAND(t, 1));
	if (TREE_CODE(t) == MULT_EXPR && TREE_CODE(a) != INTEGER_CST &&
	    TREE_CODE(b) != INTEGER_CST) {
		leaves_add(f, a, out, 0);
		leaves_add(f, b, out, 0);
	}
	leaves_add_factors(f, a, out, deep + 1);
	leaves_add_factors(f, b, out, deep + 1);
}

void leaves_add_moduli(const body_frame *f, tree t, decls *out, unsigned deep)
{
	t = t ? bounds_see_through(f, t) : NULL_TREE;
	if (!t || deep > SOURCES_DEEP || !BINARY_CLASS_P(t))
		return;
	if (TREE_CODE(t) == TRUNC_MOD_EXPR)
		leaves_add(f, TREE_OPERAND(t, 1), out, 0);
	leaves_add_moduli(f, TREE_OPERAND(t, 0), out, deep + 1);
	leaves_add_moduli(f, TREE_OPERAND(t, 1), out, deep + 1);
}
