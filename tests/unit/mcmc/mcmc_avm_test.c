/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The alternating variable method move by move, as FloPSy has it (avm.c): pattern moves,
 * the precision of each variable, and restarts near and anywhere in turn.
 */
#include "tests/unit/mcmc/mcmc_check.h"

#include <float.h>
#include <math.h>

#include "mcmc/minimiser.h"

enum { MOST = 4000, N_MOST = 2, SEEDS = 30 };

/* All points that a descent evaluates, in their order. */
struct record {
	size_t n, count, most;
	struct axis axes[N_MOST];
	double (*value)(const double *x);
	double x[MOST][N_MOST];
};

static enum objective_status evaluate(void *context, const coord *c,
				      struct reading *out)
{
	struct record *r = context;
	double *x = r->x[r->count < MOST ? r->count : MOST - 1];

	for (size_t i = 0; i < r->n; i++)
		x[i] = (double)axis_to_long_double(r->axes[i].kind, c[i]);
	*out = (struct reading){r->value(x), 0, 0};
	r->count++;
	return r->count >= r->most || out->value == 0 ? OBJECTIVE_STOP
						      : OBJECTIVE_GO_ON;
}

static struct record record;

static double run(const char *method, size_t n, enum axis_kind kind,
		  const double *start, double (*value)(const double *), size_t most,
		  unsigned long seed)
{
	const struct minimiser *m = minimiser_find(method);
	const struct minimiser_options options = {.n_iter = 5, .temperature = 1};
	const struct objective f = {n, record.axes, evaluate, &record};
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
	struct reading least;
	coord x0[N_MOST];

	gsl_rng_set(rng, seed);
	record.n = n;
	record.count = 0;
	record.most = most;
	record.value = value;
	for (size_t i = 0; i < n; i++) {
		record.axes[i] = axis_full(kind);
		x0[i] = axis_from_double(&record.axes[i], start[i]);
	}
	void *state = m->start(&f, &options, rng, x0);
	while (m->step(state) == MINIMISER_GO_ON)
		;
	descent_best(state, &least);
	m->stop(state);
	gsl_rng_free(rng);
	return least.value;
}

static double plateau(const double *x)
{
	(void)x;
	return 1;
}

/* ---- moves */

static double to_100(const double *x)
{
	return fabs(x[0] - 100) + 1;
}

/* Steps double as long as each is lower; then the first variable begins with 1 again. */
static void check_pattern(void)
{
	/* 127 is nearer to 100 than 63, and 255 is not. */
	static const double moves[] = {0, -1, 1, 3, 7, 15, 31, 63, 127, 255, 126, 124};
	const double start[] = {0};
	size_t wrong = 0;

	run("avm", 1, AXIS_F64, start, to_100, 14, 1);
	for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
		wrong += record.x[i][0] != moves[i];
	check("pattern moves double", wrong == 0, "%zu wrong", wrong);
}

static double second_to_5(const double *x)
{
	return fabs(x[1] - 5) + 1;
}

/* After a pattern move that is not lower the first variable has its turn again, also when
 * it was the second one that moved. */
static void check_first_variable(void)
{
	static const double moves[][2] = {
	    {0, 0},    {-1, 0},	 {1, 0},   {0, -1}, {0, 1},
	    {0, 3},    {0, 7}, /* no lower than 3 */
	    {-1, 3},   {1, 3},	 {0, 2},   {0, 4},  {0, 6}, /* no lower than 4 */
	    {-1, 4},   {1, 4},	 {0, 3},   {0, 5},  {0, 7}, /* higher than 5 */
	    {-1, 5},   {1, 5},	 {0, 4},   {0, 6}, /* none moves: both are refined */
	    {-0.1, 5}, {0.1, 5}, {0, 4.9}, {0, 5.1}};
	enum { MOVES = sizeof moves / sizeof *moves };
	const double start[] = {0, 0};
	size_t wrong = 0;

	run("avm", 2, AXIS_F64, start, second_to_5, MOVES, 1);
	for (size_t k = 0; k < MOVES; k++)
		wrong += record.x[k][0] != moves[k][0] || record.x[k][1] != moves[k][1];
	check("after pattern moves comes the first variable", wrong == 0, "%zu wrong",
	      wrong);
}

/* ---- precision */

/* The least and the largest change of variable i against the start, up to `count`. */
static void changes(size_t i, size_t count, double *least, double *most)
{
	*least = DBL_MAX;
	*most = 0;
	for (size_t k = 1; k < count; k++) {
		const double d = fabs(record.x[k][i] - record.x[0][i]);
		if (d == 0)
			continue;
		*least = d < *least ? d : *least;
		*most = d > *most ? d : *most;
	}
}

/* How many evaluations there are before the first restart: two moves of each precision
 * of each variable, and the start. */
static size_t before_restart(const char *method, enum axis_kind kind, double start)
{
	const double x[] = {start};
	size_t k = 1;

	run(method, 1, kind, x, plateau, 400, 1);
	/* Moves come in pairs around the start; a restart does not. */
	while (k + 1 < record.count &&
	       record.x[k][0] - start == start - record.x[k + 1][0])
		k += 2;
	return k;
}

