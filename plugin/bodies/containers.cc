/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * containers.cc - what bodies of C++ do with containers of the standard library: in
 *
 *	for (size_t i = 0; i < x.size(); i++)
 *		sum += x[i] * y[i] + m[i][0];
 *
 * the size of x is asked, and elements of y are accessed as if it was known: it has as many. So
 * do elements of containers in m.
 */
#include "plugin/gcc.h"
#include "plugin/bodies/uses_sources.h"

enum { ARRAY_MOST = 1000 };

/* Whether a member function of the standard library is called. */
static bool is_of_library(tree callee)
{
	return callee && DECL_NAME(callee) && DECL_CONTEXT(callee) &&
	       TYPE_P(DECL_CONTEXT(callee)) &&
	       in_system_header_at(DECL_SOURCE_LOCATION(callee));
}

static bool is_called(tree callee, const char *name)
{
	return !strcmp(IDENTIFIER_POINTER(DECL_NAME(callee)), name);
}

static bool is_end(tree callee)
{
	return is_called(callee, "front") || is_called(callee, "back");
}

static bool gives_element(tree callee)
{
	return is_called(callee, "operator[]") || is_end(callee) ||
	       is_called(callee, "data");
}

static bool is_class(tree type)
{
	if (POINTER_TYPE_P(type))
		type = TREE_TYPE(type);
	return TREE_CODE(type) == RECORD_TYPE;
}

static bool is_base(tree field)
{
	return DECL_ARTIFICIAL(field) && !DECL_NAME(field);
}

/* The parameter or member that the reference, or the address, leads to; or null. */
static tree container_of(const body_frame *f, tree t)
{
	t = bounds_see_through(f, t);
	if (TREE_CODE(t) == ADDR_EXPR)
		t = TREE_OPERAND(t, 0);
	while (TREE_CODE(t) == COMPONENT_REF && is_base(TREE_OPERAND(t, 1)))
		t = TREE_OPERAND(t, 0);
	if (TREE_CODE(t) == MEM_REF)
		t = bounds_strip(f, TREE_OPERAND(t, 0));
	tree member = leaf_member(t);
	tree decl = member ? member : TREE_CODE(t) == PARM_DECL ? t : NULL_TREE;
	return decl && is_class(TREE_TYPE(decl)) ? decl : NULL_TREE;
}

/* The call that gives the value, with one argument at least; or null. */
static gcall *any_call_of(const body_frame *f, tree t)
{
	const unsigned *number = f->b->assigned.get(t);
	const fact *c = number ? &f->b->facts[*number - 1] : NULL;

	/* The end of its life is no value. */
	while (c && c->kind == FACT_ASSIGN && TREE_CLOBBER_P(c->b))
		c = c->before ? &f->b->facts[c->before - 1] : NULL;
	if (!c || c->kind != FACT_CALL || c->before)
		return NULL;
	gcall *call = as_a<gcall *>(c->call);
	return gimple_call_num_args(call) ? call : NULL;
}

/* One of the library. */
static gcall *call_of(const body_frame *f, tree t)
{
	gcall *call = any_call_of(f, t);

	return call && is_of_library(gimple_call_fndecl(call)) ? call : NULL;
}

/* The one whose result it is: m[i] of m[i].size(); or null. */
static gcall *element_call(const body_frame *f, tree t)
{
	gcall *call = call_of(f, bounds_strip(f, t));

	return call && gives_element(gimple_call_fndecl(call)) ? call : NULL;
}

static bool is_one_of(tree callee, const char *const *names)
{
	while (*names && !is_called(callee, *names))
		names++;
	return *names != NULL;
}

static const char *const sizes[] = {"size", "length", NULL},
			 *const rows[] = {"rows", "size1", "height", NULL},
			 *const columns[] = {"cols", "columns", "size2", "width", NULL};

/* The call of a member function, with one of these names, that gives the value; or null. */
static gcall *size_call(const body_frame *f, tree value)
{
	gcall *call = lang_GNU_CXX() ? any_call_of(f, bounds_strip(f, value)) : NULL;
	tree callee = call ? gimple_call_fndecl(call) : NULL_TREE;

	return callee && DECL_NAME(callee) && DECL_CONTEXT(callee) &&
		       TYPE_P(DECL_CONTEXT(callee)) &&
		       (is_one_of(callee, sizes) || is_one_of(callee, rows) ||
			is_one_of(callee, columns))
		   ? call
		   : NULL;
}

tree uses_sized(const body_frame *f, tree value)
{
	gcall *call = size_call(f, value);

	return call ? container_of(f, gimple_call_arg(call, 0)) : NULL_TREE;
}

