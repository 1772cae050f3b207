/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The flag problem: what a condition tests is a boolean that comparisons made before.
 *
 * entry: flags
 * runs: 5000
 */
#include <math.h>
#include <stdbool.h>

static int kept(double x)
{
	int t = x == 1234.5; /* site: data == f64 0 */

	if (t) /* site: cond != i32 2 flag */
		return 1;
	return 0;
}

static int negated(double x)
{
	_Bool flag = x != 4321.5; /* site: data != f64 0 */

	if (!flag) /* site: cond != bool 2 flag */
		return 1;
	return 0;
}

static int by_control(double x, double y)
{
	bool ok = x > 99.5 && x < 99.75 && y == 3.5; /* site: cond > f64 2 | cond < f64 2 | cond == f64 2 */

	if (ok) /* site: cond != bool 2 flag */
		return 1;
	return 0;
}

static int by_assignment(double x)
{
	int ok = 0;

	if (x == -777.25) /* site: cond == f64 2 */
		ok = 1;
	if (ok) /* site: cond != i32 2 flag */
		return 1;
	return 0;
}

static int both(double x, double y)
{
	int t = (x > 5e-9) & (y == 6.125); /* site: data > f64 0 | data == f64 0 */

	if (t) /* site: cond != i32 2 flag */
		return 1;
	return 0;
}

static int either(double x, double y)
{
	if ((x == 17.75) | (y == 71.25)) /* site: data == f64 0 | data == f64 0 | cond != bool 2 flag */
		return 1;
	return 0;
}

static int one_of_two(double x, double y)
{
	int t = (x == 0.015625) ^ (y == 0.03125); /* site: data == f64 0 | data == f64 0 */

	if (t) /* site: cond != i32 2 flag */
		return 1;
	return 0;
}

static bool met(double value, double wanted)
{
	if (__builtin_expect(value == wanted, 1)) /* site: data == f64 0 | cond != i64 2 flag */
		return true;
	return false;
}

static int expected(double x, double y)
{
	if (__builtin_expect(met(x, 12345.5) && met(y, -3e5), 0)) /* site: cond != i64 2 flag | cond != i64 2 flag */
		return 1;
	return 0;
}

int flags(double x, double y)
{
	return kept(x) + negated(y) + by_control(x, y) + by_assignment(y) + both(x, y) +
	       either(x, y) + one_of_two(x, y) + expected(x, y);
}
