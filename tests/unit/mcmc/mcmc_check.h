/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mcmc_check.h - what the tests of mcmc/ share: one line a property, and objectives
 * that count their evaluations.
 */
#ifndef TESTS_UNIT_MCMC_CHECK_H
#define TESTS_UNIT_MCMC_CHECK_H

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#include "mcmc/axis.h"
#include "mcmc/minimiser.h"

static int check_failures;

/* Prints `ok NAME` or `not ok NAME: FILE:LINE: why`. */
#define check(name, condition, ...)                                                    \
	do {                                                                           \
		if (condition) {                                                       \
			printf("ok %s\n", name);                                       \
		} else {                                                               \
			printf("not ok %s: %s:%d: ", name, __FILE__, __LINE__);        \
			printf(__VA_ARGS__);                                           \
			printf("\n");                                                  \
			check_failures++;                                              \
		}                                                                      \
	} while (0)

#define CHECK_AXES_MAX 8

/* An objective over numbers, with a budget. */
struct trial {
	struct objective objective;
	struct axis axes[CHECK_AXES_MAX];
	void (*read)(const struct trial *t, const long double *x, struct reading *out);
	size_t evals, budget;
	size_t late; /* evaluations after OBJECTIVE_STOP */
	bool stopped;
	size_t longest_step; /* in evaluations */
	uint64_t hash; /* of all points read, in their order */
};

static inline long double trial_number(const struct trial *t, const coord *x, size_t i)
{
	return axis_to_long_double(t->axes[i].kind, x[i]);
}

static inline enum objective_status trial_eval(void *context, const coord *x,
					       struct reading *out)
{
	struct trial *t = context;
	long double number[CHECK_AXES_MAX];

	for (size_t i = 0; i < t->objective.n; i++) {
		number[i] = trial_number(t, x, i);
		t->hash = (t->hash ^ (uint64_t)x[i]) * 0x100000001b3u + 1;
		if (x[i] < t->axes[i].low || x[i] > t->axes[i].high)
			check("inside the axes", false, "coordinate %zu", i);
	}
	t->read(t, number, out);
	t->evals++;
	t->late += t->stopped;
	t->stopped |= out->value <= 0 || t->evals >= t->budget;
	return t->stopped ? OBJECTIVE_STOP : OBJECTIVE_GO_ON;
}

static inline void trial_init(struct trial *t, size_t n, enum axis_kind kind,
			      void (*read)(const struct trial *, const long double *,
					   struct reading *),
			      size_t budget)
{
	*t = (struct trial){.read = read, .budget = budget};
	for (size_t i = 0; i < n; i++)
		t->axes[i] = axis_full(kind);
	t->objective = (struct objective){n, t->axes, trial_eval, t};
}

/* Runs one descent; best gets the coordinates. */
static inline enum minimiser_status
trial_run(struct trial *t, const struct minimiser *m, const struct minimiser_options *o,
	  unsigned long seed, const coord *x0, coord *best, struct reading *reading)
{
	const struct minimiser_options standard = {.n_iter = 5, .temperature = 1};
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
	enum minimiser_status status = MINIMISER_GO_ON;
	void *state;

	gsl_rng_set(rng, seed);
	state = m->start(&t->objective, o ? o : &standard, rng, x0);
	while (status == MINIMISER_GO_ON) {
		const size_t before = t->evals;

		status = m->step(state);
		if (t->evals - before > t->longest_step)
			t->longest_step = t->evals - before;
	}
	for (size_t i = 0; i < t->objective.n; i++)
		best[i] = descent_best(state, reading)[i];
	m->stop(state);
	gsl_rng_free(rng);
	return status;
}

/* As the harness does: above 2^62 distances grow by one for 2^18. */
static inline double distance_image(coord d)
{
	const coord fine = (coord)1 << 62;
	const coord image = d <= fine ? d : fine + ((d - fine) >> 18) + 1;

	return (double)image;
}

/* How far c is beyond infinity: 0 for numbers. */
static inline coord past_infinity(const struct axis *axis, coord c)
{
	const coord past = (c < 0 ? -1 - c : c) - axis_from_double(axis, INFINITY);

	return axis->kind == AXIS_INTEGER || past < 0 ? 0 : past;
}

/*
 * What the harness reads at a == b: the distance in ulps of the kind, and the signed
 * difference. A NaN is farther than all numbers, by its way back to them.
 */
static inline void read_equal(enum axis_kind kind, long double a, long double b,
			      struct reading *out)
{
	const struct axis axis = axis_full(kind);
	coord ca = axis_from_long_double(&axis, a),
	      cb = axis_from_long_double(&axis, b);
	const coord past = past_infinity(&axis, ca) + past_infinity(&axis, cb);

	*out = (struct reading){0x1p63 + distance_image(past) / 4, 0, 0};
	if (past > 0)
		return;
	/* The two zeros are equal. */
	ca += kind != AXIS_INTEGER && ca < 0;
	cb += kind != AXIS_INTEGER && cb < 0;
	out->value = distance_image(ca < cb ? cb - ca : ca - cb);
	out->sign = (double)(ca - cb);
}

/* The same at a >= b. */
static inline void read_at_least(enum axis_kind kind, long double a, long double b,
				 struct reading *out)
{
	read_equal(kind, a, b, out);
	if (a >= b)
		out->value = 0;
}

#endif
