/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Powell's badly scaled function (More, Garbow and Hillstrom, 1981, number 3): 0 near
 * (1.098e-5, 9.106). */
#include "bench/minimisers/flopsy/forms.h"

#define R1 (pow(10, 4) * x1 * x2 - 1)
#define R2 (pow(M_E, -x1) + pow(M_E, -x2) - 1.0001)

#define ENTRY powell(double x1, double x2)
#define TABLE(AND) (R1 == 0) AND(R2 == 0)
#define SYSTEM 1e4 * x1 *x2 - 1 == 0 && exp(-x1) + exp(-x2) - 1.0001 == 0
#define SQUARES SQUARE(1e4 * x1 * x2 - 1) + SQUARE(exp(-x1) + exp(-x2) - 1.0001)

FUNCTION
