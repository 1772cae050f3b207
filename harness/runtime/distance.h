/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * distance.h - branch distances: how far a comparison is from each of its outcomes.
 *
 * A distance image is an unsigned 64-bit integer that is 0 exactly when the comparison
 * has that outcome, and ordered like the distance. Conditions C1 and C2 of a
 * representing function hold (Fu and Su, Def. 3.6) for all 14 comparison codes of
 * GIMPLE, also with NaN, infinities and signed zeros and at the extremes of each
 * integer type; they are tested as properties.
 *
 * Nothing here touches the floating-point environment, except DISTANCE_REAL and
 * DISTANCE_FLOPSY, which save and restore it.
 *
 * The room harness/runtime is what happens during one run: hooks measure distances,
 * note them in the trace (trace.h) and log what is compared (comparison_log.h), and
 * the guard (guard.h) brings the run to its end. Hooks allocate nothing and call
 * nothing that a program may define. It may include harness/program and mcmc; it knows
 * no search.
 */
#ifndef HARNESS_DISTANCE_H
#define HARNESS_DISTANCE_H

#include <stdint.h>

#include "mcmc/objective.h"
#include "me/abi.h"

enum distance_kind {
	DISTANCE_ULP, /* difference of the operands as ordered integers */
	DISTANCE_REAL, /* the paper's (a - b)^2; the image is the bits of a double */
	DISTANCE_FLOPSY, /* FloPSy's |a - b|; the image is the bits of a double */
};

struct distance {
	uint64_t to[2]; /* image of the distance to true, to false */
	coord sign; /* first minus second operand as ordered integers; 0 with NaN */
};

/* Distances of `a op b`; a and b are raw bits as hooks get them; type is neither F80
 * nor one of 128 bits. */
void distance_of(enum distance_kind kind, enum me_op op, enum me_type type, uint64_t a,
		 uint64_t b, struct distance *out);
void distance_of_f80(enum distance_kind kind, enum me_op op, long double a,
		     long double b, struct distance *out);
void distance_of_128(enum distance_kind kind, enum me_op op, enum me_type type,
		     ucoord a, ucoord b, struct distance *out);

/* Ordered-integer image of |a - b| for integers: switch cases. */
uint64_t distance_between(coord a, coord b);

/* The image of a sum, at least as large as either: exact up to 2^63, above that it
 * grows by one for 16. Of FloPSy's and of the paper's squares it is the sum of the
 * doubles, at most DBL_MAX. */
uint64_t distance_add(enum distance_kind kind, uint64_t a, uint64_t b);

/* The distance as a number: finite, 0 exactly for the image 0. */
double distance_value(enum distance_kind kind, uint64_t image);

/* ---- exceptions (operation_exception.c)
 *
 * How far the operands of one operation are from leaving its range, from their bits and
 * those of the result. Distances are steps from float to float, as ordered integers.
 * They are 0 exactly when the predicate of plugin/exceptions/fpe_goals.cc is true.
 * Operands with which the operation cannot come to its exception are farther than all
 * others: a product of an operand that is infinite already is not near to an overflow,
 * although its result is. Where the result says nothing of the way, the argument of a
 * function does: exp (-1000) is 0, and so is exp (-2000).
 */

/* Bits of a float, the same without its sign, and its place among the numbers of its
 * type: -0 and +0 have the same. */
struct operation_number {
	uint64_t bits, magnitude;
	int64_t key;
};

struct operation {
	enum me_arithmetic arithmetic;
	int is_single; /* its operands have 32 bits */
	uint64_t infinity, result_infinity; /* magnitudes: of the operands' type, and of
					       the result's */
	uint64_t least_normal; /* of the result's type */
	struct operation_number result, a, b;
};

/* As __me_operation is given them; `type` is that of the operands, F32 or F64. */
void operation_read(struct operation *o, enum me_arithmetic arithmetic,
		    enum me_type type, uint64_t result, uint64_t a, uint64_t b);

/* The magnitude of a number of a float's type, as bits. */
static inline uint64_t operation_magnitude(int is_short, uint64_t bits)
{
	return bits & (is_short ? 0x7fffffff : 0x7fffffffffffffff);
}

/* Whether the operation surely had no exception: its result is a normal number, or an
 * infinity, a zero or no number as an operand is. In a few instructions: programs
 * compute on and on with what once was an exception. */
static inline int operation_is_plain(enum me_arithmetic arithmetic, int is_single,
				     uint64_t result, uint64_t a, uint64_t b)
{
	const int is_short = is_single || arithmetic == ME_NARROW;
	const uint64_t least = is_short ? 0x00800000 : 0x0010000000000000,
		       infinity = is_short ? 0x7f800000 : 0x7ff0000000000000,
		       infinite = is_single ? 0x7f800000 : 0x7ff0000000000000;
	const uint64_t r = operation_magnitude(is_short, result);

	if (r - least < infinity - least)
		return 1;
	a = operation_magnitude(is_single, a);
	b = operation_magnitude(is_single, b);
	if (r > infinity)
		return a > infinite || b > infinite;
	if (r == infinity)
		return a == infinite || b == infinite;
	return r == 0 && (a == 0 || (arithmetic <= ME_MULTIPLY && b == 0));
}

/* The distance to the exception; *sign: how far below (negative) or above its limit the
 * value is that decides, where it is one value, else 0. */
uint64_t operation_distance(const struct operation *o, enum me_exception exception,
			    coord *sign);

/* The image of a distance of that many steps, for what is measured in them alone: the
 * same order in each kind. */
uint64_t distance_image(enum distance_kind kind, uint64_t steps);

#endif
