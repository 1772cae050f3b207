/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Beale's function (More, Garbow and Hillstrom, 1981, number 5): 0 at (3, 0.5); Table 2
 * has its first residual. */
#include "bench/minimisers/flopsy/forms.h"

#define R1 (1.5 - x1 * (1 - x2))
#define R2 (2.25 - x1 * (1 - x2 * x2))
#define R3 (2.625 - x1 * (1 - x2 * x2 * x2))

#define ENTRY beale(double x1, double x2)
#define TABLE(AND) R1 == 0
#define SYSTEM R1 == 0 && R2 == 0 && R3 == 0
#define SQUARES SQUARE(R1) + SQUARE(R2) + SQUARE(R3)

FUNCTION
