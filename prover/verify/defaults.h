/* SPDX-License-Identifier: GPL-3.0-or-later */
/* defaults.h - which defaults of the entry's parameters a proof rests on. */
#ifndef PROVER_DEFAULTS_H
#define PROVER_DEFAULTS_H

#include "prover/verify/prover.h"

/* Between the solvers and the defaults, in prove_goal.how. */
#define DEFAULTS_MARK "; by default "

/*
 * Adds to goal->how of a proof, "; by default x has 1 element, p is never null". The
 * goal is proven again without each default that neither the source nor the user gave:
 * the proof rests on those without which that fails, or takes longer than a second.
 * tested[i]: the program compares the pointer i with null. Entries without such
 * defaults cost nothing.
 */
void defaults_find(const struct prover *prover, const bool *tested,
		   struct prove_goal *goal);

#endif
