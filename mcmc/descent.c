/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mcmc/descent.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool descent_init(struct descent *d, const struct objective *f, const coord *x0)
{
	*d = (struct descent){.f = f, .reading.value = DBL_MAX};
	d->best = malloc((f->n + 1) * sizeof *d->best);
	if (!d->best)
		return false;
	if (f->n)
		memcpy(d->best, x0, f->n * sizeof *x0);
	return true;
}

void descent_done(struct descent *d)
{
	free(d->best);
	d->best = NULL;
}

bool descent_lower(const struct reading *a, const struct reading *b)
{
	if (a->value != b->value)
		return a->value < b->value;
	return a->sign != 0 && fabs(a->sign) < fabs(b->sign);
}

bool descent_eval(struct descent *d, const coord *x, struct reading *out)
{
	*out = (struct reading){DBL_MAX, 0, 0};
	if (d->over)
		return false;
	d->stopped = d->f->eval(d->f->context, x, out) == OBJECTIVE_STOP;
	d->evals++;
	if (descent_lower(out, &d->reading)) {
		d->improvements++;
		d->reading = *out;
		if (d->best != x && d->f->n)
			memcpy(d->best, x, d->f->n * sizeof *x);
	}
	d->over = d->stopped || d->reading.value <= 0;
	return !d->over;
}

enum minimiser_status descent_status(const struct descent *d)
{
	if (d->stopped)
		return MINIMISER_STOP;
	return d->over ? MINIMISER_DONE : MINIMISER_GO_ON;
}

const coord *descent_best(const struct descent *d, struct reading *out)
{
	*out = d->reading;
	return d->best;
}
