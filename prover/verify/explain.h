/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explain.h - which decisions and assignments a proof rests on. */
#ifndef PROVER_EXPLAIN_H
#define PROVER_EXPLAIN_H

#include "prover/verify/ask.h"

/* Finds the reasons why the condition of a question is NEVER: a minimal set. */
void explain(struct prover *prover, const struct question *question,
	     struct prove_goal *goal);

#endif
