/* SPDX-License-Identifier: GPL-3.0-or-later */
/* start_point.h - where descents start. */
#ifndef SAT_START_POINT_H
#define SAT_START_POINT_H

#include "sat/search/trial.h"

/* Sets the point. The first few starts are the same number in all inputs (0, 1, the
 * middle of the box); later ones are at random, near to constants of the formula, to
 * special numbers, or anywhere in the box. */
void start_point(struct trial *t, uint64_t start);

#endif
