/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * entry_record.h - the entry function of a target as prover and command know it: its parameters
 * are the records of me/abi.h, which the target describes (--units); and the scalars of
 * its inputs, in the order in which a file has them.
 */
#ifndef VALUE_ENTRY_RECORD_H
#define VALUE_ENTRY_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "me/abi.h"

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
	bool may_meet_globals; /* proofs are for pointers into global variables, too */
	bool
	    odd_bools; /* proofs are for bools in memory that are neither 0 nor 1, too */
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

#endif
