/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * gimple.h - an exported function (me/ir.h) in memory, and the reader that makes it.
 *
 * SSA names, objects and blocks are indices into the function's arrays. All memory is
 * the program's arena.
 *
 * prover/ir/ reads what the plugin exported and answers questions about it that need no
 * formula: loops, calls, how runs of a function end. Start with this file, then reader.c.
 */
#ifndef PROVER_GIMPLE_H
#define PROVER_GIMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "prover/ir/arena.h"

#define GIMPLE_NONE UINT32_MAX

enum type_kind { TYPE_OTHER, TYPE_SIGNED, TYPE_UNSIGNED, TYPE_FLOAT, TYPE_POINTER };

struct type {
	uint8_t kind; /* enum type_kind */
	uint8_t bits; /* of precision; 0 of OTHER */
	uint8_t size; /* bytes in memory; 0: the smallest size that holds it */
};

/* Bytes that a value of the type takes in memory; 0 of OTHER. */
size_t type_size(struct type type);
bool type_is_integer(struct type type); /* or a pointer */

/* What the GIMPLE codes do; the table in gimple.c has their names. */
enum code {
	CODE_UNKNOWN, /* an unknown name */
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
	OPERAND_UNCONSTRAINED,
	OPERAND_NAME, /* number: index into names */
	OPERAND_CONSTANT, /* low, high */
	OPERAND_ADDRESS, /* number: index into objects; offset */
	OPERAND_FUNCTION, /* text: its name */
	OPERAND_WHOLE, /* the bytes at `offset` of object `number` */
};

struct gimple_operand {
	uint8_t kind; /* enum operand_kind */
	struct type type;
	uint32_t number;
	int64_t offset;
	uint64_t low, high;
	const char *text;
};

/* base + offset + sum of index[i] * scale[i] */
struct address {
	struct gimple_operand base;
	int64_t offset;
	uint32_t indices;
	struct gimple_operand index[4];
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
	STATEMENT_HAVOC, /* size bytes at address; takes_result: those that the call in
			    front of it returns, if it is known what it does */
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
	bool is_volatile, takes_result;
	struct type type; /* of the result, or of what is stored */
	uint32_t result; /* name, or GIMPLE_NONE */
	uint32_t line;
	uint32_t goal; /* GOAL: of the function's */
	uint32_t operand_count;
	struct gimple_operand *operands;
	struct address *address, *source;
	uint64_t size;
	const char *callee; /* null: through operands[0], which is then no argument */
	const char *why; /* HAVOC, VALUE, UNKNOWN, and ASSIGN of an unknown code */
};

struct phi {
	uint32_t result;
	struct type type;
	uint32_t count;
	uint32_t *from; /* predecessors' block indices */
	struct gimple_operand *values;
};

enum end_kind { END_GOTO, END_COND, END_SWITCH, END_ANY, END_RETURN, END_STOP };

struct switch_choice {
	uint64_t low, high; /* bits of the controlling operand's type */
	uint32_t edge;
};

struct edge {
	uint32_t block;
	uint32_t goal; /* of the function's, or GIMPLE_NONE */
};

/* How a block ends. Edges of COND: then, else; of SWITCH: each destination once; of ANY
 * that is_exception: the first where the call before it does not throw. */
struct block_end {
	uint8_t kind; /* enum end_kind */
	uint8_t code;
	uint32_t line;
	struct gimple_operand operands[2]; /* RETURN: the first, if has_value */
	bool has_value;
	bool is_exception;
	bool observes; /* inside of a predicate: nothing else depends on it */
	uint32_t edge_count;
	struct edge *edges;
	uint32_t choice_count, default_edge;
	struct switch_choice *choices;
	const char *why;
};

struct block {
	uint32_t number; /* in the text */
	uint32_t phi_count, statement_count;
	struct phi *phis;
	struct statement *statements;
	struct block_end end;
	uint32_t line; /* in the text, for messages */
};

enum object_kind { OBJECT_LOCAL, OBJECT_ARGUMENT, OBJECT_CONST, OBJECT_GLOBAL };

struct object_address {
	uint64_t at; /* from this byte on */
	struct gimple_operand what; /* a function, or unknown */
};

struct object {
	uint8_t kind; /* enum object_kind */
	bool is_static, is_private, is_volatile;
	bool is_data; /* it starts without addresses of functions */
	bool has_size;
	uint64_t size;
	const char *name, *source_name;
	const char *unit; /* of a static one: the unit that declares it */
	const uint8_t *bytes; /* size bytes, or null */
	struct object_address *addresses; /* what is in 8 of its bytes */
	uint32_t address_count;
};

struct function_parameter {
	struct type type;
	uint32_t name; /* SSA name, or GIMPLE_NONE */
	uint32_t object; /* of one in memory, or GIMPLE_NONE */
	const char *source_name;
	uint64_t target_size; /* of a pointer's target; 0: unknown */
};

