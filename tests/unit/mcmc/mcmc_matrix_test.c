/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Methods by functions: the median of the evaluations, over SEEDS seeds, after which a
 * method has come within a function's tolerance of 0, a descent that is done being
 * followed by one from another start. `most` has the bound of each pair, about half as
 * much again as was measured; 0 where the method does not get there within BUDGET and
 * nothing is asked of it. So the table says what a method is good for.
 */
#include "tests/unit/mcmc/mcmc_check.h"

#include <gsl/gsl_errno.h>
#include <stdlib.h>

enum { SEEDS = 5, BUDGET = 30000 };

static double number(const struct trial *t, const coord *x, size_t i)
{
	return axis_to_double(t->axes[i].kind, x[i]);
}

/* Integers alone: |x - 3| + |y + 500|. */
static double integers(const double *x)
{
	return fabs(x[0] - 3) + fabs(x[1] + 500);
}

/* A float near an integer that it depends on. */
static double mixed(const double *x)
{
	return fabs(x[0] - 42) + fabs(x[1] - x[0] / 8);
}

static double ellipse(const double *x)
{
	const double u = x[0] - 3, v = x[1] + 1;

	return u * u + 10 * v * v + u * v / 2;
}

static double rosenbrock(const double *x)
{
	const double u = x[1] - x[0] * x[0];

	return 100 * u * u + (1 - x[0]) * (1 - x[0]);
}

/* Steps of a quarter: most small moves change nothing. */
static double steps(const double *x)
{
	return floor(4 * fabs(x[0] - 7)) + floor(4 * fabs(x[1]));
}

/* Many local minima (Rastrigin, 1974). */
static double egg_box(const double *x)
{
	double sum = 20;

	for (int i = 0; i < 2; i++) {
		const double u = x[i] - (i ? -0.7 : 1.3);
		sum += u * u - 10 * cos(2 * M_PI * u);
	}
	return fabs(sum);
}

enum { FUNCTIONS = 6, AXES = 2 };

static const struct function {
	const char *name;
	double (*value)(const double *x);
	enum axis_kind kinds[AXES];
	double tolerance;
} functions[FUNCTIONS] = {
    {"integers", integers, {AXIS_INTEGER, AXIS_INTEGER}, 0},
    {"mixed", mixed, {AXIS_INTEGER, AXIS_F64}, 1e-9},
    {"ellipse", ellipse, {AXIS_F64, AXIS_F32}, 1e-9},
    {"rosenbrock", rosenbrock, {AXIS_F64, AXIS_F64}, 1e-9},
    {"steps", steps, {AXIS_F64, AXIS_F32}, 0},
    {"egg box", egg_box, {AXIS_F64, AXIS_F64}, 1e-9},
};

static const struct row {
	const struct minimiser *method;
	size_t most[FUNCTIONS];
} rows[] = {
    {&minimiser_signed, {60, 70, 120, 0, 110, 160}},
    {&minimiser_simplex, {340, 230, 170, 410, 570, 15050}},
    {&minimiser_powell, {110, 320, 80, 1120, 50, 1070}},
    {&minimiser_basin_hopping, {110, 320, 80, 1280, 50, 260}},
    {&minimiser_differential_evolution, {1560, 6200, 10140, 0, 700, 0}},
    {&minimiser_avm, {50, 190, 170, 0, 60, 160}},
    {&minimiser_avm_ordered, {50, 210, 3110, 0, 3930, 0}},
    {&minimiser_es, {1930, 4250, 3230, 27850, 670, 3480}},
    {&minimiser_es_ordered, {1930, 3180, 2260, 0, 340, 2800}},
    {&minimiser_relay, {340, 230, 180, 410, 240, 920}},
};

struct search {
	struct trial trial;
	const struct function *function;
	bool reached;
};

static enum objective_status evaluate(void *context, const coord *x,
				      struct reading *out)
{
	struct search *s = context;
	double v[AXES];

	for (size_t i = 0; i < AXES; i++)
		v[i] = number(&s->trial, x, i);
	const double value = s->function->value(v);
	out->value = value < 1e300 ? value : 1e300;
	s->reached |= value <= s->function->tolerance;
	s->trial.evals++;
	return s->reached || s->trial.evals >= BUDGET ? OBJECTIVE_STOP
						      : OBJECTIVE_GO_ON;
}

static struct minimiser_options options = {.n_iter = 5, .temperature = 1};

static void descend(struct search *s, const struct minimiser *m, gsl_rng *rng)
{
	enum minimiser_status status = MINIMISER_GO_ON;
	coord x0[AXES];

	for (size_t i = 0; i < AXES; i++)
		x0[i] =
		    axis_from_double(&s->trial.axes[i], 40 * gsl_rng_uniform(rng) - 20);
	void *state = m->start(&s->trial.objective, &options, rng, x0);
	while (status == MINIMISER_GO_ON)
		status = m->step(state);
	m->stop(state);
}

/* The evaluations until the tolerance is reached, else BUDGET. */
static size_t evaluations(const struct function *f, const struct minimiser *m,
			  unsigned long seed)
{
	struct search s = {.function = f};
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);

	gsl_rng_set(rng, seed);
	trial_init(&s.trial, AXES, AXIS_F64, NULL, BUDGET);
	for (size_t i = 0; i < AXES; i++)
		s.trial.axes[i] = axis_full(f->kinds[i]);
	s.trial.objective = (struct objective){AXES, s.trial.axes, evaluate, &s};
	while (!s.reached && s.trial.evals < BUDGET)
		descend(&s, m, rng);
	gsl_rng_free(rng);
	return s.reached ? s.trial.evals : BUDGET;
}

