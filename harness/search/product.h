/* SPDX-License-Identifier: GPL-3.0-or-later */
/* product.h - the objective of --boundary=product: one for all boundaries. */
#ifndef HARNESS_PRODUCT_H
#define HARNESS_PRODUCT_H

#include "harness/goals/goals.h"

/* Whether the goal is met when the two sides of a comparison are equal. */
int product_has(const struct me_goal *goal);

/*
 * Fu and Su, Sect. 3.3, boundary values: r0 = 1, r *= d(==, a, b) at each comparison.
 * Returns 1 plus the logarithm of the product of the distances to all open goals of
 * that kind which the last run reached. The distances are at least 1, so the logarithm
 * neither underflows nor computes 0 times infinity, and it decreases when a factor
 * does. A goal whose distance is 0 is met: it is closed, and no factor any more.
 */
double product_value(const struct goals *goals);

#endif
