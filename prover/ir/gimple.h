/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * gimple.h - an exported function (me/ir.h) in memory, and the reader that makes it.
 *
 * SSA names, objects and blocks are indices into the function's arrays. All memory is
 * the program's arena.
 */
#ifndef PROVER_GIMPLE_H
#define PROVER_GIMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "prover/ir/arena.h"

#define GIMPLE_NONE UINT32_MAX

enum type_kind { TYPE_OTHER, TYPE_SIGNED, TYPE_UNSIGNED, TYPE_FLOAT, TYPE_POINTER };

struct type {
	uint8_t kind; /* enum type_kind */
	uint8_t bits; /* of precision; 0 of OTHER */
	uint8_t size; /* bytes in memory; 0: the fewest that hold it */
};

/* Bytes that a value of the type takes in memory; 0 of OTHER. */
size_t type_size(struct type type);
bool type_is_integer(struct type type); /* or a pointer */

/* What the GIMPLE codes do; the table in code.c has their names. */
enum code {
	CODE_UNKNOWN, /* no name that this reader knows */
	CODE_MOVE,
	CODE_CONVERT,
	CODE_FLOAT,
	CODE_TRUNCATE,
	CODE_VIEW,
	CODE_NEGATE,
	CODE_ABS,
	CODE_ABSU,
	CODE_NOT,
	CODE_TRUTH_NOT,
	CODE_PAREN,
	CODE_ADD,
	CODE_SUBTRACT,
	CODE_MULTIPLY,
	CODE_POINTER_ADD,
	CODE_POINTER_DIFF,
	CODE_DIVIDE,
	CODE_REMAINDER,
	CODE_FLOAT_DIVIDE,
	CODE_EXACT_DIVIDE,
	CODE_SHIFT_LEFT,
	CODE_SHIFT_RIGHT,
	CODE_ROTATE_LEFT,
	CODE_ROTATE_RIGHT,
	CODE_AND,
	CODE_OR,
	CODE_XOR,
	CODE_TRUTH_AND,
	CODE_TRUTH_OR,
	CODE_TRUTH_XOR,
	CODE_MIN,
	CODE_MAX,
	CODE_SELECT,
	CODE_LT,
	CODE_LE,
	CODE_EQ,
	CODE_NE,
	CODE_GE,
	CODE_GT,
	CODE_UNORDERED,
	CODE_ORDERED,
	CODE_UNLT,
	CODE_UNLE,
	CODE_UNGT,
	CODE_UNGE,
	CODE_UNEQ,
	CODE_LTGT,
	CODE_COUNT
};

enum code code_find(const char *name, size_t length);
bool code_compares(enum code code);

enum operand_kind {
	OPERAND_NOT_TOLD,
	OPERAND_NAME, /* number: index into names */
	OPERAND_CONSTANT, /* low, high */
	OPERAND_ADDRESS, /* number: index into objects; offset */
	OPERAND_FUNCTION, /* text: its name */
	OPERAND_WHOLE, /* what lies at offset of the object `number` */
};

struct operand {
	uint8_t kind; /* enum operand_kind */
	struct type type;
	uint32_t number;
	int64_t offset;
	uint64_t low, high;
	const char *text;
};

/* base + offset + sum of index[i] * scale[i] */
struct address {
	struct operand base;
	int64_t offset;
	uint32_t indices;
	struct operand index[4];
	int64_t scale[4];
};

enum statement_kind {
	STATEMENT_ASSIGN, /* result = code (operands) */
	STATEMENT_ADDRESS, /* result = address */
	STATEMENT_LOAD,
	STATEMENT_CALL,
	STATEMENT_STORE, /* operands[0] to address */
	STATEMENT_COPY, /* size bytes from source to address */
	STATEMENT_ZERO,
	STATEMENT_HAVOC,
	STATEMENT_VALUE, /* result is any value */
	STATEMENT_UNKNOWN, /* any memory may be written */
	STATEMENT_GOAL, /* the goal is met when operands[0] is not 0 */
};

enum call_flags {
	CALL_CONST = 1,
	CALL_PURE = 2,
	CALL_NORETURN = 4,
	CALL_BUILTIN = 8,
	CALL_TWICE = 16,
};

struct statement {
	uint8_t kind; /* enum statement_kind */
	uint8_t code; /* enum code */
	uint8_t flags; /* enum call_flags */
	bool is_volatile;
	struct type type; /* of the result, or of what is stored */
	uint32_t result; /* name, or GIMPLE_NONE */
	uint32_t line;
	uint32_t goal; /* GOAL: of the function's */
	uint32_t operand_count;
	struct operand *operands;
	struct address *address, *source;
	uint64_t size;
	const char *callee; /* null: through operands[0], which is then no argument */
	const char *why; /* HAVOC, VALUE, UNKNOWN, and of a code that is not known */
};

struct phi {
	uint32_t result;
	struct type type;
	uint32_t count;
	uint32_t *from; /* predecessors' block indices */
	struct operand *values;
};

enum end_kind { END_GOTO, END_COND, END_SWITCH, END_ANY, END_RETURN, END_STOP };

struct choice {
	uint64_t low, high; /* bits of the controlling operand's type */
	uint32_t edge;
};

struct edge {
	uint32_t block;
	uint32_t goal; /* of the function's, or GIMPLE_NONE */
};

