/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * avm.c - the alternating variable method (Korel, Automated software test data
 * generation, 1990), as FloPSy has it (Lakhotia, Tillmann, Harman and de Halleux, 2010,
 * sections 2.3 and 3.2). One variable after another moves by
 *
 *	delta = 2^it * dir * 10^-prec
 *
 * An exploratory move has it = 0, and dir = -1, then 1. When it lowers the value,
 * pattern moves follow it, `it` growing by 1 each, until one does not; then the first
 * variable has its turn again. When no variable moves, prec of each float rises by 1 as
 * long as 10^-prec still changes it and prec is below 7 (float) or 15 (double). When
 * none rises, the search begins again: near where it is (x += 10^-prec * u, u uniform
 * in [0, 1)), and the next time anywhere (random bits, prec = 0), in turn. An integer's
 * prec is 0, and it begins again anywhere.
 *
 * The ordered form counts representable numbers instead of values:
 *
 *	delta = 2^it * dir * 2^(f - 4 prec)		f: bits of the fraction
 *
 * so that it starts with steps of a factor of two and ends with steps of one ulp, which
 * the form on values does not make where numbers are far from 1.
 */
#include "mcmc/minimiser.h"

#include <math.h>
#include <string.h>

#include "mcmc/axis.h"
#include "mcmc/descent.h"
#include "mcmc/scatter.h"

enum {
	STEP_EVALS = 64,
	EVALS_MOST = 1 << 20,
	ORDERED_BITS = 4, /* by which a step of the ordered form is refined */
};

struct avm {
	struct descent d; /* d.best is the best of all restarts */
	gsl_rng *rng;
	bool ordered;
	coord *here, *trial; /* n each: the best since the last restart, and a move */
	struct reading value; /* at here */
	unsigned *precision; /* n */
	/* The next move. */
	size_t i;
	int direction;
	unsigned it; /* > 0: a pattern move */
	bool local_next; /* the next restart is near */
};

/* ---- moves */

static unsigned precision_most(const struct avm *s, const struct axis *axis)
{
	const unsigned bits = axis_fraction_bits(axis->kind);

	if (axis->kind == AXIS_INTEGER)
		return 0;
	if (s->ordered)
		return (bits + ORDERED_BITS - 1) / ORDERED_BITS;
	/* Decimal digits that the type holds: 7, 15, 18. */
	return axis->kind == AXIS_F32 ? 7 : axis->kind == AXIS_F64 ? 15 : 18;
}

/* The number of the ordered form that 2^it steps are. */
static coord ordered_step(const struct avm *s, const struct axis *axis, unsigned i)
{
	const unsigned bits = axis_fraction_bits(axis->kind);
	const unsigned less = ORDERED_BITS * s->precision[i];
	const unsigned shift = (bits > less ? bits - less : 0) + s->it;

	return (coord)1 << (shift < 101 ? shift : 101);
}

/* Where a step of `size` * direction leads from c. */
static coord move_value(const struct axis *axis, coord c, long double delta)
{
	const long double v = axis_to_long_double(axis->kind, c) + delta;

	/* Above 2^64 a long double does not tell integers apart. */
	if (axis->kind == AXIS_INTEGER)
		return axis_add(axis, c,
				fabsl(delta) < 0x1p100L ? (coord)delta
				: delta < 0		? -((coord)1 << 100)
							: (coord)1 << 100);
	return axis_from_long_double(axis, v);
}

static coord avm_moved(const struct avm *s, size_t i, int direction)
{
	const struct axis *axis = &s->d.f->axes[i];
	const coord c = s->here[i];
	const long double scale = powl(10, -(long double)s->precision[i]);

	if (s->ordered) {
		const coord step = ordered_step(s, axis, (unsigned)i);
		return axis_add(axis, c, direction < 0 ? -step : step);
	}
	return move_value(axis, c, direction * ldexpl(scale, (int)s->it));
}

/* Whether a finer step of the variable is worth trying. */
static bool refines(const struct avm *s, size_t i)
{
	const struct axis *axis = &s->d.f->axes[i];
	const unsigned next = s->precision[i] + 1;

	if (next > precision_most(s, axis))
		return false;
	return s->ordered ||
	       move_value(axis, s->here[i], powl(10, -(long double)next)) != s->here[i];
}

