/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wood's function (More, Garbow and Hillstrom, 1981, number 14): 0 at (1, 1, 1, 1). */
#include "bench/minimisers/flopsy/forms.h"

#define R1 (10 * (x2 - x1 * x1))
#define R2 (1 - x1)
#define R3 (sqrt(90) * (x4 - x3 * x3))
#define R4 (1 - x3)
#define R5 (sqrt(10) * (x2 + x4 - 2))
#define R6 (pow(10, -0.5) * (x2 - x4))

#define ENTRY wood(double x1, double x2, double x3, double x4)
#define TABLE(AND)                                                                     \
	(R1 == 0) AND(R2 == 0) AND(R3 == 0) AND(R4 == 0) AND(R5 == 0) AND(R6 == 0)
#define SYSTEM R1 == 0 && R2 == 0 && R3 == 0 && R4 == 0 && R5 == 0 && R6 == 0
#define SQUARES                                                                        \
	SQUARE(R1) + SQUARE(R2) + SQUARE(R3) + SQUARE(R4) + SQUARE(R5) + SQUARE(R6)

FUNCTION
