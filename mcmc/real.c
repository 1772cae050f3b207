/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mcmc/real.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mcmc/axis.h"

bool real_init(struct real *v, const struct objective *f, const coord *x0)
{
	v->at = malloc((f->n + 1) * sizeof *v->at);
	return descent_init(&v->d, f, x0) && v->at;
}

void real_done(struct real *v)
{
	descent_done(&v->d);
	free(v->at);
	v->at = NULL;
}

bool real_begin(struct real *v, double *x)
{
	const struct objective *f = v->d.f;
	struct reading r;

	for (size_t i = 0; i < f->n; i++) {
		const enum axis_kind kind = f->axes[i].kind;

		x[i] = axis_to_double(kind, v->d.best[i]);
		if (!isfinite(x[i]))
			x[i] = copysign(kind == AXIS_F32 ? 1e37 : 1e300, x[i]);
	}
	return descent_eval(&v->d, v->d.best, &r);
}

static void place(struct real *v, const double *x)
{
	const struct objective *f = v->d.f;

	for (size_t i = 0; i < f->n; i++)
		v->at[i] = axis_from_double(&f->axes[i], x[i]);
}

double real_read(struct real *v, const double *x)
{
	struct reading r;

	place(v, x);
	descent_eval(&v->d, v->at, &r);
	return r.value < DBL_MAX ? r.value : DBL_MAX;
}

void real_prefer(struct real *v, const double *x)
{
	const size_t size = v->d.f->n * sizeof *v->at;
	struct reading r;

	place(v, x);
	if (memcmp(v->at, v->d.best, size) == 0)
		return;
	descent_eval(&v->d, v->at, &r);
	if (r.value == v->d.reading.value) {
		memcpy(v->d.best, v->at, size);
		v->d.reading = r;
	}
}
