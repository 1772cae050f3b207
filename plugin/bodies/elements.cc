/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * elements.cc - arrays whose elements say where arrays are accessed:
 *
 *	for (k = start[i]; k < start[i + 1]; k++)
 *		sum += value[k] * x[column[k]];
 *	while (parent[v] != v)
 *		v = parent[v];
 *
 * `start` has offsets of `value` and `column`, `column` has indices of x, and `parent` its own. Who
 * compares such a number with the length has it from somewhere else.
 */
#include "plugin/gcc.h"
#include "plugin/bodies/bounds.h"
#include "plugin/bodies/uses_sources.h"
#include "plugin/unit/symbol.h"

/* ---- values that are elements */

/* Adds the elements, *p or p[i], that the value may be, unchanged. */
static void add_elements(const body_frame *f, tree value, auto_vec<tree> *out)
{
	tree t = bounds_strip(f, value);

	if (TREE_CODE(t) == MEM_REF)
		out->safe_push(t);
	for (unsigned i = 0; DECL_P(t) && i < f->b->facts.length(); i++) {
		const fact *a = &f->b->facts[i];
		tree from = a->kind == FACT_ASSIGN && a->a == t ? bounds_strip(f, a->b)
								: NULL_TREE;
		if (from && TREE_CODE(from) == MEM_REF)
			out->safe_push(from);
	}
}

/* Adds what the pointer comes from, a variable itself where that is a block of the function. */
static void add_places(const body_frame *f, tree pointer, decls *out)
{
	tree t = bounds_strip(f, pointer);

	uses_sources(f, t, out);
	if (!out->length() && VAR_P(t))
		out->safe_push(t);
}

/* Whether it is a parameter that stays: *n of `int *n` is one number, and n[i] is asked elsewhere. */
static bool is_of_one(const body_frame *f, tree address)
{
	tree ignored;

	return TREE_CODE(address) == PARM_DECL && !assignments_of(f, address, &ignored);
}

/* Adds the arrays of integers that the elements are of. */
static void add_arrays(const body_frame *f, const auto_vec<tree> *elements, decls *out)
{
	for (unsigned i = 0; i < elements->length(); i++) {
		decls from;
		tree address = bounds_strip(f, TREE_OPERAND((*elements)[i], 0));
		if (is_of_one(f, address))
			continue;
		if (TREE_CODE(address) == POINTER_PLUS_EXPR)
			address = TREE_OPERAND(address, 0);
		add_places(f, address, &from);
		for (unsigned k = 0; k < from.length(); k++) {
			tree type = TREE_TYPE(from[k]);
			if (POINTER_TYPE_P(type) &&
			    TREE_CODE(TREE_TYPE(type)) == INTEGER_TYPE &&
			    TYPE_PRECISION(TREE_TYPE(type)) > BITS_PER_UNIT &&
			    !out->contains(from[k]))
				out->safe_push(from[k]);
		}
	}
}

/* Of an offset from the address in bytes, what is multiplied by the size of an element; or null. */
static tree subscript(const body_frame *f, tree address, tree offset)
{
	tree t = bounds_strip(f, offset), type = TREE_TYPE(address);

	if (!POINTER_TYPE_P(type))
		return NULL_TREE;
	type = TREE_TYPE(type);
	tree size = TYPE_SIZE_UNIT(type) ? TYPE_SIZE_UNIT(type) : size_one_node;

	if (TREE_CODE(t) == MULT_EXPR && tree_int_cst_equal(TREE_OPERAND(t, 1), size))
		return bounds_strip(f, TREE_OPERAND(t, 0));
	return integer_onep(size) ? t : NULL_TREE;
}

/* The constant part of an offset in bytes: 4 of (i + 1) * 4. */
static HOST_WIDE_INT constant_part(const body_frame *f, tree t, unsigned deep)
{
	t = bounds_strip(f, t);
	if (TREE_CODE(t) == INTEGER_CST)
		return sext_hwi(TREE_INT_CST_LOW(t), TYPE_PRECISION(TREE_TYPE(t)));
	if (!BINARY_CLASS_P(t) || deep > SOURCES_DEEP)
		return 0;
	const HOST_WIDE_INT a = constant_part(f, TREE_OPERAND(t, 0), deep + 1),
			    b = constant_part(f, TREE_OPERAND(t, 1), deep + 1);
	return TREE_CODE(t) == PLUS_EXPR    ? a + b
	       : TREE_CODE(t) == MINUS_EXPR ? a - b
	       : TREE_CODE(t) == MULT_EXPR  ? a * b
					    : 0;
}