void uses_see_sizes(const body_frame *f, const fact *c)
{
	if (c->code != EQ_EXPR && c->code != NE_EXPR)
		return;
	for (tree value : {c->a, c->b}) {
		gcall *call = size_call(f, value);
		tree container =
		    call ? container_of(f, gimple_call_arg(call, 0)) : NULL_TREE;
		if (!container)
			continue;
		tree callee = gimple_call_fndecl(call);
		decl_use *u = uses_note(container);
		uses_set_if(is_one_of(callee, rows), &u->rows_told);
		uses_set_if(is_one_of(callee, columns), &u->columns_told);
		uses_set_if(TREE_CODE(c->b) != INTEGER_CST, &u->size_told);
	}
}

tree uses_text_of(const body_frame *f, tree value)
{
	if (!lang_GNU_CXX())
		return NULL_TREE;
	gcall *call = call_of(f, bounds_strip(f, value));
	if (call && (is_called(gimple_call_fndecl(call), "c_str") ||
		     is_called(gimple_call_fndecl(call), "data")))
		value = gimple_call_arg(call, 0);
	return container_of(f, value);
}

static bool is_constant(gcall *call)
{
	return is_end(gimple_call_fndecl(call)) ||
	       (gimple_call_num_args(call) == 2 &&
		TREE_CODE(gimple_call_arg(call, 1)) == INTEGER_CST);
}

/* What is done with one container is done with the other. */
static void pass_flags(const decl_use *inner, decl_use *outer)
{
	static bool decl_use::*const flags[] = {
	    &decl_use::elements, &decl_use::sized,	  &decl_use::is_index,
	    &decl_use::permuted, &decl_use::row_elements, &decl_use::row_sized,
	    &decl_use::row_first};

	for (bool decl_use::*flag : flags)
		if (inner->*flag)
			uses_set(&(outer->*flag));
}

/* ---- elements that are indices */

/* The container of which the value is an element: x[k], or *i of for (int v : x); or null. */
static tree element_of(const body_frame *f, tree t)
{
	if (TREE_CODE(t) != MEM_REF)
		return NULL_TREE;
	gcall *call = call_of(f, bounds_strip(f, TREE_OPERAND(t, 0)));
	tree from = call ? gimple_call_arg(call, 0) : NULL_TREE;
	if (call && is_called(gimple_call_fndecl(call), "operator*") &&
	    TREE_CODE(from) == ADDR_EXPR) {
		call = call_of(f, TREE_OPERAND(from, 0));
		from = call && is_called(gimple_call_fndecl(call), "begin")
			   ? gimple_call_arg(call, 0)
			   : NULL_TREE;
	} else if (call && !gives_element(gimple_call_fndecl(call))) {
		from = NULL_TREE;
	}
	return from ? container_of(f, from) : NULL_TREE;
}

static void note_index(tree container, tree from)
{
	if (!from || from == container)
		return;
	uses_set(&uses_note(from)->is_index);
	uses_set(&uses_note(container)->permuted);
}

/* ---- copies */

/* std::move(x), std::forward<T>(x) */
static bool is_passed_on(tree callee)
{
	return callee && DECL_NAME(callee) && !is_of_library(callee) &&
	       in_system_header_at(DECL_SOURCE_LOCATION(callee)) &&
	       (is_called(callee, "move") || is_called(callee, "forward"));
}

/* The parameter or member that the argument is, also where it is passed on; or null. */
static tree passed_container(const body_frame *f, tree t)
{
	const unsigned *number = f->b->assigned.get(bounds_strip(f, t));
	const fact *c = number ? &f->b->facts[*number - 1] : NULL;

	if (c && c->kind == FACT_CALL && !c->before) {
		gcall *call = as_a<gcall *>(c->call);
		if (is_passed_on(gimple_call_fndecl(call)) &&
		    gimple_call_num_args(call) == 1)
			t = gimple_call_arg(call, 0);
	}
	return container_of(f, t);
}

/* Whether the call of the library makes or ends a container, or gives it another value: its size is
 * not asked. */
static bool sets_whole(tree callee)
{
	return DECL_CXX_CONSTRUCTOR_P(callee) || DECL_CXX_DESTRUCTOR_P(callee) ||
	       is_called(callee, "operator=");
}

/* member(parameter) of a constructor, member = std::move(parameter): what is done with the member is
 * done with that. */
