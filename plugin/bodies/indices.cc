/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * indices.cc - which values integers have by what they are compared with, and by arrays with a size
 * of their own that they are indices of, also from memory:
 *
 *	struct graph { int n, degree[16], to[16][16]; };
 *	if (!seen[g->to[v][i]])			with bool seen[16]
 *
 * The elements of `to` are indices of 16 elements, those of `degree` at most 16.
 */
#include "plugin/gcc.h"
#include "plugin/bodies/bounds.h"
#include "plugin/bodies/uses_sources.h"

enum { ELEMENTS_MOST = 1000, COMPARED_MOST = 1000 };

/* Adds what the integer may have been read from, unchanged: parameters and members, and pointers
 * to its elements. */
static void add_index_sources(const body_frame *f, tree index, decls *out)
{
	tree t = bounds_strip(f, index);

	uses_sources(f, t, out);
	if (TREE_CODE(t) == MEM_REF)
		uses_sources(f, TREE_OPERAND(t, 0), out);
	for (unsigned i = 0; VAR_P(t) && i < f->b->facts.length(); i++) {
		const fact *a = &f->b->facts[i];
		tree from = a->kind == FACT_ASSIGN && a->a == t ? bounds_strip(f, a->b)
								: NULL_TREE;
		if (from && TREE_CODE(from) == MEM_REF)
			uses_sources(f, TREE_OPERAND(from, 0), out);
	}
}

void uses_take_index(const body_frame *f, tree index, unsigned count)
{
	tree own = bounds_strip(f, index);
	decls from;

	add_index_sources(f, index, &from);
	for (unsigned i = 0; i < from.length(); i++)
		uses_set_least(&uses_note(from[i])->index_of, count);
	for (unsigned i = 0; i < f->b->facts.length(); i++) {
		const fact *c = &f->b->facts[i];
		if (c->kind != FACT_COMPARE ||
		    (c->code != LT_EXPR && c->code != GE_EXPR) ||
		    bounds_strip(f, c->a) != own)
			continue;
		tree member = leaf_member(bounds_strip(f, c->b));
		if (member)
			uses_set_least(&uses_note(member)->bounds_index_of, count);
	}
}

/* The parameter that leads to what the array lies in; or null. */
static tree given_in(const body_frame *f, tree array)
{
	tree base = get_base_address(array);
	decls from;

	if (base && TREE_CODE(base) == MEM_REF)
		uses_sources(f, TREE_OPERAND(base, 0), &from);
	for (unsigned i = 0; i < from.length(); i++)
		if (TREE_CODE(from[i]) == PARM_DECL)
			return from[i];
	return base && TREE_CODE(base) == PARM_DECL ? base : NULL_TREE;
}

/* A table with its values in the source: what is looked up there comes from outside of the program,
 * and nobody says that it fits. */
static bool is_table(tree array)
{
	tree base = get_base_address(array);

	return base && VAR_P(base) && TREE_STATIC(base) && DECL_INITIAL(base) &&
	       DECL_INITIAL(base) != error_mark_node &&
	       !initializer_zerop(DECL_INITIAL(base));
}

void uses_see_element(const body_frame *f, tree array, tree index)
{
	tree domain = TREE_CODE(TREE_TYPE(array)) == ARRAY_TYPE
			  ? TYPE_DOMAIN(TREE_TYPE(array))
			  : NULL_TREE;
	tree last = domain ? TYPE_MAX_VALUE(domain) : NULL_TREE;

	if (!lang_GNU_Fortran() && !is_table(array) && last && tree_fits_shwi_p(last) &&
	    IN_RANGE(tree_to_shwi(last), 1, ELEMENTS_MOST) &&
	    TREE_CODE(index) != INTEGER_CST) {
		const unsigned count = (unsigned)tree_to_shwi(last) + 1;
		uses_take_index(f, index, count);
		if (tree in = given_in(f, array))
			uses_see_given(f, in, index, count);
	}
}

/* The constant, and not 0 alone, says which values matter. */
static void see_constant(const body_frame *f, const fact *c)
{
	decls from;

	if (!INTEGRAL_TYPE_P(TREE_TYPE(c->a)) || !tree_fits_shwi_p(c->b) ||
	    !IN_RANGE(tree_to_shwi(c->b), 1, COMPARED_MOST))
		return;
	uses_sources(f, c->a, &from);
	if (tree container = uses_sized(f, c->a))
		from.safe_push(container);
	for (unsigned i = 0; i < from.length(); i++)
		uses_set_compared(&uses_note(from[i])->compared, tree_to_shwi(c->b));
}

static void see_order(const body_frame *f, const fact *c)
{
	const bool is_order = fact_is_order(c),
		   asks_negative =
		       integer_minus_onep(c->b) || (is_order && integer_zerop(c->b));
	decls from;

	if (!INTEGRAL_TYPE_P(TREE_TYPE(c->a)) || (!is_order && !asks_negative))
		return;
	add_index_sources(f, c->a, &from);
	if (TREE_CODE(c->b) != INTEGER_CST)
		add_index_sources(f, c->b, &from);
	for (unsigned i = 0; i < from.length(); i++)
		uses_set(asks_negative ? &uses_note(from[i])->ends_below
				       : &uses_note(from[i])->is_ordered);
}

static void see_zero(const body_frame *f, const fact *c)
{
	const bool tells_negative = fact_is_order(c) && !TYPE_UNSIGNED(TREE_TYPE(c->a));
	const bool tells_zero = uses_is_reached() && !lang_GNU_CXX() &&
				c->code != LT_EXPR && c->code != GE_EXPR;
	decls from;

	if (!integer_zerop(c->b) || !INTEGRAL_TYPE_P(TREE_TYPE(c->a)))
		return;
	if (VAR_P(bounds_see_through(f, c->a))) /* i = h->size; while (i > 0) */
		return;
	uses_sources(f, c->a, &from);
	for (unsigned i = 0; i < from.length(); i++) {
		decl_use *u = uses_note(from[i]);
		uses_set_if(tells_zero, &u->zero);
		uses_set_if(tells_negative, &u->negative);
		uses_set_if(tells_negative && !tells_zero && uses_is_reached(),
			    &u->asked_negative);
	}
}

void uses_see_values(const body_frame *f, const fact *c)
{
	uses_see_sizes(f, c);
	see_constant(f, c);
	see_order(f, c);
	see_zero(f, c);
}

void uses_see_division(const body_frame *f, tree value)
{
	decls by;

	if (TREE_CODE(value) != TRUNC_MOD_EXPR && TREE_CODE(value) != TRUNC_DIV_EXPR)
		return;
	leaves_add(f, TREE_OPERAND(value, 1), &by, 0);
	if (by.length() == 1)
		uses_set(&uses_note(by[0])->divides);
}