static bool is_integer_decl(tree decl)
{
	return (TREE_CODE(decl) == PARM_DECL || TREE_CODE(decl) == FIELD_DECL) &&
	       TREE_CODE(TREE_TYPE(decl)) == INTEGER_TYPE;
}

/* ---- indices */

/* The only integer that the size of a block is made of, which a call allocates; or null. */
static tree allocated_count(const body_frame *f, tree pointer)
{
	static const char *const names[] = {"malloc", "calloc", "realloc"};
	tree t = bounds_strip(f, pointer), only = NULL_TREE;

	for (unsigned i = 0; VAR_P(t) && i < f->b->facts.length(); i++) {
		const fact *a = &f->b->facts[i];
		decls leaves;
		if (a->kind != FACT_CALL || a->a != t)
			continue;
		bool is_allocation = false;
		for (const char *name : names)
			is_allocation |= symbol_is_called(a->call, name);
		for (unsigned k = 0; is_allocation && k < gimple_call_num_args(a->call);
		     k++)
			leaves_add(f, gimple_call_arg(a->call, k), &leaves, 0);
		for (unsigned k = 0; k < leaves.length(); k++)
			if (is_integer_decl(leaves[k]))
				only = only && only != leaves[k] ? error_mark_node
								 : leaves[k];
	}
	return only == error_mark_node ? NULL_TREE : only;
}

/* Elements of `from` are indices of `array`, below the integer, which may be null. */
static void relate(tree from, tree array, tree below)
{
	decl_use *u = uses_note(from);

	if (array == from && u->elements_of != from)
		u->elements_of = NULL_TREE; /* its own come first */
	uses_set_decl(&u->elements_of, array);
	if (array)
		uses_set(&uses_note(array)->met_by_elements);
	if (below && is_integer_decl(below) &&
	    (VAR_P(from) || DECL_CONTEXT(below) == DECL_CONTEXT(from) ||
	     TREE_CODE(below) == PARM_DECL))
		uses_set_decl(&u->elements_below, below);
}

static tree length_of(tree array)
{
	const decl_use *u = uses_of(array);

	return u ? u->length : NULL_TREE;
}

/* What is stored in an array of which the elements are indices is one. */
static void see_store(const body_frame *f, tree address, gimple *stmt)
{
	auto_vec<tree> elements;
	decls from, to;

	add_elements(f, gimple_assign_rhs1(stmt), &elements);
	add_arrays(f, &elements, &from);
	add_places(f, address, &to);
	for (unsigned i = 0; i < from.length(); i++)
		for (unsigned k = 0; k < to.length(); k++) {
			const decl_use *u = uses_of(to[k]);
			if (u && u->elements_of && to[k] != from[i])
				relate(from[i], u->elements_of,
				       u->elements_below ? u->elements_below
							 : length_of(u->elements_of));
		}
}

void uses_see_elements(const body_frame *f, const decls *arrays, tree address,
		       tree offset, const decls *indices, const fact *at)
{
	auto_vec<tree> elements, elements_before;
	decls from, next;
	tree index = subscript(f, address, offset), count = allocated_count(f, address);

	if (!index)
		return;
	if (gimple_assign_single_p(at->call) && gimple_get_lhs(at->call) == at->a)
		see_store(f, address, at->call);
	add_elements(f, index, &elements);
	add_arrays(f, &elements, &from);
	if (TREE_CODE(index) == PLUS_EXPR && integer_onep(TREE_OPERAND(index, 1)))
		add_elements(f, TREE_OPERAND(index, 0), &elements_before);
	add_arrays(f, &elements_before, &next);
	for (unsigned k = 0; k < arrays->length(); k++) {
		tree array = (*arrays)[k];
		for (unsigned i = 0; i < from.length(); i++) {
			relate(from[i], array, length_of(array));
			if (!DECL_P(index) && uses_note(from[i])->offsets_of)
				uses_set(&uses_note(from[i])->offsets_full);
		}
		/* start[e + 1] of offsets, of which there is one more than its length says. */
		const decl_use *own = uses_of(array);
		for (unsigned i = 0; own && own->one_more && i < next.length(); i++)
			relate(next[i], NULL_TREE, own->length);
		if (DECL_P(index) && is_integer_decl(index))
			uses_set_decl(&uses_note(index)->subscript_of, array);
		for (unsigned i = 0; i < indices->length(); i++)
			if (is_integer_decl((*indices)[i]) &&
			    (*indices)[i] != length_of(array))
				uses_set(&uses_note(array)->met_by_others);
	}
	for (unsigned i = 0; count && i < from.length(); i++)
		relate(from[i], bounds_strip(f, address), count);
}

