/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * layout.h - an input of a typed target as bytes of a file and as a vector of
 * coordinates; the runtime has it as arguments, too (harness/input/arguments.h).
 *
 * A file holds the scalars in the order of the parameters, little-endian, without
 * padding, what a pointer points to inline, behind a bool when the pointer may be null.
 * decode(encode(x)) = x for every vector; encode(decode(b)) is the canonical form of b:
 * short files are zero-extended, long ones truncated, a bool is the low bit of its
 * byte, an invalid encoding of a long double is made valid, and a value outside of its
 * range becomes the nearest bound.
 */
#ifndef VALUE_LAYOUT_H
#define VALUE_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mcmc/objective.h"
#include "me/abi.h"

/*
 * ---- the entry function of a target as prover and command know it: its parameters
 * are the records of me/abi.h, which the target describes (--units); and the scalars of
 * its inputs, in the order in which a file has them.
 */

/* A flag of the prover's beside enum me_parameter_flags: proofs are for arguments of all
 * kinds that overlap with this one. */
enum { ENTRY_MAY_OVERLAP = 1 << 15 };

/* The flags of parameters by their names in JSON; the last one has no name. */
extern const struct entry_flag {
	const char *name;
	uint16_t flag;
} entry_flags[];

struct entry {
	const char *name; /* assembler name */
	const char *unit; /* source file of its unit */
	const char *ranges; /* lengths and ranges as text: "x:16,t:0..1" */
	struct me_parameter *parameters;
	size_t parameter_count;
	bool is_driver; /* it makes the arguments of another function */
	bool may_meet_globals; /* proofs are for pointers into global variables, too */
	bool
	    odd_bools; /* proofs are for bools in memory that are neither 0 nor 1, too */
	bool odd_inputs; /* proofs are for inputs that the source rejects, too */
	bool flushes; /* runs start in a mode that flushes subnormal numbers */
	bool shortens; /* runs start with x87's precision below that of long double */
};

/* Bytes of one element of the parameter. */
size_t entry_element_size(const struct me_parameter *parameter);
/* Whether two pointers may lead to one object by their types: they have a type of scalar in
 * common, or one is of characters; and no declaration excludes it. */
bool entry_may_share(const struct me_parameter *a, const struct me_parameter *b);
/* Bytes of a whole input file. */
size_t entry_file_size(const struct entry *entry);

/* Bytes in front of a buffer in which writes are detected. */
enum { LAYOUT_FRONT = 256 };

#define LAYOUT_NONE ((size_t)-1)

struct layout_parameter {
	const struct me_parameter *record;
	size_t offset; /* in a file */
	size_t first; /* coordinate of the first scalar */
	size_t null; /* coordinate that is 1 when the pointer is null, or LAYOUT_NONE */
	/* First of the coordinates whose product is the number of elements, or LAYOUT_NONE;
	 * how many these are: several are extents of an array of assumed shape. */
	size_t length, length_count;
	size_t
	    length_null; /* coordinate that is 1 when the length is passed as 0, or NONE */
	size_t
	    alias; /* coordinate that says where it begins in `inside`, or LAYOUT_NONE */
	const struct layout_parameter *inside;
	uint32_t capacity; /* elements that its buffer has: more than count where
			      another array may lie in it */
	char *start; /* of what the last call was given in the buffer; null: nothing */
	uint32_t cut; /* elements behind the NUL of its text, which it was not given */
	char *memory; /* the value, or the buffer that the pointer points to */
	size_t memory_size;
	void *mapping; /* pages of the buffer, between `room` inaccessible bytes on
			  either side; or null */
	size_t mapping_size, room;
	size_t front_room; /* bytes that can be written in front of memory */
	int is_closed; /* the next access faults */
};

struct layout {
	const struct me_entry *entry;
	size_t parameter_count, n; /* n: coordinates */
	size_t file_size; /* bytes of a canonical input */
	struct layout_parameter *parameters;
	struct axis *axes; /* n */
	enum me_type *types; /* n */
	void **slots; /* the argument of entry->call */
	int has_aliases; /* a parameter may lie in another one */
	int returns; /* after a call that wrote in front of a buffer too */
	const char *damaged; /* the parameter in front of which the last call wrote,
				found where it returned; or null */
	const char *damaged_at; /* the byte that is nearest to its elements */
	uint32_t unset_stack; /* bytes of the stack that are filled before a call */
	int is_rejected; /* the last call, by an assumption of the source */
	unsigned char front[LAYOUT_FRONT]; /* the contents there before a run */
	_Alignas(16) unsigned char result[ME_RESULT_MOST];
};

/* Lays out the parameters; 0, or -1 when out of memory. layout_done() in any case. */
int layout_init(struct layout *l, const struct me_parameter *parameters, size_t count);
void layout_done(struct layout *l);

/* Bytes -> n coordinates. */
void layout_decode(const struct layout *l, const unsigned char *bytes, size_t size,
		   coord *x);
/* n coordinates -> file_size bytes. */
void layout_encode(const struct layout *l, const coord *x, unsigned char *bytes);

/* The parameter that coordinate i of x is passed by; null: it is not passed. */
const struct layout_parameter *layout_owner(const struct layout *l, const coord *x,
					    size_t i);
/* Coordinates of one element of a parameter. */
size_t layout_element_size(const struct me_parameter *r);
/* Of a parameter in the vector x: whether its pointer is null, or the argument absent;
 * the number of elements that are passed; and coordinate i as it is passed, since a
 * null pointer has the length 0, unless that is its length by a guess only. */
int layout_is_null(const struct layout_parameter *p, const coord *x);
uint32_t layout_length(const struct layout_parameter *p, const coord *x);
/* What a pointer leads to together with those that lie in it: elements low to high - 1, counted from
 * its own first one. `holder` is the parameter that begins first. */
struct layout_region {
	const struct layout_parameter *of, *holder;
	size_t others; /* how many lie in it */
	long low, high;
};

/* The parameter that p lies in, and how many elements behind its first one p begins; null: p is
 * apart. */
const struct layout_parameter *layout_inside(const struct layout *l,
					     const struct layout_parameter *p,
					     const coord *x, long *behind);
struct layout_region layout_region(const struct layout *l,
				   const struct layout_parameter *p, const coord *x);
/* The parameter whose element *k is element i of the region. */
const struct layout_parameter *layout_element(const struct layout *l,
					      const struct layout_region *region,
					      const coord *x, long i, long *k);
/* The shape of a Fortran array whose extents vary, "2, 3", of the vector x, or (null) of what
 * is stored; "" for one of one dimension. */
void layout_print_shape(const struct layout *l, const struct layout_parameter *p,
			const coord *x, char *out, size_t size);
/* Whether no number that is passed is a NaN or an infinity. */
int layout_is_finite(const struct layout *l, const coord *x);
coord layout_passed(const struct layout *l, const struct layout_parameter *p, size_t i,
		    const coord *x);

#endif
