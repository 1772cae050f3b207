/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * places.cc - members that are places in an array, as head and tail of a ring are: equal to one
 * another, they say nothing of its length; and what they are kept below does. A place where the next
 * element goes is also the number of those in use, at most the capacity that it is compared with.
 */
#include "plugin/gcc.h"
#include "plugin/bodies/places.h"

bool places_are_alike(tree array, tree other, tree decl, tree_code code)
{
	const decl_use *u = uses_of(decl);

	return (code == EQ_EXPR || code == NE_EXPR) && u &&
	       (u->below || (u->indexes == array && u->within != other &&
			     TREE_CODE(other) == FIELD_DECL));
}

tree places_length(tree array, tree count)
{
	const decl_use *u = uses_of(count);

	if (DECL_CONTEXT(array) == DECL_CONTEXT(count))
		for (; u && u->within; u = uses_of(count))
			count = u->within;
	return count;
}

void places_take_masks(const body_frame *f, tree array, tree offset)
{
	decl_use *u = uses_note(array);
	decls masks;

	if (!offset || lang_GNU_CXX() || lang_GNU_Fortran())
		return;
	leaves_add_masks(f, offset, &masks, 0);
	for (unsigned i = 0; i < masks.length(); i++) {
		decl_use *m = uses_note(masks[i]);
		if (DECL_CONTEXT(array) != DECL_CONTEXT(masks[i]) || m->steps)
			continue;
		uses_set_decl(&u->length, masks[i]);
		uses_set_if(u->length == masks[i], &u->one_more);
		uses_set_if(u->length == masks[i], &m->masks);
	}
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
			 const decls *factors, tree offset)
{
	decls filling;

	if (offset && bounds_added(f, offset) < 0) /* x[n - 1] */
		return;
	filling.safe_splice(*indices);
	leaves_add_copies(f, indices, &filling);
	for (unsigned i = 0; i < filling.length(); i++)
		if (TREE_CODE(filling[i]) == FIELD_DECL &&
		    !factors->contains(filling[i]) &&
		    DECL_CONTEXT(filling[i]) == DECL_CONTEXT(pointer))
			uses_set_decl(&uses_note(filling[i])->fills, pointer);
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

static void note_below(const body_frame *f, const fact *at, tree member, tree value)
{
	decls moduli;

	if (TREE_CODE(value) == TRUNC_MOD_EXPR)
		leaves_add_moduli(f, value, &moduli, 0);
	else if (tree n = integer_zerop(value) ? wraps_at(f, member, at) : NULL_TREE)
		moduli.safe_push(n);
	if (moduli.length() == 1 && moduli[0] != member)
		uses_set_decl(&uses_note(member)->below, moduli[0]);
}

enum { STORED_MOST = 1000 };

void places_note_store(const body_frame *f, const fact *at)
{
	tree member =
	    TREE_CODE(at->a) == COMPONENT_REF ? leaf_member(at->a) : NULL_TREE;
	decls leaves;

	if (!member || !INTEGRAL_TYPE_P(TREE_TYPE(member)) ||
	    gimple_get_lhs(at->call) != at->a || !gimple_assign_single_p(at->call))
		return;
	tree value = bounds_see_through(f, gimple_assign_rhs1(at->call));
	note_below(f, at, member, value);
	if (tree_fits_uhwi_p(value) && tree_to_uhwi(value) <= STORED_MOST)
		uses_set_compared(&uses_note(member)->stored, tree_to_uhwi(value));
	leaves_add(f, value, &leaves, 0);
	if (leaves.length() != 1 || TREE_CODE(leaves[0]) != FIELD_DECL)
		return;
	if (leaves[0] != member)
		uses_set_decl(&uses_note(member)->copies, leaves[0]);
	else if (bounds_added(f, value))
		uses_set(&uses_note(member)->steps);
}

/* The only member that the value is made of, a constant apart; or null. */
static tree only_member(const body_frame *f, tree value)
{
	decls leaves;

	leaves_add(f, value, &leaves, 0);
	return leaves.length() == 1 && TREE_CODE(leaves[0]) == FIELD_DECL ? leaves[0]
									  : NULL_TREE;
}

/* Whether the comparison tells larger ones from equal ones, used > capacity; *is_own: with what both
 * are of one object when it is called, and no assertion. */
static bool tells_larger(const body_frame *f, const fact *c, tree used, bool *is_own)
{
	tree a = bounds_see_through(f, c->a), b = bounds_see_through(f, c->b);
	const bool is_less = c->code == LT_EXPR || c->code == GE_EXPR;

	if (!fact_is_order(c) || TREE_CODE(a) != COMPONENT_REF ||
	    TREE_CODE(b) != COMPONENT_REF || is_less != (leaf_member(b) == used))
		return false;
	*is_own = operand_equal_p(TREE_OPERAND(a, 0), TREE_OPERAND(b, 0), 0) &&
		  places_unchanged(f, used, c) &&
		  !fact_asserts(c, c->code == LT_EXPR || c->code == GT_EXPR);
	return true;
}

static void note_within(const body_frame *f, const fact *at, tree used, tree capacity,
			bool is_place)
{
	decl_use *u = uses_note(used), *c = uses_note(capacity);
	bool is_own = false;

	if (!u->fills || !u->steps || u->below ||
	    (u->within && u->within != capacity) ||
	    DECL_CONTEXT(used) != DECL_CONTEXT(capacity) ||
	    (is_place ? !c->within || c->fills != u->fills : c->fills != NULL_TREE))
		return;
	/* if (s->depth > s->deepest) s->deepest = s->depth; */
	if (tells_larger(f, at, used, &is_own) && c->copies == used)
		return;
	uses_set_decl(&u->within, capacity);
	if (is_own && uses_is_reached())
		uses_set(&u->exceeds);
	if (!is_place && TREE_CODE(TREE_TYPE(u->fills)) == ARRAY_TYPE) {
		uses_set_decl(&c->index_in, u->fills);
		uses_set(&c->index_checked);
	}
}

void places_note_capacity(const body_frame *f, const fact *c, bool is_place)
{
	if (c->kind != FACT_COMPARE || !INTEGRAL_TYPE_P(TREE_TYPE(c->a)) ||
	    lang_GNU_CXX() || lang_GNU_Fortran())
		return;
	tree a = only_member(f, c->a), b = only_member(f, c->b);
	if (a && b && a != b) {
		note_within(f, c, a, b, is_place);
		note_within(f, c, b, a, is_place);
	}
}