/* ---- comparisons */

/* Whether the other side is the index of one of the elements. */
static bool is_own_index(const body_frame *f, const auto_vec<tree> *elements,
			 tree other)
{
	tree own = bounds_strip(f, other);

	for (unsigned i = 0; i < elements->length(); i++) {
		tree address = bounds_strip(f, TREE_OPERAND((*elements)[i], 0));
		if (TREE_CODE(address) == POINTER_PLUS_EXPR &&
		    subscript(f, TREE_OPERAND(address, 0), TREE_OPERAND(address, 1)) ==
			own)
			return true;
	}
	return false;
}

/* One side of a comparison and the other, by order or not. A parameter has been compared when it was
 * no element yet. */
static void see_side(const body_frame *f, tree a, bool is_order, tree b)
{
	auto_vec<tree> elements;
	decls from, leaves;

	if (!INTEGRAL_TYPE_P(TREE_TYPE(a)))
		return;
	add_elements(f, a, &elements);
	add_arrays(f, &elements, &from);
	leaves_add(f, b, &leaves, 0);
	const bool is_end = integer_minus_onep(b) || (is_order && integer_zerop(b)),
		   is_root = !is_order && is_own_index(f, &elements, b),
		   is_given = TREE_CODE(bounds_strip(f, a)) == PARM_DECL;
	for (unsigned i = 0; i < from.length(); i++) {
		decl_use *u = uses_note(from[i]);
		if (is_root)
			uses_set(&u->elements_root);
		if (is_given)
			continue;
		if (is_end)
			uses_set(&u->elements_end);
		else if (is_order && TREE_CODE(b) == INTEGER_CST)
			uses_set(&u->elements_told);
		for (unsigned k = 0; is_order && k < leaves.length(); k++)
			if (is_integer_decl(leaves[k]))
				uses_set_decl(&u->elements_checked, leaves[k]);
	}
}

/* The element x[i + c], also as a variable that is assigned once; *before: c, in bytes. Null: it is
 * none. */
static tree element_at(const body_frame *f, tree t, HOST_WIDE_INT *before)
{
	t = bounds_assigned(f, t);
	if (TREE_CODE(t) != MEM_REF)
		return NULL_TREE;
	tree address = bounds_strip(f, TREE_OPERAND(t, 0));
	*before = constant_part(f, TREE_OPERAND(t, 1), 0);
	if (TREE_CODE(address) == POINTER_PLUS_EXPR)
		*before += constant_part(f, TREE_OPERAND(address, 1), 0);
	return t;
}

/* Whether the function asks itself if an element is less than the one before it, x[i + 1] < x[i]: they
 * need not ascend. That they differ, x[i] < x[i + 1], it asks of those that do. */
static void see_neighbours(const body_frame *f, const fact *c)
{
	HOST_WIDE_INT left = 0, right = 0;
	auto_vec<tree> elements, others;
	decls from, to;

	if (!uses_is_reached() || !fact_is_order(c))
		return;
	tree a = element_at(f, c->a, &left), b = element_at(f, c->b, &right);
	const bool is_less = c->code == LT_EXPR || c->code == GE_EXPR;
	if (!a || !b || left == right)
		return;
	elements.safe_push(a);
	others.safe_push(b);
	add_arrays(f, &elements, &from);
	add_arrays(f, &others, &to);
	const bool is_descent = is_less == (left > right);
	if (fact_asserts(c, (c->code == LT_EXPR || c->code == GT_EXPR) == is_descent))
		return;
	for (unsigned i = 0; i < from.length(); i++)
		if (to.contains(from[i]))
			uses_set(is_descent ? &uses_note(from[i])->elements_descend
					    : &uses_note(from[i])->elements_differ);
}

void uses_see_element_order(const body_frame *f, const fact *c)
{
	see_neighbours(f, c);
	see_side(f, c->a, fact_is_order(c), c->b);
	see_side(f, c->b, fact_is_order(c), c->a);
}

/* Without a constant that is added: start[j] of start[j] + 1. */
static tree without_constant(const body_frame *f, tree t)
{
	t = bounds_strip(f, t);
	return TREE_CODE(t) == PLUS_EXPR && TREE_CODE(TREE_OPERAND(t, 1)) == INTEGER_CST
		   ? bounds_strip(f, TREE_OPERAND(t, 0))
		   : t;
}

