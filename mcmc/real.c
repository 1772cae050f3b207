/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mcmc/real.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

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

double real_read(struct real *v, const double *x)
{
	const struct objective *f = v->d.f;
	struct reading r;

	for (size_t i = 0; i < f->n; i++)
		v->at[i] = axis_from_double(&f->axes[i], x[i]);
	descent_eval(&v->d, v->at, &r);
	return r.value < DBL_MAX ? r.value : DBL_MAX;
}
