/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verify_polynomials.c - polynomials, and rational functions. */
#include <assert.h>
#include <math.h>

/* ---- polynomials */

void polynomial_step_holds(double x)
{
	if (!(x >= 0 && x <= 1))
		return;
	double y = x * x * (3 - 2 * x);
	assert(y >= 0 && y <= 1 + 1e-9);
}

/* Beyond its interval it falls again. */
void polynomial_step_fails(double x)
{
	if (!(x >= 0 && x <= 1.6))
		return;
	double y = x * x * (3 - 2 * x);
	assert(y >= 0);
}

void polynomial_sine_holds(double x)
{
	if (!(fabs(x) <= 1.6))
		return;
	double z = x * x, y = x * (1 + z * (-1.0 / 6 + z * (1.0 / 120 + z * (-1.0 / 5040))));
	assert(fabs(y) <= 1.0001);
}

/* Its discriminant may be negative. */
void polynomial_roots_fails(double b, double c)
{
	if (!(b >= 1 && b <= 10 && c >= 0 && c <= 20))
		return;
	assert(!isnan(sqrt(b * b - 4 * c)));
}

void polynomial_legendre_holds(double x)
{
	if (!(fabs(x) <= 1))
		return;
	double z = x * x, p = (35 * z * z - 30 * z + 3) / 8;
	assert(p >= -0.43 && p <= 1 + 1e-9);
}

/* ---- rational functions */

void rational_bell_holds(double x)
{
	if (!(fabs(x) <= 1e100))
		return;
	double y = 1 / (1 + x * x);
	assert(y > 0 && y <= 1);
}

void rational_tanh_holds(double x)
{
	if (!(fabs(x) <= 3))
		return;
	double z = x * x, y = x * (27 + z) / (27 + 9 * z);
	assert(fabs(y) <= 1 + 1e-9);
}

/* It is no tanh far from 0. */
void rational_tanh_fails(double x)
{
	if (!(fabs(x) <= 3.1))
		return;
	double z = x * x, y = x * (27 + z) / (27 + 9 * z);
	assert(fabs(y) <= 1 + 1e-9);
}

/* It has a pole. */
void rational_pole_fails(double x)
{
	if (!(x >= 0 && x <= 2))
		return;
	double y = (x + 1) / (x * x - 1);
	assert(isfinite(y));
}

/* The product overflows. */
void rational_parallel_fails(double a, double b)
{
	if (!(a > 0 && b > 0 && isfinite(a) && isfinite(b)))
		return;
	double r = a * b / (a + b);
	assert(r <= a);
}
