/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verify_reduction.c - reduced arguments, and tricks of rounding. */
#include <assert.h>
#include <math.h>

/* ---- arguments */

void reduce_quarter_holds(double x)
{
	if (!(x >= -50 && x <= 50))
		return;
	double k = rint(x * 0.63661977236758138), r = x - k * 1.5707963267948966;
	assert(r > -0.8 && r < 0.8);
}

void reduce_exponent_holds(double x)
{
	if (!(fabs(x) <= 700))
		return;
	double k = rint(x * 1.4426950408889634), r = x - k * 0.69314718055994531;
	assert(fabs(r) <= 0.3466);
}

/* Conversion to an integer does not round. */
void reduce_exponent_fails(double x)
{
	if (!(fabs(x) <= 700))
		return;
	int k = (int)(x * 1.4426950408889634);
	double r = x - k * 0.69314718055994531;
	assert(fabs(r) <= 0.3466);
}

/* A small negative angle becomes 360. */
void reduce_degrees_fails(double x)
{
	if (!(fabs(x) <= 1e6))
		return;
	double r = x - 360 * floor(x / 360);
	assert(r >= 0 && r < 360);
}

void reduce_turn_holds(double x)
{
	if (!(fabs(x) <= 1e9))
		return;
	double r = fmod(x, 1);
	if (r < 0)
		r += 1;
	assert(r >= 0 && r <= 1);
}

/* ---- rounding */

void round_magic_holds(double x)
{
	if (!(fabs(x) <= 1e6))
		return;
	double r = (x + 6755399441055744.0) - 6755399441055744.0;
	assert(fabs(r - x) <= 0.5);
}

/* Of the number below 0.5 the sum is rounded to 1. */
void round_half_fails(double x)
{
	if (!(x >= 0 && x <= 1000))
		return;
	assert(floor(x + 0.5) == round(x));
}

void round_single_holds(double x)
{
	if (!(x >= 1 && x <= 2))
		return;
	assert(fabs((float)x - x) <= 6e-8);
}

/* A float has 24 bits. */
void round_integer_fails(int n)
{
	if (n < 0 || n > 20000000)
		return;
	float f = (float)n;
	assert((int)f == n);
}

/* The nearest cent is not always so near. */
void round_cents_fails(double x)
{
	if (!(x >= 0 && x <= 100))
		return;
	double r = floor(x * 100 + 0.5) / 100;
	assert(fabs(r - x) <= 0.005);
}
