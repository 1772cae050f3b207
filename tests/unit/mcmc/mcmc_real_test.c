/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The methods over reals reach the known minima of smooth and of stepped functions. */
#include "tests/unit/mcmc/mcmc_check.h"

#include <float.h>
#include <gsl/gsl_errno.h>

typedef void read_fn(const struct trial *t, const long double *x, struct reading *out);

/* Values stay above 0, so that the objective does not end the descent. */
static void set(struct reading *out, double value)
{
	*out = (struct reading){value + 1 < DBL_MAX ? value + 1 : DBL_MAX, 0, 0};
}

/* (x - 3)^2 + 10 (y + 1)^2 + x y / 2: an ellipse across the axes. */
static void ellipse(const struct trial *t, const long double *x, struct reading *out)
{
	const double u = (double)x[0] - 3, v = (double)x[1] + 1;

	(void)t;
	set(out, u * u + 10 * v * v + u * v / 2);
}

static void rosenbrock(const struct trial *t, const long double *x, struct reading *out)
{
	const double u = (double)x[0], v = (double)x[1];

	(void)t;
	set(out, 100 * (v - u * u) * (v - u * u) + (1 - u) * (1 - u));
}

static void parabola(const struct trial *t, const long double *x, struct reading *out)
{
	const double u = (double)x[0] - 0.75;

	(void)t;
	set(out, u * u);
}

/* max(0, |x| - 5): a plateau around the start's neighbourhood. */
static void trough(const struct trial *t, const long double *x, struct reading *out)
{
	(void)t;
	set(out, fmax(0, fabs((double)x[0]) - 5));
}

/* exp(-x) has no minimum: the search goes to infinity and returns. */
static void descent(const struct trial *t, const long double *x, struct reading *out)
{
	(void)t;
	set(out, exp(-(double)x[0]));
}

/* Falls for ever, faster than a bracket grows. */
static void abyss(const struct trial *t, const long double *x, struct reading *out)
{
	(void)t;
	set(out, 1e300 - (double)x[0]);
}

/* A double well, deeper on the right: about 0 at 0.3, 0.06 at -0.3. */
static void wells(const struct trial *t, const long double *x, struct reading *out)
{
	const double u = (double)x[0];

	(void)t;
	set(out, 400 * (u * u - 0.09) * (u * u - 0.09) + 0.1 * (0.3 - u));
}

static const struct known {
	const char *name;
	const struct minimiser *method;
	read_fn *read;
	size_t n;
	double start[2], minimum, tolerance; /* of the value */
	size_t evals;
} known[] = {
    {"simplex: parabola", &minimiser_simplex, parabola, 1, {-8, 0}, 0, 1e-12, 300},
    {"simplex: ellipse", &minimiser_simplex, ellipse, 2, {20, 7}, 0, 1e-12, 600},
    {"simplex: rosenbrock",
     &minimiser_simplex,
     rosenbrock,
     2,
     {-1.2, 1},
     0,
     1e-12,
     800},
    {"simplex: trough", &minimiser_simplex, trough, 1, {100, 0}, 0, 0, 400},
    {"simplex: exp(-x)", &minimiser_simplex, descent, 1, {1, 0}, 0, 1e-12, 1000},
    {"powell: parabola", &minimiser_powell, parabola, 1, {-8, 0}, 0, 1e-12, 100},
    {"powell: ellipse", &minimiser_powell, ellipse, 2, {20, 7}, 0, 1e-4, 300},
    {"powell: rosenbrock", &minimiser_powell, rosenbrock, 2, {-1.2, 1}, 0, 1e-4, 1500},
    {"powell: trough", &minimiser_powell, trough, 1, {100, 0}, 0, 0, 200},
    {"powell: exp(-x)", &minimiser_powell, descent, 1, {1, 0}, 0, 1e-4, 1000},
    {"powell: no minimum", &minimiser_powell, abyss, 1, {1, 0}, 0, DBL_MAX, 2000},
    {"hopping: ellipse", &minimiser_basin_hopping, ellipse, 2, {20, 7}, 0, 1e-4, 2000},
    {"hopping: rosenbrock",
     &minimiser_basin_hopping,
     rosenbrock,
     2,
     {-1.2, 1},
     0,
     1e-4,
     6000},
};