/* Whether the index begins as an element of the array. */
static bool begins_by(const body_frame *f, tree index, tree array)
{
	for (unsigned i = 0; i < f->b->facts.length(); i++) {
		const fact *a = &f->b->facts[i];
		auto_vec<tree> elements;
		decls from;
		if (a->kind != FACT_ASSIGN || a->a != index)
			continue;
		add_elements(f, without_constant(f, a->b), &elements);
		add_arrays(f, &elements, &from);
		if (from.contains(array))
			return true;
	}
	return false;
}

void uses_see_offsets(const body_frame *f, tree array, const decls *indices,
		      const fact *c)
{
	auto_vec<tree> elements;
	decls from;
	tree index = bounds_strip(f, c->a);

	if (!VAR_P(index) || !indices->contains(index) || c->code == EQ_EXPR)
		return;
	add_elements(f, without_constant(f, c->b), &elements);
	add_arrays(f, &elements, &from);
	for (unsigned i = 0; i < from.length(); i++)
		if (from[i] != array && DECL_CONTEXT(from[i]) == DECL_CONTEXT(array) &&
		    begins_by(f, index, from[i])) {
			uses_set_decl(&uses_note(from[i])->offsets_of, array);
			uses_set_decl(&uses_note(array)->offsets_by, from[i]);
		}
}

/* ---- calls */

/* The member itself, or what the call passes for the callee's parameter; or null. */
static tree in_caller(const body_frame *f, gcall *call, tree decl)
{
	unsigned at = 0;
	decls from;

	if (!decl || TREE_CODE(decl) == FIELD_DECL)
		return decl;
	for (tree p = DECL_ARGUMENTS(gimple_call_fndecl(call));
	     p && at < gimple_call_num_args(call); p = DECL_CHAIN(p), at++)
		if (p == decl)
			uses_sources(f, gimple_call_arg(call, at), &from);
	return from.length() == 1 ? from[0] : NULL_TREE;
}

/* An index is passed. */
static void pass_subscript(const body_frame *f, gcall *call, tree of, tree value)
{
	tree array = in_caller(f, call, of), own = bounds_strip(f, value);
	auto_vec<tree> elements;
	decls from;

	if (!array)
		return;
	add_elements(f, value, &elements);
	add_arrays(f, &elements, &from);
	for (unsigned i = 0; i < from.length(); i++)
		relate(from[i], array, length_of(array));
	if (DECL_P(own) && is_integer_decl(own)) {
		uses_set_decl(&uses_note(own)->subscript_of, array);
		if (own != length_of(array))
			uses_set(&uses_note(array)->met_by_others);
	}
}

void uses_pass_elements(const body_frame *f, gcall *call, tree parameter, tree value)
{
	static bool decl_use::*const flags[] = {
	    &decl_use::met_by_elements,	 &decl_use::met_by_others,
	    &decl_use::offsets_full,	 &decl_use::elements_end,
	    &decl_use::elements_root,	 &decl_use::elements_told,
	    &decl_use::elements_descend, &decl_use::elements_differ};
	static tree decl_use::*const others[] = {
	    &decl_use::elements_checked, &decl_use::offsets_of, &decl_use::offsets_by};
	const decl_use *inner = uses_of(parameter);
	decls from;

	if (inner->subscript_of && INTEGRAL_TYPE_P(TREE_TYPE(value)))
		pass_subscript(f, call, inner->subscript_of, value);
	uses_sources(f, value, &from);
	for (unsigned i = 0; i < from.length(); i++) {
		decl_use *u = uses_note(from[i]);
		if (!POINTER_TYPE_P(TREE_TYPE(from[i])))
			continue;
		for (bool decl_use::*flag : flags)
			if (inner->*flag)
				uses_set(&(u->*flag));
		for (tree decl_use::*other : others)
			uses_set_decl(&(u->*other), in_caller(f, call, inner->*other));
		if (inner->elements_of)
			relate(from[i], in_caller(f, call, inner->elements_of),
			       in_caller(f, call, inner->elements_below));
	}
}

/* ---- */

elements_kind uses_elements(tree array)
{
	const decl_use *u = uses_of(array);

	if (u && u->offsets_of)
		return ELEMENTS_OFFSETS;
	if (!u || (!u->elements_of && !u->elements_below) || u->elements_told ||
	    (u->elements_checked && (u->elements_checked == u->elements_below ||
				     u->elements_checked == u->length)))
		return ELEMENTS_ANY;
	if (u->elements_of != array)
		return ELEMENTS_INDICES;
	return u->elements_root	 ? ELEMENTS_PARENTS
	       : u->elements_end ? ELEMENTS_LATER
				 : ELEMENTS_PERMUTATION;
}
