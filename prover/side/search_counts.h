/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * search_counts.h - what was left to searches because solvers had no input: the columns
 * of FloPSy's study of libraries (Lakhotia and others, 2010, tables 4 and 5, figures 3
 * and 4).
 *
 * A search counts here if a solver was asked before it and gave no input whose run takes
 * the side, and if floating point is in the conditions that are sent to the search.
 */
#ifndef PROVER_SEARCH_COUNTS_H
#define PROVER_SEARCH_COUNTS_H

#include "prover/condition/condition_problem.h"

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

#endif
