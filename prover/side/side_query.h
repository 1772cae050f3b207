/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * side_query.h - one side of a choice behind a prefix of choices: an input whose run
 * takes it, or a proof that none does.
 *
 * prover/side/ makes a path of a run, or of choices, into formulas (path_walk.h), and
 * solves the condition of its last side by solvers and by searches. Which side is asked
 * for, it does not know. Start with this file, then side_query.c.
 */
#ifndef PROVER_SIDE_QUERY_H
#define PROVER_SIDE_QUERY_H

#include "prover/search/condition_search.h"
#include "prover/side/path_walk.h"
#include "prover/verify/ask.h"

/*
 * What was left to searches because solvers had no input: the columns of FloPSy's study
 * of libraries (Lakhotia and others, 2010, tables 4 and 5, figures 3 and 4).
 *
 * A search counts here if a solver was asked before it and gave no input whose run takes
 * the side, and if floating point is in the conditions that are sent to the search.
 */

/* Of the scalars that a search moves. */
enum search_type { SEARCH_FLOAT, SEARCH_DOUBLE, SEARCH_INTEGER, SEARCH_TYPES };

/* Of the operations in the conditions: of floating point unless it says otherwise. */
enum search_operator {
	SEARCH_ADD, /* also differences */
	SEARCH_MULTIPLY,
	SEARCH_DIVIDE,
	SEARCH_SQRT,
	SEARCH_POW,
	SEARCH_CALL, /* of another function of the mathematical library */
	SEARCH_ROUND, /* to a whole number */
	SEARCH_CONVERT, /* between formats, from and to integers */
	SEARCH_INTEGERS, /* arithmetic on integers */
	SEARCH_OPERATORS
};

extern const char *const search_type_names[SEARCH_TYPES];
extern const char *const search_operator_names[SEARCH_OPERATORS];

struct search_counts {
	size_t invoked; /* solved + timeouts + failed */
	size_t solved; /* the run of the input found takes the side */
	size_t timeouts; /* ended by the limit of operations or by the command's end */
	size_t failed; /* no solution found, or its run leaves the prefix */
	size_t fixed; /* of the failed ones: no scalar of the input can be moved */
	size_t types[SEARCH_TYPES]; /* sums over the searches */
	size_t operators[SEARCH_OPERATORS];
};

/* How a search that counts has ended. */
enum search_end { SEARCH_SOLVED, SEARCH_LIMITED, SEARCH_FAILED };

/* Adds the problem's scalars and operations. Returns whether floating point is in it; if
 * not, nothing is added. */
bool search_counts_problem(struct search_counts *counts,
			   const struct condition_problem *problem);
/* `variables`: how many scalars were moved. */
void search_counts_end(struct search_counts *counts, enum search_end end,
		       size_t variables);
void search_counts_add(struct search_counts *to, const struct search_counts *from);

/* How a condition is solved. */
enum side_method {
	SIDE_PORTFOLIO, /* searches and solvers, in attempts of more and more effort */
	SIDE_SMT,
	SIDE_CORRECTED, /* the solvers, then a long search from their last model */
	SIDE_SIMPLIFY, /* the solvers, with values for non-linear terms: proves nothing */
	SIDE_MIXED, /* so too, with the values that a linear solution has */
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
