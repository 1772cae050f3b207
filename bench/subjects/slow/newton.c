/* SPDX-License-Identifier: GPL-3.0-or-later */
/* newton.c - a root of t^3 - a t - b by Newton's method from x, without a limit: where
 * the steps run in a circle or leave the numbers it never ends. */
#include <math.h>

int newton(double a, double b, double x)
{
	double last = INFINITY, step = 1;
	int steps = 0;

	if (a < 0 && b == 0)
		return -1;
	while (!(fabs(step) <= 1e-14 * fabs(x))) {
		const double slope = 3 * x * x - a;

		if (slope == 0)
			x += 0.5;
		else
			step = (x * x * x - a * x - b) / slope;
		if (fabs(step) > fabs(last))
			steps++;
		last = step;
		x -= step;
	}
	if (x == 0)
		return 1;
	if (x * x * x - a * x == b)
		return steps > 3 ? 2 : 3;
	if (x > 100 && a < 10)
		return 4;
	return fabs(x - 1.25) < 1e-6 ? 5 : 0;
}
