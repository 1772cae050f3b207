/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Complex numbers are equal when both of their parts are; each part is a comparison.
 *
 * entry: parts
 * runs: 20000
 */
#include <complex.h>

static int equal(double complex z)
{
	if (z == 3.25 + 1e5 * I) /* site: data == f64 0 | data == f64 0 | cond != bool 2 flag */
		return 1;
	return 0;
}

static int unequal(float complex a, float complex b)
{
	if (a != b) /* site: data != f32 0 | data != f32 0 | cond != bool 2 flag */
		return 1;
	return 0;
}

static int kept(double complex z, double x)
{
	int t = z == x; /* site: data == f64 0 | data == f64 0 */

	if (t && x > 1e9) /* site: cond != i32 2 flag | cond > f64 2 */
		return 1;
	return 0;
}

static int of_integers(_Complex int n)
{
	if (n != 123456 + 654321i) /* site: data != i32 0 | data != i32 0 | cond != bool 2 flag */
		return 1;
	return 0;
}

int parts(double complex z, float complex a, float complex b, double x,
	  _Complex int n)
{
	return equal(z) + unequal(a, b) + kept(z, x) + of_integers(n);
}
