/* SPDX-License-Identifier: GPL-3.0-or-later */
/* satisfy.h - the search for values that satisfy a system of constraints. */
#ifndef SAT_SATISFY_H
#define SAT_SATISFY_H

#include "sat/formula/system.h"
#include "sat/search/trial.h"

struct satisfy_options {
	unsigned long seed;
	uint64_t runs; /* evaluations at most; 0: no limit */
	struct satisfy_stop stop;
};

enum satisfy_answer {
	SATISFY_FOUND,
	SATISFY_NOTHING, /* the runs are used up, or stop() said so */
};

/*
 * Searches for values of the formula's variables and writes them to
 * values[system->variables]; a variable with a definition gets the value of that. The
 * same seed makes the same runs; *runs is their number.
 */
enum satisfy_answer satisfy(const struct system *system,
			    const struct satisfy_options *options, word *values,
			    uint64_t *runs);

#endif
