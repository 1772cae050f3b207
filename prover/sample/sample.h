/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sample.h - an assignment under which a list of conditions holds, and a local search
 * from there for one that satisfies one more condition, without a solver. It never
 * shows that there is none.
 *
 * prover/sample/ answers what it can of conditions before a solver is asked: inputs that
 * meet them (this file, polytope_point.c), and contradictions (polytope.h).
 */
#ifndef PROVER_SAMPLE_H
#define PROVER_SAMPLE_H

#include "prover/expr/expr.h"

enum sample_truth { TRUTH_NO, TRUTH_YES, TRUTH_UNKNOWN };

struct sample {
	const struct expr_store *store;
	bool integers; /* without bounds, else bits */
	int64_t *values; /* by variable */
	/* private: cached values, by expression */
	int64_t *computed;
	uint32_t *when;
	bool *is_known;
	uint32_t now;
	size_t room, known_room, when_room;
	/* on which variables it depends: bit i stands for variables i, i + 64, ... */
	uint64_t *support;
	size_t supported, support_room;
};

/* All values are 0. The store may get more expressions, but no more variables. */
void sample_init(struct sample *w, const struct expr_store *store, bool integers);
void sample_done(struct sample *w);
/* Values have been changed. */
void sample_changed(struct sample *w);
/* Whether a condition holds. */
enum sample_truth sample_says(struct sample *w, expr condition);
/* Most of the conditions hold: searches for an assignment near this one under which all
 * do. False: none was found; the values are unchanged. */
bool sample_reach(struct sample *w, const expr *conditions, size_t count);
/* All of the conditions hold: brings large values nearer to 0 as long as they do. */
void sample_shrink(struct sample *w, const expr *conditions, size_t count);

/* ---- contradictions found by interval propagation, without a solver */

/* Whether the conditions contradict each other by the bounds that comparisons with
 * constants give to what they compare; with `integers` (integers.h) also by the bounds
 * of the terms of sums. False: unknown. */
bool bounds_contradict(const struct expr_store *store, const expr *conditions,
		       size_t count, bool integers);

#endif
