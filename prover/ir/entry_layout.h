/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * entry_layout.h - how the bytes of a file become the arguments of a target's entry
 * function. The target describes it (--units) in the same way as struct me_entry of
 * me/abi.h.
 */
#ifndef PROVER_ENTRY_LAYOUT_H
#define PROVER_ENTRY_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "me/abi.h"

struct entry_field {
	uint32_t offset, count;
	enum me_type type;
	bool has_range;
	bool is_default; /* the range is nobody's wish: that of an enumeration */
	uint64_t low[2], high[2];
	const char *path; /* of the member: "in.n", "re"; "": the element itself */
};

struct entry_parameter {
	const char *name;
	bool is_default; /* the count is nobody's wish */
	bool has_default_range; /* nor is the range */
	bool by_pointer, nullable, is_string;
	bool is_extent; /* no argument: an extent of the array `length_of` (Fortran) */
	bool is_described; /* the argument is an array descriptor (Fortran) */
	bool is_restrict; /* no other pointer leads to what is changed through it */
	bool
	    may_overlap; /* proofs are for arguments of all kinds that overlap with it */
	uint32_t count, size; /* elements, bytes of each */
	uint32_t length_of; /* parameter, or ME_NO_PARAMETER */
	uint32_t counted_by; /* the length where another array has it, or the same */
	struct entry_field *fields;
	size_t field_count;
};

struct entry {
	const char *name; /* assembler name */
	const char *unit; /* source file of its unit */
	const char *ranges; /* lengths and ranges as text: "x:16,t:0..1" */
	struct entry_parameter *parameters;
	size_t parameter_count;
	bool may_meet_globals; /* proofs are for pointers into global variables, too */
	bool
	    odd_bools; /* proofs are for bools in memory that are neither 0 nor 1, too */
	bool flushes; /* runs start in a mode that flushes subnormal numbers */
	bool shortens; /* runs start with x87's precision below that of long double */
};

/* Bytes of one element of the parameter. */
size_t entry_element_size(const struct entry_parameter *parameter);
/* Whether two pointers may lead to one object by their types: they have a type of scalar in
 * common, or one is of characters; and no declaration excludes it. */
bool entry_may_share(const struct entry_parameter *a, const struct entry_parameter *b);
/* Bytes of a whole input file. */
size_t entry_file_size(const struct entry *entry);

#endif
