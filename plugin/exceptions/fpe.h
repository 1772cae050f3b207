/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fpe.h - the operations of binary floating point of a function, and the exceptions that
 * each can meet.
 *
 * exceptions/ holds the goals of floating-point exceptions and of run-time errors.
 */
#ifndef PLUGIN_FPE_H
#define PLUGIN_FPE_H

#include "me/abi.h"
#include "plugin/goals/makers.h"

/* ---- numbers of a type, and conditions on them */

/* Binary floating point of at least 32 bits. */
bool fpe_is_float(tree type);

/* A real constant; and one with which results are exact, or exceptions none of the
 * operation's: 0, infinite or no number. Null is none. */
bool fpe_is_constant(tree value);
bool fpe_is_special(tree value);

/* The largest finite number, and the least normal one above 0. */
tree fpe_largest(tree type);
tree fpe_least_normal(tree type);

/* Emit |a| code limit, and a code 0. */
tree fpe_magnitude(struct observer_code *c, tree a, enum tree_code code, tree limit);
tree fpe_against_zero(struct observer_code *c, tree a, enum tree_code code);

/* Emits |a| > the largest finite number. */
tree fpe_is_infinite(struct observer_code *c, tree a);

/* Emit what may be null: nothing is asked of a constant, of an integer, or where there
 * is no such operand (a is null). `is_not_zero`: neither 0 nor NaN. */
tree fpe_is_finite(struct observer_code *c, tree a);
tree fpe_is_not_zero(struct observer_code *c, tree a);
tree fpe_is_number(struct observer_code *c, tree a);

/* ---- fpe_operation.cc */

/* The kinds of exceptions, or-ed. */
enum {
	OVERFLOW = 1,
	INVALID = 2,
	DIVZERO = 4,
	UNDERFLOW = 8,
	INEXACT = 16,
};

struct fpe_operation {
	location_t where; /* of the statement */
	gimple *next; /* the goals stand before it */
	enum tree_code code; /* CALL_EXPR: of a function of libm */
	unsigned arithmetic; /* enum me_arithmetic */
	unsigned kinds; /* or-ed */
	tree result, a, b, third; /* b and third may be null */
	/* The imaginary parts of a product or quotient of complex numbers, else null: a
	 * and b are the real parts then, and the result is one part. */
	tree imaginary_a, imaginary_b;
	const char *part; /* "re" or "im" where the result is one; or null */
};

/* Adds all operations of floating point that have goals, in the order of the blocks. What
 * observers compute is left out. */
void fpe_read(function *fun, vec<fpe_operation> *all);

/* ---- fpe_goals.cc */

/* Adds goals of that kind for the exceptions of all operations of the function. `kinds`
 * are those asked for, or-ed; a conversion to an integer out of its range is INVALID, and
 * is called `conversion`. Their names begin with numbers from `first` on. */
void fpe_add(function *fun, const char *kind, unsigned kinds, unsigned first,
	     const char *conversion);

/* ---- fpe_status.cc */

/* Adds a goal for each pointer behind which the function stores a result. */
void fpe_status_add(function *fun);

#endif
