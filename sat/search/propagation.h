/* SPDX-License-Identifier: GPL-3.0-or-later */
/* propagation.h - changes inputs so that a constraint which does not hold may hold. */
#ifndef SAT_PROPAGATION_H
#define SAT_PROPAGATION_H

#include <gsl/gsl_rng.h>

#include "sat/search/evaluator.h"

/* At random, 0 to n - 1. */
unsigned draw_below(gsl_rng *rng, unsigned n);
/* Any of `width` bits. */
word draw_bits(gsl_rng *rng, unsigned width);

/*
 * A value for operand k with which the node would be `target` while the others stay as
 * they are in e: the exact one where that is found, else one near to it, or a guess. So
 * a target value is propagated from a term down to a variable (Niemetz, Preiner and
 * Biere, "Propagation based local search for bit-precise reasoning", FMSD 2017), here
 * for floats too.
 */
word inverse_operand(const struct evaluator *e, gsl_rng *rng, uint32_t node, unsigned k,
		     word target);

/* Which operand of an operation is solved for. If each were chosen at random, a way
 * through all operations of a long chain would be one of exponentially many. */
enum repair_way {
	REPAIR_ANY,
	REPAIR_DEEP, /* the way along the longest chain */
	REPAIR_SHALLOW,
	REPAIR_WAYS,
};

struct repair {
	struct evaluator *e;
	gsl_rng *rng;
	enum repair_way way; /* of this repair, chosen at random */
	bool *is_varied; /* of each node: it depends on an input */
};

void repair_init(struct repair *r, struct evaluator *e, gsl_rng *rng);
void repair_done(struct repair *r);

/*
 * Walks from a Bool node that is to be `wanted` down to inputs, by choices at random,
 * and sets some of them in e->values. What e has computed is then out of date: call
 * evaluator_run(). Returns false when nothing was set.
 */
bool repair_constraint(struct repair *r, uint32_t node, bool wanted);

#endif
