/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The six functions that FloPSy's minimisers are tried on, in the form of its paper's
 * Table 2: polynomials, square roots, exponentials. PROBLEM says which.
 */
#include <math.h>

#include <me/target.h>

#if PROBLEM == 1 /* Beale */
#define PARAMETERS double x1, double x2
#define HOLDS (1.5 - x1 * (1 - x2) == 0)
#elif PROBLEM == 2 /* Freudenstein and Roth */
#define PARAMETERS double x1, double x2
#define HOLDS                                                                          \
	((-13 + x1 + ((5 - x2) * x2 - 2) * x2) +                                       \
	     (-29 + x1 + ((x2 + 1) * x2 - 14) * x2) ==                                 \
	 0)
#elif PROBLEM == 3 /* helical valley */
#define PARAMETERS double x1, double x2, double x3
#define HOLDS                                                                          \
	(10 * (x3 - 10 * theta(x1, x2)) == 0 &&                                        \
	 10 * (sqrt(x1 * x1 + x2 * x2) - 1) == 0 && x3 == 0)
static inline double theta(double x1, double x2)
{
	if (x1 > 0)
		return atan(x2 / x1) / (2 * M_PI);
	if (x1 < 0)
		return atan(x2 / x1) / (2 * M_PI) + 0.5;
	return 0;
}
#elif PROBLEM == 4 /* Powell, badly scaled */
#define PARAMETERS double x1, double x2
#define HOLDS                                                                          \
	(pow(10, 4) * x1 * x2 - 1 == 0 && pow(M_E, -x1) + pow(M_E, -x2) - 1.0001 == 0)
#elif PROBLEM == 5 /* Rosenbrock */
#define PARAMETERS double x1, double x2
#define HOLDS (pow(1 - x1, 2) + 100 * pow(x2 - x1 * x1, 2) == 0)
#else /* Wood */
#define PARAMETERS double x1, double x2, double x3, double x4
#define HOLDS                                                                          \
	(10 * (x2 - x1 * x1) == 0 && 1 - x1 == 0 && sqrt(90) * (x4 - x3 * x3) == 0 &&  \
	 1 - x3 == 0 && sqrt(10) * (x2 + x4 - 2) == 0 &&                               \
	 pow(10, -0.5) * (x2 - x4) == 0)
#endif

int opti(PARAMETERS)
{
	if (HOLDS)
		ME_REACH();
	return 0;
}
