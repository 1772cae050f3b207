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

unsigned leaves_times(const body_frame *f, tree t, tree leaf, bool is_factor,
		      unsigned deep)
{
	t = bounds_see_through(f, t);
	if (deep > SOURCES_DEEP || !BINARY_CLASS_P(t))
		return 0;
	tree a = bounds_strip(f, TREE_OPERAND(t, 0)),
	     b = bounds_strip(f, TREE_OPERAND(t, 1));
	const bool is_product = TREE_CODE(t) == MULT_EXPR,
		   is_constant = TREE_CODE(b) == INTEGER_CST;
	decls leaves;

	if (is_product && is_constant && is_factor && tree_fits_uhwi_p(b))
		leaves_add(f, a, &leaves, 0);
	const unsigned own = leaves.contains(leaf) ? tree_to_uhwi(b) : 0;
	is_factor |= is_product && !is_constant;
	const unsigned left = leaves_times(f, a, leaf, is_factor, deep + 1),
		       right = leaves_times(f, b, leaf, is_factor, deep + 1);
	return MAX(own, MAX(left, right));
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

void leaves_add_masks(const body_frame *f, tree index, decls *out, unsigned deep)
{
	tree t = bounds_strip(f, index);

	if (deep > SOURCES_DEEP)
		return;
	for (unsigned i = 0; VAR_P(t) && i < f->b->facts.length(); i++) {
		const fact *a = &f->b->facts[i];
		if (a->kind == FACT_ASSIGN && a->a == t && a->b != index &&
		    TREE_CODE(bounds_strip(f, a->b)) == BIT_AND_EXPR)
			leaves_add_masks(f, a->b, out, deep + 1);
	}
	if (TREE_CODE(t) == MULT_EXPR && TREE_CODE(TREE_OPERAND(t, 1)) == INTEGER_CST)
		leaves_add_masks(f, TREE_OPERAND(t, 0), out, deep + 1);
	for (unsigned i = 0; TREE_CODE(t) == BIT_AND_EXPR && i < 2; i++) {
		tree member = leaf_member(bounds_see_through(f, TREE_OPERAND(t, i)));
		if (member)
			out->safe_push(member);
	}
}
