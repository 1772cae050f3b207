/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plain.h - a function under plain GCC, called from the fields of an input file. The
 * fields and the call are written by call.awk from the function's signature.
 */
#ifndef BENCH_PLAIN_H
#define BENCH_PLAIN_H

enum plain_type {
	PLAIN_INT,
	PLAIN_FLOAT,
	PLAIN_DOUBLE,
	PLAIN_LONG_DOUBLE,
};

/* A parameter: one value, or a pointer to `count` of them. */
struct plain_field {
	enum plain_type type;
	int count;
};

extern const struct plain_field plain_fields[];
extern const int plain_field_count;

/* slot[i] points to the i-th parameter's value or to what it points to. */
void plain_call(void *const *slot);

#endif
