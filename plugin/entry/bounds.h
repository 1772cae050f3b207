/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bounds.h - intervals of the integers and pointers of a body.
 */
#ifndef PLUGIN_BOUNDS_H
#define PLUGIN_BOUNDS_H

#include "plugin/entry/bounds_arithmetic.h"
#include "plugin/entry/facts.h"

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
	bool
	    loads; /* bounds() has come across an integer in memory since it was reset */
	bool
	    is_given_loads; /* the values of parameters have, and are not bounded by it */
};

/* Whether it is a member of which a value is given. */
bool bounds_member(body_frame *f, tree t, HOST_WIDE_INT *value);
/* That of an operand or expression of the body. */
interval bounds(body_frame *f, tree t);
/* That of the address of a memory reference. */
interval bounds_address(body_frame *f, tree t);
/* The expression without conversions and names of values that are assigned once. */
tree bounds_strip(const body_frame *f, tree t);
/* The pointer of *pointer, or null. */
tree bounds_memory(tree t);

#endif
