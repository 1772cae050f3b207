/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Signed search: goals as the harness reads them, met in bounded evaluations. */
#include "tests/unit/mcmc_check.h"

#include <string.h>

#define RUNS 200
#define BUDGET 20000

/* ---- goals: what the comment says is 0 */

typedef void read_fn(const struct trial *t, const long double *x, struct reading *out);

/* Both conjuncts of a condition without side effects: the distances add. */
static void add(struct reading a, struct reading b, struct reading *out)
{
	out->value = a.value + b.value;
	out->sign = a.value == 0 ? b.sign : b.value == 0 ? a.sign : 0;
}

static void equals_42_5(const struct trial *t, const long double *x, struct reading *out)
{
	(void)t;
	read_equal(AXIS_F64, x[0], 42.5, out);
}

static void at_least_1e_20(const struct trial *t, const long double *x,
			   struct reading *out)
{
	(void)t;
	read_at_least(AXIS_F64, x[0], 1e-20, out);
}

/* 15.5 < x && x < 15.51 */
static void between(const struct trial *t, const long double *x, struct reading *out)
{
	struct reading a, b;

	(void)t;
	read_at_least(AXIS_F64, x[0], 15.5 + 0x1p-49, &a);
	read_at_least(AXIS_F64, 15.51 - 0x1p-49, x[0], &b);
	add(a, b, out);
}

static void integer_equals(const struct trial *t, const long double *x,
			   struct reading *out)
{
	(void)t;
	read_equal(AXIS_INTEGER, x[0], 123456789, out);
}

static int32_t high_word(double x)
{
	uint64_t bits;

	memcpy(&bits, &x, sizeof bits);
	return (int32_t)(bits >> 32);
}

static uint32_t low_word(double x)
{
	uint64_t bits;

	memcpy(&bits, &x, sizeof bits);
	return (uint32_t)bits;
}

/* highword(x) == 0x3fe62e42 */
static void high_equals(const struct trial *t, const long double *x, struct reading *out)
{
	(void)t;
	read_equal(AXIS_INTEGER, high_word((double)x[0]), 0x3fe62e42, out);
}

/* (highword(x) & 0x7fffffff) < 0x3e400000 */
static void high_below(const struct trial *t, const long double *x, struct reading *out)
{
	(void)t;
	read_at_least(AXIS_INTEGER, 0x3e3fffff, high_word((double)x[0]) & 0x7fffffff,
		      out);
}

/* (highword(x) - 0x3ff00000 | lowword(x)) == 0 */
static void words_of_one(const struct trial *t, const long double *x,
			 struct reading *out)
{
	const uint32_t high = (uint32_t)high_word((double)x[0]) - 0x3ff00000u;

	(void)t;
	read_equal(AXIS_INTEGER, (int32_t)(high | low_word((double)x[0])), 0, out);
}

static void cubic(const struct trial *t, const long double *x, struct reading *out)
{
	const double v = (double)x[0];

	(void)t;
	read_equal(AXIS_F64, v * v * v - 2 * v, 5.25, out);
}

static void x_equals_y(const struct trial *t, const long double *x, struct reading *out)
{
	(void)t;
	read_equal(AXIS_F64, x[0], x[1], out);
}

static void y_is_square(const struct trial *t, const long double *x,
			struct reading *out)
{
	const double v = (double)x[0];

	(void)t;
	read_equal(AXIS_F64, x[1], v * v, out);
}

/* x + y == 10 && x - y == 4 */
static void linear_pair(const struct trial *t, const long double *x,
			struct reading *out)
{
	const double u = (double)x[0], v = (double)x[1];
	struct reading a, b;

	(void)t;
	read_equal(AXIS_F64, u + v, 10, &a);
	read_equal(AXIS_F64, u - v, 4, &b);
	add(a, b, out);
}

/* if (x + y == 10) if (x - y == 4): off the first the second is not reached */
static void nested_pair(const struct trial *t, const long double *x,
			struct reading *out)
{
	const double u = (double)x[0], v = (double)x[1];

	(void)t;
	read_equal(AXIS_F64, u + v, 10, out);
	if (out->value == 0)
		read_equal(AXIS_F64, u - v, 4, out);
	else
		out->value = OBJECTIVE_UNREACHED * (1 + out->value / 0x1p64);
}

/* x * y == 6 && x + y == 5 */
static void product_pair(const struct trial *t, const long double *x,
			 struct reading *out)
{
	const double u = (double)x[0], v = (double)x[1];
	struct reading a, b;

