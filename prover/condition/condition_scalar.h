/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * condition_scalar.h - the bytes of an input as scalars: the fields of the entry's
 * layout, or, without one, what the conditions read together.
 */
#ifndef PROVER_CONDITION_SCALAR_H
#define PROVER_CONDITION_SCALAR_H

#include "mcmc/objective.h"
#include "value/entry_record.h"
#include "prover/condition/condition_program.h"

struct condition_scalar {
	struct axis axis; /* its kind and the range that the entry allows */
	uint32_t offset, size; /* bytes in the file, 1 to 8 */
};

/* The scalars of an entry's input of at most 64 bits, in order. The caller frees. */
struct condition_scalar *condition_scalars_of_entry(const struct entry *entry,
						    size_t *count);
/* The scalars of a program: input variables, and what joins adjacent ones; a number where
 * it is read as one, else an integer. The caller frees. */
struct condition_scalar *
condition_scalars_of_program(const struct condition_program *program, size_t *count);

coord condition_scalar_get(const struct condition_scalar *scalar,
			   const unsigned char *input, size_t size);
void condition_scalar_put(const struct condition_scalar *scalar, coord value,
			  unsigned char *input, size_t size);
/* Moves those of an entry's input that are not in their ranges to the nearest bound. */
void condition_scalars_clamp(const struct entry *entry, unsigned char *input,
			     size_t size);

#endif
