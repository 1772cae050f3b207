/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reader.h - the state of the reader, shared by its files. */
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
	uint32_t last_block; /* index of the one that was found last */
	uint32_t *table; /* hash table of names; GIMPLE_NONE: free */
	size_t table_size; /* a power of 2 */
};

/* ---- operand.c: parts of a line */

const char *read_text(struct reader *r); /* "TEXT", up to READER_TEXT bytes */
struct type read_type(struct reader *r);
/* %NAME; a new name is added. */
uint32_t read_name(struct reader *r);
/* %NAME TYPE: a definition. */
uint32_t read_definition(struct reader *r, struct type *type);
/* An object's name; it must have been declared. */
uint32_t read_object(struct reader *r);
struct operand read_operand(struct reader *r);
struct address *read_address(struct reader *r);

/* ---- symbol.c */

/* Gives one name to each object that has several. */
void symbol_settle(struct program *program);
/* Marks an object that may be the same as another one: proofs use its address alone. */
void symbol_open(struct object *object);

/* ---- facts.c */

/* Computes the facts about the whole program. */
void facts_find(struct program *program);
/* Whether a call of that name registers a signal handler. */
bool facts_is_signal_call(const char *name);
/* These modes of arithmetic (modes.h) may change during a run. */
void facts_note_modes(struct program *program, unsigned modes);

/* ---- statement.c */

/* One line of a block that does not end it. */
struct statement read_statement(struct reader *r);
struct phi read_phi(struct reader *r);
/* The last line of a block. Returns false, and reads nothing, if the line is another
 * one. */
bool read_end(struct reader *r, struct end *end);

#endif