	(void)t;
	read_equal(AXIS_F64, u * v, 6, &a);
	read_equal(AXIS_F64, u + v, 5, &b);
	add(a, b, out);
}

static void f80_equals(const struct trial *t, const long double *x, struct reading *out)
{
	(void)t;
	read_equal(AXIS_F80, x[0], 42.5L + 0x1p-58L, out);
}

static void f32_sine(const struct trial *t, const long double *x, struct reading *out)
{
	(void)t;
	read_at_least(AXIS_F32, sinf((float)x[0]), 0.5f, out);
}

static void rosenbrock(const struct trial *t, const long double *x, struct reading *out)
{
	const double u = (double)x[0], v = (double)x[1];

	(void)t;
	read_equal(AXIS_F64, 100 * (v - u * u) * (v - u * u) + (1 - u) * (1 - u), 0,
		   out);
}

static const struct goal {
	const char *name;
	size_t n;
	enum axis_kind kind;
	read_fn *read;
	size_t mean; /* bound of the mean of the evaluations */
	int percent; /* of the descents that have to meet the goal */
} goals[] = {
	{"x == 42.5", 1, AXIS_F64, equals_42_5, 30, 100},
	{"x >= 1e-20", 1, AXIS_F64, at_least_1e_20, 30, 100},
	{"15.5 < x < 15.51", 1, AXIS_F64, between, 100, 100},
	{"i == 123456789", 1, AXIS_INTEGER, integer_equals, 30, 100},
	{"high == 0x3fe62e42", 1, AXIS_F64, high_equals, 30, 100},
	{"high < 0x3e400000", 1, AXIS_F64, high_below, 30, 100},
	{"words of 1.0", 1, AXIS_F64, words_of_one, 300, 100},
	{"x^3 - 2x == 5.25", 1, AXIS_F64, cubic, 3000, 0},
	{"x == y", 2, AXIS_F64, x_equals_y, 30, 100},
	{"y == x * x", 2, AXIS_F64, y_is_square, 300, 100},
	{"x + y == 10 && x - y == 4", 2, AXIS_F64, linear_pair, 20000, 90},
	{"nested: x + y == 10, x - y == 4", 2, AXIS_F64, nested_pair, 20000, 0},
	{"x * y == 6 && x + y == 5", 2, AXIS_F64, product_pair, 20000, 0},
	{"F80 ==", 1, AXIS_F80, f80_equals, 30, 100},
	{"sinf(x) >= 0.5f", 1, AXIS_F32, f32_sine, 200, 90},
	{"rosenbrock", 2, AXIS_F64, rosenbrock, 20000, 0},
};

static coord random_coordinate(const struct axis *axis, gsl_rng *rng)
{
	const long double width = (long double)(axis->high - axis->low);
	const coord c = axis->low + (coord)(width * gsl_rng_uniform(rng));

	return axis_clamp(axis, c + (coord)(gsl_rng_uniform(rng) * 0x1p20));
}

/* Descents from random starts, and from the bounds, NaNs, infinities and zeros. */
static void check_goal(const struct goal *goal)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
	size_t met = 0, evals = 0, most = 0, late = 0;

	for (unsigned run = 0; run < RUNS; run++) {
		struct trial t;
		struct reading r;
		coord x0[CHECK_AXES_MAX], best[CHECK_AXES_MAX];

		trial_init(&t, goal->n, goal->kind, goal->read, BUDGET);
		for (size_t i = 0; i < goal->n; i++)
			x0[i] = random_coordinate(&t.axes[i], rng);
		trial_run(&t, &minimiser_signed, NULL, run, x0, best, &r);
		met += r.value <= 0;
		evals += t.evals;
		late += t.late;
		if (t.evals > most)
			most = t.evals;
	}
	printf("# %-32s met %3zu of %d, evaluations mean %zu, most %zu\n", goal->name,
	       met, RUNS, evals / RUNS, most);
	check(goal->name,
	      late == 0 && met * 100 >= (size_t)goal->percent * RUNS &&
		      evals <= goal->mean * RUNS,
	      "met %zu, mean %zu, late %zu", met, evals / RUNS, late);
	gsl_rng_free(rng);
}

int main(void)
{
	for (size_t k = 0; k < sizeof goals / sizeof *goals; k++)
		check_goal(&goals[k]);
	return check_failures != 0;
}
