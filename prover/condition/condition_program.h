/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * condition_program.h - the cone of some conditions as a list of operations, for many
 * evaluations: each operation is computed once, after its operands.
 */
#ifndef PROVER_CONDITION_PROGRAM_H
#define PROVER_CONDITION_PROGRAM_H

#include "mcmc/objective.h"
#include "prover/expr/expr.h"
#include "value/layout.h"

/* By expression of the store, whether a condition depends on it. The caller frees. */
bool *condition_cone(const struct expr_store *store, const expr *conditions,
		     size_t count);

struct condition_step {
	struct expr_node node; /* its operands are steps + 1, 0 for none */
	uint16_t operand_sort; /* of the first one */
	expr e;
	/* A variable's: */
	const struct variable *variable;
	uint32_t arguments[NATIVE_ARGUMENTS]; /* of a call, as above */
};

struct condition_program {
	const struct expr_store *store;
	struct condition_step *steps; /* operands first */
	size_t count;
	uint64_t *values; /* [0], and step i at i + 1: after a run */
	uint32_t *slot; /* by expression: its step + 1, or 0 */
	bool *unknown; /* as `values`: those behind an opaque call without a result */
	/* With variables that are neither input nor a call of the mathematical library: a
	 * value may be another one in a run. */
	bool is_open;
	bool has_opaque; /* with opaque calls */
	bool is_wide; /* with values of more than 64 bits: it cannot be run */
};

void condition_program_init(struct condition_program *program,
			    const struct expr_store *store, const expr *conditions,
			    size_t count);
void condition_program_done(struct condition_program *program);

/* Computes all values for an input of `size` bytes; those behind its end are 0. An
 * address is a fixed number of its own, and any other unknown value is 0. */
void condition_program_run(struct condition_program *program,
			   const unsigned char *input, size_t size);

/* Whether the truth value is known to be `holds`. */
static inline bool condition_is(const struct condition_program *p, expr e, bool holds)
{
	const uint32_t at = p->slot[e];

	return !p->unknown[at] && (p->values[at] != 0) == holds;
}

/*
 * ---- the bytes of an input as scalars: the fields of the entry's
 * layout, or, without one, what the conditions read together.
 */

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
