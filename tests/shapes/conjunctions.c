/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Conditions that have to hold together: values between two bounds, of variables that
 * they share, so that a step towards the last one loses those before it; one that
 * nothing meets; and one behind which only what it allows may run.
 *
 * entry: conjunctions
 * runs: 80000
 * open: 2 (x < 2 where x > 3, and the abort)
 * unsanitized: chains of conditions are not forced in a sanitized program
 */
#include <math.h>
#include <stdlib.h>

static int bands(double x, double y, double z, double u, double v)
{
	const double a = log(1 + x * x), b = y * u;

	if (a < 4.2 && a > 3.4 && b > 54.28 && b < 54.39 && 2 * exp(z / 4) + 3 * cos(v + 2 * y) < 10.11 && 2 * exp(z / 4) + 3 * cos(v + 2 * y) > 9.89 && 4 * pow(fabs(u), 1.5) + atan2(v, x) > 109.4 && 4 * pow(fabs(u), 1.5) + atan2(v, x) < 109.5) /* site: cond < f64 2 | cond > f64 2 | cond > f64 2 | cond < f64 2 | cond < f64 2 | cond > f64 2 | cond > f64 2 | cond < f64 2 */
		return 1;
	return 0;
}

static int never(double x, double y)
{
	if (x > 3 && y > 4 && x < 2) /* site: cond > f64 2 | cond > f64 2 | cond < f64 2 */
		return 1;
	return 0;
}

/* A run that is forced on to sqrt() of a negative number returns 0 all the same. */
static int guarded(double x, double y)
{
	if (x > 3 && sqrt(x - 3) < y && y < 0.001) { /* site: cond > f64 2 | cond > f64 2 | cond < f64 2 */
		if (x <= 3) /* site: cond <= f64 2 */
			abort();
		return 1;
	}
	return 0;
}

int conjunctions(double x, double y, double z, double u, double v)
{
	return bands(x, y, z, u, v) + never(x, y) + guarded(x, y);
}
