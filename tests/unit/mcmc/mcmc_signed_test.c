/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Signed search: goals as the harness reads them, met in bounded evaluations. */
#include "tests/unit/mcmc/mcmc_check.h"

#include <string.h>

#define RUNS 100
#define BUDGET 20000

/* ---- goals: what the comment says is 0 */

typedef void read_fn(const struct trial *t, const long double *x, struct reading *out);

/* Both conjuncts of a condition without side effects: the distances add. */
static void add(struct reading a, struct reading b, struct reading *out)
{
	out->value = a.value + b.value;
	out->sign = a.value == 0 ? b.sign : b.value == 0 ? a.sign : 0;
}

static void equals_42_5(const struct trial *t, const long double *x,
			struct reading *out)
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
static void high_equals(const struct trial *t, const long double *x,
			struct reading *out)
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

/* if (x + y == 10) if (x - y == 4) */
static void nested_pair(const struct trial *t, const long double *x,
			struct reading *out)
{
	const double u = (double)x[0], v = (double)x[1];

	(void)t;
	read_equal(AXIS_F64, u + v, 10, out);
	out->site = 1;
	if (out->value == 0) {
		read_equal(AXIS_F64, u - v, 4, out);
		out->site = 2;
	} else {
		out->value = OBJECTIVE_UNREACHED * (1 + out->value / 0x1p64);
	}
}

/*
 * if (a == 0) if (b == 0), as the harness reads it: off the first the second one is not
 * reached, and the sign is that of another site.
 */
