/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * conjunction.h - the sum of the distances over a conjunction, for a descent to a
 * branch.
 *
 * Of `a && b && c` a run reads no condition behind the first one that fails, so that a
 * descent to the true side of c loses a and b again as soon as it moves, and is not
 * told what c is there. Where the plugin has found that the next condition of the chain
 * may be evaluated all the same (ME_CONJUNCT in abi.h), the run is forced on to it;
 * from the goal's condition it goes where the first one that failed would have led. The
 * value is the sum over the path condition that FloPSy and Concolic Walk minimise
 * (Lakhotia et al., 2010, section 3.2; Dinges and Agha, 2014).
 */
#ifndef HARNESS_CONJUNCTION_H
#define HARNESS_CONJUNCTION_H

#include "harness/program/program.h"
#include "harness/runtime/trace.h"
#include "mcmc/objective.h"

/*
 * From now on runs of which conjunction_listener() hears, and that ask for force, are forced
 * on to the goal's condition. Returns 1, or 0 when no condition of a chain comes before the
 * goal's, or memory is out. The program outlives it, up to conjunction_end().
 */
int conjunction_begin(const struct program *program, uint32_t goal);
void conjunction_end(void);

/* Null where there is none. */
const struct trace_listener *conjunction_listener(void);

/* Whether the goal or one of the conditions before it asks for two equal numbers. */
int conjunction_has_equality(void);

/* One byte a site: not 0 for those that are to be open. Null where there is none. */
const unsigned char *conjunction_sites(void);

/* The last run, which passed the goal's site: the least sum over all of its passes; 0
 * exactly when the goal was met. Sign and site are of the first condition that failed.
 */
void conjunction_read(struct reading *out);

/* The memory that a run changes here: for runs in processes of their own. */
void conjunction_share(void (*share)(void *address, size_t size));

#endif
