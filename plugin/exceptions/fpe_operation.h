/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fpe_operation.h - an operation of floating point, and what constants leave possible. */
#ifndef PLUGIN_FPE_OPERATION_H
#define PLUGIN_FPE_OPERATION_H

struct operation {
	location_t where; /* of the statement */
	gimple *next; /* the goals stand before it */
	enum tree_code code; /* CALL_EXPR: of a function of libm */
	unsigned arithmetic; /* enum me_arithmetic */
	unsigned kinds; /* or-ed, of fpe_library.h */
	tree result, a, b, third; /* b and third may be null */
	/* Of a product or quotient of complex numbers: their imaginary parts. a and b
	 * are the real ones then, and the result is one part. Else null. */
	tree imaginary_a, imaginary_b;
	const char *part; /* "re" or "im" where the result is one; or null */
};

/* enum me_arithmetic of an assignment; ME_NARROW of all that has no other. */
unsigned fpe_arithmetic(enum tree_code code);

/* The kinds of exceptions that an assignment of these types can meet. Of the operands
 * only constants count: null is any value. */
unsigned fpe_kinds(enum tree_code code, tree to, tree from, tree a, tree b);

/* The statement behind one that does not end its block; where there is none, an empty one
 * that is put there. */
gimple *fpe_next(gimple *stmt);

#endif