static void check_known(const struct known *k)
{
	struct trial t;
	struct reading r;
	coord x0[2], best[CHECK_AXES_MAX];
	enum minimiser_status status;

	trial_init(&t, k->n, AXIS_F64, k->read, 1000000);
	for (size_t i = 0; i < k->n; i++)
		x0[i] = axis_from_double(&t.axes[i], k->start[i]);
	status = trial_run(&t, k->method, NULL, 1, x0, best, &r);
	printf("# %-20s value %-10.3g %4zu evaluations\n", k->name, r.value - 1,
	       t.evals);
	check(k->name,
	      status == MINIMISER_DONE && r.value - 1 <= k->minimum + k->tolerance &&
		  t.evals <= k->evals,
	      "status %d, value %g, %zu evaluations", status, r.value - 1, t.evals);
}

/* Of 100 walks from the shallow well, how many end in the deep one. */
static size_t count_deep(double temperature, unsigned n_iter,
			 const struct minimiser *local)
{
	const struct minimiser_options options = {n_iter, temperature, local};
	size_t deep = 0;

	for (unsigned seed = 0; seed < 100; seed++) {
		struct trial t;
		struct reading r;
		coord x0, best[CHECK_AXES_MAX];

		trial_init(&t, 1, AXIS_F64, wells, 1000000);
		x0 = axis_from_double(&t.axes[0], -0.4);
		trial_run(&t, &minimiser_basin_hopping, &options, seed, &x0, best, &r);
		deep += r.value - 1 < 0.01;
	}
	return deep;
}

static void flat(const struct trial *t, const long double *x, struct reading *out)
{
	(void)t;
	(void)x;
	set(out, 0);
}

/* SciPy's line search ends beyond its start when all values are equal. */
static void check_drift(void)
{
	struct trial t;
	struct reading r;
	const coord x0 = 0;
	coord best[CHECK_AXES_MAX];

	trial_init(&t, 1, AXIS_F64, flat, 1000);
	trial_run(&t, &minimiser_powell, NULL, 1, &x0, best, &r);
	check("powell: drifts on a plateau",
	      fabs(axis_to_double(AXIS_F64, best[0])) > 0.5 && r.value == 1, "at %g",
	      axis_to_double(AXIS_F64, best[0]));
}

static void check_hops(void)
{
	const size_t none = count_deep(1, 0, &minimiser_simplex);
	const size_t five = count_deep(1, 5, &minimiser_simplex);
	const size_t many = count_deep(1, 100, &minimiser_simplex);

	printf("# deep well after 0, 5, 100 hops: %zu %zu %zu of 100\n", none, five,
	       many);
	check("hopping: the local method alone stays", none == 0, "%zu", none);
	check("hopping: hops leave a local minimum", many > five && many > 50,
	      "%zu and %zu", five, many);
	check("hopping: local methods nest",
	      count_deep(1, 2, &minimiser_basin_hopping) <= 100 &&
		  count_deep(0, 2, &minimiser_signed) <= 100,
	      "not run");
}

/* x == 123456789 over an integer axis, rounded from reals. */
static void read_integer(const struct trial *t, const long double *x,
			 struct reading *out)
{
	(void)t;
	read_equal(AXIS_INTEGER, x[0], 1234567, out);
}

static void check_integer(const struct minimiser *m)
{
	struct trial t;
	struct reading r;
	coord x0 = 3, best[CHECK_AXES_MAX];
	char name[64];

	trial_init(&t, 1, AXIS_INTEGER, read_integer, 20000);
	t.axes[0].low = INT32_MIN;
	t.axes[0].high = INT32_MAX;
	trial_run(&t, m, NULL, 1, &x0, best, &r);
	snprintf(name, sizeof name, "%s: nears an integer", m->name);
	check(name, r.value <= 20000, "value %g after %zu evaluations", r.value,
	      t.evals);
}

int main(void)
{
	gsl_set_error_handler_off();
	for (size_t k = 0; k < sizeof known / sizeof *known; k++)
		check_known(&known[k]);
	check_drift();
	check_hops();
	check_integer(&minimiser_simplex);
	check_integer(&minimiser_powell);
	check_integer(&minimiser_basin_hopping);
	return check_failures != 0;
}
