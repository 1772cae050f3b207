/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * expr.h - expressions over bit-vectors, truth values and floating point. Each is
 * stored once (hash consing): structurally equal expressions have equal numbers.
 *
 * The functions that make an expression simplify it; the result has the same value for
 * every assignment of the variables and in every rounding mode. An argument of a wrong
 * sort is a mistake of the caller (assert).
 *
 * The operations mean what SMT-LIB's theories FixedSizeBitVectors and FloatingPoint
 * define. All roundings use one mode, which a query chooses, except conversions to
 * integers, which round toward zero.
 *
 * This is the main header of prover/expr. The room makes, simplifies and evaluates
 * expressions; it knows neither programs nor solvers. It includes prover/ir/arena.h
 * alone. Start with this file, then expr.c.
 */
#ifndef PROVER_EXPR_H
#define PROVER_EXPR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "prover/expr/native_function.h"

typedef uint32_t expr;

#define EXPR_NONE ((expr)0) /* no expression */

/* Sorts: 0 truth values, 1..128 bit-vectors, SORT_FLOAT + n a format of n bits. */
enum {
	SORT_BOOL = 0,
	SORT_BITS_MAX = 128,
	SORT_FLOAT = 256,
	SORT_F32 = SORT_FLOAT + 32,
	SORT_F64 = SORT_FLOAT + 64,
	SORT_F80 = SORT_FLOAT + 80, /* x87's: bit 63 follows from the exponent */
	SORT_F128 = SORT_FLOAT + 128,
};

enum expr_op {
	EXPR_CONST, /* value; of at most 64 bits */
	EXPR_VAR, /* value: its number among the variables */
	/* truth values; EQ and ITE are for all sorts but formats, ITE for those too */
	EXPR_NOT,
	EXPR_AND,
	EXPR_OR,
	EXPR_ITE,
	EXPR_EQ,
	EXPR_ULT,
	EXPR_ULE,
	EXPR_SLT,
	EXPR_SLE,
	/* bit-vectors */
	EXPR_ADD,
	EXPR_SUB,
	EXPR_MUL,
	EXPR_UDIV,
	EXPR_UREM,
	EXPR_SDIV,
	EXPR_SREM,
	EXPR_BITAND,
	EXPR_BITOR,
	EXPR_BITXOR,
	EXPR_BITNOT,
	EXPR_NEG,
	EXPR_SHL,
	EXPR_LSHR,
	EXPR_ASHR,
	EXPR_CONCAT, /* a: the upper part */
	EXPR_EXTRACT, /* bits value .. value + width - 1 of a */
	EXPR_ZEXT,
	EXPR_SEXT,
	/* floating point */
	EXPR_TOFP, /* a's bits read as a number; of F80 whatever bit 63 is */
	EXPR_BITS, /* bits that, read as a number, are a: of a NaN any that are one */
	EXPR_FADD,
	EXPR_FSUB,
	EXPR_FMUL,
	EXPR_FDIV,
	EXPR_FSQRT,
	EXPR_FMA, /* a * b + c, rounded once */
	EXPR_FRINT, /* to a whole number, as the mode says */
	EXPR_FFLOOR,
	EXPR_FCEIL,
	EXPR_FTRUNC,
	EXPR_FROUND, /* to the nearest whole number, halves away from 0 */
	EXPR_FNEG,
	EXPR_FABS,
	EXPR_FLT,
	EXPR_FLE,
	EXPR_FEQ,
	EXPR_FNAN,
	EXPR_FRESIZE, /* to another format */
	EXPR_FROM_SIGNED,
	EXPR_FROM_UNSIGNED, /* an integer as a number */
	EXPR_TO_SIGNED, /* toward zero; unconstrained if out of range */
	EXPR_OP_COUNT
};

struct expr_node {
	uint8_t op; /* enum expr_op */
	bool has_address; /* a variable that is an object's address is in it */
	uint16_t sort;
	expr a, b, c;
	uint64_t value;
};

enum variable_kind {
	VARIABLE_FRESH, /* any value; `index` VARIABLE_OF_TYPE or 0 */
	VARIABLE_INPUT, /* bytes `index`.. of the input file */
	VARIABLE_ADDRESS, /* the address of memory object `index` */
	VARIABLE_SYMBOL, /* the same, or null: a weak symbol without a definition */
};

/* A byte that is part of a value of the variable's type. */
enum { VARIABLE_OF_TYPE = 1 };

struct variable {
	uint8_t kind; /* enum variable_kind */
	uint16_t sort;
	uint32_t index;
	const char *what; /* for messages; owned by the caller */
	expr node;
	/* A FRESH one that is the result of a call: which function's, and the bits of
	 * the arguments; null: of none that is known. Solvers do not see the call. */
	const struct native_function *native;
	expr arguments[NATIVE_ARGUMENTS];
	/* Of a FRESH byte of memory behind a call of unknown code, what it was before the
	 * call; else EXPR_NONE. */
	expr before;
};

/* Operations that the simplifier moves into the sides of a choice, and what they became.
 * No node is such an operation, so that without this table choices that share sides would
 * be simplified once for each way through them. */
struct distributed_row;
struct distributed {
	struct distributed_row *rows;
	size_t count, size;
};

