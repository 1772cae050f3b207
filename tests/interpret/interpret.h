/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * interpret.h - runs an exported function on this machine's memory. The encoder's
 * formulas have to agree with it, and it is checked against the compiled function.
 *
 * This is the main header of tests/interpret. The room says what exported GIMPLE means
 * on values; no other room uses it, only tests/interpret_check.c and encode_check.c. It
 * includes prover/ir. Start with this file, then operation.h.
 */
#ifndef PROVER_INTERPRET_H
#define PROVER_INTERPRET_H

#include "prover/ir/gimple.h"

struct interpreter {
	const struct gimple_program *program;
	uint64_t steps; /* statements that may still be run */
	/* Runs a function that is not exported. Returns false if it cannot. */
	bool (*call)(void *context, const char *name, const struct type *types,
		     const struct value *arguments, unsigned count,
		     struct type result_type, struct value *result);
	/* Called for each goal that the run meets, by its number; may be null. */
	void (*meet)(void *context, const struct function *function, uint32_t goal);
	void *context;
	char why[256]; /* why the run stopped */
	/* of the run; see interpret_done() */
	struct globals *globals;
	void *whole; /* a copy of the structure that the last call returned, or null */
	uint64_t whole_size;
};

/* Runs the function on the arguments, one for each parameter. Pointers are addresses of
 * this process. Returns 0, or -1 and says why in `why`. */
int interpret(struct interpreter *run, const struct function *function,
	      const struct value *arguments, struct value *result);
/* Ends a run: the next one begins with the initial values of global variables. */
void interpret_done(struct interpreter *run);

#endif
