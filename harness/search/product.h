/* SPDX-License-Identifier: GPL-3.0-or-later */
/* product.h - boundary values as the paper has them: one objective for all. */
#ifndef HARNESS_PRODUCT_H
#define HARNESS_PRODUCT_H

#include "harness/goals/goals.h"

/* Whether the goal is met when the two sides of a comparison are equal. */
int product_has(const struct me_goal *goal);

/*
 * Fu and Su, Sect. 3.3, boundary values: r0 = 1, r *= d(==, a, b) at each comparison.
 * The value of the last run over all open goals of that kind that it came to, as 1 plus
 * the logarithm of the product of the distances, which are at least 1: it neither
 * underflows nor meets 0 times infinity, and is less when a factor is. A goal that a
 * run meets, where a factor would be 0, is closed and no factor any more.
 */
double product_value(const struct goals *goals);

#endif
