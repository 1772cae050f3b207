/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * relay.c - the downhill simplex, and from where it ends rounding and signed search:
 * for conditions on smooth functions, a sum of squares say, that only few numbers meet.
 *
 * The simplex follows a curved valley in some hundred evaluations, where moves of one
 * or two coordinates take ten thousand, but stops some ulps from the bottom. It begins
 * again at its own minimum while that gets lower, as its authors advise. Then all
 * coordinates are rounded together, to fewer and fewer digits: the numbers of a
 * solution are often round, and one at a time they would leave the valley. Signed
 * search goes through the neighbours of what is lowest then.
 *
 * That was a lap. The next ones start at random points of moderate size, where smooth
 * functions have their valleys, and signed search follows only when a lap's simplex has
 * come lower than all laps before. Where the goal's site is not reached, signed search
 * makes the whole lap: it can restore the equalities on the way there.
 */
#include "mcmc/minimiser.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "mcmc/axis.h"
#include "mcmc/descent.h"

enum {
	SIMPLEX_MOST = 4, /* descents of the simplex */
	DIGITS_MOST = 15, /* rounded to so many decimal digits, and to fewer */
	LAPS_WITHOUT_PROGRESS =
	    8, /* laps without a lower point, after which it is done */
	SIZES = 2, /* laps start within 10 or 100 of 0 */
	/* Evaluations of signed search for each coordinate: in the first lap, and in
	 * others until it is below all laps before. */
	SIGNED_SHARE = 1000,
};

enum leg { LEG_START, LEG_SIMPLEX, LEG_ROUND, LEG_SIGNED };

struct relay {
	struct descent d; /* of all laps */
	struct objective inner; /* reads by d */
	struct minimiser_options options;
	gsl_rng *rng;
	coord *here, *x; /* n each: the lowest point of this lap, and a rounded one */
	struct reading at; /* here */
	double lowest; /* of the laps before */
	size_t signed_start; /* d.evals when signed search began in this lap */
	unsigned lap, without_progress, simplexes; /* the second: laps in a row */
	enum leg leg;
	const struct minimiser *method; /* of `state` */
	void *state; /* null: the next descent is to be started */
};

/* The legs' evaluations are those of the whole, which keeps the best of them. */
static enum objective_status evaluate_inner(void *context, const coord *x,
					    struct reading *out)
{
	struct relay *s = context;

	return descent_eval(&s->d, x, out) ? OBJECTIVE_GO_ON : OBJECTIVE_STOP;
}

static void relay_stop(void *state)
{
	struct relay *s = state;

	if (s && s->state)
		s->method->stop(s->state);
	descent_stop(s);
}

static void *relay_start(const struct objective *f,
			 const struct minimiser_options *options, gsl_rng *rng,
			 const coord *x0)
{
	struct relay *s = descent_start(sizeof *s, f, x0);

	if (!s)
		return NULL;
	s->rng = rng;
	s->options = *options;
	s->x = descent_room(&s->d, f->n, sizeof *s->x);
	s->here = descent_room(&s->d, f->n, sizeof *s->here);
	if (!descent_ready(s))
		return NULL;
	memcpy(s->here, s->d.best, f->n * sizeof *s->here);
	s->at.value = s->lowest = DBL_MAX;
	s->inner = (struct objective){f->n, f->axes, evaluate_inner, s};
	return s;
}

/* One step of a method that starts here; when it is done, here is where it has come,
 * and the result is false. */
static bool step_method(struct relay *s, const struct minimiser *m,
			enum minimiser_status *status)
{
	struct reading r;

	if (!s->state) {
		s->method = m;
		s->state = m->start(&s->inner, &s->options, s->rng, s->here);
	}
	*status = s->state ? m->step(s->state) : MINIMISER_ERROR;
	if (*status != MINIMISER_DONE)
		return true;
	const coord *x = descent_best(s->state, &r);
	if (r.value < s->at.value) {
		memcpy(s->here, x, s->d.f->n * sizeof *x);
		s->at = r;
	}
	m->stop(s->state);
	s->state = NULL;
	return false;
}

