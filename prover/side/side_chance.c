/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * side_chance.c - inputs left to chance, for a choice that depends on what is not followed,
 * such as the result of a function whose GIMPLE ME does not have: no formula tells how its
 * sides are taken, and only runs do. Nor does one tell of a run that ends before the choice, as
 * by a division by zero. As in random testing by ranges of several sizes, a
 * number is taken within 1, 10 or 100 of 0, so that comparisons between inputs and small
 * constants go both ways.
 */
#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mcmc/axis.h"
#include "prover/condition/condition_scalar.h"
#include "prover/side/side_solving.h"
#include "prover/ir/arena.h"
#include "system/stop.h"

enum {
	TRIES = 4, /* runs of the first attempt; each later one has as many more */
	SIZES = 3,
};

struct chance {
	struct condition_scalar *scalars;
	size_t count;
	gsl_rng *rng;
	uint8_t *input;
	size_t size;
};

/* Changes one scalar, and each other one with even odds. */
static void change(struct chance *c)
{
	const size_t one = gsl_rng_uniform_int(c->rng, c->count);

	for (size_t i = 0; i < c->count; i++) {
		const double most = pow(10, (double)gsl_rng_uniform_int(c->rng, SIZES));
		const double value = most * (2 * gsl_rng_uniform(c->rng) - 1);
		if (i == one || gsl_rng_uniform_int(c->rng, 2))
			condition_scalar_put(
			    &c->scalars[i],
			    axis_from_double(&c->scalars[i].axis, value), c->input,
			    c->size);
	}
}

static enum finding run_changed(struct side_query *q, const uint8_t *from,
				struct chance *c)
{
	for (unsigned i = 0; i < TRIES * (q->attempt + 1) && !stop_asked(); i++) {
		memcpy(c->input, from, c->size);
		change(c);
		if (side_run(q, c->input, false))
			return FINDING_MET;
	}
	return FINDING_NONE;
}

enum finding side_chance(struct side_query *q, const uint8_t *from)
{
	struct chance c = {.size = entry_file_size(q->prover->entry)};
	enum finding finding = FINDING_NONE;

	c.scalars = condition_scalars_of_entry(q->prover->entry, &c.count);
	c.rng = gsl_rng_alloc(gsl_rng_mt19937);
	c.input = array_new(c.size, 1);
	if (c.rng && c.count) {
		gsl_rng_set(c.rng, (unsigned long)q->seed + 7919 * q->attempt +
				       31 * q->path->count + q->edge);
		finding = run_changed(q, from, &c);
		q->is_deferred = finding == FINDING_NONE && !stop_asked() &&
				 q->attempt + 1 < SIDE_ATTEMPTS;
	}
	if (c.rng)
		gsl_rng_free(c.rng);
	free(c.scalars);
	free(c.input);
	return finding;
}
