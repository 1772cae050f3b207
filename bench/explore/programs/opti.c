/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Conditions that hold in a small region around the least value of a function that
 * minimisers are tried on, or on a curve: exponentials and square roots. PROBLEM says which.
 */
#include <math.h>

#include <me/target.h>

#if PROBLEM == 1 /* Ackley's function near its minimum */
#define HOLDS(x, y)                                                                    \
	(-20 * exp(-0.2 * sqrt((x * x + y * y) / 2)) -                                 \
	     exp((cos(6.283185 * x) + cos(6.283185 * y)) / 2) + 22.71 <                \
	 0.01)
#elif PROBLEM == 2 /* a distance and an exponential fix both */
#define HOLDS(x, y)                                                                    \
	(fabs(sqrt(x * x + y * y) - 13) < 1e-9 && x > 0 && y > x &&                    \
	 exp(x / 10) + exp(y / 10) < 5.0 && exp(x / 10) > 1.64)
#elif PROBLEM == 3 /* the least of x exp(-x^2 - y^2) */
#define HOLDS(x, y) (x * exp(-x * x - y * y) < -0.428881942)
#elif PROBLEM == 4 /* a valley along a root */
#define HOLDS(x, y)                                                                    \
	(x > 1 && y > 1 && fabs(y - sqrt(x) * exp(-x / 8)) < 1e-12 && sqrt(x * y) > 2.4)
#else /* two exponentials through two points, as in a fit of data */
#define HOLDS(x, y)                                                                    \
	(fabs(x * exp(y) - 5.436563656) < 1e-8 &&                                      \
	 fabs(x * exp(2 * y) - 14.7781122) < 1e-6)
#endif

int opti(double x, double y)
{
	if (HOLDS(x, y))
		ME_REACH();
	return 0;
}
