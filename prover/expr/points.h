/* SPDX-License-Identifier: GPL-3.0-or-later */
/* points.h - values of variables for which conditions hold, by trial. */
#ifndef PROVER_POINTS_H
#define PROVER_POINTS_H

#include "prover/expr/interval_value.h"

enum { POINT_VARIABLES = 24, POINT_SMALL = 10 };

struct point_search {
	const struct expr_store *store;
	const expr *list; /* the cone of the conditions, operands first */
	size_t count;
	const unsigned char *marks; /* by expression */
	unsigned char required; /* a bit of the marks: it is to hold */
	uint32_t variable_count; /* of at most 64 bits */
	expr variables[POINT_VARIABLES];
	unsigned formats[POINT_VARIABLES]; /* as which sort it is read; 0: an integer */
	struct value_interval ranges[POINT_VARIABLES]; /* where trials are made */
	uint64_t effort; /* expressions that are computed */
	uint64_t point[POINT_VARIABLES]; /* the result */
	bool
	    is_sure; /* all of the cone was computed at it, each operation to nearest */
};

/* Tries small numbers, constants that conditions have, ends of formats and numbers of the
 * ranges: all anew, or the best point with other values of a variable or two. Results of
 * calls are the machine's. Returns whether all hold at the point. */
bool points_search(struct point_search *search);
/* A small number, 0..POINT_SMALL - 1, as a value of the variable. */
uint64_t points_small(const struct point_search *search, uint32_t variable,
		      unsigned number);

/* The value from the one to the other of which as many of the lowest bits are 0 as can be. */
uint64_t points_rounded(uint64_t low, uint64_t high);

#endif
