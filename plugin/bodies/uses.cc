/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * uses.cc - what bodies do with parameters and members, found by following values back to
 * where they come from: in
 *
 *	for (p = list->first; p; p = p->next)
 *		sum += p->x[i];			with i < p->n somewhere
 *
 * p comes from the members first and next, which are so compared with null; and n is the
 * length of x. What a function does with its parameter is done with the arguments of its
 * calls. Statements are taken without regard to their order, as in bounds.cc.
 */
#include "plugin/gcc.h"
#include "plugin/bodies/bounds.h"
#include "plugin/bodies/leaves.h"
#include "plugin/bodies/places.h"
#include "plugin/bodies/uses.h"

enum { FACTS_MOST = 20000, ROUNDS = 4 };

/* What is looked for: places and what they end at in all bodies first (places.h). */
static enum uses_stage { SEEKS_PLACES, SEEKS_CAPACITIES, SEEKS_ENDS, SEEKS_USES } stage;

/* ---- lengths */

/* Whether one can say how long what the other points to is: members of one structure,
 * parameters of one function, or a parameter for a member. */
static bool is_partner(tree pointer, tree integer)
{
	if (!INTEGRAL_TYPE_P(TREE_TYPE(integer)) || VAR_P(integer))
		return false;
	return DECL_CONTEXT(pointer) == DECL_CONTEXT(integer) ||
	       (TREE_CODE(pointer) == FIELD_DECL && TREE_CODE(integer) == PARM_DECL);
}

static bool subtracts(const body_frame *f, tree t)
{
	return bounds_added(f, t) < 0;
}

/* A second length of an array that is a member, as of those that are filled: it counts elements. */
static void take_count(tree array, tree length)
{
	decl_use *u = uses_note(length);

	if (TREE_CODE(TREE_TYPE(array)) != ARRAY_TYPE || !is_partner(array, length) ||
	    TREE_CODE(length) != FIELD_DECL || uses_note(array)->length == length)
		return;
	uses_set_decl(&u->index_in, array);
	uses_set(&u->index_checked);
}

/* a code b, and an access at the offset. True: b is the length. */
static bool take_bound(const body_frame *f, tree pointer, const decls *indices, tree a,
		       tree_code code, tree b, tree offset)
{
	decls left, right, product;
	decl_use *u = uses_note(pointer);
	bool is_bound = false;

	leaves_add(f, a, &left, 0);
	leaves_add(f, b, &right, 0);
	leaves_add_factors(f, b, &product, 0);
	for (unsigned i = 0; i < left.length(); i++)
		for (unsigned k = 0; indices->contains(left[i]) && k < right.length();
		     k++) {
			uses_set_if(TREE_CODE(pointer) == PARM_DECL &&
					TREE_CODE(right[k]) == FIELD_DECL &&
					code != EQ_EXPR && code != NE_EXPR,
				    &uses_note(right[k])->counts_argument);
			if (right[k] == left[i] || !is_partner(pointer, right[k]) ||
			    places_are_alike(pointer, left[i], right[k], code) ||
			    ((code == EQ_EXPR || code == NE_EXPR) &&
			     !uses_is_counter(f, left[i])))
				continue;
			tree length = places_length(pointer, right[k]);
			uses_set_decl(&u->length, length);
			is_bound |= u->length == right[k];
			/* n <= capacity: no element is left out where n says how many are in use. */
			if (length != right[k] ||
			    places_length(pointer, left[i]) != left[i])
				continue;
			take_count(pointer, right[k]);
			if (right[k] != u->length && product.contains(right[k]))
				uses_set_decl(&u->stride, right[k]);
			if ((code == LE_EXPR &&
			     uses_is_uncounted(f, pointer, left[i], right[k])) ||
			    (offset && bounds_added(f, offset) > 0))
				uses_set(subtracts(f, b) ? &u->is_less : &u->one_more);
		}
	return is_bound;
}

