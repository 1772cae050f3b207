/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ends.cc - pointers into one array, a cursor and the end of what it runs over: in
 *
 *	int next(const unsigned char **p, const unsigned char *end)
 *	{
 *		return *p < end ? *(*p)++ : -1;
 *	}
 *
 * what p points to lies before end. So do members of a structure. An integer that decreases beside
 * a cursor says how many elements are left.
 */
#include "plugin/gcc.h"
#include "plugin/bodies/uses_sources.h"

/* ---- pointers */

/* Whether they can lead into one array of numbers: members of one structure, parameters of one function
 * or what these point to. */
static bool is_range(tree a, tree b)
{
	tree to = POINTER_TYPE_P(TREE_TYPE(a)) ? TREE_TYPE(TREE_TYPE(a)) : NULL_TREE;

	return a != b && to && (SCALAR_FLOAT_TYPE_P(to) || INTEGRAL_TYPE_P(to)) &&
	       POINTER_TYPE_P(TREE_TYPE(b)) && !VAR_P(a) && !VAR_P(b) &&
	       TYPE_MAIN_VARIANT(TREE_TYPE(TREE_TYPE(b))) == TYPE_MAIN_VARIANT(to) &&
	       DECL_CONTEXT(a) == DECL_CONTEXT(b);
}

static bool is_accessed(tree decl)
{
	const decl_use *u = uses_of(decl);

	return u && u->accessed;
}

/* How sure it is that the first one is not behind the other one. */
enum certainty { EQUAL, ABOVE, BELOW, SURE };

static void set_end(tree first, tree end, certainty how)
{
	decl_use *f = uses_note(first), *e = uses_note(end);

	if (e->ends_at == first && how > e->ends_how)
		e->ends_at = f->begins_at = NULL_TREE;
	if (e->ends_at == first || f->ends_at)
		return;
	uses_set_decl(&f->ends_at, end);
	uses_set_decl(&e->begins_at, first);
	f->ends_how = how;
}

/* Two parameters that are both accessed may be arrays that must not overlap, and what is equal, unless it
 * is accessed, is no end. */
static bool is_end(tree first, tree end, certainty how)
{
	const bool are_plain = TREE_CODE(first) == PARM_DECL &&
			       !uses_note(first)->outer && !uses_note(end)->outer;

	return is_range(first, end) &&
	       (how == SURE || !is_accessed(first) || !is_accessed(end) ||
		(how > EQUAL && !are_plain));
}

static void set_ends(const decls *first, const decls *end, certainty how)
{
	for (unsigned i = 0; i < first->length(); i++)
		for (unsigned k = 0; k < end->length(); k++)
			if (!end->contains((*first)[i]) &&
			    !first->contains((*end)[k]) &&
			    is_end((*first)[i], (*end)[k], how))
				set_end((*first)[i], (*end)[k], how);
}

enum runs { STAYS, MAY_RUN, RUNS };

/* Whether it runs over the array: elements are accessed there, or it is what a parameter points to. */
static runs runs_of(const decls *list)
{
	runs most = STAYS;

	for (unsigned i = 0; i < list->length(); i++) {
		const decl_use *u = uses_of((*list)[i]);
		if (is_accessed((*list)[i]))
			return RUNS;
		if (u && u->outer)
			most = MAY_RUN;
	}
	return most;
}

/* end - p < 12, also where that is divided by the size of an element: there are more. */
static void see_constant(const body_frame *f, const fact *c)
{
	tree difference = bounds_strip(f, c->a);
	decls end;

	if (!INTEGRAL_TYPE_P(TREE_TYPE(c->a)) || !tree_fits_shwi_p(c->b) ||
	    !IN_RANGE(tree_to_shwi(c->b), 1, 1000))
		return;
	if (TREE_CODE(difference) == EXACT_DIV_EXPR)
		difference = bounds_strip(f, TREE_OPERAND(difference, 0));
	if (TREE_CODE(difference) != POINTER_DIFF_EXPR)
		return;
	uses_sources(f, TREE_OPERAND(difference, 0), &end);
	for (unsigned i = 0; i < end.length(); i++)
		uses_set_compared(&uses_note(end[i])->compared,
				  (unsigned)tree_to_shwi(c->b));
}

