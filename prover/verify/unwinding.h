/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unwinding.h - whether runs beyond the unwound graph can come to a goal. */
#ifndef PROVER_UNWINDING_H
#define PROVER_UNWINDING_H

#include "prover/encode/encode.h"
#include "prover/verify/ask.h"

/* ---- where a run may come from the point at which the walk left it */

/* The path to a block of a function, with what was found out about it. */
struct onward;

/* The program stays the caller's, who ends with onward_free(). */
struct onward *onward_new(const struct gimple_program *program,
			  const struct function *function, uint32_t block);
void onward_free(struct onward *onward);

/* Whether a run that has come to the point may later come to the block, by the control
 * flow of the calls that were being walked there and of all that they may call. Of what
 * a call does that comes back into the program nothing is known: then it may. */
bool onward_may_come(struct onward *onward, const struct frontier_point *point);

enum { FIRST_BOUND = 1 }; /* of loops */

struct verdict_attempt {
	struct prover *prover;
	struct prove_goal *goal;
	const struct function *function; /* of the goal */
	uint32_t number; /* of the goal, among the function's */
	struct encoding encoding;
	struct bounds bounds;
	struct onward *onward; /* to the goal; null: not needed yet */
	bool inlining, nearest;
	bool is_near; /* the encoding is of runs that round to nearest */
	bool without_solvers; /* and without findings of other attempts */
	/* Of a path: by point of the frontier, when a run that comes there has made
	 * all decisions as the path has them. Else null. */
	const expr *on_path;
};

enum unwinding {
	UNWINDING_CLOSED, /* no run through the frontier comes to the goal */
	UNWINDING_GROWN, /* a bound has grown: encode again */
	UNWINDING_EXHAUSTED, /* a bound is at its limit */
	UNWINDING_BLOCKED, /* the goal has its verdict: unknown; of summaries: none */
};

/* For all runs, whatever goal they come to: doubles the bound of each loop and
 * recursion that a run can come to the end of. Other points of the frontier are not
 * looked at. Never BLOCKED. */
enum unwinding unwinding_grow(struct verdict_attempt *a);

/* Finds the function and number of the goal; false if they were not exported. The caller
 * ends with attempt_forget(). */
bool attempt_find(struct verdict_attempt *a);
void attempt_forget(struct verdict_attempt *a);
/* Checks that some input satisfies the assumptions of the encoding. Returns null if so,
 * else the reason. Once an input is found the check is not repeated. */
const char *attempt_inputs(struct verdict_attempt *a);
/* No input that the encoding has meets the goal (null: the walk did not reach it): the
 * verdict that follows. Returns whether there is one; else the caller encodes again,
 * with larger bounds. */
bool attempt_settle(struct verdict_attempt *a, const struct encoded_goal *goal);
/* Sets the goal's verdict to UNKNOWN, or to STOPPED where that is why. */
void attempt_unknown(struct prove_goal *goal, const char *why);
void attempt_title(const struct verdict_attempt *a, const char *what, char *title,
		   size_t size);
/* When a run of the encoding meets the goal. */
expr attempt_condition(struct verdict_attempt *a);
/* Notes what a proof by this encoding may assume. */
void attempt_assumes(struct verdict_attempt *a);
/* "k={loop line 12:64}": the bounds that are at their limit. */
void attempt_bounds(const struct verdict_attempt *a, char *text, size_t size);

/* ---- summary.c: proofs that unwind no loop */

/* Whether no run takes the goal whatever its loops have done; then it has its verdict. */
bool summary_proves(struct verdict_attempt *attempt);

/* ---- invariant.c: what numbers and integers are at the headers of loops, in any iteration */

/* Assumes in the encoding, which is by ENCODE_SUMMARIES, the bounds of the values that its loops
 * have at their headers, in runs of that mode. False: none are known. They are looked for once in
 * each number of passes and each mode, and then kept by the prover. */
bool invariant_assume(struct prover *prover, struct encoding *encoding,
		      enum interval_modes modes);

#endif
