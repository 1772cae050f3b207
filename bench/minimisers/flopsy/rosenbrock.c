/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rosenbrock's function (More, Garbow and Hillstrom, 1981, number 1): 0 at (1, 1);
 * Table 2 has the sum of squares. */
#include "bench/minimisers/flopsy/forms.h"

#define R1 (10 * (x2 - x1 * x1))
#define R2 (1 - x1)

#define ENTRY rosenbrock(double x1, double x2)
#define TABLE(AND) pow(1 - x1, 2) + 100 * pow(x2 - x1 * x1, 2) == 0
#define SYSTEM R1 == 0 && R2 == 0
#define SQUARES SQUARE(R1) + SQUARE(R2)

FUNCTION
