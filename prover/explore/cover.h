/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cover.h - verdicts for many goals from few queries: the algorithms of Arlt and
 * others, Towards Bounded Infeasible Code Detection, section 5, over the reachability
 * verification condition (cover_internal.h). One solver process is kept for each
 * unwound graph; clauses are added to it.
 *
 * A cover is a strategy of `me explore` and an algorithm of `me prove`. Read this file
 * first, then cover.c and statement_cover.c.
 */
#ifndef PROVER_COVER_H
#define PROVER_COVER_H

#include "prover/verify/prover.h"

enum cover_algorithm {
	COVER_STATEMENTS, /* enabling clauses: something new each time */
	COVER_PATHS, /* blocking clauses: another path each time */
	COVER_PREFIXES, /* the same paths, by their prefixes */
};

struct proof_cover_options {
	enum cover_algorithm algorithm;
	bool integers; /* without bounds (integers.h): proofs are marked so */
	/* Only inputs are wanted, of one graph that is unwound prover->unwind times. */
	bool proposing;
	bool returning; /* is there a run that returns: so are all goals */
	/* Inputs near a model are looked at before the next query; a statement cover
	 * begins with inputs at random, and with models over the integers. */
	bool near;
	size_t path_limit; /* more paths are not looked for */
	/* Told of the input of each model, with a byte for each goal: whether the model
	 * takes it. It may wait with running them until finish(). */
	void (*run)(void *context, const uint8_t *bytes, size_t size,
		    const bool *takes);
	void (*finish)(void *context);
	/* Whether no more is wanted; null: all is. */
	bool (*over)(void *context);
	/* Whether any run took the goal. */
	bool (*met)(void *context, size_t goal);
	void *context;
};

struct cover_statistics {
	size_t rounds; /* unwound graphs */
	size_t queries; /* of the sessions, all rounds */
	/* Of paths: those of the last round. */
	size_t models; /* from the sessions */
	size_t near; /* inputs that were found near models, without a query */
	double seconds; /* by the clock, that answers and values were waited for */
	double cpu; /* of the sessions' solvers */
	double confirm_cpu; /* of those that checked proofs: the prover has it too */
	char stopped[256]; /* why the last round ended early, or empty */
};

/* Gives each goal that is OPEN a verdict. */
void cover(struct prover *prover, const struct proof_cover_options *options,
	   struct prove_goal *goals, size_t count, struct cover_statistics *statistics);

#endif
