/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * types_function.h - one function that bench-types generates, while it is being
 * written: parameters of many kinds that carry secret values, and a condition on these
 * values that holds for them. The input file with the secret values is kept beside it.
 */
#ifndef BENCH_TYPES_FUNCTION_H
#define BENCH_TYPES_FUNCTION_H

#include <stddef.h>
#include <stdint.h>

enum language { C, CXX, FORTRAN, LANGUAGES };

/* A type of numbers. */
struct number {
	const char *name;
	const char *text[LANGUAGES]; /* null: the language has none */
	int is_float, bits, is_signed;
	const char *suffix; /* of a constant of C or C++ */
	const char *kind; /* of a constant of Fortran */
};

struct secret {
	__int128 i;
	long double f;
};

/* A number that is read by `access`, once `guard` holds ("" where nothing has to). */
struct variable {
	const struct number *type;
	struct secret value;
	char access[64], guard[256];
};

enum { MOST_VARIABLES = 4, TEXT = 2048, INPUT = 1024 };

struct function {
	enum language language;
	uint64_t random; /* state of the generator */
	int parameters; /* how many there are: numbers their names */
	char types[TEXT]; /* declarations before the function */
	char list[TEXT]; /* parameters; of Fortran their names */
	char declared[TEXT]; /* of Fortran: their declarations */
	char limits[256]; /* of entry=: ",x:4" */
	char described[256]; /* carriers, types and shape, for people */
	char guards[TEXT]; /* conditions that hold for the solution, each one an if */
	unsigned char input[INPUT]; /* the solution */
	size_t size;
	struct variable variable[MOST_VARIABLES];
	int variables;
};

/* 0 to below - 1, by the function's own generator. */
uint64_t function_random(struct function *f, uint64_t below);

/* printf to the end of one of its texts; a text that is too long ends the program. */
__attribute__((format(printf, 3, 4))) void function_add(char *text, size_t size,
							const char *format, ...);
#define ADD(text, ...) function_add(text, sizeof(text), __VA_ARGS__)

/* types_number.c: the types of numbers. */
const struct number *number_pick(struct function *f);
struct secret number_secret(struct function *f, const struct number *type);
/* The constant as the source writes it; one of eight buffers. */
const char *number_text(const struct function *f, const struct number *type,
			struct secret value);
/* Adds the value, as it stands in an input file. */
void number_put(struct function *f, const struct number *type, struct secret value);

/* types_carrier.c: adds parameters that carry one more number of that type, or, for
 * carrier_guard, a guard alone. */
void carrier_number(struct function *f, const struct number *type);
void carrier_guard(struct function *f);

/* types_shape.c: a condition on all variables that holds for the secret values; as
 * statements that call bench_solved(). */
void shape_write(struct function *f, char *body, size_t size);

#endif
