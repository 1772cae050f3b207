/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ask.h - whether one condition can hold. */
#ifndef PROVER_ASK_H
#define PROVER_ASK_H

#include "prover/expr/bisection.h"
#include "prover/verify/prover.h"

/* What is known of a condition. */
enum finding {
	FINDING_NEVER, /* it cannot hold */
	FINDING_NEVER_NEAREST, /* it cannot hold when rounding to nearest */
	FINDING_MET, /* a model was run and met the goal */
	FINDING_REFUTED, /* it has models, but their runs did not meet the goal */
	FINDING_NONE, /* no solver has an answer */
};

struct question {
	struct encoding
	    *encoding; /* parts of the condition may be added to its store */
	expr condition;
	const struct prove_goal *goal; /* to run models for; null: a frontier point */
	const char *title;
	bool alone; /* parts of it are not asked first; the answer is not kept */
	/* By assumption of the encoding: the query has it; null: it has all. */
	const bool *assumed;
	/* The bytes of a model's input that are not in the query; null: 0. */
	const uint8_t *start;
	/* While a model is run: it has all arithmetic, rounded as runs do. */
	bool is_exact;
	bool brief; /* only short runs: without an answer the caller does otherwise */
	bool no_solver; /* only what needs none */
	bool is_near; /* ask() has found that no run to nearest meets it */
	bool coarse; /* only with floating-point arithmetic unconstrained */
	char why[256]; /* NONE */
	char how[96]; /* NEVER */
	/* NEVER: the part of the condition that cannot hold (EXPR_NONE: found without a
	 * query), and how much of the arithmetic was encoded. */
	expr proven;
	enum stage stage;
	enum rounding rounding;
};

enum finding ask(struct prover *prover, struct question *question);
/* NEVER, MET or, if some values hold that no run needs to have, REFUTED; else NONE. */
enum finding ask_intervals(struct prover *prover, struct question *question,
			   enum interval_modes modes);
/* Asks the client for a search, once for all goals; whether it has met this one. */
bool ask_search(struct prover *prover, const struct prove_goal *goal);
/* Asks the prover's solver of that number, in its session (session.h) if that answers;
 * notes when it fails. A solver that hangs is not asked again, since it would use all its
 * time by the clock each time. */
void ask_solver(struct prover *prover, size_t number, const struct query *query,
		unsigned seconds, struct solution *solution);
/* Whether the query is unsat according to the first solver with an answer, in short
 * time. */
bool ask_unsat(struct prover *prover, const struct query *query);

/* ---- which decisions and assignments a proof rests on */

/* Finds the reasons why the condition of a question is NEVER: a minimal set. */
void explain(struct prover *prover, const struct question *question,
	     struct prove_goal *goal);

#endif
