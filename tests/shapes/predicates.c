/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Predicates: what a condition tests is what a function returned.
 *
 * entry: predicates
 * runs: 5000
 */
#include <math.h>
#include <stdbool.h>

static int is_small(double x)
{
	return fabs(x - 1e10) < 1e-5; /* site: data < f64 0 */
}

static bool is_root(double x)
{
	if (x == 8.75) /* site: cond == f64 2 */
		return true;
	return false;
}

static int in_box(double x, double y)
{
	return x > 1000 && x < 1001 && y > 2000 && y < 2001; /* site: cond > f64 2 | cond < f64 2 | cond > f64 2 | cond < f64 2 */
}

static int is_either(double x, double y)
{
	return is_root(x) || is_small(y); /* site: cond != bool 2 flag | cond != i32 2 flag */
}

int predicates(double x, double y)
{
	int n = 0;

	if (is_small(x)) /* site: cond != i32 2 flag */
		n++;
	if (!is_root(y)) /* site: cond != bool 2 flag */
		n++;
	if (in_box(x, y)) /* site: cond != i32 2 flag */
		n++;
	if (is_either(y, x)) /* site: cond != i32 2 flag */
		n++;
	return n;
}