static void see_copy(const body_frame *f, gcall *call)
{
	tree to = container_of(f, gimple_call_arg(call, 0));
	tree from = gimple_call_num_args(call) > 1
			? passed_container(f, gimple_call_arg(call, 1))
			: NULL_TREE;

	if (!to || !from || to == from)
		return;
	const decl_use *inner = uses_note(to);
	decl_use *outer = uses_note(from);
	pass_flags(inner, outer);
	uses_set_compared(&outer->compared, inner->compared);
	if (inner->opened)
		uses_set(&outer->opened);
	if (inner->opened_bytes)
		uses_set(&outer->opened_bytes);
}

/* Whether what becomes of argument `i` is known where it is used: it is copied to a member, or the
 * call is none of its own. */
static bool is_followed(const body_frame *f, gcall *call, unsigned i)
{
	tree callee = gimple_call_fndecl(call);

	if (is_passed_on(callee))
		return true;
	return is_of_library(callee) && sets_whole(callee) &&
	       (i == 0 || (i == 1 && container_of(f, gimple_call_arg(call, 0))));
}

/* ---- indices */

/* The indices of an element of the container. */
static void see_indices(const body_frame *f, tree container, tree index, const fact *at,
			uses_take_fn *take)
{
	decls indices, factors;
	tree t = bounds_see_through(f, index);

	leaves_add(f, index, &indices, 0);
	leaves_add_factors(f, index, &factors, 0);
	take(f, container, &indices, &factors, index, at);
	note_index(container, element_of(f, t));
	for (unsigned i = 0; VAR_P(t) && i < f->b->facts.length(); i++) {
		const fact *a = &f->b->facts[i];
		if (a->kind == FACT_ASSIGN && a->a == t)
			note_index(container, element_of(f, bounds_strip(f, a->b)));
	}
}

/* std::array<T, N>: N; else 0. */
static unsigned elements_of_type(tree type)
{
	tree fields = TREE_CODE(type) == RECORD_TYPE ? TYPE_FIELDS(type) : NULL_TREE;

	while (fields && TREE_CODE(fields) != FIELD_DECL)
		fields = DECL_CHAIN(fields);
	tree domain = fields && TREE_CODE(TREE_TYPE(fields)) == ARRAY_TYPE &&
			      in_system_header_at(DECL_SOURCE_LOCATION(fields))
			  ? TYPE_DOMAIN(TREE_TYPE(fields))
			  : NULL_TREE;
	tree last = domain ? TYPE_MAX_VALUE(domain) : NULL_TREE;
	return last && tree_fits_uhwi_p(last) && tree_to_uhwi(last) < ARRAY_MOST
		   ? (unsigned)tree_to_uhwi(last) + 1
		   : 0;
}

static void see_array(const body_frame *f, tree in, tree type, tree index)
{
	const unsigned count = elements_of_type(type);

	if (count > 1 && TREE_CODE(index) != INTEGER_CST)
		uses_see_given(f, in, index, count);
}

/* ---- calls */

void uses_see_containers(const body_frame *f, const fact *at, uses_take_fn *take)
{
	gcall *call = as_a<gcall *>(at->call);
	tree callee = gimple_call_fndecl(call);
	const bool is_library = is_of_library(callee);
	const bool is_element = is_library && gives_element(callee);
	/* What a function of the unit does with its parameter is seen there. */
	const bool is_seen = callee && !is_library && body_of(callee) &&
			     !in_system_header_at(DECL_SOURCE_LOCATION(callee));

	if (is_library && sets_whole(callee))
		see_copy(f, call);
	for (unsigned i = 0; i < gimple_call_num_args(call); i++) {
		tree t = gimple_call_arg(call, i), own = container_of(f, t);
		gcall *outer = own ? NULL : element_call(f, t);
		tree in =
		    outer ? container_of(f, gimple_call_arg(outer, 0)) : NULL_TREE;
		if (own && !is_seen && !is_followed(f, call, i))
			uses_set(is_element && !i ? &uses_note(own)->elements
						  : &uses_note(own)->sized);
		if (own && !i && is_element && gimple_call_num_args(call) == 2)
			see_indices(f, own, gimple_call_arg(call, 1), at, take);
		tree given = own ? own : in;
		if (given && TREE_CODE(given) == PARM_DECL && !i && is_element &&
		    gimple_call_num_args(call) == 2)
			see_array(f, given, TREE_TYPE(TREE_TYPE(t)),
				  gimple_call_arg(call, 1));
		if (in && is_class(TREE_TYPE(TREE_TYPE(t))))
			uses_set(is_element && !i     ? &uses_note(in)->row_elements
				 : is_constant(outer) ? &uses_note(in)->row_first
						      : &uses_note(in)->row_sized);
	}
}

void uses_pass_container(tree callee, const decl_use *inner, decl_use *outer)
{
	if (!in_system_header_at(DECL_SOURCE_LOCATION(callee)))
		pass_flags(inner, outer);
}
