/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * layout.h - an input of a typed target in its three forms: bytes of a file, a vector
 * of coordinates, and the arguments of the entry function in memory.
 *
 * A file holds the scalars in the order of the parameters, little-endian, without
 * padding, what a pointer points to inline, behind a bool when the pointer may be null.
 * decode(encode(x)) = x for every vector;
 * encode(decode(b)) is the canonical form of b: short files are zero-extended, long
 * ones cut, a bool is the low bit of its byte, an invalid encoding of a long double is
 * made valid, and what lies outside of a range is the bound that it lies beyond.
 *
 * The room harness/input knows the forms of an input and changes between them without
 * loss: files, vectors of coordinates, values in memory, fields and texts in bytes. It
 * runs nothing. It may include harness/runtime, for the types, and mcmc.
 */
#ifndef HARNESS_LAYOUT_H
#define HARNESS_LAYOUT_H

#include <stddef.h>

#include "mcmc/objective.h"
#include "me/abi.h"

/* So many bytes in front of a buffer are watched. */
enum { LAYOUT_FRONT = 64 };

#define LAYOUT_NONE ((size_t)-1)

struct layout_parameter {
	const struct me_parameter *record;
	size_t offset; /* in a file */
	size_t first; /* coordinate of the first scalar */
	size_t null; /* coordinate that is 1 when the pointer is null, or LAYOUT_NONE */
	size_t
	    length; /* coordinate that says how many elements count, or LAYOUT_NONE */
	char *memory; /* the value, or the buffer that the pointer points to */
	size_t memory_size;
	void *mapping; /* pages of the buffer, first and last not accessible; or null */
	size_t mapping_size;
	size_t front_room; /* bytes that can be written in front of memory */
};

struct layout {
	const struct me_entry *entry;
	size_t parameter_count, n; /* n: coordinates */
	size_t file_size; /* bytes of a canonical input */
	struct layout_parameter *parameters;
	struct axis *axes; /* n */
	enum me_type *types; /* n */
	void **slots; /* what entry->call takes */
	int catching; /* exceptions end in the call: entry->call_catching is called */
	unsigned char front[LAYOUT_FRONT]; /* what stands there before a run */
	_Alignas(16) unsigned char result[16];
};

/* Lays out the entry; 0 or -1 when out of memory. A buffer ends at a page that cannot
 * be accessed: what is read or written beyond it is a fault. */
int layout_init(struct layout *l, const struct me_entry *entry);
void layout_done(struct layout *l);

/* Bytes -> n coordinates. */
void layout_decode(const struct layout *l, const unsigned char *bytes, size_t size,
		   coord *x);
/* n coordinates -> file_size bytes. */
void layout_encode(const struct layout *l, const coord *x, unsigned char *bytes);

/* Puts the vector where the entry function finds it; all of it, each time. */
void layout_store(const struct layout *l, const coord *x);
/* Calls the entry on what was stored. Raises SIGABRT, and says why on standard error,
 * when it wrote just in front of a buffer: reading there is seen only at a page's
 * border. */
void layout_call(struct layout *l);

/* `acos(0x1.8p-1)` as C; returns the length that it needs, like snprintf. */
int layout_print_call(const struct layout *l, const coord *x, char *out, size_t size);
/* The last call's result, "" for void. */
int layout_print_result(const struct layout *l, char *out, size_t size);

#endif