struct expr_store {
	struct expr_node *nodes; /* [0] is no expression */
	size_t count, room;
	expr *table; /* hash table */
	size_t table_size;
	struct variable *variables;
	size_t variable_count, variable_room;
	struct distributed distributed;
	bool plain; /* do not simplify: for tests */
	bool integers; /* simplify words as unbounded integers: ENCODE_INTEGERS */
};

void expr_init(struct expr_store *store);
void expr_done(struct expr_store *store);

static inline const struct expr_node *expr_at(const struct expr_store *s, expr e)
{
	return &s->nodes[e];
}
static inline unsigned expr_sort(const struct expr_store *s, expr e)
{
	return s->nodes[e].sort;
}

bool expr_is_const(const struct expr_store *s, expr e, uint64_t *value);
bool expr_is_true(const struct expr_store *s, expr e);
bool expr_is_false(const struct expr_store *s, expr e);

/* ---- making them: expr.c */

expr expr_const(struct expr_store *s, unsigned sort, uint64_t value);
expr expr_bool(struct expr_store *s, bool value);
/* A constant of up to 128 bits. */
expr expr_wide(struct expr_store *s, unsigned sort, uint64_t low, uint64_t high);
/* A new variable, unlike all others. */
expr expr_var(struct expr_store *s, unsigned sort, enum variable_kind kind,
	      uint32_t index, const char *what);
/* A byte that a call of unknown code may have changed, and what it was before. */
expr expr_byte_after(struct expr_store *s, expr before, uint32_t index,
		     const char *what);
/* The bits of the result of a call: to all but a search an unconstrained variable. */
expr expr_call(struct expr_store *s, const struct native_function *function,
	       const expr arguments[NATIVE_ARGUMENTS]);
/* The expression, which is no variable, over other operands: now[] of each of its own. */
expr expr_over(struct expr_store *s, expr e, const expr *now);
/* What an expression depends on directly: its operands, and of the result of a call the
 * arguments. All of them were made before it. Returns how many there are. */
enum { EXPR_OPERANDS = 3 };
_Static_assert((int)NATIVE_ARGUMENTS <= (int)EXPR_OPERANDS,
	       "a call is one of the expressions");
unsigned expr_operands(const struct expr_store *s, expr e,
		       expr operands[EXPR_OPERANDS]);
/* Any operation on operands of fitting sorts; unused ones are EXPR_NONE. `value` is for
 * EXTRACT, `sort` for EXTRACT, ZEXT, SEXT, TOFP, FRESIZE, FROM_x, TO_SIGNED. */
expr expr_make(struct expr_store *s, enum expr_op op, unsigned sort, expr a, expr b,
	       expr c, uint64_t value);

/* Shorthands. */
expr expr_unary(struct expr_store *s, enum expr_op op, expr a);
expr expr_binary(struct expr_store *s, enum expr_op op, expr a, expr b);
expr expr_not(struct expr_store *s, expr a);
expr expr_and(struct expr_store *s, expr a, expr b);
expr expr_or(struct expr_store *s, expr a, expr b);
expr expr_ite(struct expr_store *s, expr c, expr a, expr b);
expr expr_eq(struct expr_store *s, expr a, expr b);
expr expr_extract(struct expr_store *s, expr a, unsigned low, unsigned width);
/* Truncates or extends to that many bits. */
expr expr_resize(struct expr_store *s, expr a, unsigned width, bool is_signed);

/* The sort of an operation's result, where it follows from the operands. */
unsigned expr_result_sort(const struct expr_store *s, enum expr_op op, expr a, expr b);

/* ---- operations on choices: distributed.c */

/* Whether the node may be one: its first operand is a choice. */
bool distributed_is(const struct expr_store *s, const struct expr_node *node);
/* What the node became, or EXPR_NONE. */
expr distributed_find(const struct distributed *distributed,
		      const struct expr_node *node);
/* Notes it, unless it is there. */
void distributed_add(struct distributed *distributed, const struct expr_node *node,
		     expr became);
void distributed_done(struct distributed *distributed);

/* Stores a node as it is; for the simplifiers. */
expr expr_intern(struct expr_store *s, const struct expr_node *node);

/* ---- simplify_*.c: the simpler expression, or EXPR_NONE when `n` is simple already */

expr simplify_bool(struct expr_store *s, const struct expr_node *n);
expr simplify_bits(struct expr_store *s, const struct expr_node *n);
expr simplify_float(struct expr_store *s, const struct expr_node *n);
/* Of a comparison, or a test for NaN. */
expr simplify_sign(struct expr_store *s, const struct expr_node *n);
expr simplify_linear(struct expr_store *s, const struct expr_node *n);

/* ---- evaluate.c */

/* The value of an expression of at most 64 bits if variable i has the bits values[i].
 * Rounds in the mode of the thread. Unconstrained results (the bits of a NaN, TO_SIGNED
 * out of range) have some fixed value. */
uint64_t expr_evaluate(const struct expr_store *s, expr e, const uint64_t *values);
/* The values of all expressions, by number; the caller frees. */
uint64_t *expr_evaluate_all(const struct expr_store *s, const uint64_t *values);
/* The same for one operation on values; false when `node` is a variable or too wide. */
bool expr_compute(const struct expr_node *node, unsigned operand_sort,
		  const uint64_t operands[3], uint64_t *value);

#endif
