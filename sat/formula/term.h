/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * term.h - formulas as a table of terms: equal terms are one, and each stands behind
 * its operands.
 *
 * The operations are those of SMT-LIB that are left when the others are written with
 * them (a > b as b < a, bvnand as bvnot of bvand, n operands as pairs). Constants are
 * folded when a term is made.
 */
#ifndef SAT_TERM_H
#define SAT_TERM_H

#include <stddef.h>

#include "sat/number/sort.h"

enum term_operation {
	OP_CONSTANT,
	OP_VARIABLE, /* `number` is its own */
	/* Bool */
	OP_NOT,
	OP_AND,
	OP_OR,
	OP_EQUAL, /* of any sort */
	OP_ITE,
	/* floats; a rounding mode is the first operand */
	OP_FP_ABS,
	OP_FP_NEG,
	OP_FP_ADD,
	OP_FP_SUB,
	OP_FP_MUL,
	OP_FP_DIV,
	OP_FP_FMA,
	OP_FP_SQRT,
	OP_FP_REM,
	OP_FP_ROUND,
	OP_FP_MIN,
	OP_FP_MAX,
	OP_FP_LEQ,
	OP_FP_LT,
	OP_FP_EQ,
	OP_FP_IS_NORMAL,
	OP_FP_IS_SUBNORMAL,
	OP_FP_IS_ZERO,
	OP_FP_IS_INFINITE,
	OP_FP_IS_NAN,
	OP_FP_IS_NEGATIVE,
	OP_FP_IS_POSITIVE,
	OP_FP_OF_BITS, /* of one bit-vector */
	OP_FP_OF_FP,
	OP_FP_OF_SIGNED,
	OP_FP_OF_UNSIGNED,
	OP_FP_TO_UNSIGNED,
	OP_FP_TO_SIGNED,
	OP_FP_TO_BITS,
	/* bit-vectors */
	OP_BV_NOT,
	OP_BV_NEG,
	OP_BV_AND,
	OP_BV_OR,
	OP_BV_XOR,
	OP_BV_ADD,
	OP_BV_SUB,
	OP_BV_MUL,
	OP_BV_UDIV,
	OP_BV_UREM,
	OP_BV_SDIV,
	OP_BV_SREM,
	OP_BV_SMOD,
	OP_BV_SHL,
	OP_BV_LSHR,
	OP_BV_ASHR,
	OP_BV_ULT,
	OP_BV_ULE,
	OP_BV_SLT,
	OP_BV_SLE,
	OP_BV_CONCAT,
	OP_BV_EXTRACT, /* from bit `number` up */
	OP_BV_ZERO_EXTEND,
	OP_BV_SIGN_EXTEND,
	OPERATIONS,
};

typedef uint32_t term_id;

enum { TERM_OPERANDS = 4, TERM_NONE = UINT32_MAX };

struct term {
	uint8_t operation;
	uint8_t count; /* of operands */
	/* Some values of the operands give a result that the theory leaves open, here
	 * or below. */
	bool is_partial;
	struct sort sort;
	uint32_t number;
	term_id operands[TERM_OPERANDS];
	word value; /* of a constant */
};

struct formula {
	struct term *terms;
	size_t count, room;
	term_id *table; /* of hashes, TERM_NONE where empty; a power of two */
	size_t table_size;
	uint32_t variables; /* their numbers are below */
};

void formula_init(struct formula *formula);
void formula_done(struct formula *formula);

term_id term_constant(struct formula *formula, struct sort sort, word value);
term_id term_bool(struct formula *formula, bool value);
term_id term_variable(struct formula *formula, struct sort sort);
/* `number` is 0 but for OP_BV_EXTRACT. */
term_id term_make(struct formula *formula, enum term_operation operation,
		  struct sort sort, uint32_t number, const term_id *operands,
		  unsigned count);
term_id term_unary(struct formula *formula, enum term_operation operation,
		   struct sort sort, term_id a);
term_id term_binary(struct formula *formula, enum term_operation operation,
		    struct sort sort, term_id a, term_id b);
term_id term_not(struct formula *formula, term_id a);
/* The operation of a term, with other operands. */
term_id term_again(struct formula *formula, const struct term *term,
		   const term_id *operands);

static inline const struct term *term_at(const struct formula *formula, term_id id)
{
	return &formula->terms[id];
}

static inline bool term_is_constant(const struct formula *formula, term_id id)
{
	return formula->terms[id].operation == OP_CONSTANT;
}

/*
 * Computes the value of a term from `values`, those of its operands, of these sorts.
 * False where the theory leaves the result open: fp.min and fp.max of zeros of both
 * signs, fp.to_ubv and fp.to_sbv beyond their range, the bits of NaN.
 */
bool term_compute(const struct term *term, const struct sort *sorts, const word *values,
		  word *result);

#endif
