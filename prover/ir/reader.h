/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reader.h - the state of the reader, shared by its files. */
#ifndef PROVER_READER_H
#define PROVER_READER_H

#include "prover/ir/gimple.h"

/*
 * Tokens of the exported text. After the first error every token is empty, so that a
 * reader needs to check `failed` only now and then; `why` describes that error.
 */

#define SCAN_WHY 256

struct scan {
	const char *at, *end;
	unsigned line;
	bool failed;
	char *why; /* SCAN_WHY bytes */
};

struct token {
	const char *text;
	size_t length; /* 0: there is none */
};

void scan_fail(struct scan *scan, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The next token of the line; [ ] and ; are tokens of their own, comments are skipped.
 */
struct token scan_token(struct scan *scan);
struct token scan_peek(const struct scan *scan);
/* Whether only a location is left in the line; reads it. */
bool scan_at_end(const struct scan *scan);
/* Goes to the next line; returns the location's line in the source, or 0. */
uint32_t scan_line(struct scan *scan);
bool scan_more(const struct scan *scan);

bool token_is(struct token token, const char *text);
/* Reads the token if it is the next one. */
bool scan_take(struct scan *scan, const char *text);
void scan_expect(struct scan *scan, const char *text);
uint64_t scan_number(struct scan *scan);
/* "TEXT" into `out`, truncated to `size`; returns its length. */
size_t scan_quoted(struct scan *scan, char *out, size_t size);

/* The number in a token; false if it is none. */
bool token_number(struct token token, int base, uint64_t *value);

enum { READER_TEXT = 4095 };

struct gimple_reader {
	struct scan scan;
	struct gimple_program *program;
	struct function *function;
	const char *unit;
	uint32_t unit_count;
	size_t object_room, parameter_room, name_room, block_room, goal_room;
	uint32_t last_block; /* index of the one that was found last */
	uint32_t *table; /* hash table of names; GIMPLE_NONE: free */
	size_t table_size; /* a power of 2 */
};

/* ---- operand.c: parts of a line */

const char *read_text(struct gimple_reader *r); /* "TEXT", up to READER_TEXT bytes */
struct type read_type(struct gimple_reader *r);
/* %NAME; a new name is added. */
uint32_t read_name(struct gimple_reader *r);
/* %NAME TYPE: a definition. */
uint32_t read_definition(struct gimple_reader *r, struct type *type);
/* An object's name; it must have been declared. */
uint32_t read_object(struct gimple_reader *r);
struct gimple_operand read_operand(struct gimple_reader *r);
struct address *read_address(struct gimple_reader *r);

/* ---- symbol.c */

/* Gives one name to each object that has several. */
void symbol_settle(struct gimple_program *program);
/* Marks an object that may be the same as another one: proofs use its address alone. */
void symbol_open(struct object *object);

/* ---- callback.c */

/* Computes the facts about the whole program. */
void facts_find(struct gimple_program *program);
/* Whether a call of that name registers a signal handler. */
bool facts_is_signal_call(const char *name);
/* Notes that modes of arithmetic (modes.h) may change during a run. */
void facts_note_modes(struct gimple_program *program, unsigned modes);

/* ---- statement.c */

/* One line of a block that does not end it. */
struct statement read_statement(struct gimple_reader *r);
struct phi read_phi(struct gimple_reader *r);
/* The last line of a block. Returns false, and reads nothing, if the line is another
 * one. */
bool read_end(struct gimple_reader *r, struct block_end *end);

#endif