static bool refine_precision(struct avm *s)
{
	bool some = false;

	for (size_t i = 0; i < s->d.f->n; i++)
		if (refines(s, i)) {
			s->precision[i]++;
			some = true;
		}
	return some;
}

/* ---- restarts */

static coord near(struct avm *s, size_t i)
{
	const struct axis *axis = &s->d.f->axes[i];
	const double u = gsl_rng_uniform(s->rng);

	if (s->precision[i] == 0)
		return scatter_coordinate(axis, s->rng);
	if (s->ordered)
		return axis_add(
		    axis, s->here[i],
		    (coord)(u * (double)ordered_step(s, axis, (unsigned)i)));
	return move_value(axis, s->here[i],
			  u * powl(10, -(long double)s->precision[i]));
}

static void first_variable(struct avm *s)
{
	s->i = 0;
	s->direction = -1;
	s->it = 0;
}

static void begin_again(struct avm *s)
{
	const size_t n = s->d.f->n;

	first_variable(s);
	if (s->local_next) {
		for (size_t i = 0; i < n; i++)
			s->here[i] = near(s, i);
	} else {
		scatter_bits(s->d.f, s->rng, s->here);
		memset(s->precision, 0, n * sizeof *s->precision);
	}
	s->local_next = !s->local_next;
	descent_eval(&s->d, s->here, &s->value);
}

/* ---- the method */

static void *avm_start(const struct objective *f,
		       const struct minimiser_options *options, gsl_rng *rng,
		       const coord *x0)
{
	struct avm *s = descent_start(sizeof *s, f, x0);

	(void)options;
	if (!s)
		return NULL;
	s->rng = rng;
	s->local_next = true;
	s->here = descent_room(&s->d, f->n, sizeof *s->here);
	s->trial = descent_room(&s->d, f->n, sizeof *s->trial);
	s->precision = descent_room(&s->d, f->n, sizeof *s->precision);
	if (!descent_ready(s))
		return NULL;
	memcpy(s->here, s->d.best, f->n * sizeof *s->here);
	first_variable(s);
	return s;
}

static void *avm_ordered_start(const struct objective *f,
			       const struct minimiser_options *options, gsl_rng *rng,
			       const coord *x0)
{
	struct avm *s = avm_start(f, options, rng, x0);

	if (s)
		s->ordered = true;
	return s;
}

/* What comes after a move that was not lower. */
static void give_up_move(struct avm *s)
{
	if (s->it > 0) {
		first_variable(s);
	} else if (s->direction < 0) {
		s->direction = 1;
	} else {
		s->direction = -1;
		s->i++;
	}
}

static void make_move(struct avm *s)
{
	const size_t n = s->d.f->n;
	struct reading r;

	memcpy(s->trial, s->here, n * sizeof *s->trial);
	s->trial[s->i] = avm_moved(s, s->i, s->direction);
	if (s->trial[s->i] == s->here[s->i]) {
		give_up_move(s);
		return;
	}
	descent_eval(&s->d, s->trial, &r);
	if (r.value >= s->value.value) {
		give_up_move(s);
		return;
	}
	s->value = r;
	s->here[s->i] = s->trial[s->i];
	s->it++;
}

static enum minimiser_status avm_step(void *state)
{
	struct avm *s = state;
	const size_t limit = s->d.evals + STEP_EVALS;

	if (s->d.evals == 0)
		descent_eval(&s->d, s->here, &s->value);
	while (!s->d.over && s->d.f->n && s->d.evals < limit) {
		if (s->i < s->d.f->n)
			make_move(s);
		else if (refine_precision(s))
			first_variable(s);
		else
			begin_again(s);
	}
	if (!s->d.over && (!s->d.f->n || s->d.evals >= EVALS_MOST))
		return MINIMISER_DONE;
	return descent_status(&s->d);
}

const struct minimiser minimiser_avm = {
    .name = "avm",
    .summary = "alternating variable method on values, as FloPSy",
    .restarts = true,
    .start = avm_start,
    .step = avm_step,
    .stop = descent_stop,
};

const struct minimiser minimiser_avm_ordered = {
    .name = "avm-ordered",
    .summary = "alternating variable method on ordered integers",
    .restarts = true,
    .start = avm_ordered_start,
    .step = avm_step,
    .stop = descent_stop,
};
