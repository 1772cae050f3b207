/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * native_function.h - functions of the mathematical library whose result depends on
 * their arguments alone, as they are executed when a condition is searched: solvers see
 * an unconstrained variable in place of their calls, a search runs them.
 *
 * The machine's own library computes; it is the one of the program under test if that is
 * linked dynamically. Whatever a function does to errno has no effect on its result.
 * lgamma, which sets a variable, and what writes through a pointer are not here.
 */
#ifndef PROVER_NATIVE_FUNCTION_H
#define PROVER_NATIVE_FUNCTION_H

#include <stddef.h>
#include <stdint.h>

enum { NATIVE_ARGUMENTS = 2 };

struct native_function {
	const char *name; /* in C: "pow", "powf" */
	unsigned bits; /* of each argument and of the result: 32 or 64 */
	unsigned count; /* of arguments */
	/* One of them: */
	double (*one)(double);
	double (*two)(double, double);
	float (*one_float)(float);
	float (*two_float)(float, float);
};

/* The function of that name, or null. */
const struct native_function *native_function_find(const char *name);

/* The bits of its result; rounds in the mode of the thread and keeps errno. */
uint64_t native_function_call(const struct native_function *function,
			      const uint64_t arguments[NATIVE_ARGUMENTS]);

#endif
