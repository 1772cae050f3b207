/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The function of Freudenstein and Roth (More, Garbow and Hillstrom, 1981, number 2): 0
 * at (5, 4); Table 2 has the sum of its residuals. */
#include "bench/minimisers/flopsy/forms.h"

#define R1 (-13 + x1 + ((5 - x2) * x2 - 2) * x2)
#define R2 (-29 + x1 + ((x2 + 1) * x2 - 14) * x2)

#define ENTRY freudenstein_roth(double x1, double x2)
#define TABLE(AND) R1 + R2 == 0
#define SYSTEM R1 == 0 && R2 == 0
#define SQUARES SQUARE(R1) + SQUARE(R2)

FUNCTION
