/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * places.cc - members that are places in an array, as head and tail of a ring are: equal to one
 * another, they say nothing of its length; and what they are kept below does.
 */
#include "plugin/gcc.h"
#include "plugin/bodies/places.h"

bool places_are_alike(tree array, tree other, tree decl, tree_code code)
{
	const decl_use *u = uses_of(decl);

	return (code == EQ_EXPR || code == NE_EXPR) && u &&
	       (u->below || (u->indexes == array && TREE_CODE(other) == FIELD_DECL));
}

bool places_unchanged(const body_frame *f, tree member, const fact *at)
{
	for (const fact *a = f->b->facts.begin(); a < at; a++)
		if (a->kind == FACT_ACCESS && leaf_member(a->a) == member &&
		    gimple_get_lhs(a->call) == a->a)
			return false;
	return true;
}

void places_note_indices(const body_frame *f, tree pointer, const decls *indices,
			 tree offset)
{
	if (offset && bounds_added(f, offset) < 0) /* x[n - 1] */
		return;
	for (unsigned i = 0; i < indices->length(); i++)
		if (TREE_CODE((*indices)[i]) == FIELD_DECL)
			uses_set_decl(&uses_note((*indices)[i])->indexes, pointer);
}

/* The number below which a member is kept, that is set to 0 when an increase has made it equal: n of
 * if (++head == n) head = 0; null: none. */
static tree wraps_at(const body_frame *f, tree member, const fact *at)
{
	for (const fact *c = f->b->facts.begin(); c < at; c++) {
		decls left, right;
		if (c->kind != FACT_COMPARE || places_unchanged(f, member, c) ||
		    (c->code != EQ_EXPR && c->code != NE_EXPR && c->code != GE_EXPR &&
		     c->code != LT_EXPR))
			continue;
		leaves_add(f, c->a, &left, 0);
		leaves_add(f, c->b, &right, 0);
		if (left.length() == 1 && left[0] == member && right.length() == 1 &&
		    TREE_CODE(right[0]) == FIELD_DECL)
			return right[0];
	}
	return NULL_TREE;
}

void places_note_below(const body_frame *f, const fact *at)
{
	tree member =
	    TREE_CODE(at->a) == COMPONENT_REF ? leaf_member(at->a) : NULL_TREE;
	decls moduli;

	if (!member || !INTEGRAL_TYPE_P(TREE_TYPE(member)) ||
	    gimple_get_lhs(at->call) != at->a || !gimple_assign_single_p(at->call))
		return;
	tree value = bounds_see_through(f, gimple_assign_rhs1(at->call));
	if (TREE_CODE(value) == TRUNC_MOD_EXPR)
		leaves_add_moduli(f, value, &moduli, 0);
	else if (tree n = integer_zerop(value) ? wraps_at(f, member, at) : NULL_TREE)
		moduli.safe_push(n);
	if (moduli.length() == 1 && moduli[0] != member)
		uses_set_decl(&uses_note(member)->below, moduli[0]);
}
