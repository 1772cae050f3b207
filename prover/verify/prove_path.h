/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * prove_path.h - the verdict of a path: an input whose run begins with its decisions,
 * or a proof that there is none.
 *
 * The condition is that of the ways through the unwound graph on which the decisions
 * that count are the path's, one after the other. A run that is on the path at a point
 * of the frontier may go on along it: each such point must be unreachable on the path.
 */
#ifndef PROVER_PROVE_PATH_H
#define PROVER_PROVE_PATH_H

#include "prover/verify/prover.h"

/* As prove(), for a goal with a path. */
void prove_path(struct prover *prover, struct prove_goal *goal);

#endif