/* A member that is an index by itself, `by`: in this expression, of the access `at`. */
static void take_member(const body_frame *f, tree array, tree index, tree by,
			const fact *at)
{
	decl_use *u = uses_note(index);
	tree size = TREE_CODE(TREE_TYPE(array)) == ARRAY_TYPE
			? TYPE_SIZE_UNIT(TREE_TYPE(array))
			: NULL_TREE;
	tree one = size ? TYPE_SIZE_UNIT(TREE_TYPE(TREE_TYPE(array))) : NULL_TREE;
	const HOST_WIDE_INT count = size && one && tree_fits_shwi_p(size) &&
					    tree_fits_shwi_p(one) && tree_to_shwi(one)
					? tree_to_shwi(size) / tree_to_shwi(one)
					: 0;

	if (TREE_CODE(index) != FIELD_DECL ||
	    DECL_CONTEXT(array) != DECL_CONTEXT(index) || !is_partner(array, index))
		return;
	uses_set_decl(&u->index_in, array);
	decls leaves;
	if (by)
		leaves_add(f, by, &leaves, 0);
	if (leaves.length() == 1 && subtracts(f, by))
		uses_set(&u->index_checked);
	/* What is compared behind the access, or when it has been increased, is the next index. */
	for (const fact *c = f->b->facts.begin(); c < at; c++) {
		decls left, right;
		if (c->kind != FACT_COMPARE || !INTEGRAL_TYPE_P(TREE_TYPE(c->a)) ||
		    !places_unchanged(f, index, c))
			continue;
		leaves_add(f, c->a, &left, 0);
		leaves_add(f, c->b, &right, 0);
		if (left.length() == 1 && right.length() == 1 &&
		    (places_are_alike(array, left[0], right[0], c->code) ||
		     places_are_alike(array, right[0], left[0], c->code)))
			continue;
		/* One that is equal to the last index is refused, but one beyond is not. */
		const bool is_last =
		    tree_fits_shwi_p(c->b) && count &&
		    (tree_to_shwi(c->b) == count ||
		     (tree_to_shwi(c->b) == count - 1 && fact_is_order(c)));
		if ((left.contains(index) && (right.length() || is_last)) ||
		    right.contains(index))
			uses_set(&u->index_checked);
	}
}

/* The indices of an access are compared with a length. */
static void take_indices(const body_frame *f, tree pointer, const decls *indices,
			 const decls *factors, tree offset, const fact *at)
{
	decls copies, moduli, columns, none;

	if (stage == SEEKS_PLACES) {
		places_note_indices(f, pointer, indices, factors, offset);
		return;
	}
	/* a[i * m + k], k < n: a row is n long. */
	for (unsigned i = 0; factors->length() && i < indices->length(); i++)
		if (!factors->contains((*indices)[i]))
			columns.safe_push((*indices)[i]);
	if (columns.length())
		take_indices(f, pointer, &columns, &none, offset, at);
	places_take_masks(f, pointer, offset);
	leaves_add_copies(f, indices, &copies);
	leaves_add_moduli(f, offset, &moduli, 0);
	for (unsigned i = 0; i < moduli.length(); i++)
		if (is_partner(pointer, moduli[i])) { /* x[(at + 1) % n] */
			uses_set_decl(&uses_note(pointer)->length, moduli[i]);
			take_count(pointer, moduli[i]);
		}
	for (unsigned i = 0; i < indices->length(); i++) {
		const decl_use *u = uses_of((*indices)[i]);
		if (u && u->below && is_partner(pointer, u->below))
			uses_set_decl(&uses_note(pointer)->length, u->below);
	}
	for (unsigned i = 0; i < f->b->facts.length(); i++) {
		const fact *c = &f->b->facts[i];
		if (c->kind != FACT_COMPARE || !INTEGRAL_TYPE_P(TREE_TYPE(c->a)))
			continue;
		take_bound(f, pointer, indices, c->a, c->code, c->b, offset);
		uses_see_offsets(f, pointer, indices, c);
		for (unsigned k = 0; k < copies.length(); k++) {
			decls copy;
			copy.safe_push(copies[k]);
			if (take_bound(f, pointer, &copy, c->a, ERROR_MARK, c->b,
				       NULL_TREE))
				take_member(f, pointer, copies[k], NULL_TREE, at);
		}
		/* i < n, i >= n: n is none that i bounds. */
		if (c->code != LT_EXPR && c->code != GE_EXPR)
			take_bound(f, pointer, indices, c->b,
				   swap_tree_comparison(c->code), c->a, offset);
	}
	/* x[n - 1]: the last one. */
	if (indices->length() == 1 && offset && subtracts(f, offset) &&
	    is_partner(pointer, (*indices)[0]))
		uses_set_decl(&uses_note(pointer)->length,
			      places_length(pointer, (*indices)[0]));
	/* a[i * n + j], i < n: of a square matrix its length is its stride, too. */
	for (unsigned square = 0; square < 2; square++)
		for (unsigned i = 0; i < factors->length(); i++)
			if (((*factors)[i] == uses_note(pointer)->length) ==
				(square > 0) &&
			    TREE_CODE((*factors)[i]) != VAR_DECL &&
			    DECL_CONTEXT((*factors)[i]) == DECL_CONTEXT(pointer) &&
			    is_partner(pointer, (*factors)[i]))
				uses_set_decl(&uses_note(pointer)->stride,
					      (*factors)[i]);
	if (offset && uses_note(pointer)->stride)
		uses_set_compared(
		    &uses_note(pointer)->stride_times,
		    leaves_times(f, offset, uses_note(pointer)->stride, false, 0));
	for (unsigned i = 0; i < indices->length(); i++)
		if (!factors->contains((*indices)[i]) &&
		    !moduli.contains((*indices)[i]) &&
		    uses_note(pointer)->length != (*indices)[i])
			take_member(f, pointer, (*indices)[i], offset, at);
}

