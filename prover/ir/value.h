/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * value.h - values of exported types, and the result of each GIMPLE code on this
 * machine, bit for bit: integers wrap, shift counts are taken modulo the width, a
 * number out of an integer's range becomes the result of cvttsd2si, floating point
 * rounds in the mode of the thread.
 */
#ifndef PROVER_VALUE_H
#define PROVER_VALUE_H

#include "prover/ir/gimple.h"

/* The bits of a value; those above its type's width are 0. `high` is used by wide types
 * only. */
struct value {
	uint64_t low, high;
};

/* Truncates the bits to the type's width. */
struct value value_truncate(struct type type, struct value value);
/* An integer as a 64-bit index or count, extended according to its own type. */
int64_t value_extend(struct type type, struct value value);

/* From and to memory, type_size() bytes; the spare bits of a narrow integer are 0. */
struct value value_load(struct type type, const void *from);
void value_store(struct type type, struct value value, void *to);

/* The result of `code` on operands of these types. False if the code is unknown or does
 * not apply to the types, or if a division has no result. */
bool value_compute(enum code code, struct type type, const struct type *types,
		   const struct value *operands, unsigned count, struct value *result);

#endif
