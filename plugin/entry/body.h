/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * body.h - what the body of the entry, and of the functions of its unit that it calls,
 * does with the parameters: how far it indexes what a pointer points to, and which
 * pointers it compares with null.
 */
#ifndef PLUGIN_BODY_H
#define PLUGIN_BODY_H

#include "plugin/bodies/bounds.h"
#include "plugin/entry/parameter.h"

/* In place of the value of a parameter that is no integer. */
static const HOST_WIDE_INT BODY_NO_INTEGER = HOST_WIDE_INT_MIN;

/* How a body uses what a pointer parameter points to. */
struct body_use {
	/* Bytes from the pointer to the end of what is accessed at the most, for the
	 * values of the integers; 0: nothing is accessed. Bounds of loops are taken for
	 * what indices reach. */
	HOST_WIDE_INT end;
	location_t
	    where; /* of the access that reaches the end; or of the unknown one */
	bool unknown; /* another access has an index of which no bound is known */
	bool indexed; /* and that comes from memory */
	bool chosen; /* and that is a value of memory as it is: x[next[i]] */
	bool whole; /* memset() sets it from its beginning to a bound that is known */
	bool
	    external; /* it is stored, or passed to a function that is not in the unit */
};

/* The use of parameter `of` where the integer parameters have the values `arguments`, by
 * their numbers, and behind these the integers of parameter_members(). The body must have
 * been lowered to blocks. */
struct body_use body_use_of(tree entry, const parameter_list *parameters, unsigned of,
			    const HOST_WIDE_INT *arguments);

/* Bytes from the pointer to where an access begins at the least, of the access that makes it the
 * most: for (i = first; i < last; i++) x[i] depends on first. `is_latest`: and of the assignment
 * that does, where a variable has several, instead of the least one. */
HOST_WIDE_INT body_begin(tree entry, const parameter_list *parameters, unsigned of,
			 const HOST_WIDE_INT *arguments, bool is_latest);
/* The same of the access that makes it the least. */
HOST_WIDE_INT body_begin_least(tree entry, const parameter_list *parameters,
			       unsigned of, const HOST_WIDE_INT *arguments);

/* Visits the facts of the entry and of the functions of its unit that it calls, with bounds for the
 * values of the integers (null: none is known). False: the entry has no body yet. */
typedef void body_visit_fn(body_frame *f, const fact *what, void *context);
bool body_visit(tree entry, const parameter_list *parameters,
		const HOST_WIDE_INT *arguments, body_visit_fn *visit, void *context);

/* Whether the parameter or the member of a structure is an operand of a statement in the entry
 * or a function of its unit that it may call, also by pointer; of a global variable, whether
 * one reads it or takes its address. */
bool body_uses(tree entry, tree decl);

/* Whether the entry uses the integer parameter for nothing but bounds of arrays, which are then
 * not used either: ls of `integer ls; real s(ls)`. */
bool body_only_declares(tree entry, tree integer);

/* Whether the entry does nothing with the integer but keep others below it, by comparisons, MIN or,
 * with `cuts`, by n = integer where n is larger. Adds it, and the parameters that are compared by
 * order with it or with one of these; there is one, or nothing is computed of the integer. */
bool body_guards(tree entry, tree integer, bool cuts, auto_vec<tree> *kept);

/* Whether the entry compares by order what the pointer leads to with the integer: *used < room. */
bool body_keeps(tree entry, tree pointer, tree integer);

/* Whether the entry gives the parameter another value. */
bool body_assigns(tree entry, tree integer);

/* Whether the pointer is compared with null; *where: the place. */
bool body_tests_null(tree entry, const parameter_list *parameters, unsigned of,
		     location_t *where);

/* Whether the entry does nothing with the pointer but pass it to functions whose bodies are there. */
bool body_only_passes(tree entry, const parameter_list *parameters, unsigned of);

/* Whether the two pointers are compared with each other; *where: the place. */
bool body_compares(tree entry, const parameter_list *parameters, unsigned a, unsigned b,
		   location_t *where);

/* Whether an element of what the pointer points to is compared with 0: a text that ends
 * there. */
bool body_tests_end(tree entry, const parameter_list *parameters, unsigned of);
/* Or asks for the text's length: who reads behind its NUL has not looked for it. */
bool body_seeks_end(tree entry, const parameter_list *parameters, unsigned of);

/* Bytes from the pointer to the end of the longest text literal that is passed to a function
 * beside it, as strcmp()'s second argument; 0: none is. */
HOST_WIDE_INT body_text_end(tree entry, const parameter_list *parameters, unsigned of);

/* Bytes of the largest variable, of those up to `most`, that a text may be copied to: it is passed to
 * a function, or its index is not known to stay in it; 0: there is none. */
HOST_WIDE_INT body_text_buffer(tree entry, const parameter_list *parameters,
			       HOST_WIDE_INT most);

/* Whether the entry asks if the integer is below or above a constant from low to high. */
bool body_tests_order(tree entry, const parameter_list *parameters, unsigned of,
		      HOST_WIDE_INT low, HOST_WIDE_INT high);
/* Or if it is one of these, but for 0. */
bool body_tests_value(tree entry, const parameter_list *parameters, unsigned of,
		      HOST_WIDE_INT low, HOST_WIDE_INT high);
/* Whether the entry refuses the integer, as it is passed, or cuts it down where it is too large, and
 * passes it as a number of bytes, of which a negative one becomes a huge one. */
bool body_converts(tree entry, const parameter_list *parameters, unsigned of);
/* Whether one tells it below 0 from 0. */
bool body_tests_sign(tree entry, const parameter_list *parameters, unsigned of);

/* Whether one tells values above this one from each other, or from it: x > value, x < value + 1. */
bool body_tells_above(tree entry, const parameter_list *parameters, unsigned of,
		      HOST_WIDE_INT value);

/* The largest constant, of those up to `most`, that an integer variable is compared with, or that
 * is the size of a variable's array whose index may go beyond it for the values of the integers. */
HOST_WIDE_INT body_largest_constant(tree entry, const parameter_list *parameters,
				    const HOST_WIDE_INT *arguments, HOST_WIDE_INT most);

/* Widens range[0]..range[1], the enumerators of a field of parameter `of`, so that each
 * comparison of it with a constant can have both results, and each switch a value of no
 * case. */
void body_asks_enumeration(tree entry, const parameter_list *parameters, unsigned of,
			   const parameter_field *field, HOST_WIDE_INT range[2]);

#endif
