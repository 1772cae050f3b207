/* SPDX-License-Identifier: GPL-3.0-or-later */
/* condition_options.h - how conditions are searched: what the methods share. All 0 are
 * the defaults. */
#ifndef PROVER_CONDITION_OPTIONS_H
#define PROVER_CONDITION_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

/* How the difference of two floating-point numbers is measured. */
enum condition_distance {
	DISTANCE_VALUE, /* |a - b| */
	DISTANCE_ORDERED, /* the numbers between them */
};

/* For how many steps a variable is tabu; n variables. */
enum walk_tabu {
	TABU_HALF, /* max(round(n / 2), 3) */
	TABU_NONE,
	TABU_ALL, /* max(n, 5) */
};

/* Concolic Walk's parameters; the names are the paper's. */
struct walk_options {
	unsigned steps; /* I, for each non-linear conjunct; 0: 150 */
	unsigned neighbours; /* R; 0: 10 */
	enum walk_tabu tabu; /* T */
	bool no_bisection;
};

/* What a method has brought, and for how many evaluations. */
struct method_yield {
	size_t solved, evaluations;
};

enum { METHODS_MOST = 8 };

struct condition_options {
	enum condition_distance distance;
	bool ordered; /* moves by representable numbers where the method has both */
	/* Only variables that floating point depends on are moved: the others have the
	 * values of a solver's model. */
	bool floats_only;
	struct walk_options walk;
	/* By method, of all searches with these options: the portfolio goes by it. */
	struct method_yield yields[METHODS_MOST];
};

#endif
