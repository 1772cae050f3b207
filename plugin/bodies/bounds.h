/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bounds.h - intervals of the integers and pointers of a body. */
#ifndef PLUGIN_BOUNDS_H
#define PLUGIN_BOUNDS_H

#include "plugin/bodies/facts.h"

/* ---- bounds_arithmetic.cc: intervals, and those of sums, products and the like */

/* Numbers from low to high, each of which may be unknown; of a pointer, bytes from where
 * the entry's parameter `base` points to. */
struct interval {
	bool has_low, has_high;
	HOST_WIDE_INT low, high;
	tree base;
};

static const interval UNBOUNDED = {false, false, 0, 0, NULL_TREE};

/* The interval of a single number. */
interval bounds_number(HOST_WIDE_INT value);
/* A constant that is added: -1 where an unsigned number becomes smaller, i + 4294967295u. */
HOST_WIDE_INT bounds_addend(tree c);
/* That of a sum, by what is known of both. */
interval bounds_add(interval a, interval b);
interval bounds_negate(interval a);
/* Where a low bound is not known, it is 0, or above. */
interval bounds_multiply(interval a, interval b);
/* That of the operation; unbounded where nothing is known of it. */
interval bounds_binary(tree_code code, interval a, interval b);

/* ---- bounds_shapes.cc: a call of a body, and shapes of its expressions: ways in which people write
 * indices, of which more is known than intervals of their operands tell */

/* The value of an integer that lies `offset` bytes behind where the entry's parameter points
 * to, or in it. */
struct member_value {
	tree decl;
	HOST_WIDE_INT offset, value;
};

/* A call: a body and the values of its parameters. */
struct body_frame {
	const body *b;
	auto_vec<tree> names;
	auto_vec<interval> values;
	const vec<member_value> *members;
	auto_vec<tree> active; /* variables whose bounds are being computed */
	unsigned depth;
	bool is_latest =
	    false; /* of several assigned values the largest low bound counts */
	bool
	    loads; /* bounds() has come across an integer in memory since it was reset */
	bool
	    is_given_loads; /* the values of parameters have, and are not bounded by it */
};

enum { EXPRESSIONS_DEEP = 40 }; /* that are looked through */

/* How often a name is assigned, and by what the last time; a call's result is null. */
unsigned assignments_of(const body_frame *f, tree name, tree *value);
/* The expression without conversions and names of values that are assigned once. */
tree bounds_strip(const body_frame *f, tree t);
/* And the value of a variable that is assigned once. */
tree bounds_assigned(const body_frame *f, tree t);
/* The latter where it is a member, a parameter or a product: n = m->rows, n = m->rows * m->cols. */
tree bounds_see_through(const body_frame *f, tree t);
/* The sign of the constant that is added to the first number in it; 0: none is. */
int bounds_added(const body_frame *f, tree t);
/* Whether both are one variable, or one place in memory. */
bool shape_same(tree a, tree b);
/* Whether both are the sum of two numbers of which none is constant, i + k. */
bool shape_same_sum(const body_frame *f, tree a, tree b);
/* k = t % m, and k += m where that is negative: m; else null. */
tree shape_modulus(const body_frame *f, tree name);
/* Whether it is the middle, (a + b) / 2 or a + (b - a) / 2, which lies between the two. */
bool shape_middle(const body_frame *f, tree t, tree *a, tree *b);
/* Whether a comparison of the body says so, a < b, or b - a > 1, and b begins as a parameter:
 * a length, where n - 1 would be the last index. */
bool shape_below(const body_frame *f, tree a, tree b);

/* ---- bounds.cc */

/* Whether it is a member of which a value is given. */
bool bounds_member(body_frame *f, tree t, HOST_WIDE_INT *value);
/* That of an operand or expression of the body. */
interval bounds(body_frame *f, tree t);
/* That of the address of a memory reference. */
interval bounds_address(body_frame *f, tree t);
/* Whether the unit's bodies are too entangled, so that some bounds and bases are missing. */
bool bounds_given_up(void);
/* The pointer of *pointer, or null. */
tree bounds_memory(tree t);
/* Whether the value is that of the parameter, or the address that is passed for it. */
bool bounds_is_argument(const body_frame *f, tree t, tree decl);

/* ---- bounds_sum.cc */

/* That of a + b, a pointer and bytes behind it, by all of the terms in both. */
interval bounds_sum(body_frame *f, tree a, tree b);

/* ---- callers.cc: what the calls of the entry in its own unit pass for its parameters: evidence
 * where its body says nothing */

/* Bytes of the smallest array that a call passes for the parameter of that number; 0: of none is
 * the size known. *where: the call. */
HOST_WIDE_INT callers_bytes(tree entry, unsigned of, location_t *where);

/* Whether a call passes a null pointer. */
bool callers_pass_null(tree entry, unsigned of, location_t *where);

/* Whether each call that passes an array of known size for one parameter passes a constant for
 * the other, and that is the number of its elements, of so many bytes; and there is one. */
bool callers_count(tree entry, unsigned array, HOST_WIDE_INT element, unsigned integer,
		   location_t *where);

#endif
