/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bisection.h - whether conditions can hold together, by bisection of what the variables may
 * be. */
#ifndef PROVER_BISECTION_H
#define PROVER_BISECTION_H

#include "prover/expr/expr.h"

enum interval_answer {
	INTERVAL_NEVER, /* in no assignment all conditions hold */
	INTERVAL_SOMETIMES, /* they do in some assignments, in runs that round to nearest */
	INTERVAL_OPEN,
	INTERVAL_GUESS, /* open, and in some assignment they hold but for what it leaves out */
};

/* How the operations of a run round. */
enum interval_modes {
	INTERVAL_ANY, /* all in one mode, whichever it is */
	INTERVAL_EACH, /* each in a mode of its own */
	INTERVAL_NEAREST, /* all to nearest; open if nothing rounds: ANY was asked */
	INTERVAL_BRIEF =
	    4, /* with one of them: NEVER or OPEN, about any condition, in little time */
};

/* Whether the conditions can hold together in such runs. OPEN at once where there is neither a number
 * nor a product, quotient or remainder of integers.
 * SOMETIMES, GUESS: values of variables for which they do are written to model[],
 * by variable, if that is not null; the values of others do not matter. */
enum interval_answer interval_decide(const struct expr_store *store,
				     const expr *conditions, size_t count,
				     enum interval_modes modes, uint64_t *model);

#endif
