/* SPDX-License-Identifier: GPL-3.0-or-later */
/* onward.h - where a run may come from the point at which the walk left it. */
#ifndef PROVER_ONWARD_H
#define PROVER_ONWARD_H

#include "prover/encode/encode.h"

/* The way to a block of a function, with what was found out about it. */
struct onward;

/* The program stays the caller's, who ends with onward_free(). */
struct onward *onward_new(const struct program *program,
			  const struct function *function, uint32_t block);
void onward_free(struct onward *onward);

/* Whether a run that has come to the point may later come to the block, by the control
 * flow of the calls that were being walked there and of all that they may call. Of what
 * a call does that comes back into the program nothing is known: then it may. */
bool onward_may_come(struct onward *onward, const struct frontier_point *point);

#endif