struct ssa_name {
	const char *text; /* without the % */
	struct type type;
	bool defined; /* by a statement, a phi or as a parameter */
	uint32_t line; /* of its definition in the source, 0 unknown */
};

/* A goal of a function: an edge's, or a predicate's. */
struct function_goal {
	const char *name; /* the last part of its id (me/goal.h): "3.1", "label.x" */
	uint32_t block; /* that the edge leaves, or the predicate is in */
	uint32_t edge; /* of the block, or GIMPLE_NONE */
};

struct function {
	const char *name, *source_name, *file;
	const char *unit; /* that contains it; see GIMPLE_UNIT_MARK */
	uint64_t hash;
	uint32_t line;
	bool is_static, is_variadic;
	bool is_open; /* another definition may replace it */
	bool is_placed; /* its result is put where its last parameter points to, which
			   the source does not have */
	bool
	    is_exposed; /* code that is not exported may call it: see prover/executable */
	bool has_result; /* not void */
	struct type result;
	uint32_t object_count, parameter_count, name_count, block_count;
	struct object *objects;
	struct function_parameter *parameters;
	uint32_t goal_count;
	struct ssa_name *names;
	struct block *blocks;
	struct function_goal *goals;
	uint32_t entry;
};

/* Another name for a function or variable. */
struct alias {
	const char *name, *target;
	const char *unit;
	bool is_static, target_is_static;
	bool is_open; /* another definition may replace it */
};

struct gimple_program {
	struct arena arena;
	size_t alias_count, alias_room;
	struct alias *aliases;
	size_t function_count, room;
	struct function *functions;
	/* Some function, whether a run comes to it or not, may change the rounding
	 * mode, flush subnormal numbers, reduce x87's precision, handle signals, take a
	 * function's address; or some variable may be initialised with one. */
	bool may_round, may_flush, may_shorten, catches_signals, makes_addresses,
	    holds_addresses;
	bool is_exposed; /* some function is */
	bool has_constructors; /* that run before main() */
	bool has_new_handler; /* something calls std::set_new_handler() */
	bool
	    gives_pointers; /* stores one, or passes it to a callee that may store it */
	size_t defined_count;
	const char **defined; /* the names that the target defines, in order */
	size_t wrapped_count;
	const char **wrapped; /* those that begin with SYMBOL_WRAP, in order */
};

/* Separates the parts of a unit's name: its source file and a number, which differs
 * where several units have the same source file. */
#define GIMPLE_UNIT_MARK '\n'

/* ---- reader.c */

/* Reads the text of a section. Returns 0, or -1 with the line and the reason in `why`
 * (256 bytes). Call gimple_done() in any case. */
int gimple_read(struct gimple_program *program, const char *text, size_t size,
		char *why);
void gimple_done(struct gimple_program *program);

/* ---- symbol.c */

/* The function of that name or alias; of a static one the copy of that unit, or, with
 * NULL for the unit, the only one there is. `unit` is the unit's name in the program
 * or, if only one has it, its source file. Returns NULL if there is none or if it is
 * unknown which one is meant. */
const struct function *gimple_find(const struct gimple_program *program,
				   const char *name, const char *unit);

/* The number of the function's goal of that name, or GIMPLE_NONE. */
uint32_t gimple_goal(const struct function *function, const char *name);

/* Whether the program defines that name and it is unknown which function it means: a
 * definition may be replaced by another one, or several differ. */
bool gimple_is_unsure(const struct gimple_program *program, const char *name,
		      const char *unit);

/* The name without __builtin_: both name the same function. */
const char *gimple_builtin_name(const char *name);
/* A function with nested ones keeps its frame's address in what they share, for debuggers
 * alone. */
#define GIMPLE_FRAME_ADDRESS "__builtin_dwarf_cfa"

/* Whether the executable has a definition of that name, exported or not. */
bool symbol_table_defines(const struct gimple_program *program, const char *name);

/* What the linker's option --wrap puts in front of a name; and whether the executable has
 * the name with that, so that calls of it may come to another function. Where it has,
 * symbol_table_defines() holds too. */
#define SYMBOL_WRAP "__wrap_"
bool symbol_table_wraps(const struct gimple_program *program, const char *name);

/* ---- callback.c */

/* Whether a callee that is not walked may store a pointer for later calls. */
bool facts_keeps(const struct statement *call);

/* ---- values of exported types, as bits, and how they lie in memory */

/* The bits of a value; those above its type's width are 0. `high` is used by wide types
 * only. */
struct value {
	uint64_t low, high;
};

/* Truncates the bits to the type's width. */
struct value value_truncate(struct type type, struct value value);
/* An integer as a 64-bit index or count, extended according to its own type. */
int64_t value_extend(struct type type, struct value value);

#endif
