/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * interpret.h - runs an exported function, on this machine's memory. What it does is
 * what the encoder has to say in formulas; it is checked against the compiled function.
 */
#ifndef PROVER_INTERPRET_H
#define PROVER_INTERPRET_H

#include "prover/ir/value.h"

struct interpreter {
	const struct program *program;
	uint64_t steps; /* statements that may still be run */
	/* Runs what is not exported. Returns false when it cannot. */
	bool (*call)(void *context, const char *name, const struct type *types,
		     const struct value *arguments, unsigned count,
		     struct type result_type, struct value *result);
	/* Told of each edge that a condition or switch takes; may be null. */
	void (*take)(void *context, const struct function *function,
		     const struct end *end, uint32_t edge);
	void *context;
	char why[256]; /* why the run could not go on */
	uint8_t flip; /* the first bytes of variables are changed by that */
	struct globals *globals; /* what the run has made; see interpret_done */
};

/* Tells of each variable that runs came to, with its memory, and the function whose
 * object it is. */
void interpret_globals(const struct interpreter *run,
		       void (*report)(void *context, const struct function *function,
				      const struct object *object, const void *memory),
		       void *context);

/* Runs the function on the arguments, one for each parameter. Pointers are addresses of
 * this process. Returns 0, or -1 and says why in `why`. */
int interpret(struct interpreter *run, const struct function *function,
	      const struct value *arguments, struct value *result);
/* Forgets the global variables: the next run begins with their first values. */
void interpret_done(struct interpreter *run);

#endif
