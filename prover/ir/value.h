/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * value.h - values of exported types, and what each GIMPLE code makes of them on this
 * machine, bit for bit: integers wrap, shift counts are taken modulo the width, a
 * number that does not fit into an integer becomes what cvttsd2si makes of it, floating
 * point obeys the rounding mode of the thread.
 */
#ifndef PROVER_VALUE_H
#define PROVER_VALUE_H

#include "prover/ir/gimple.h"

/* The bits of a value, those above its type's width 0; `high` is for wide types only.
 */
struct value {
	uint64_t low, high;
};

/* Truncates the bits to the type's width. */
struct value value_truncate(struct type type, struct value value);
/* The 64 bits that an integer is as an index or a count: extended by its own type. */
int64_t value_extend(struct type type, struct value value);

/* From and to memory, type_size() bytes; the spare bits of a narrow integer are 0. */
struct value value_load(struct type type, const void *from);
void value_store(struct type type, struct value value, void *to);

/* The result of `code` on operands of these types. False when the code is not known, a
 * division has no result, or the types are none that it is for. */
bool value_compute(enum code code, struct type type, const struct type *types,
		   const struct value *operands, unsigned count, struct value *result);

#endif