static int compare(const void *a, const void *b)
{
	const size_t x = *(const size_t *)a, y = *(const size_t *)b;

	return x < y ? -1 : x > y;
}

static size_t median(const struct function *f, const struct minimiser *m)
{
	size_t evals[SEEDS];

	for (unsigned long seed = 1; seed <= SEEDS; seed++)
		evals[seed - 1] = evaluations(f, m, seed);
	qsort(evals, SEEDS, sizeof *evals, compare);
	return evals[SEEDS / 2];
}

static void check_pair(const struct row *row, size_t k)
{
	const size_t evals = median(&functions[k], row->method);
	const size_t most = row->most[k];
	char name[80];

	snprintf(name, sizeof name, "%s: %s in %zu", row->method->name,
		 functions[k].name, evals);
	if (most)
		check(name, evals <= most, "%zu allowed", most);
	else
		printf("# %s\n", name);
}

static void read_one(const struct trial *t, const long double *x, struct reading *out)
{
	(void)t;
	(void)x;
	*out = (struct reading){1, 0, 0};
}

/* On a plateau a strategy has its 15 parents and 201 generations of 100 offspring, the last 200
 * of them without a lower value; a step, after which it may end, is 100 evaluations. */
static void check_generations(void)
{
	const coord x0[2] = {0, 0};
	const size_t least = 15 + 201 * 100;
	struct trial t;
	struct reading r;
	coord best[2];

	trial_init(&t, 2, AXIS_F64, read_one, BUDGET);
	trial_run(&t, &minimiser_es, &options, 1, x0, best, &r);
	check("es: generations", t.evals >= least && t.evals < least + 100,
	      "%zu evaluations", t.evals);
}

/* ---- basin-hopping */

static void read_rosenbrock(const struct trial *t, const long double *x,
			    struct reading *out)
{
	const double v[] = {(double)x[0], (double)x[1]};
	const double value = rosenbrock(v);

	(void)t;
	*out = (struct reading){value < 1e300 ? value + 1 : 1e300, 0, 0};
}

/* Without hops, basin-hopping is its local method, point by point; that is Powell's where
 * none is given. */
static void check_local(void)
{
	static const struct minimiser *const locals[] = {
	    &minimiser_signed, &minimiser_simplex, &minimiser_powell, NULL};
	enum { LOCALS = sizeof locals / sizeof *locals };
	uint64_t hash[LOCALS];

	for (size_t k = 0; k < LOCALS; k++) {
		const struct minimiser *local =
		    locals[k] ? locals[k] : &minimiser_powell;
		const struct minimiser_options no_hops = {
		    .n_iter = 0, .temperature = 1, .local = locals[k]};
		struct trial hopping, alone;
		struct reading r;
		coord x0[2], best[2];
		char name[80];

		trial_init(&hopping, 2, AXIS_F64, read_rosenbrock, BUDGET);
		trial_init(&alone, 2, AXIS_F64, read_rosenbrock, BUDGET);
		x0[0] = axis_from_double(&alone.axes[0], -1.2);
		x0[1] = axis_from_double(&alone.axes[1], 1);
		trial_run(&hopping, &minimiser_basin_hopping, &no_hops, 1, x0, best,
			  &r);
		trial_run(&alone, local, &no_hops, 1, x0, best, &r);
		snprintf(name, sizeof name, "basin-hopping: descends by %s",
			 local->name);
		check(name, hopping.hash == alone.hash && hopping.evals == alone.evals,
		      "%zu evaluations, %zu alone", hopping.evals, alone.evals);
		hash[k] = alone.hash;
	}
	check("basin-hopping: local methods differ",
	      hash[0] != hash[1] && hash[1] != hash[2] && hash[0] != hash[2],
	      "two are the same");
}

/* ---- random */

enum { PARTS = 8, POINTS = 800 };

struct spread {
	const struct axis *axis;
	size_t evals, in_part[PARTS];
};

static enum objective_status count_part(void *context, const coord *x,
					struct reading *out)
{
	struct spread *s = context;
	const coord width = (s->axis->high - s->axis->low) / PARTS + 1;

	s->in_part[(x[0] - s->axis->low) / width]++;
	out->value = 1;
	return ++s->evals == POINTS ? OBJECTIVE_STOP : OBJECTIVE_GO_ON;
}

/* Random points are uniform over the representable numbers of the axis. */
static void check_random(enum axis_kind kind)
{
	const struct axis axis = axis_full(kind);
	struct spread s = {.axis = &axis};
	const struct objective f = {1, &axis, count_part, &s};
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
	const coord x0 = 0;
	void *state = minimiser_random.start(&f, &options, rng, &x0);
	size_t least = POINTS;

	while (minimiser_random.step(state) == MINIMISER_GO_ON)
		;
	for (int i = 0; i < PARTS; i++)
		least = s.in_part[i] < least ? s.in_part[i] : least;
	check("random: uniform", least > POINTS / PARTS / 2, "%zu in a part", least);
	minimiser_random.stop(state);
	gsl_rng_free(rng);
}

int main(void)
{
	gsl_set_error_handler_off();
	check_random(AXIS_INTEGER);
	check_random(AXIS_F32);
	check_random(AXIS_F64);
	check_random(AXIS_F80);
	check_generations();
	check_local();
	for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
		for (size_t k = 0; k < FUNCTIONS; k++)
			check_pair(&rows[r], k);
	return check_failures != 0;
}
