/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * goal_verdict.h - finds the verdict of a goal: an input that meets it, or a proof that
 * none does.
 *
 * The conditions over-approximate, so UNSAT is final. A model is only a proposed input:
 * the caller runs it, and the goal is covered only if the run meets it.
 *
 * prover/verify/ gives one goal after the other a verdict that two solvers agree on. Its
 * headers, from the lowest up: prover.h (the data), ask.h (one condition), unwinding.h
 * (the frontier), and this one. Start with goal_verdict.c.
 */
#ifndef PROVER_GOAL_VERDICT_H
#define PROVER_GOAL_VERDICT_H

#include "prover/verify/prover.h"

/* Finds the goal's verdict, which is never OPEN; STOPPED at stop_asked(). For a goal
 * that is `returning` only runs count that take it and return (infeasible code in the
 * paper: no terminating run passes). */
void prove(struct prover *prover, struct prove_goal *goal);
/* Frees what prove() remembered; the solvers belong to the caller. */
void prove_done(struct prover *prover);

#endif
