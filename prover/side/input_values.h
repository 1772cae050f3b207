/* SPDX-License-Identifier: GPL-3.0-or-later */
/* input_values.h - the values of expressions under one input, computed as the store
 * grows; of what the input does not decide nothing is known. */
#ifndef PROVER_INPUT_VALUES_H
#define PROVER_INPUT_VALUES_H

#include "prover/expr/expr.h"

struct input_values {
	const struct expr_store *store;
	const uint8_t *bytes; /* of the input file; null: nothing is known */
	size_t size;
	uint64_t *values; /* by expression */
	bool *known;
	size_t count, room, known_room;
};

enum input_truth { INPUT_FALSE, INPUT_TRUE, INPUT_UNKNOWN };

/* The bytes stay the caller's. */
void input_values_init(struct input_values *v, const struct expr_store *store,
		       const uint8_t *bytes, size_t size);
void input_values_done(struct input_values *v);
/* Whether a condition holds. */
enum input_truth input_values_say(struct input_values *v, expr condition);
/* The value of an expression of at most 64 bits; false: it is not known. */
bool input_values_value(struct input_values *v, expr e, uint64_t *value);
/* The value of an input variable in a file of so many bytes. */
uint64_t input_values_read(const struct variable *variable, const uint8_t *bytes,
			   size_t size);

#endif
