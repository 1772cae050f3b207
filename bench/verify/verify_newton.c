/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verify_newton.c - Newton's steps, and square roots. */
#include <assert.h>
#include <math.h>

/* ---- Newton's steps */

void newton_root_holds(double a)
{
	if (!(a >= 1 && a <= 4))
		return;
	double x = (a + 1) / 2;
	x = 0.5 * (x + a / x);
	x = 0.5 * (x + a / x);
	assert(fabs(x * x - a) < 0.01);
}

/* One step is not enough. */
void newton_root_fails(double a)
{
	if (!(a >= 1 && a <= 4))
		return;
	double x = (a + 1) / 2;
	x = 0.5 * (x + a / x);
	assert(fabs(x * x - a) < 0.2);
}

void newton_inverse_holds(double d)
{
	if (!(d >= 0.5 && d <= 1))
		return;
	double y = 48.0 / 17 - 32.0 / 17 * d;
	y = y * (2 - d * y);
	assert(fabs(1 - d * y) <= 0.0036);
}

/* Rounding goes above 1. */
void newton_below_fails(double d)
{
	if (!(d >= 0.5 && d <= 1))
		return;
	double y = 48.0 / 17 - 32.0 / 17 * d;
	for (int i = 0; i < 4; i++)
		y = y * (2 - d * y);
	assert(d * y <= 1);
}

/* The derivative is 0 somewhere. */
void newton_flat_fails(double x)
{
	if (!(x >= -2 && x <= 2))
		return;
	double next = x - (x * x * x - 3 * x + 1) / (3 * x * x - 3);
	assert(fabs(next) < 1e6);
}

/* ---- square roots */

void root_above_holds(double x)
{
	if (!(x >= 0 && x <= 1))
		return;
	assert(sqrt(x) >= x);
}

/* A root's square is rounded twice. */
void root_square_fails(double x)
{
	if (!(x >= 1 && x <= 2))
		return;
	assert(sqrt(x) * sqrt(x) == x);
}

void root_length_holds(double a, double b)
{
	if (!(fabs(a) >= 1e-3 && fabs(a) <= 1e3 && fabs(b) <= 1e3))
		return;
	double length = sqrt(a * a + b * b);
	assert(length >= fabs(a) && a / length <= 1);
}

/* Squares of small numbers are 0. */
void root_length_fails(double a, double b)
{
	if (!(fabs(a) <= 1e3 && fabs(b) <= 1e3))
		return;
	assert(sqrt(a * a + b * b) >= fabs(a));
}

void root_quadratic_holds(double b, double c)
{
	if (!(b >= -1e3 && b <= 0 && c >= -1e3 && c <= 0))
		return;
	double x = (-b + sqrt(b * b - 4 * c)) / 2;
	assert(x >= 0 && x <= 1034);
}
