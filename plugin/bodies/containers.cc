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
#include "plugin/bodies/bounds.h"
#include "plugin/bodies/leaves.h"
#include "plugin/bodies/uses.h"

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

/* The parameter or member that the reference, or the address, leads to; or null. */
static tree container_of(const body_frame *f, tree t)
{
	t = bounds_strip(f, t);
	if (TREE_CODE(t) == ADDR_EXPR)
		t = TREE_OPERAND(t, 0);
	if (TREE_CODE(t) == MEM_REF)
		t = bounds_strip(f, TREE_OPERAND(t, 0));
	tree member = leaf_member(t);
	tree decl = member ? member : TREE_CODE(t) == PARM_DECL ? t : NULL_TREE;
	return decl && is_class(TREE_TYPE(decl)) ? decl : NULL_TREE;
}

/* The call of the library whose result it is: m[i] of m[i].size(); or null. */
static gcall *element_call(const body_frame *f, tree t)
{
	const unsigned *number = f->b->assigned.get(bounds_strip(f, t));
	const fact *c = number ? &f->b->facts[*number - 1] : NULL;

	if (!c || c->kind != FACT_CALL || c->before)
		return NULL;
	gcall *call = as_a<gcall *>(c->call);
	tree callee = gimple_call_fndecl(call);
	return is_of_library(callee) && gives_element(callee) &&
		       gimple_call_num_args(call)
		   ? call
		   : NULL;
}

static bool is_constant(gcall *call)
{
	return is_end(gimple_call_fndecl(call)) ||
	       (gimple_call_num_args(call) == 2 &&
		TREE_CODE(gimple_call_arg(call, 1)) == INTEGER_CST);
}

void uses_see_containers(const body_frame *f, gcall *call,
			 decl_use *(*use_of)(tree decl), void (*set)(bool *flag))
{
	tree callee = gimple_call_fndecl(call);
	const bool is_library = is_of_library(callee);
	const bool is_element = is_library && gives_element(callee);

	for (unsigned i = 0; i < gimple_call_num_args(call); i++) {
		tree t = gimple_call_arg(call, i), own = container_of(f, t);
		gcall *outer = own ? NULL : element_call(f, t);
		tree in =
		    outer ? container_of(f, gimple_call_arg(outer, 0)) : NULL_TREE;
		/* What a function of the unit does with its parameter is seen there. */
		const bool is_seen =
		    callee && !is_library &&
		    !in_system_header_at(DECL_SOURCE_LOCATION(callee)) &&
		    body_of(callee);
		if (own && !is_seen)
			set(is_element && !i ? &use_of(own)->elements
					     : &use_of(own)->sized);
		if (in && is_class(TREE_TYPE(TREE_TYPE(t))))
			set(is_element && !i	 ? &use_of(in)->row_elements
			    : is_constant(outer) ? &use_of(in)->row_first
						 : &use_of(in)->row_sized);
	}
}

void uses_pass_container(tree callee, const decl_use *inner, decl_use *outer,
			 void (*set)(bool *flag))
{
	if (in_system_header_at(DECL_SOURCE_LOCATION(callee)))
		return;
	if (inner->elements)
		set(&outer->elements);
	if (inner->sized)
		set(&outer->sized);
	if (inner->row_elements)
		set(&outer->row_elements);
	if (inner->row_sized)
		set(&outer->row_sized);
	if (inner->row_first)
		set(&outer->row_first);
}