/* How a block ends. Edges of COND: then, else; of SWITCH: each destination once. */
struct end {
	uint8_t kind; /* enum end_kind */
	uint8_t code;
	uint32_t line;
	struct operand operands[2]; /* RETURN: the first, if has_value */
	bool has_value;
	uint32_t edge_count;
	struct edge *edges;
	uint32_t choice_count, default_edge;
	struct choice *choices;
	const char *why;
};

struct block {
	uint32_t number; /* in the text */
	uint32_t phi_count, statement_count;
	struct phi *phis;
	struct statement *statements;
	struct end end;
	uint32_t line; /* in the text, for messages */
};

enum object_kind { OBJECT_LOCAL, OBJECT_ARGUMENT, OBJECT_CONST, OBJECT_GLOBAL };

struct object {
	uint8_t kind; /* enum object_kind */
	bool is_static, is_private, is_volatile;
	bool has_size;
	uint64_t size;
	const char *name, *source_name;
	const char *unit; /* of a static one: where its name holds */
	const uint8_t *bytes; /* size bytes, or null */
};

struct parameter {
	struct type type;
	uint32_t name; /* SSA name, or GIMPLE_NONE */
	uint32_t object; /* of one in memory, or GIMPLE_NONE */
	const char *source_name;
	uint64_t target_size; /* of what a pointer points to; 0: not known */
};

struct name {
	const char *text; /* without the % */
	struct type type;
	bool defined; /* by a statement, a phi or as a parameter */
	uint32_t line; /* of its definition in the source, 0 unknown */
};

/* A goal of a function: an edge's, or a predicate's. */
struct goal {
	const char *name; /* the last part of its id (me/goal.h): "3.1", "label.x" */
	uint32_t block; /* that the edge leaves, or the predicate is in */
	uint32_t edge; /* of the block, or GIMPLE_NONE */
};

struct function {
	const char *name, *source_name, *file;
	const char *unit; /* that it is in: GIMPLE_UNIT_MARK */
	uint64_t hash;
	uint32_t line;
	bool is_static, is_variadic, is_nested;
	bool is_open; /* another body may run under its name */
	bool has_result; /* not void */
	struct type result;
	uint32_t object_count, parameter_count, name_count, block_count;
	struct object *objects;
	struct parameter *parameters;
	uint32_t goal_count;
	struct name *names;
	struct block *blocks;
	struct goal *goals;
	uint32_t entry;
};

/* Another name for a function or variable. */
struct alias {
	const char *name, *target;
	const char *unit;
	bool is_static, target_is_static;
	bool is_open; /* the name may mean something else */
};

struct program {
	struct arena arena;
	size_t alias_count, alias_room;
	struct alias *aliases;
	size_t function_count, room;
	struct function *functions;
	/* Some function may change the rounding mode, have subnormal numbers flushed,
	 * have x87 compute with fewer bits, handle signals, make a function's address;
	 * or some variable may start with one. Which functions a run comes to is not
	 * asked. */
	bool may_round, may_flush, may_shorten, catches_signals, makes_addresses,
	    holds_addresses;
	bool gives_pointers; /* stores one, or calls what may keep it */
	size_t defined_count;
	const char **defined; /* by symbol_table.c: the names that the target defines */
};

/* Units are told apart although they have one source file: each one's name is that of
 * the file, this mark and a number. */
#define GIMPLE_UNIT_MARK '\n'

/* ---- reader.c */

/* Reads the text of a section. Returns 0, or -1 and says in `why` (of 256 bytes) in
 * which line what is wrong. The caller calls gimple_done() in any case. */
int gimple_read(struct program *program, const char *text, size_t size, char *why);
void gimple_done(struct program *program);

/* ---- symbol.c */

/* The function of that name, or of which it is another name; of a static one the copy
 * of that unit, or, with NULL for the unit, the only one there is. The unit is named as
 * in the program or, where only one of them can be meant, by its source file. NULL:
 * none, or it is not told which one. */
const struct function *gimple_find(const struct program *program, const char *name,
				   const char *unit);

/* The number of the function's goal of that name, or GIMPLE_NONE. */
uint32_t gimple_goal(const struct function *function, const char *name);

/* Whether the program defines that name, and which function it means is not told: a
 * definition may give way to another one, or several differ. */
bool gimple_is_unsure(const struct program *program, const char *name,
		      const char *unit);

/* What follows __builtin_ in a builtin's name, or the name: both are one function. */
const char *gimple_builtin_name(const char *name);

/* ---- facts.c */

/* Whether who is called, when it is not walked, may keep a pointer for later calls. */
bool facts_keeps(const struct statement *call);

/* ---- symbol_table.c */

/* What the executable's table of names tells of a program that has been read from it:
 * of definitions that are in no exported unit, and of variables that lie where others
 * do. Returns 0, or -1 and says why (256 bytes). */
int symbol_table_read(struct program *program, const char *path, char *why);
/* Whether the executable has a definition of that name, exported or not. */
bool symbol_table_defines(const struct program *program, const char *name);

/* ---- section.c */

/* The bytes of the section in an ELF file of 64 bits. The caller frees *text. Returns
 * 0, or -1 and says why (256 bytes). */
int section_read(const char *path, const char *name, char **text, size_t *size,
		 char *why);

#endif