/* v rounded to so many significant decimal digits. */
static long double rounded(long double v, int digits)
{
	if (v == 0 || !isfinite(v))
		return v;
	const long double unit = powl(10, floorl(log10l(fabsl(v))) + 1 - digits);

	return rintl(v / unit) * unit;
}

static void round_all(struct relay *s)
{
	const struct objective *f = s->d.f;
	struct reading r;

	for (int digits = DIGITS_MOST; digits > 0 && !s->d.over; digits--) {
		for (size_t i = 0; i < f->n; i++) {
			const enum axis_kind kind = f->axes[i].kind;
			const long double v = axis_to_long_double(kind, s->here[i]);
			s->x[i] = kind == AXIS_INTEGER
				      ? s->here[i]
				      : axis_from_long_double(&f->axes[i],
							      rounded(v, digits));
		}
		if (memcmp(s->x, s->here, f->n * sizeof *s->x) == 0)
			continue;
		descent_eval(&s->d, s->x, &r);
		if (r.value < s->at.value) {
			memcpy(s->here, s->x, f->n * sizeof *s->x);
			s->at = r;
		}
	}
}

static void next_lap(struct relay *s)
{
	const double size = pow(10, 1 + s->lap % SIZES);

	s->without_progress =
	    s->d.reading.value < s->lowest ? 0 : s->without_progress + 1;
	s->lowest = s->d.reading.value;
	s->at.value = DBL_MAX;
	s->leg = LEG_START;
	s->simplexes = 0;
	s->lap++;
	for (size_t i = 0; i < s->d.f->n; i++)
		s->here[i] = axis_from_double(&s->d.f->axes[i],
					      size * (2 * gsl_rng_uniform(s->rng) - 1));
}

static void begin_signed(struct relay *s)
{
	s->leg = LEG_SIGNED;
	s->signed_start = s->d.evals;
}

/* Whether signed search has had its evaluations. */
static bool signed_is_vain(const struct relay *s)
{
	const size_t spent = s->d.evals - s->signed_start;
	struct reading r;

	if (!s->state || spent < SIGNED_SHARE * s->d.f->n)
		return false;
	descent_best(s->state, &r);
	if (s->lap == 0 && r.value < OBJECTIVE_UNREACHED)
		return true;
	return r.value >= fmin(s->lowest, OBJECTIVE_UNREACHED);
}

static void leave_signed(struct relay *s)
{
	if (s->state)
		s->method->stop(s->state);
	s->state = NULL;
	next_lap(s);
}

/* After a simplex: whether another one follows here. */
static bool simplex_again(struct relay *s, double before)
{
	return ++s->simplexes < SIMPLEX_MOST && s->at.value < before;
}

static enum minimiser_status relay_step(void *state)
{
	struct relay *s = state;
	enum minimiser_status status = MINIMISER_GO_ON;
	const double before = s->at.value;

	if (s->leg == LEG_START) {
		descent_eval(&s->d, s->here, &s->at);
		s->leg = LEG_SIMPLEX;
		if (s->at.value >= OBJECTIVE_UNREACHED)
			begin_signed(s);
	} else if (s->leg == LEG_SIMPLEX) {
		if (!step_method(s, &minimiser_simplex, &status) &&
		    !simplex_again(s, before))
			s->leg = LEG_ROUND;
	} else if (s->leg == LEG_ROUND) {
		round_all(s);
		begin_signed(s);
		if (s->at.value >= s->lowest)
			next_lap(s);
	} else if (!step_method(s, &minimiser_signed, &status) || signed_is_vain(s)) {
		leave_signed(s);
	}
	if (status == MINIMISER_ERROR)
		return status;
	if (!s->d.over && (!s->d.f->n || s->without_progress == LAPS_WITHOUT_PROGRESS))
		return MINIMISER_DONE;
	return descent_status(&s->d);
}

const struct minimiser minimiser_relay = {
    .name = "relay",
    .summary = "simplex, then rounding and signed search",
    .restarts = true,
    .start = relay_start,
    .step = relay_step,
    .stop = relay_stop,
};
