/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * native_function.h - functions whose result depends on their arguments alone, as they
 * are executed when a condition is searched: solvers see an unconstrained variable in
 * place of their calls, a search runs them. They are functions of the mathematical
 * library, and opaque ones: functions of the program that are declared const, and whose
 * code is not known here.
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
#ifndef PROVER_NATIVE_FUNCTION_H
#define PROVER_NATIVE_FUNCTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/* Of an argument or a result. */
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
/* The same for any function. False: the call of an opaque one has no result. */
bool native_function_try(const struct native_function *function,
			 const uint64_t arguments[NATIVE_ARGUMENTS], uint64_t *result);

#endif
