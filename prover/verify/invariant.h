/* SPDX-License-Identifier: GPL-3.0-or-later */
/* invariant.h - what numbers and integers are at the headers of loops, in any iteration. */
#ifndef PROVER_INVARIANT_H
#define PROVER_INVARIANT_H

#include "prover/expr/bisection.h"
#include "prover/verify/prover.h"

/* Assumes in the encoding, which is by ENCODE_SUMMARIES, the bounds of the values that its loops
 * have at their headers, in runs of that mode. False: none are known. They are looked for once in
 * each number of passes and each mode, and then kept by the prover. */
bool invariant_assume(struct prover *prover, struct encoding *encoding,
		      enum interval_modes modes);

#endif
