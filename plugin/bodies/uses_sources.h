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
	/* By == or !=, its number of rows is compared, that of columns, and any of both or its size with
	 * what is no constant. */
	bool rows_told, columns_told, size_told;
	bool is_index,
	    permuted; /* its elements are indices of another one; of it, elements of one */
	bool null; /* it is compared with null */
	bool null_reached; /* and that by what the wanted function reaches */
	bool zero; /* an integer: with 0, by what the wanted function of C reaches */
	bool makes; /* of a pointer to pointers: something new is stored there */
	bool opened,
	    opened_bytes; /* it is the name of a file; and that of one of bytes */
	bool freed; /* what it points to is freed, or may be moved by realloc() */
	bool freed_reached; /* and that by what the wanted function reaches */
	bool negative; /* the integer is compared with 0 as if it could be negative */
	bool
	    asked_negative; /* and with less than 0, by what the wanted function reaches */
	/* Of what elements are read from, or a parameter: the fewest elements of an array that has a size
	 * of its own and of which its values, unchanged, are indices; of a member, of one whose indices
	 * are compared with it. 0: none. */
	unsigned index_of, bounds_index_of;
	/* Of an integer parameter: the fewest elements of such an array in what another parameter leads
	 * to, where it is the index, or indices are below it; and that parameter; or 0, null. */
	unsigned given_index_of, given_bound_of;
	tree given_in;
	bool ends_below; /* one of its values is asked to be -1 or below 0 */
	bool
	    is_ordered; /* its values are compared by their order, and not with 0 alone */
	bool masks; /* of a member: indices of an array are masked by it */
	bool divides; /* the integer: something is divided by it */
	unsigned compared; /* the largest constant that it is compared with, to 1000 */
	unsigned stored; /* of a member: the largest one that is stored there, to 1000 */
	bool
	    escapes; /* a structure: its address is passed to a function without a body */
	tree cast; /* of a void *: what it is taken for, a pointer type; or null */
	tree
	    length; /* the integer that bounds the indices of what it points to; or null */
	bool
	    one_more; /* and there is one element more than it says: x[i + 1], i <= n */
	bool is_less; /* not so: i < n - 1 */
	tree stride; /* and the one that these are multiplied by; or null */
	unsigned stride_times; /* that one's own factor: 2 of 2 * k + 1; or 0 */
	tree index_in; /* of an integer: the array that it is an index of; or null */
	bool index_checked; /* and it is compared with the number of its elements */
	bool
	    counts_argument; /* of a member: it bounds the indices of a parameter, i < m->rows of x[i] */
	/* Of a member: an array that it is an index of, in any way; and the member below which it is
	 * kept, as n by head = (head + 1) % n or if (++head == n) head = 0; or null. */
	tree indexes, below;
	/* Of a member: an array of which it says where the next element goes, and the one that it is not
	 * larger than: as of n the capacity, if (v->n == v->capacity) grow(v); v->x[v->n++]; or null. */
	tree fills, within;
	bool
	    exceeds; /* and the wanted function asks whether it is larger: any may be given */
	tree copies; /* of a member: another one that is stored there, or null */
	bool steps; /* of a member: it becomes larger or smaller: v->n++ */
	/* Of an array, by elements.cc: one of which its elements, unchanged, are indices, also itself; the
	 * integer that these are below, a length; one that they bound the indices of, as
	 * k = start[i]; k < start[i + 1]; and of that one, the array that does; or null. */
	tree elements_of, elements_below, offsets_of, offsets_by;
	bool met_by_elements, /* its indices are elements of another one, or its own */
	    met_by_others; /* and also numbers that are given */
	bool
	    offsets_full; /* each range of offsets has an element: x[start[i]] is accessed */
	bool elements_end; /* one of its elements is asked to be -1 or below 0 */
	bool elements_root; /* or to be its own index: x == parent[x] */
	/* The wanted function asks if one of its elements is less than the one before; or not larger. */
	bool elements_descend, elements_differ;
	bool elements_told; /* or compared with a constant, by their order */
	tree elements_checked; /* or so with a parameter or member, the first one */
	tree subscript_of; /* of an integer: an array of which it is an index */
	tree
	    inside; /* of a pointer to pointers: stands for what it points to; or null */
	tree outer; /* of that one: the pointer to pointers */
	unsigned ends_how; /* how sure ends_at is */
	bool end_reached, /* of an end: it is compared as an element, p <= last, */
	    end_behind, /* or as what is behind the last one */
	    moved, /* another place in the array is stored there */
	    increased; /* of an integer: so it is not what is left */
	/* Of a pointer to numbers: others into its array, the one that lies at its end or behind it and the
	 * one that lies before it; and how many elements are left, an integer or a pointer to it; or null. */
	tree ends_at, begins_at, left;
	tree
	    called_with; /* of a void *: the pointer to a function that gets it; or null */
};

