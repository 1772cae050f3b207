/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sample.h - values of the variables under which a list of conditions holds, and small
 * steps from there to values under which one more holds: what a solver need not be
 * asked. Nothing is found to be impossible that way.
 */
#ifndef PROVER_SAMPLE_H
#define PROVER_SAMPLE_H

#include "prover/expr/expr.h"

enum truth { TRUTH_NO, TRUTH_YES, TRUTH_UNKNOWN };

struct sample {
	const struct expr_store *store;
	bool integers; /* without bounds, else bits */
	int64_t *values; /* by variable */
	/* its own: what was computed, by expression */
	int64_t *computed;
	uint32_t *when;
	bool *is_known;
	uint32_t now;
	size_t room, known_room, when_room;
	/* and what it depends on: bit i tells of variables i, i + 64, ... */
	uint64_t *support;
	size_t supported, support_room;
};

/* All values are 0. The store may get more expressions, but no more variables. */
void sample_init(struct sample *w, const struct expr_store *store, bool integers);
void sample_done(struct sample *w);
/* Values have been changed. */
void sample_changed(struct sample *w);
/* Whether a condition holds. */
enum truth sample_says(struct sample *w, expr condition);
/* Few of the conditions do not hold, or the last alone: looks for values near by under
 * which all do. False: none was found, and the values are as before. */
bool sample_reach(struct sample *w, const expr *conditions, size_t count);
/* All of the conditions hold: brings large values nearer to 0 as long as they do. */
void sample_shrink(struct sample *w, const expr *conditions, size_t count);

#endif