static void see_access(const body_frame *f, tree access, const fact *at)
{
	decls indices, factors, moduli, pointers;
	tree offset = NULL_TREE;

	if (stage == SEEKS_PLACES)
		places_note_store(f, at);
	for (; handled_component_p(access); access = TREE_OPERAND(access, 0)) {
		if (TREE_CODE(access) != ARRAY_REF)
			continue;
		decls inner, inner_factors;
		if (stage == SEEKS_USES)
			uses_see_element(f, TREE_OPERAND(access, 0),
					 TREE_OPERAND(access, 1));
		tree array = leaf_member(access), index = TREE_OPERAND(access, 1);
		leaves_add(f, index, &inner, 0);
		if (array && TREE_CODE(index) != INTEGER_CST && uses_ends_record(array))
			uses_set(&uses_note(array)->indexed);
		if (array && uses_is_tail(array))
			leaves_add_factors(f, index, &inner_factors, 0);
		if (array)
			take_indices(f, array, &inner, &inner_factors, index, at);
		indices.safe_splice(inner);
	}
	if (TREE_CODE(access) != MEM_REF)
		return;
	tree address = bounds_strip(f, TREE_OPERAND(access, 0)), row = NULL_TREE;
	if (TREE_CODE(address) == POINTER_PLUS_EXPR) {
		offset = TREE_OPERAND(address, 1);
		leaves_add(f, offset, &indices, 0);
		leaves_add_factors(f, TREE_OPERAND(address, 1), &factors, 0);
		address = bounds_strip(f, TREE_OPERAND(address, 0));
	}
	/* row = m->x + i * m->n; row[k] */
	if (VAR_P(address) && assignments_of(f, address, &row) == 1 && row &&
	    TREE_CODE(bounds_strip(f, row)) == POINTER_PLUS_EXPR) {
		tree by = TREE_OPERAND(bounds_strip(f, row), 1);
		leaves_add(f, by, &indices, 0);
		leaves_add_factors(f, by, &factors, 0);
	}
	leaves_add_moduli(f, offset, &moduli, 0);
	uses_sources(f, address, &pointers);
	for (unsigned i = 0; i < pointers.length(); i++)
		if (POINTER_TYPE_P(TREE_TYPE(pointers[i]))) {
			uses_set(&uses_note(pointers[i])->accessed);
			/* Without an index: x[hash(key) % n]. */
			if (!indices.length() && !moduli.length())
				continue;
			uses_set(&uses_note(pointers[i])->indexed);
			take_indices(f, pointers[i], &indices, &factors, offset, at);
		}
	if (offset && stage == SEEKS_USES)
		uses_see_elements(f, &pointers, address, offset, &indices, at);
}

/* ---- other facts */