/* What is known of it; null: nothing. */
const decl_use *uses_of(tree decl);

/* ---- for those who read bodies */

/* What is known of it, to be added to; it lasts. */
decl_use *uses_note(tree decl);
void uses_set(bool *flag);
void uses_set_if(bool holds, bool *flag);
/* Where nothing is there yet; `value` may be null. */
void uses_set_decl(tree *where, tree value);
void uses_set_compared(unsigned *most, unsigned value);
/* The least of those that are set. */
void uses_set_least(unsigned *least, unsigned value);
/* Whether something was added since the round began. */
void uses_begin_round(void);
unsigned uses_round(void); /* from 1; 0: before them */
bool uses_changed(void);
/* The body that is read next is one that the wanted function reaches, or not; whether it is. */
void uses_begin_body(bool reached);
bool uses_is_reached(void);

/* What stands for that which a pointer to pointers points to; null: it is none. */
tree uses_inside(tree decl);
/* Whether its name says that it counts elements. */
bool uses_names_count(tree decl);
/* Whether an array that is a member has an element that is not counted, where its index goes from 0 to
 * the length: for (i = 0; i <= p->degree; i++). With a length that its name says to be a count,
 * access to that one is a fault. */
bool uses_is_uncounted(const body_frame *f, tree array, tree index, tree length);
/* Adds the parameters and members whose value it may be, moved or not. */
void uses_sources(const body_frame *f, tree t, decls *out);
/* A call, or a store for one, that may open a file by its name. */
void uses_see_opening(const body_frame *f, const fact *at);

/* The index of an array of so many elements that lies in what the parameter leads to: the caller
 * passes both, that and the index, or the number of elements in use. */
void uses_see_given(const body_frame *f, tree in, tree index, unsigned count);

/* ---- indices.cc */

/* An element of an array, array[index]; which values of integers a comparison tells apart. */
void uses_see_element(const body_frame *f, tree array, tree index);
void uses_see_values(const body_frame *f, const fact *at);
/* The value may be a quotient or remainder by a parameter or member. */
void uses_see_division(const body_frame *f, tree value);
/* The value is an index of an array of so many elements. */
void uses_take_index(const body_frame *f, tree index, unsigned count);

/* ---- elements.cc */

/* The arrays, or what is allocated, are accessed at that offset, which `indices` make up. */
void uses_see_elements(const body_frame *f, const decls *arrays, tree address,
		       tree offset, const decls *indices, const fact *at);
/* A comparison, of an element perhaps. */
void uses_see_element_order(const body_frame *f, const fact *at);
/* The comparison bounds indices of the array. */
void uses_see_offsets(const body_frame *f, tree array, const decls *indices,
		      const fact *at);
/* What the called function does with elements of its parameter, or with it as an index. */
void uses_pass_elements(const body_frame *f, gcall *call, tree parameter, tree value);
/* How the elements of an array are to be so that accesses by them stay inside. */
enum elements_kind {
	ELEMENTS_ANY,
	ELEMENTS_INDICES,
	ELEMENTS_LATER, /* of the array itself: each leads to a later one, or is -1 */
	ELEMENTS_PARENTS, /* or to itself or an earlier one */
	ELEMENTS_PERMUTATION,
	ELEMENTS_OFFSETS
};
elements_kind uses_elements(tree array);

/* ---- ends.cc */

/* What a comparison, a difference or a call says of pointers into one array. Which ones are accessed
 * is known. */
void uses_see_ends(const body_frame *f, const fact *at);

/* ---- containers.cc */

/* The std::string, a parameter or a member, that the value is, or of which it is the c_str(); or null. */
tree uses_text_of(const body_frame *f, tree value);
/* The container or matrix, a parameter or a member, of which the value is the size(); or null. */
tree uses_sized(const body_frame *f, tree value);
void uses_see_sizes(const body_frame *f, const fact *c);

/* These indices are those of an access to the elements of a container. */
typedef void uses_take_fn(const body_frame *f, tree container, const decls *indices,
			  const decls *factors, tree offset, const fact *at);
/* What a call says of the containers that it gets, and of the elements that are indices. */
void uses_see_containers(const body_frame *f, const fact *at, uses_take_fn *take);
/* What the called function does with a container is done with the one that it is given. */
void uses_pass_container(tree callee, const decl_use *inner, decl_use *outer);

/* Whether the member is an array at the end of its structure, of one element at the most. */
bool uses_ends_record(tree member);

/* Whether it is one of memcpy(), memmove() and memset(). */
bool uses_copies(gimple *call);

/* Whether what is equal to it may end a loop over it; no variable that only takes what is found:
 * v = stack[--top]; if (v == wanted). */
bool uses_is_counter(const body_frame *f, tree index);

#endif
