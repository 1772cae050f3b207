/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bounds.h - intervals of the integers and pointers of a body.
 */
#ifndef PLUGIN_BOUNDS_H
#define PLUGIN_BOUNDS_H

#include "plugin/entry/facts.h"

/* Numbers from low to high, each of which may be unknown; of a pointer, bytes from where
 * the entry's parameter `base` points to. */
struct interval {
	bool has_low, has_high;
	HOST_WIDE_INT low, high;
	tree base;
};

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

static const interval UNBOUNDED = {false, false, 0, 0, NULL_TREE};

/* The interval of a single number. */
interval bounds_number(HOST_WIDE_INT value);
/* That of a sum, by what is known of both. */
interval bounds_add(interval a, interval b);
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