static void see_null_test(const body_frame *f, const fact *c)
{
	decls from;

	if (fact_is_order(c) || fact_asserts_pointer(c))
		return;
	uses_sources(f, c->a, &from);
	for (unsigned i = 0; i < from.length(); i++) {
		uses_set(&uses_note(from[i])->null);
		uses_set_if(uses_is_reached(), &uses_note(from[i])->null_reached);
	}
}

static void see_comparison(const body_frame *f, const fact *c)
{
	uses_see_values(f, c);
	uses_see_element_order(f, c);
	if (integer_zerop(c->b) && POINTER_TYPE_P(TREE_TYPE(c->a)))
		see_null_test(f, c);
}

static bool is_void_pointer(tree type)
{
	return POINTER_TYPE_P(type) && VOID_TYPE_P(TREE_TYPE(type));
}

/* A void * is assigned to a pointer of another type. */
static void see_assignment(const body_frame *f, const fact *a)
{
	tree type = TREE_TYPE(a->a);
	decls from;

	uses_see_division(f, a->b);
	if (!POINTER_TYPE_P(type) || is_void_pointer(type) ||
	    TREE_CODE(TREE_TYPE(type)) == FUNCTION_TYPE)
		return;
	tree value = CONVERT_EXPR_P(a->b) ? TREE_OPERAND(a->b, 0) : a->b;
	if (!is_void_pointer(TREE_TYPE(value)))
		return;
	uses_sources(f, value, &from);
	for (unsigned i = 0; i < from.length(); i++)
		if (is_void_pointer(TREE_TYPE(from[i])))
			uses_set_decl(&uses_note(from[i])->cast, type);
}

/* The structure that it points to, behind what converts it to void *. */
static tree pointed_record(const body_frame *f, tree t)
{
	tree type = TREE_TYPE(bounds_strip(f, t));

	type = POINTER_TYPE_P(type) ? TYPE_MAIN_VARIANT(TREE_TYPE(type)) : NULL_TREE;
	return type && TREE_CODE(type) == RECORD_TYPE ? type : NULL_TREE;
}

static void see_free(const body_frame *f, tree t)
{
	tree record = pointed_record(f, t);
	decls from;

	uses_sources(f, t, &from);
	for (unsigned i = 0; i < from.length(); i++) {
		uses_set(&uses_note(from[i])->freed);
		uses_set_if(uses_is_reached(), &uses_note(from[i])->freed_reached);
	}
	if (record)
		uses_set(&uses_note(record)->freed);
}

static void set_makes(const body_frame *f, tree pointer)
{
	decls to;

	uses_sources(f, pointer, &to);
	for (unsigned i = 0; i < to.length(); i++)
		if (uses_inside(to[i]))
			uses_set(&uses_note(to[i])->makes);
}

/* *out = p, where p is no pointer that was there, nor null. */
static void see_store(const body_frame *f, const fact *a)
{
	decls from;

	uses_see_opening(f, a);
	if (TREE_CODE(a->a) != MEM_REF || integer_zerop(bounds_strip(f, a->b)))
		return;
	uses_sources(f, a->b, &from);
	if (!from.length())
		set_makes(f, TREE_OPERAND(a->a, 0));
}

/* A call by pointer: which data it gets. */
static void see_callback(const body_frame *f, gcall *call)
{
	decls function;

	if (!gimple_call_fn(call))
		return;
	uses_sources(f, gimple_call_fn(call), &function);
	if (!function.length())
		return;
	for (unsigned i = 0; i < gimple_call_num_args(call); i++) {
		decls from;
		if (!is_void_pointer(TREE_TYPE(gimple_call_arg(call, i))))
			continue;
		uses_sources(f, gimple_call_arg(call, i), &from);
		for (unsigned k = 0; k < from.length(); k++)
			uses_set_decl(&uses_note(from[k])->called_with, function[0]);
	}
}

