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
 * define. All roundings use one mode, which a query chooses, or each one of its own, except
 * those with a fixed one (EXPR_FIXED_MODE), and conversions to integers, which round toward zero.
 *
 * prover/expr/ makes, simplifies and evaluates expressions; it knows neither programs
 * nor solvers. Start with this file, then expr.c.
 */
#ifndef PROVER_EXPR_H
#define PROVER_EXPR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * ---- functions whose result depends on their arguments alone, as they are executed when a
 * condition is searched: solvers see an unconstrained variable in place of their calls,
 * a search runs them. They are functions of the mathematical library, and opaque ones:
 * functions of the program that are declared const, and whose code is not known here.
 *
 * A process of the program under test calls an opaque one, and may have no result. The
 * declaration may be wrong: the result is a guess, which only leads to inputs.
 *
 * The machine's own library computes the others; it is the one of the program under test
 * if that is linked dynamically. Whatever a function does to errno has no effect on its
 * result. What lgamma stores in signgam, and frexp, modf, remquo and lgamma_r through
 * their pointer, is not followed: to a search it is as unknown as to a solver. Functions
 * that are encoded exactly, such as fmax and copysign, are not here, nor those of long
 * double.
 */

enum { NATIVE_ARGUMENTS = 3 };

/* x and y are numbers of `bits` bits, as is the result if it is not said to be an int. */
enum native_form {
	NATIVE_ONE, /* of x */
	NATIVE_TWO, /* of x and y */
	NATIVE_SCALED, /* of x and an int */
	NATIVE_SCALED_LONG, /* of x and a long */
	NATIVE_ORDER, /* of an int and x */
	NATIVE_WHOLE, /* an int, of x */
	NATIVE_OPAQUE, /* of what `opaque` says */
};

/* What an argument or a result is. */
struct native_type {
	bool is_float; /* else an integer */
	unsigned bits;
	bool is_unsigned; /* of an integer */
};

struct native_function;

/* Who calls opaque functions. */
struct native_caller {
	/* False: there is no result, for these arguments or for any. */
	bool (*call)(void *context, const struct native_function *function,
		     const uint64_t arguments[NATIVE_ARGUMENTS], uint64_t *result);
	void *context;
};

struct native_opaque {
	unsigned count;
	struct native_type arguments[NATIVE_ARGUMENTS], result;
	const struct native_caller *caller;
};

struct native_function {
	const char *name; /* in C: "pow", "powf"; of an opaque one the symbol */
	unsigned bits; /* 32 or 64; of an opaque one 0 */
	enum native_form form;
	bool
	    stores; /* a call has one more argument, a pointer through which it stores */
	/* One of them: */
	union {
		double (*one)(double);
		double (*two)(double, double);
		double (*scaled)(double, int);
		double (*scaled_long)(double, long);
		double (*order)(int, double);
		int (*whole)(double);
		float (*one_float)(float);
		float (*two_float)(float, float);
		float (*scaled_float)(float, int);
		float (*scaled_long_float)(float, long);
		float (*order_float)(int, float);
		int (*whole_float)(float);
		const struct native_opaque *opaque;
	} call;
};

/* The function of that name, or null. */
const struct native_function *native_function_find(const char *name);

/* How many arguments the result depends on: one without the pointer. */
unsigned native_function_count(const struct native_function *function);
struct native_type native_function_argument(const struct native_function *function,
					    unsigned number);
struct native_type native_function_result(const struct native_function *function);

static inline bool native_function_is_opaque(const struct native_function *function)
{
	return function->form == NATIVE_OPAQUE;
}

/* The bits of the result of a function of the library; rounds in the mode of the thread
 * and keeps errno. */
uint64_t native_function_call(const struct native_function *function,
			      const uint64_t arguments[NATIVE_ARGUMENTS]);
/* The bits of the result of any function. False: the call of an opaque one has none. */
bool native_function_try(const struct native_function *function,
			 const uint64_t arguments[NATIVE_ARGUMENTS], uint64_t *result);

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
	VARIABLE_SYMBOL, /* an address, or null: a weak symbol without a definition */
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
	/* Of a FRESH one that was read outside of what a parameter leads to: that parameter
	 * (struct me_parameter), or null. */
	const void *outside_of;
};

/* Operations that the simplifier moves into the sides of a choice, and what they became.
 * No node is such an operation, so that without this table choices that share sides would
 * be simplified once for each path through them. */
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
	bool nearest; /* arithmetic of constants rounds to nearest: ENCODE_NEAREST */
	bool has_rounding; /* the result of one was left, as it depends on the mode */
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
/* In the value of an operation that rounds, beside a mode: it has that one. */
#define EXPR_FIXED_MODE ((uint64_t)1 << 63)
enum expr_mode {
	EXPR_MODE_NEAREST,
	EXPR_MODE_DOWN,
	EXPR_MODE_UP,
	EXPR_MODE_ZERO,
	EXPR_MODES
};

/* Any operation on operands of fitting sorts; unused ones are EXPR_NONE. `value` is for
 * EXTRACT and roundings, `sort` for EXTRACT, ZEXT, SEXT, TOFP, FRESIZE, FROM_x, TO_SIGNED. */
expr expr_make(struct expr_store *s, enum expr_op op, unsigned sort, expr a, expr b,
	       expr c, uint64_t value);

/* Shorthands. */
expr expr_unary(struct expr_store *s, enum expr_op op, expr a);
expr expr_convert(struct expr_store *s, enum expr_op op, unsigned sort, expr a);
/* A constant of a format of at most 64 bits. */
expr expr_number(struct expr_store *s, unsigned sort, uint64_t bits);
expr expr_binary(struct expr_store *s, enum expr_op op, expr a, expr b);
expr expr_not(struct expr_store *s, expr a);
expr expr_and(struct expr_store *s, expr a, expr b);
expr expr_or(struct expr_store *s, expr a, expr b);
expr expr_ite(struct expr_store *s, expr c, expr a, expr b);
expr expr_eq(struct expr_store *s, expr a, expr b);
expr expr_extract(struct expr_store *s, expr a, unsigned low, unsigned width);
/* Truncates or extends to that many bits. */
expr expr_resize(struct expr_store *s, expr a, unsigned width, bool is_signed);

/* Stores a node as it is; for the simplifiers. */
expr expr_intern(struct expr_store *s, const struct expr_node *node);

/* ---- simplify_*.c: the simpler expression, or EXPR_NONE when `n` is simple already */

expr simplify_bool(struct expr_store *s, const struct expr_node *n);
expr simplify_bits(struct expr_store *s, const struct expr_node *n);
expr simplify_float(struct expr_store *s, const struct expr_node *n);
/* For a comparison, or a test for NaN. */
expr simplify_sign(struct expr_store *s, const struct expr_node *n);
expr simplify_linear(struct expr_store *s, const struct expr_node *n);

/* ---- evaluate.c */

/* The value of one operation on values, rounded in the mode of the thread; false when `node`
 * is a variable or too wide. Unconstrained results (the bits of a NaN, TO_SIGNED out of
 * range) have some fixed value. */
bool expr_compute(const struct expr_node *node, unsigned operand_sort,
		  const uint64_t operands[3], uint64_t *value);

#endif
