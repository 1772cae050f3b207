/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What minimiser.h promises, for every method on every kind of start. */
#include "tests/unit/mcmc/mcmc_check.h"

#include <float.h>
#include <gsl/gsl_errno.h>
#include <string.h>

#define STEP_EVALS_MAX 700
#define BUDGET 2500

/* The least sum of distances of |x_i - 3|: met by no point in the second case. */
static void read_threes(const struct trial *t, const long double *x,
			struct reading *out)
{
	struct reading r;

	*out = (struct reading){0, 0, 0};
	for (size_t i = 0; i < t->objective.n; i++) {
		read_equal(t->axes[i].kind, x[i], 3, &r);
		out->value += r.value;
		out->sign = r.sign;
	}
}

static void read_threes_and_one(const struct trial *t, const long double *x,
				struct reading *out)
{
	read_threes(t, x, out);
	out->value += 1;
}

static void read_plateau(const struct trial *t, const long double *x,
			 struct reading *out)
{
	(void)t;
	(void)x;
	*out = (struct reading){OBJECTIVE_UNREACHED, 0, 0};
}

/* Zero, but without OBJECTIVE_STOP: nothing is below it. */
static enum objective_status eval_zero(void *context, const coord *x,
				       struct reading *out)
{
	size_t *evals = context;

	(void)x;
	++*evals;
	*out = (struct reading){0, 0, 0};
	return OBJECTIVE_GO_ON;
}

static const double starts[] = {0,	 -0.0, 1,	 -1e-310,  17.25,
				DBL_MAX, NAN,  INFINITY, -INFINITY};

#define STARTS (sizeof starts / sizeof *starts)

struct outcome {
	enum minimiser_status status;
	struct trial trial;
	struct reading reading;
	coord best[CHECK_AXES_MAX];
};

/* start < STARTS: a number; then the two bounds. */
static void run(const struct minimiser *m, enum axis_kind kind, size_t n,
		void (*read)(const struct trial *, const long double *,
			     struct reading *),
		size_t start, size_t budget, struct outcome *out)
{
	coord x0[CHECK_AXES_MAX];

	trial_init(&out->trial, n, kind, read, budget);
	for (size_t i = 0; i < n; i++) {
		const struct axis *axis = &out->trial.axes[i];

		x0[i] = start < STARTS	 ? axis_from_double(axis, starts[start])
			: start > STARTS ? axis->high
					 : axis->low;
	}
	out->status = trial_run(&out->trial, m, NULL, 7, x0, out->best, &out->reading);
}

struct tally {
	size_t late, status, reading, seed, longest;
};

/* The best reading is that of the best point. */
static bool reading_holds(const struct outcome *o)
{
	long double x[CHECK_AXES_MAX];
	struct reading r;

	for (size_t i = 0; i < o->trial.objective.n; i++)
		x[i] = axis_to_long_double(o->trial.axes[i].kind, o->best[i]);
	o->trial.read(&o->trial, x, &r);
	return r.value == o->reading.value;
}

static void run_twice(const struct minimiser *m, enum axis_kind kind, size_t n,
		      void (*read)(const struct trial *, const long double *,
				   struct reading *),
		      size_t start, struct tally *tally)
{
	static const size_t budgets[] = {1, 2, 9, 100, BUDGET};
	struct outcome a, b;

	for (size_t k = 0; k < sizeof budgets / sizeof *budgets; k++) {
		run(m, kind, n, read, start, budgets[k], &a);
		run(m, kind, n, read, start, budgets[k], &b);
		tally->late += a.trial.late;
		tally->status +=
		    a.status != (a.trial.stopped ? MINIMISER_STOP : MINIMISER_DONE);
		tally->reading += !reading_holds(&a);
		tally->seed +=
		    a.trial.hash != b.trial.hash || a.trial.evals != b.trial.evals;
		if (a.trial.longest_step > tally->longest)
			tally->longest = a.trial.longest_step;
	}
}

static void check_contract(const struct minimiser *m)
{
	static const enum axis_kind kinds[] = {AXIS_INTEGER, AXIS_F32, AXIS_F64,
					       AXIS_F80};
	struct tally t = {0, 0, 0, 0, 0};
	char name[80];

	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
		for (size_t start = 0; start < STARTS + 2; start++)
			for (size_t n = 1; n <= 3; n++) {
				run_twice(m, kinds[k], n, read_threes, start, &t);
				run_twice(m, kinds[k], n, read_threes_and_one, start,
					  &t);
				run_twice(m, kinds[k], n, read_plateau, start, &t);
			}
	printf("# %s: longest step %zu evaluations\n", m->name, t.longest);
	snprintf(name, sizeof name, "%s: stop is honoured at once", m->name);
	check(name, t.late == 0, "%zu evaluations after it", t.late);
	snprintf(name, sizeof name, "%s: status tells stop from done", m->name);
	check(name, t.status == 0, "%zu wrong", t.status);
	snprintf(name, sizeof name, "%s: best has its reading", m->name);
	check(name, t.reading == 0, "%zu have not", t.reading);
	snprintf(name, sizeof name, "%s: same seed, same evaluations", m->name);
	check(name, t.seed == 0, "%zu differ", t.seed);
	snprintf(name, sizeof name, "%s: steps are bounded", m->name);
	check(name, t.longest <= STEP_EVALS_MAX, "%zu evaluations", t.longest);
}

static void check_trivial(const struct minimiser *m)
{
	const struct axis axis = axis_full(AXIS_F64);
	const struct minimiser_options options = {.n_iter = 5, .temperature = 1};
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
	char name[80];

	for (size_t n = 0; n < 2; n++) {
		size_t evals = 0;
		const struct objective f = {n, &axis, eval_zero, &evals};
		const coord x0 = 5;
		enum minimiser_status status = MINIMISER_GO_ON;
		struct reading r;
		void *state = m->start(&f, &options, rng, &x0);

		for (int k = 0; k < 20 && status == MINIMISER_GO_ON; k++)
			status = m->step(state);
		descent_best(state, &r);
		snprintf(name, sizeof name, "%s: 0 in %zu dimensions is the end",
			 m->name, n);
		check(name, status == MINIMISER_DONE && evals == 1 && r.value == 0,
		      "status %d, %zu evaluations", status, evals);
		m->stop(state);
	}
	m->stop(NULL);
	gsl_rng_free(rng);
}

/* A start that is not stepped at all. */
static void check_unused(const struct minimiser *m)
{
	const struct minimiser_options options = {.n_iter = 5, .temperature = 1};
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
	struct trial t;
	struct reading r;
	const coord x0[2] = {17, -4};
	const coord *best;
	char name[80];
	void *state;

	trial_init(&t, 2, AXIS_F64, read_threes, 10);
	state = m->start(&t.objective, &options, rng, x0);
	best = descent_best(state, &r);
	snprintf(name, sizeof name, "%s: before the first step", m->name);
	check(name,
	      best[0] == 17 && best[1] == -4 && r.value == DBL_MAX && t.evals == 0,
	      "value %g, %zu evaluations", r.value, t.evals);
	m->stop(state);
	gsl_rng_free(rng);
}

int main(void)
{
	gsl_set_error_handler_off();
	for (const struct minimiser *const *m = minimiser_all; *m; m++) {
		check_contract(*m);
		check_trivial(*m);
		check_unused(*m);
		check((*m)->name, minimiser_find((*m)->name) == *m, "not found");
	}
	check("no such method", !minimiser_find("no such method"), "found");
	return check_failures != 0;
}