/* What the called function does with its parameter is done with what it is given. */
static void see_argument(const body_frame *f, gcall *call, tree parameter, tree value)
{
	const decl_use *inner = uses_of(parameter);
	decls from;

	if (!inner)
		return;
	if (inner->index_of && INTEGRAL_TYPE_P(TREE_TYPE(value)))
		uses_take_index(f, value, inner->index_of);
	uses_pass_elements(f, call, parameter, value);
	uses_sources(f, value, &from);
	tree target = bounds_strip(f, value);
	if (inner->inside && TREE_CODE(target) == ADDR_EXPR)
		see_argument(f, call, inner->inside, TREE_OPERAND(target, 0));
	for (unsigned i = 0; inner->inside && i < from.length(); i++)
		if (uses_inside(from[i]))
			see_argument(f, call, inner->inside, uses_inside(from[i]));
	for (unsigned i = 0; i < from.length(); i++) {
		decl_use *u = uses_note(from[i]);
		uses_pass_container(gimple_call_fndecl(call), inner, u);
		const bool leads = POINTER_TYPE_P(TREE_TYPE(from[i]));
		uses_set_if(inner->null && leads, &u->null);
		uses_set_if(inner->null_reached && leads, &u->null_reached);
		uses_set_if(inner->freed, &u->freed);
		uses_set_if(inner->freed_reached, &u->freed_reached);
		uses_set_if(inner->opened, &u->opened);
		uses_set_if(inner->opened_bytes, &u->opened_bytes);
		uses_set_if(inner->makes, &u->makes);
		uses_set_if(inner->negative && INTEGRAL_TYPE_P(TREE_TYPE(from[i])),
			    &u->negative);
		uses_set_if(inner->divides && from.length() == 1 &&
				INTEGRAL_TYPE_P(TREE_TYPE(from[i])),
			    &u->divides);
		uses_set_compared(&u->compared, inner->compared);
		if (is_void_pointer(TREE_TYPE(from[i]))) {
			uses_set_decl(&u->cast, inner->cast);
			if (!is_void_pointer(TREE_TYPE(parameter)))
				uses_set_decl(&u->cast, TREE_TYPE(parameter));
		}
		if (!inner->length || TREE_CODE(inner->length) != PARM_DECL)
			continue;
		unsigned at = 0;
		tree callee = gimple_call_fndecl(call);
		for (tree p = DECL_ARGUMENTS(callee);
		     p && at < gimple_call_num_args(call); p = DECL_CHAIN(p), at++) {
			decls lengths;
			if (p != inner->length)
				continue;
			uses_sources(f, gimple_call_arg(call, at), &lengths);
			for (unsigned k = 0; k < lengths.length(); k++)
				if (is_partner(from[i], lengths[k]))
					uses_set_decl(&u->length, lengths[k]);
		}
	}
}

/* An argument m->x + i leads into the array m->x as m->x[i] does; and of n bytes that are copied from or
 * to there, m->n counts elements. */
static void see_offset(const body_frame *f, const fact *c, tree argument)
{
	decls indices, factors, counts;
	tree t = bounds_strip(f, argument);
	tree offset =
	    TREE_CODE(t) == POINTER_PLUS_EXPR ? TREE_OPERAND(t, 1) : NULL_TREE;
	tree address = offset ? bounds_strip(f, TREE_OPERAND(t, 0)) : t;
	tree array = TREE_CODE(address) == ADDR_EXPR
			 ? leaf_member(TREE_OPERAND(address, 0))
			 : NULL_TREE;

	if (!array || TREE_CODE(TREE_TYPE(array)) != ARRAY_TYPE)
		return;
	if (uses_copies(c->call))
		leaves_add(f, gimple_call_arg(c->call, 2), &counts, 0);
	for (unsigned i = 0; i < counts.length(); i++)
		take_count(array, counts[i]);
	if (!offset)
		return;
	leaves_add(f, offset, &indices, 0);
	leaves_add_factors(f, offset, &factors, 0);
	take_indices(f, array, &indices, &factors, offset, c);
}

