/* SPDX-License-Identifier: GPL-3.0-or-later */
/* product.h - the objective of --boundary=product: one for all boundaries. */
#ifndef HARNESS_PRODUCT_H
#define HARNESS_PRODUCT_H

#include "harness/goals/goals.h"

/* Whether the goal is met when the two sides of a comparison are equal. */
int product_has(const struct me_goal *goal);

/*
 * Fu and Su, Sect. 3.3, boundary values: r0 = 1, r *= d(==, a, b) at each comparison.
 * The factors are the distances of the session's kind (--distance=) to all open goals of
 * that kind of goal which the last run reached. Returns 0 when one of them is 0; else a
 * number above 0 that grows with the product P: 1 + log2 P where P is 1 or more, and
 * 1 / (1 - log2 P) below. It is computed from logarithms, which neither underflow nor
 * overflow. A goal that is met is closed, and no factor any more.
 */
double product_value(const struct goals *goals);

#endif
