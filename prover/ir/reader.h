/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reader.h - a function that is being read; shared by the two files of the reader. */
#ifndef PROVER_READER_H
#define PROVER_READER_H

#include "prover/ir/gimple.h"
#include "prover/ir/scan.h"

enum { READER_TEXT = 4095 };

struct reader {
	struct scan scan;
	struct program *program;
	struct function *function;
	const char *unit;
	uint32_t unit_count;
	size_t object_room, parameter_room, name_room, block_room, goal_room;
	uint32_t *table; /* of names, by their hash; GIMPLE_NONE is free */
	size_t table_size; /* a power of 2 */
};

/* ---- operand.c: what stands in a line */

const char *read_text(struct reader *r); /* "TEXT", up to READER_TEXT bytes */
struct type read_type(struct reader *r);
/* %NAME, added when new. */
uint32_t read_name(struct reader *r);
/* %NAME TYPE: a definition. */
uint32_t read_definition(struct reader *r, struct type *type);
/* An object's name; it must have been declared. */
uint32_t read_object(struct reader *r);
struct operand read_operand(struct reader *r);
struct address *read_address(struct reader *r);

/* ---- symbol.c */

/* Gives objects that have several names one. */
void symbol_settle(struct program *program);
/* What may be another object is in no proof more than an address. */
void symbol_open(struct object *object);

/* ---- facts.c */

/* Sets what is true of the program as a whole. */
void facts_find(struct program *program);
/* Whether a function of that name may change the rounding mode. */
bool facts_rounds(const char *name);

/* ---- statement.c */

/* One line of a block that does not end it. */
struct statement read_statement(struct reader *r);
struct phi read_phi(struct reader *r);
/* The last line of a block; false, and nothing read, when the line is none. */
bool read_end(struct reader *r, struct end *end);

#endif