static void see_call(const body_frame *f, const fact *c)
{
	gcall *call = as_a<gcall *>(c->call);
	tree callee = gimple_call_fndecl(call);

	uses_see_containers(f, c, take_indices);
	if (!callee)
		see_callback(f, call);
	if (uses_is_free(callee) && gimple_call_num_args(call))
		see_free(f, gimple_call_arg(call, 0));
	uses_see_opening(f, c);
	if (callee && body_of(callee)) {
		unsigned i = 0;
		for (tree p = DECL_ARGUMENTS(callee);
		     p && i < gimple_call_num_args(call); p = DECL_CHAIN(p), i++)
			see_argument(f, call, p, gimple_call_arg(call, i));
		return;
	}
	for (unsigned i = 0; i < gimple_call_num_args(call); i++) {
		tree record = pointed_record(f, gimple_call_arg(call, i));
		if (record && !uses_is_free(callee) && uses_is_reached())
			uses_set(&uses_note(record)->escapes);
		if (!uses_is_free(callee))
			set_makes(f, gimple_call_arg(call, i));
		see_offset(f, c, gimple_call_arg(call, i));
	}
}

static tree see_decl(tree *at, int *, void *)
{
	tree decl = TREE_CODE(*at) == SSA_NAME ? SSA_NAME_VAR(*at) : *at;

	if (decl && (TREE_CODE(decl) == FIELD_DECL || TREE_CODE(decl) == PARM_DECL))
		uses_note(decl)->used = true;
	return NULL_TREE;
}

/* The end of an array is no element: end = &c->items[c->count]. */
static void see_place(const body_frame *f, const fact *at)
{
	if (at->code != ARRAY_REF || VAR_P(bounds_strip(f, at->b)))
		uses_see_element(f, at->a, at->b);
}

static void see_body(const body *b)
{
	body_frame f;

	f.b = b;
	f.depth = 0;
	for (unsigned i = 0; i < b->facts.length(); i++) {
		const fact *a = &b->facts[i];
		if (stage == SEEKS_CAPACITIES || stage == SEEKS_ENDS)
			places_note_capacity(&f, a, stage == SEEKS_ENDS);
		if (stage != SEEKS_USES &&
		    (stage != SEEKS_PLACES || a->kind != FACT_ACCESS))
			continue;
		uses_see_ends(&f, a);
		if (a->kind == FACT_COMPARE)
			see_comparison(&f, a);
		else if (a->kind == FACT_ACCESS)
			see_access(&f, a->a, a);
		else if (a->kind == FACT_ELEMENT)
			uses_see_element(&f, a->a, a->b);
		else if (a->kind == FACT_PLACE)
			see_place(&f, a);
		else if (a->kind == FACT_ASSIGN)
			see_assignment(&f, a);
		else if (a->kind == FACT_CALL)
			see_call(&f, a);
		else if (a->kind == FACT_STORE)
			see_store(&f, a);
	}
}

static void see_operands(function *fun)
{
	basic_block bb;

	FOR_EACH_BB_FN(bb, fun)
	for (gimple_stmt_iterator at = gsi_start_bb(bb); !gsi_end_p(at); gsi_next(&at))
		for (unsigned i = 0; i < gimple_num_ops(gsi_stmt(at)); i++) {
			tree operand = gimple_op(gsi_stmt(at), i);
			if (operand)
				walk_tree_without_duplicates(&operand, see_decl, NULL);
		}
}

/* All bodies that the wanted function reaches, or all others; `operands`: also what these name. */
static void see_bodies(const auto_vec<symtab_node *> *reached, bool wanted,
		       bool operands)
{
	cgraph_node *node;

	FOR_EACH_FUNCTION_WITH_GIMPLE_BODY(node)
	{
		const body *b = body_of(node->decl);
		uses_begin_body(!reached->length() || reached->contains(node));
		if (!b || b->facts.length() > FACTS_MOST || uses_is_reached() != wanted)
			continue;
		if (operands)
			see_operands(DECL_STRUCT_FUNCTION(node->decl));
		see_body(b);
	}
}

void uses_read(void)
{
	static bool is_read;
	auto_vec<symtab_node *> reached;

	if (is_read)
		return;
	is_read = true;
	uses_reached(&reached);
	for (unsigned first = SEEKS_PLACES; first < SEEKS_USES; first++) {
		stage = (uses_stage)first;
		see_bodies(&reached, true, false);
		see_bodies(&reached, false, false);
	}
	stage = SEEKS_USES;
	do {
		uses_begin_round();
		/* What the wanted function says of a length counts before what others say. */
		see_bodies(&reached, true, uses_round() == 1);
		see_bodies(&reached, false, false);
	} while (uses_changed() && uses_round() < ROUNDS);
}
