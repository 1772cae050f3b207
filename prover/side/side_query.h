/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * side_query.h - one side of a choice behind a prefix of choices: an input whose run takes
 * it, or a proof that none does.
 *
 * This is the main header of prover/side. The room makes a path of a run, or of choices,
 * into formulas (path_walk.h), and solves the condition of its last side by solvers and by
 * searches. It includes all lower rooms; which side is asked for, it does not know. Start
 * with this file, then side_query.c.
 */
#ifndef PROVER_SIDE_QUERY_H
#define PROVER_SIDE_QUERY_H

#include "prover/side/path_walk.h"
#include "prover/side/search_counts.h"
#include "prover/side/side_state.h"
#include "prover/search/condition_search.h"
#include "prover/verify/ask.h"

/* How a condition is solved. */
enum side_method {
	SIDE_PORTFOLIO, /* searches and solvers, in attempts of more and more effort */
	SIDE_SMT,
	SIDE_CORRECTED, /* the solvers, then a long search from their last model */
	SIDE_SIMPLIFY, /* the solvers, with values for non-linear terms: proves nothing */
	SIDE_MIXED, /* the same, with the values that a linear solution has: so too */
	SIDE_SEARCH, /* by one method of searches: proves nothing */
};

/* How often the portfolio tries a side before it gives up. */
enum { SIDE_ATTEMPTS = 5 };

/* What searches and solvers have brought in an exploration, for which estimated time. */
struct side_yield {
	size_t solved;
	double milliseconds;
};

struct side_yields {
	struct side_yield search, solvers;
};

struct side_query {
	struct prover *prover;
	enum side_method method;
	/* The searches' method, seed and budget; `options` goes from one to the next. */
	const struct condition_method *search;
	uint64_t seed;
	struct condition_options *options;
	struct side_yields *yields; /* goes from one to the next, too */
	unsigned attempt; /* of this side: from 0 on */
	/* SIDE_CORRECTED: what the first attempt leaves to the second one, an input of the
	 * entry's size. The caller frees it. */
	uint8_t *model;
	/* Ends with the choice whose side is asked for. Its store may grow. */
	struct path_walk *path;
	uint32_t edge;
	/* An input, of the entry's size, whose run comes to the choice; null: none is
	 * known. */
	const uint8_t *start;
	/* Runs an input; whether it took the side. `is_exact`: the formulas say that it
	 * does, under their library's contracts. */
	bool (*run)(void *context, const uint8_t *bytes, size_t size, bool is_exact);
	/* What run() has set: the last run ended before the choice, by a signal say, which
	 * no condition of the path tells. May be null. */
	const bool *ended;
	void *context;
	/* results */
	size_t searches, evaluations;
	struct search_counts counts; /* of the searches after solvers */
	bool is_deferred; /* OPEN, and worth one more attempt: */
	bool is_last; /* when there are no other sides */
	bool is_early; /* the run of a solution ended before the choice */
	char why[256]; /* UNKNOWN */
	char how[256]; /* INFEASIBLE, NEAREST */
	bool is_guess; /* internal: what is solved are not the path's conditions */
	uint8_t *early; /* internal: the first input whose run ended so, or null */
};

/* Returns the side's state; SIDE_OPEN when it is deferred, or when stop_asked() before it
 * was decided. */
enum side_state side_query_solve(struct side_query *query);

#endif