/* p <= last may access *last; p + 4 <= end, p < end and p == end do not. */
static void set_behind(const decls *end, bool is_last)
{
	for (unsigned i = 0; i < end->length(); i++)
		uses_set(is_last ? &uses_note((*end)[i])->end_reached
				 : &uses_note((*end)[i])->end_behind);
}

/* p < end, p == end; p > begin; p + 4 > end. */
static void see_comparison(const body_frame *f, const fact *c)
{
	decls left, right;

	see_constant(f, c);
	if (!POINTER_TYPE_P(TREE_TYPE(c->a)) || integer_zerop(c->b))
		return;
	uses_sources(f, c->a, &left);
	uses_sources(f, c->b, &right);
	const bool is_swapped = runs_of(&left) < runs_of(&right);
	const tree_code code = is_swapped ? swap_tree_comparison(c->code) : c->code;
	const decls *cursor = is_swapped ? &right : &left,
		    *end = is_swapped ? &left : &right;
	const bool is_sum =
	    TREE_CODE(bounds_strip(f, is_swapped ? c->b : c->a)) == POINTER_PLUS_EXPR;
	if (code == GT_EXPR && !is_sum) {
		set_ends(end, cursor, ABOVE);
		return;
	}
	set_ends(cursor, end, fact_is_order(c) ? BELOW : EQUAL);
	set_behind(end, code == LE_EXPR && !is_sum);
}

/* end - p: that the two lie in one array is sure. */
static void see_difference(const body_frame *f, tree difference)
{
	decls first, end;

	uses_sources(f, TREE_OPERAND(difference, 1), &first);
	uses_sources(f, TREE_OPERAND(difference, 0), &end);
	set_ends(&first, &end, SURE);
	set_behind(&end, false);
}

/* ---- how many are left */

/* The parameter that is the integer, or points to it, or the member; or null. */
static tree counter_of(const body_frame *f, tree t)
{
	t = bounds_strip(f, t);
	tree member = leaf_member(t);
	if (TREE_CODE(t) == MEM_REF && !member)
		t = bounds_strip(f, TREE_OPERAND(t, 0));
	tree decl = member ? member : TREE_CODE(t) == PARM_DECL ? t : NULL_TREE;
	tree type = decl ? TREE_TYPE(decl) : NULL_TREE;
	if (type && POINTER_TYPE_P(type))
		type = TREE_TYPE(type);
	return type && TREE_CODE(type) == INTEGER_TYPE ? decl : NULL_TREE;
}

/* Whether the body compares it as a number. */
static bool is_compared(const body_frame *f, tree counter)
{
	for (unsigned i = 0; i < f->b->facts.length(); i++) {
		const fact *c = &f->b->facts[i];
		if (c->kind == FACT_COMPARE && INTEGRAL_TYPE_P(TREE_TYPE(c->a)) &&
		    (counter_of(f, c->a) == counter || counter_of(f, c->b) == counter))
			return true;
	}
	return false;
}

/* Whether the counter gets the value that the statement computes. */
static bool is_kept(const body_frame *f, const fact *a, tree counter)
{
	if (a->a == counter || !gimple_bb(a->call))
		return a->a == counter;
	for (gimple_stmt_iterator at = gsi_for_stmt(a->call); !gsi_end_p(at);
	     gsi_next(&at)) {
		gimple *s = gsi_stmt(at);
		if (gimple_assign_single_p(s) && gimple_assign_rhs1(s) == a->a &&
		    counter_of(f, gimple_assign_lhs(s)) == counter)
			return true;
	}
	return false;
}

static void set_left(tree cursor, tree counter)
{
	const decl_use *u = uses_of(cursor);

	if (u && u->moved && !u->ends_at && !u->begins_at && !u->length &&
	    u->outer != counter && DECL_CONTEXT(cursor) == DECL_CONTEXT(counter))
		uses_set_decl(&uses_note(cursor)->left, counter);
}

