/* SPDX-License-Identifier: GPL-3.0-or-later */
/* value.h - values of exported types, as bits, and how they lie in memory. */
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

#endif
