/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The minimiser of valleys: |sin(x) - 1/2| < 1e-12 and x > 1e6, which few of many roots
 * meet, in the median of five seeds. */
#include <math.h>
#include <string.h>

#include "mcmc/axis.h"
#include "mcmc/minimiser.h"
#include "tests/unit/me_check.h"

static size_t evaluations;

static double bits_of(double v)
{
	int64_t bits;

	memcpy(&bits, &v, sizeof bits);
	return (double)bits;
}

static enum objective_status valleys(void *context, const coord *x, struct reading *out)
{
	const double v = axis_to_double(AXIS_F64, *x), away = fabs(sin(v) - 0.5);

	(void)context;
	evaluations++;
	if (!(away < 1e-12)) {
		const double d = bits_of(away) - bits_of(1e-12);
		*out = (struct reading){OBJECTIVE_UNREACHED * (1 + d * 0x1p-65), d, 1};
	} else if (!(v > 1e6)) {
		const double d = bits_of(1e6) - bits_of(v);
		*out = (struct reading){d + 1, -d, 2};
	} else {
		*out = (struct reading){0, 0, 2};
	}
	return out->value > 0 ? OBJECTIVE_GO_ON : OBJECTIVE_STOP;
}

/* Evaluations until it is met, over as many descents as that takes. */
static size_t solve(unsigned long seed)
{
	const struct minimiser_options options = {.n_iter = 5, .temperature = 1};
	const struct axis axis = axis_full(AXIS_F64);
	const struct objective f = {1, &axis, valleys, NULL};
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	struct reading r = {1, 0, 0};

	gsl_rng_set(rng, seed);
	evaluations = 0;
	while (r.value > 0 && evaluations < 1000000) {
		const coord x0 = axis_from_double(&axis, 100 * gsl_rng_uniform(rng));
		void *state = minimiser_valley.start(&f, &options, rng, &x0);
		while (minimiser_valley.step(state) == MINIMISER_GO_ON)
			;
		descent_best(state, &r);
		minimiser_valley.stop(state);
	}
	gsl_rng_free(rng);
	return evaluations;
}

int main(void)
{
	int solved = 0;
	char why[60];
	size_t spent = 0;

	for (unsigned long seed = 1; seed <= 5; seed++) {
		solved += solve(seed) < 200000;
		spent += evaluations;
	}
	snprintf(why, sizeof why, "%d of 5, %zu evaluations", solved, spent);
	check(solved >= 3, "valley_sine", why);
	return me_check_failures != 0;
}
