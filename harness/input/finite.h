/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * finite.h - whether a call made NaN or infinity of finite numbers, and did not say so: its
 * result is a float, or 0, as functions return that have succeeded, or it has none.
 */
#ifndef HARNESS_FINITE_H
#define HARNESS_FINITE_H

#include "harness/input/arguments.h"

enum finite_kind { FINITE_ALL, FINITE_NAN, FINITE_INFINITE };

/* After a call with x, which has returned. `what`: "the result", or the name of the parameter
 * that leads to the first such number. */
enum finite_kind finite_judge(const struct layout *l, const coord *x,
			      const char **what);

/* Whether the entry can return such numbers at all. */
int finite_may_fail(const struct layout *l);

/* How far from 1 the numbers of x are, in powers of two: the larger the stranger. */
double finite_extent(const struct layout *l, const coord *x);

#endif