static void check_precision(void)
{
	const double start[] = {0x1p52, 0};
	double least, most;
	size_t k = before_restart("avm", AXIS_F64, 0);

	check("precision of a double ends at 15", k == 1 + 2 * 16, "%zu evaluations",
	      k);
	k = before_restart("avm", AXIS_F32, 0);
	check("precision of a float ends at 7", k == 1 + 2 * 8, "%zu evaluations", k);
	k = before_restart("avm", AXIS_F64, 0x1p52);
	check("precision ends where it changes nothing", k == 1 + 2, "%zu evaluations",
	      k);
	/* Of both variables only the second one is refined, while the first has moves of
	 * 1 in each round. */
	run("avm", 2, AXIS_F64, start, plateau, 1 + 4 * 16, 1);
	changes(0, record.count, &least, &most);
	check("precision per variable: the large one keeps 0", least == 1 && most == 1,
	      "%g to %g", least, most);
	changes(1, record.count, &least, &most);
	check("precision per variable: the small one gets 15",
	      fabs(least / 1e-15 - 1) < 1e-6 && most == 1, "%g to %g", least, most);
}

static double to_pi(const double *x)
{
	return fabs(x[0] - 3.14159265358979);
}

/* ---- restarts */

/* From 1000 a double's precision ends at 13: the restarts come at 29 and, since a near
 * one keeps the precision, at 32. */
enum { FIRST_RESTART = 1 + 2 * 14, SECOND_RESTART = FIRST_RESTART + 3 };

static void check_restarts(void)
{
	const double start[] = {1000};
	size_t far_first = 0, near_second = 0, coarse = 0, tried = 0, same = 0;
	double before = 0;

	for (unsigned long seed = 1; seed <= SEEDS; seed++) {
		run("avm", 1, AXIS_F64, start, plateau, SECOND_RESTART + 2, seed);
		const double first = record.x[FIRST_RESTART][0];
		const double second = record.x[SECOND_RESTART][0];
		const double next = record.x[SECOND_RESTART + 1][0];
		far_first += first < 1000 || first > 1000 + 2e-13;
		near_second += fabs(second - 1000) < 1e-3;
		same += second == before;
		before = second;
		if (!(fabs(second) < 0x1p50))
			continue;
		tried++;
		coarse += next == second - 1;
	}
	check("the first restart is near", far_first == 0, "%zu are not", far_first);
	check("the second restart is anywhere", near_second == 0 && same == 0,
	      "%zu are near, %zu the same", near_second, same);
	check("a restart anywhere begins with steps of 1",
	      tried >= SEEDS / 5 && coarse == tried, "%zu of %zu", coarse, tried);
}

/* The third restart is near the second one again, by less than the last step. */
static void check_turns(void)
{
	const double start[] = {1000};
	size_t near = 0, tried = 0;

	for (unsigned long seed = 1; seed <= SEEDS; seed++) {
		run("avm", 1, AXIS_F64, start, plateau, 400, seed);
		const double second = record.x[SECOND_RESTART][0];
		if (!(fabs(second) < 0x1p50))
			continue;
		tried++;
		size_t k = SECOND_RESTART + 1;
		/* Around it, in pairs; a number that no step changes has none. */
		while (k + 1 < record.count && record.x[k][0] < second &&
		       record.x[k + 1][0] > second)
			k += 2;
		near += fabs(record.x[k][0] - second) <= fabs(second) * 1e-12 + 1e-14;
	}
	check("restarts near and anywhere take turns",
	      tried >= SEEDS / 5 && near == tried, "%zu of %zu", near, tried);
}

/* An integer has no finer step: each restart is anywhere. */
static void check_integer(void)
{
	const double start[] = {1000};
	size_t near = 0;

	for (unsigned long seed = 1; seed <= SEEDS; seed++) {
		run("avm", 1, AXIS_INTEGER, start, plateau, 8, seed);
		near += fabs(record.x[3][0] - 1000) < 10;
	}
	check("an integer begins again anywhere", near < SEEDS / 3, "%zu of %d near",
	      near, SEEDS);
}

/* ---- what they are for */

/* A local minimum of 1 at 7; 0 at -7. */
static double two_valleys(const double *x)
{
	return x[0] < 0 ? fabs(x[0] + 7) : fabs(x[0] - 7) + 1;
}

static void check_solves(void)
{
	const double start[] = {7.25};
	double value = run("avm", 1, AXIS_F64, start, two_valleys, MOST, 1);

	check("another valley is found", value < 1, "value %g", value);
	value = run("avm", 1, AXIS_F64, start, to_pi, MOST, 1);
	check("all digits are found", value < 1e-14, "value %g", value);
	value = run("avm-ordered", 1, AXIS_F64, start, to_pi, MOST, 1);
	check("all digits are found in ordered integers", value == 0, "value %g",
	      value);
}

int main(void)
{
	check_pattern();
	check_first_variable();
	check_precision();
	check_restarts();
	check_turns();
	check_integer();
	check_solves();
	return check_failures != 0;
}
