/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unwinding.h - whether runs beyond the unwound graph may come to a goal. */
#ifndef PROVER_UNWINDING_H
#define PROVER_UNWINDING_H

#include "prover/verify/prove.h"

enum { FIRST_BOUND = 1 }; /* of loops */

struct attempt {
	struct prover *prover;
	struct prove_goal *goal;
	const struct function *function; /* of the goal */
	struct encoding encoding;
	struct bounds bounds;
	bool inlining, nearest;
};

enum cuts {
	CUTS_CLOSED, /* none leads to the goal */
	CUTS_MOVED, /* a bound has grown: encode again */
	CUTS_SPENT, /* a bound is at its end */
	CUTS_BLOCKED, /* the goal has its verdict: unknown */
};

/* Asks for each cut that may lead to the goal (null: it was not come to) whether a run
 * can come to it; doubles its bound when one can. Where runs are to return, also for
 * each cut that a run through the goal may come to and return. Sets `nearest` when that
 * holds only when rounding to nearest. */
enum cuts cuts_close(struct attempt *a, const struct encoded_goal *goal);

/* Null when some input is as the entry declares, else why that is not known; asked of
 * the encoding at hand, until there is one. */
const char *attempt_inputs(struct attempt *a);
/* Says so of the goal. */
void attempt_unknown(struct prove_goal *goal, const char *why);
void attempt_title(const struct attempt *a, const char *what, char *title, size_t size);
/* "k={loop at line 12:64}" of all bounds that are at their end. */
void attempt_bounds(const struct attempt *a, char *text, size_t size);

#endif
