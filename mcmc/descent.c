/* SPDX-License-Identifier: GPL-3.0-or-later */
/* descent.c - evaluations, and the best of them. */
#include "mcmc/descent.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mcmc/axis.h"

/* A block that lives as long as its descent. */
struct descent_room {
	struct descent_room *next;
	_Alignas(16) unsigned char bytes[];
};

void *descent_room(struct descent *d, size_t count, size_t size)
{
	struct descent_room *room = calloc(1, sizeof *room + (count + 1) * size);

	if (!room) {
		d->failed = true;
		return NULL;
	}
	room->next = d->rooms;
	d->rooms = room;
	return room->bytes;
}

void *descent_start(size_t size, const struct objective *f, const coord *x0)
{
	struct descent *d = calloc(1, size);

	if (!d)
		return NULL;
	d->f = f;
	d->reading.value = DBL_MAX;
	d->best = descent_room(d, f->n, sizeof *d->best);
	if (f->n && d->best)
		memcpy(d->best, x0, f->n * sizeof *x0);
	return d;
}

void descent_stop(void *state)
{
	struct descent *d = state;

	for (struct descent_room *next, *room = d ? d->rooms : NULL; room;
	     room = next) {
		next = room->next;
		free(room);
	}
	free(d);
}

void *descent_ready(void *state)
{
	struct descent *d = state;

	if (!d->failed)
		return d;
	descent_stop(d);
	return NULL;
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

const coord *descent_best(const void *state, struct reading *out)
{
	const struct descent *d = state;

	*out = d->reading;
	return d->best;
}

/* ---- over real numbers */

void *real_start(size_t size, const struct objective *f, const coord *x0)
{
	struct real *v = descent_start(size, f, x0);

	if (v)
		v->at = descent_room(&v->d, f->n, sizeof *v->at);
	return v;
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

static void real_place(struct real *v, const double *x)
{
	const struct objective *f = v->d.f;

	for (size_t i = 0; i < f->n; i++)
		v->at[i] = axis_from_double(&f->axes[i], x[i]);
}

double real_read(struct real *v, const double *x)
{
	struct reading r;

	real_place(v, x);
	descent_eval(&v->d, v->at, &r);
	return r.value < DBL_MAX ? r.value : DBL_MAX;
}

void real_prefer(struct real *v, const double *x)
{
	const size_t size = v->d.f->n * sizeof *v->at;
	struct reading r;

	real_place(v, x);
	if (memcmp(v->at, v->d.best, size) == 0)
		return;
	descent_eval(&v->d, v->at, &r);
	if (r.value == v->d.reading.value) {
		memcpy(v->d.best, v->at, size);
		v->d.reading = r;
	}
}
