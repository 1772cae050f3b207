/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * relaxation.h - projections onto one violated constraint after another, along its
 * gradient (Kaczmarz 1937 for equations; Agmon, Motzkin and Schoenberg 1954 for
 * inequalities). On linear constraints it converges to a solution in real numbers if
 * there is one; elsewhere each step is Newton's.
 */
#ifndef SAT_RELAXATION_H
#define SAT_RELAXATION_H

#include "sat/search/trial.h"

enum relaxation_scale {
	RELAXATION_EVEN, /* all inputs move alike */
	RELAXATION_RELATIVE, /* in proportion to their magnitude */
};

/* Moves the point by one step for one constraint; the caller runs it. Returns false,
 * and changes nothing, when the constraint has no gradient. */
bool relaxation_step(struct trial *t, uint32_t constraint, enum relaxation_scale scale);

/* Makes at most `steps` steps from the point. */
void relaxation_run(struct trial *t, enum relaxation_scale scale, unsigned steps);

#endif