/* left = left - 1: the cursors beside it that move on have so many elements. */
static void see_sum(const body_frame *f, const fact *a)
{
	tree counter = counter_of(f, TREE_OPERAND(a->b, 0));
	const bool decreases =
	    TREE_CODE(a->b) == MINUS_EXPR || bounds_added(f, a->b) < 0;

	if (!counter || !is_kept(f, a, counter))
		return;
	if (!decreases) {
		uses_set(&uses_note(counter)->increased);
		return;
	}
	if (!is_compared(f, counter))
		return;
	if (TREE_CODE(counter) == FIELD_DECL)
		for (tree m = TYPE_FIELDS(DECL_CONTEXT(counter)); m; m = DECL_CHAIN(m))
			set_left(m, counter);
	for (tree p = DECL_ARGUMENTS(f->b->decl); p; p = DECL_CHAIN(p))
		if (uses_of(p) && uses_of(p)->inside)
			set_left(uses_of(p)->inside, counter);
}

/* *p = *p + 1, s->p = s->p + 1 */
static void see_store(const body_frame *f, const fact *s)
{
	decls to, from;

	uses_sources(f, s->a, &to);
	uses_sources(f, s->b, &from);
	for (unsigned i = 0; i < to.length(); i++)
		if (from.contains(to[i]) &&
		    (TREE_CODE(to[i]) == FIELD_DECL || uses_note(to[i])->outer))
			uses_set(&uses_note(to[i])->moved);
}

/* ---- what called functions say */

/* What the call passes for a parameter, or for what it points to. */
static void add_passed(const body_frame *f, gcall *call, tree decl, decls *out)
{
	const decl_use *u = uses_of(decl);
	tree of = u && u->outer ? u->outer : decl;
	unsigned i = 0;

	for (tree p = DECL_ARGUMENTS(gimple_call_fndecl(call));
	     p && i < gimple_call_num_args(call); p = DECL_CHAIN(p), i++) {
		tree value = bounds_strip(f, gimple_call_arg(call, i));
		decls outer;
		if (p != of)
			continue;
		if (of != decl && TREE_CODE(value) == ADDR_EXPR) {
			uses_sources(f, TREE_OPERAND(value, 0), out);
			continue;
		}
		uses_sources(f, value, of != decl ? &outer : out);
		for (unsigned k = 0; k < outer.length(); k++)
			if (uses_inside(outer[k]))
				out->safe_push(uses_inside(outer[k]));
	}
}

static void see_passed(const body_frame *f, gcall *call, tree parameter)
{
	const decl_use *u = uses_of(parameter);
	decls from, to;

	if (!u || !(u->ends_at || u->left))
		return;
	add_passed(f, call, parameter, &from);
	add_passed(f, call, u->ends_at ? u->ends_at : u->left, &to);
	if (u->ends_at)
		set_ends(&from, &to, SURE);
	for (unsigned i = 0; !u->ends_at && i < from.length(); i++)
		for (unsigned k = 0; k < to.length(); k++)
			set_left(from[i], to[k]);
}

static void see_call(const body_frame *f, gcall *call)
{
	tree callee = gimple_call_fndecl(call);

	if (!callee || !body_of(callee))
		return;
	for (tree p = DECL_ARGUMENTS(callee); p; p = DECL_CHAIN(p)) {
		see_passed(f, call, p);
		if (uses_of(p) && uses_of(p)->inside)
			see_passed(f, call, uses_of(p)->inside);
	}
}

void uses_see_ends(const body_frame *f, const fact *at)
{
	if (uses_round() < 2 || lang_GNU_Fortran())
		return;
	if (at->kind == FACT_COMPARE)
		see_comparison(f, at);
	else if (at->kind == FACT_STORE)
		see_store(f, at);
	else if (at->kind == FACT_CALL)
		see_call(f, as_a<gcall *>(at->call));
	else if (at->kind != FACT_ASSIGN)
		return;
	else if (TREE_CODE(at->b) == POINTER_DIFF_EXPR)
		see_difference(f, at->b);
	else if (INTEGRAL_TYPE_P(TREE_TYPE(at->a)) &&
		 (TREE_CODE(at->b) == MINUS_EXPR || TREE_CODE(at->b) == PLUS_EXPR))
		see_sum(f, at);
}
