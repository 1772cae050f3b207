/* SPDX-License-Identifier: GPL-3.0-or-later */
/* uses_sources.h - what is known of each parameter, member and structure, and which of them a value
 * comes from. */
#ifndef PLUGIN_USES_SOURCES_H
#define PLUGIN_USES_SOURCES_H

#include "plugin/bodies/leaves.h"

struct decl_use {
	tree decl; /* PARM_DECL or FIELD_DECL; of RECORD_TYPE: a structure */
	bool used; /* it occurs in a body */
	bool accessed; /* what it points to is accessed */
	bool indexed; /* and that by an index */
	/* A container of C++: elements of it are accessed; and something else is done with it, as with
	 * one whose size is asked. Then the same of the containers in it; and only the size of one of
	 * them is asked, which is the first or the last. */
	bool elements, sized, row_elements, row_sized, row_first;
	bool is_index,
	    permuted; /* its elements are indices of another one; of it, elements of one */
	bool null; /* it is compared with null */
	bool zero; /* an integer: with 0, by what the wanted function of C reaches */
	bool makes; /* of a pointer to pointers: something new is stored there */
	bool freed; /* what it points to is freed, or may be moved by realloc() */
	bool negative; /* the integer is compared with 0 as if it could be negative */
	/* Of what elements are read from, or a parameter: the fewest elements of an array that has a size
	 * of its own and of which its values, unchanged, are indices; of a member, of one whose indices
	 * are compared with it. 0: none. */
	unsigned index_of, bounds_index_of;
	bool ends_below; /* one of its values is asked to be -1 or below 0 */
	bool
	    is_ordered; /* its values are compared by their order, and not with 0 alone */
	unsigned compared; /* the largest constant that it is compared with, to 1000 */
	bool
	    escapes; /* a structure: its address is passed to a function without a body */
	tree cast; /* of a void *: what it is taken for, a pointer type; or null */
	tree
	    length; /* the integer that bounds the indices of what it points to; or null */
	bool
	    one_more; /* and there is one element more than it says: x[i + 1], i <= n */
	bool is_less; /* not so: i < n - 1 */
	tree stride; /* and the one that these are multiplied by; or null */
	tree index_in; /* of an integer: the array that it is an index of; or null */
	bool index_checked; /* and it is compared with the number of its elements */
	/* Of a member: an array that it is an index of, in any way; and the member below which it is
	 * kept, as n by head = (head + 1) % n or if (++head == n) head = 0; or null. */
	tree indexes, below;
	tree
	    inside; /* of a pointer to pointers: stands for what it points to; or null */
	tree
	    called_with; /* of a void *: the pointer to a function that gets it; or null */
};

/* What is known of it; null: nothing. */
const decl_use *uses_of(tree decl);

/* ---- for those who read bodies */

/* What is known of it, to be added to; it lasts. */
decl_use *uses_note(tree decl);
void uses_set(bool *flag);
/* Where nothing is there yet; `value` may be null. */
void uses_set_decl(tree *where, tree value);
void uses_set_compared(unsigned *most, unsigned value);
/* The least of those that are set. */
void uses_set_least(unsigned *least, unsigned value);
/* Whether something was added since the round began. */
void uses_begin_round(void);
bool uses_changed(void);

/* What stands for that which a pointer to pointers points to; null: it is none. */
tree uses_inside(tree decl);
/* Adds the parameters and members whose value it may be, moved or not. */
void uses_sources(const body_frame *f, tree t, decls *out);

/* ---- indices.cc */

/* An element of an array, array[index]; which values of integers a comparison tells apart. */
void uses_see_element(const body_frame *f, tree array, tree index);
void uses_see_values(const body_frame *f, const fact *at);
/* The value is an index of an array of so many elements. */
void uses_take_index(const body_frame *f, tree index, unsigned count);

/* ---- containers.cc */

/* These indices are those of an access to the elements of a container. */
typedef void uses_take_fn(const body_frame *f, tree container, const decls *indices,
			  const decls *factors, tree offset, const fact *at);
/* What a call says of the containers that it gets, and of the elements that are indices. */
void uses_see_containers(const body_frame *f, const fact *at, uses_take_fn *take);
/* What the called function does with a container is done with the one that it is given. */
void uses_pass_container(tree callee, const decl_use *inner, decl_use *outer);

#endif
