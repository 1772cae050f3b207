/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The helical valley function (More, Garbow and Hillstrom, 1981, number 7): 0 at
 * (1, 0, 0). */
#include "bench/minimisers/flopsy/forms.h"

#define R1 (10 * (x3 - 10 * theta(x1, x2)))
#define R2 (10 * (sqrt(x1 * x1 + x2 * x2) - 1))
#define R3 (x3)

static double theta(double x1, double x2)
{
	if (x1 > 0)
		return atan(x2 / x1) / (2 * M_PI);
	if (x1 < 0)
		return atan(x2 / x1) / (2 * M_PI) + 0.5;
	return 0;
}

#define ENTRY helical_valley(double x1, double x2, double x3)
#define TABLE(AND) (R1 == 0) AND(R2 == 0) AND(R3 == 0)
#define SYSTEM R1 == 0 && R2 == 0 && R3 == 0
#define SQUARES SQUARE(R1) + SQUARE(R2) + SQUARE(R3)

FUNCTION
