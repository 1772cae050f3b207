/* SPDX-License-Identifier: GPL-3.0-or-later */
/* defaults.h - which defaults of the entry's parameters a proof rests on. */
#ifndef PROVER_DEFAULTS_H
#define PROVER_DEFAULTS_H

#include "prover/verify/prover.h"

/*
 * Adds to goal->how of a proof what it assumes, "; by default x has 1 element, p is never
 * null; if a and b do not overlap". The goal is proven again without each default that
 * neither the source nor the user gave, and for pointers that overlap with each other or
 * with global variables: the proof rests on what it fails without, or takes longer than
 * `seconds`. What is asked of solvers is counted by the prover. tested[i]: the program compares the pointer i with null. Entries without such
 * defaults, and proofs that read nothing which an overlap may change, cost nothing.
 */
void defaults_find(struct prover *prover, const bool *tested, double seconds,
		   struct prove_goal *goal);
/* What prove_goal.how says of it: "by default x has 1 element; if a and b do not overlap";
 * null: nothing is assumed. */
const char *defaults_text(const char *how);

#endif