static void read_nested(double a, double b, struct reading *out)
{
	read_equal(AXIS_F64, a, 0, out);
	out->site = 1;
	if (out->value == 0) {
		read_equal(AXIS_F64, b, 0, out);
		out->site = 2;
	} else {
		out->value = OBJECTIVE_UNREACHED * (1 + out->value / 0x1p64);
	}
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

/* The bits of a difference against 0: logarithmic at the root. */
static void difference_is_zero(const struct trial *t, const long double *x,
			       struct reading *out)
{
	(void)t;
	read_equal(AXIS_F64, 1.5 - (double)x[0] * (1 - (double)x[1]), 0, out);
}

/* if (1e4 * x * y - 1 == 0) if (exp(-x) + exp(-y) - 1.0001 == 0), Powell's function */
static void powell_pair(const struct trial *t, const long double *x,
			struct reading *out)
{
	const double u = (double)x[0], v = (double)x[1];

	(void)t;
	read_nested(1e4 * u * v - 1, exp(-u) + exp(-v) - 1.0001, out);
}

/* if (x * y - 6 == 0) if (x + y - 5 == 0) */
static void nested_product(const struct trial *t, const long double *x,
			   struct reading *out)
{
	const double u = (double)x[0], v = (double)x[1];

	(void)t;
	read_nested(u * v - 6, u + v - 5, out);
}

enum starts {
	START_ANY, /* random bits: half of them beyond 2^512 or below 2^-512 */
	START_COMMON, /* random numbers in +-100 */
};

static const struct goal {
	const char *name;
	size_t n;
	enum axis_kind kind;
	read_fn *read;
	enum starts starts;
	size_t mean; /* bound of the mean of the evaluations */
	unsigned percent; /* of the descents that have to meet the goal */
} goals[] = {
    {"x == 42.5", 1, AXIS_F64, equals_42_5, START_ANY, 8, 100},
    {"x >= 1e-20", 1, AXIS_F64, at_least_1e_20, START_ANY, 5, 100},
    {"15.5 < x < 15.51", 1, AXIS_F64, between, START_ANY, 8, 100},
    {"i == 123456789", 1, AXIS_INTEGER, integer_equals, START_ANY, 10, 100},
    {"high == 0x3fe62e42", 1, AXIS_F64, high_equals, START_ANY, 15, 100},
    {"high < 0x3e400000", 1, AXIS_F64, high_below, START_ANY, 5, 100},
    {"words of 1.0", 1, AXIS_F64, words_of_one, START_ANY, 120, 100},
    {"x == y", 2, AXIS_F64, x_equals_y, START_ANY, 8, 100},
    {"y == x * x", 2, AXIS_F64, y_is_square, START_ANY, 40, 100},
    {"x + y == 10 && x - y == 4", 2, AXIS_F64, linear_pair, START_ANY, 1000, 90},
    {"nested: x + y == 10, x - y == 4", 2, AXIS_F64, nested_pair, START_ANY, 2500, 90},
    {"x * y == 6 && x + y == 5", 2, AXIS_F64, product_pair, START_ANY, 2500, 90},
    {"nested: x * y - 6, x + y - 5", 2, AXIS_F64, nested_product, START_COMMON, 2000,
     90},
    {"1.5 - x * (1 - y) == 0", 2, AXIS_F64, difference_is_zero, START_COMMON, 60, 100},
    {"nested: Powell's function", 2, AXIS_F64, powell_pair, START_COMMON, 10000, 20},
    {"F80 ==", 1, AXIS_F80, f80_equals, START_ANY, 20, 100},
    {"sinf(x) >= 0.5f", 1, AXIS_F32, f32_sine, START_ANY, 30, 100},
};

static coord random_coordinate(const struct axis *axis, enum starts starts,
			       gsl_rng *rng)
{
	const long double width = (long double)(axis->high - axis->low);
	const double u = gsl_rng_uniform(rng);

	if (starts == START_COMMON)
		return axis_from_double(axis, 200 * u - 100);
	return axis_clamp(axis, axis->low + (coord)(width * u) +
				    (coord)(gsl_rng_uniform(rng) * 0x1p20));
}

struct tally {
	size_t met, evals, most, late;
};

static void run(const struct goal *goal, unsigned long seed, const coord *x0,
		struct tally *tally)
{
	struct trial t;
	struct reading r;
	coord best[CHECK_AXES_MAX];

	trial_init(&t, goal->n, goal->kind, goal->read, BUDGET);
	trial_run(&t, &minimiser_signed, NULL, seed, x0, best, &r);
	tally->met += r.value <= 0;
	tally->evals += t.evals;
	tally->late += t.late;
	if (t.evals > tally->most)
		tally->most = t.evals;
}

static void check_goal(const struct goal *goal)
{
	const struct axis axis = axis_full(goal->kind);
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
	struct tally tally = {0, 0, 0, 0};

	for (unsigned k = 0; k < RUNS; k++) {
		coord x0[CHECK_AXES_MAX];

		for (size_t i = 0; i < goal->n; i++)
			x0[i] = random_coordinate(&axis, goal->starts, rng);
		run(goal, k, x0, &tally);
	}
	printf("# %-32s met %3zu of %d, evaluations mean %4zu, most %5zu\n", goal->name,
	       tally.met, RUNS, tally.evals / RUNS, tally.most);
	check(goal->name,
	      tally.late == 0 && tally.met * 100 >= (size_t)goal->percent * RUNS &&
		  tally.evals <= goal->mean * RUNS,
	      "met %zu, mean %zu, late %zu", tally.met, tally.evals / RUNS, tally.late);
	gsl_rng_free(rng);
}

/* From zeros, infinities, NaNs and the bounds. */
static void check_special_starts(const struct goal *goal)
{
	static const double special[] = {0, -0.0, 1, -1e300, NAN, INFINITY, -INFINITY};
	const size_t numbers = sizeof special / sizeof *special;
	const struct axis axis = axis_full(goal->kind);
	struct tally tally = {0, 0, 0, 0};
	char name[80];

	for (size_t k = 0; k < numbers + 2; k++) {
		const coord c = k < numbers   ? axis_from_double(&axis, special[k])
				: k > numbers ? axis.high
					      : axis.low;
		const coord x0[2] = {c, c};

		run(goal, k, x0, &tally);
	}
	printf("# from special starts: evaluations mean %zu, most %zu\n",
	       tally.evals / (numbers + 2), tally.most);
	snprintf(name, sizeof name, "%s from special starts", goal->name);
	check(name, tally.met == numbers + 2, "met %zu of %zu", tally.met, numbers + 2);
}

/* Without an exact root in doubles the descent ends beside it. */
static void check_without_root(void)
{
	const double starts[] = {-1e300, -3, 0, 1e-300, 0.5, 1, 1e10, INFINITY};
	size_t far = 0, evals = 0;
	double worst = 0;

	for (size_t k = 0; k < sizeof starts / sizeof *starts; k++) {
		struct trial t;
		struct reading r;
		coord x0, best[CHECK_AXES_MAX];
		double x;

		trial_init(&t, 1, AXIS_F64, cubic, BUDGET);
		x0 = axis_from_double(&t.axes[0], starts[k]);
		far += trial_run(&t, &minimiser_signed, NULL, 1, &x0, best, &r) !=
		       MINIMISER_DONE;
		x = axis_to_double(AXIS_F64, best[0]);
		worst = fmax(worst, fabs(x * x * x - 2 * x - 5.25));
		far += r.value > 4;
		evals += t.evals;
	}
	printf("# x^3 - 2x == 5.25: off by %g, evaluations mean %zu\n", worst,
	       evals / (sizeof starts / sizeof *starts));
	check("x^3 - 2x == 5.25 within ulps", far == 0 && worst < 1e-9, "off by %g",
	      worst);
}

int main(void)
{
	for (size_t k = 0; k < sizeof goals / sizeof *goals; k++) {
		check_goal(&goals[k]);
		if (goals[k].n == 1)
			check_special_starts(&goals[k]);
	}
	check_without_root();
	return check_failures != 0;
}
