/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * verify_ranges.c - clamps and saturation. Of verify_*.c: an assertion of NAME_holds holds for
 * all arguments, one of NAME_fails fails for some.
 */
#include <assert.h>
#include <limits.h>
#include <math.h>

/* ---- clamps */

void clamp_order_holds(double x, double low, double high)
{
	if (!(low <= high) || isnan(x))
		return;
	double r = x < low ? low : x > high ? high : x;
	assert(r >= low && r <= high);
}

/* A NaN is neither below nor above. */
void clamp_nan_fails(double x)
{
	double r = x < 0 ? 0 : x > 1 ? 1 : x;
	assert(r >= 0 && r <= 1);
}

void clamp_fmin_holds(double x)
{
	double r = fmin(fmax(x, -1), 1);
	assert(r >= -1 && r <= 1);
}

/* Full scale becomes 256. */
void clamp_colour_fails(float c)
{
	if (!(c >= 0 && c <= 1))
		return;
	int level = (int)(c * 256);
	assert(level <= 255);
}

void clamp_mix_holds(double a, double b, double t)
{
	if (!(a >= 0 && a <= 255 && b >= 0 && b <= 255))
		return;
	double u = t > 0 ? t < 1 ? t : 1 : 0;
	double r = a + (b - a) * u;
	assert(r >= -1e-9 && r <= 255 + 1e-9);
}

/* ---- saturation */

void saturate_short_holds(double x)
{
	if (isnan(x))
		return;
	int i = x >= 32767 ? 32767 : x <= -32768 ? -32768 : (int)x;
	assert(i >= SHRT_MIN && i <= SHRT_MAX && (!(fabs(x) < 30000) || fabs(i - x) < 1));
}

/* A little more than 1 wraps around to black. */
void saturate_byte_fails(double x)
{
	if (!(x >= 0.9 && x <= 1.01))
		return;
	unsigned char level = (unsigned char)(int)(x * 255 + 0.5);
	assert(level >= 229);
}

void saturate_sum_holds(int a, int b)
{
	long sum = (long)a + b;
	int r = sum > INT_MAX ? INT_MAX : sum < INT_MIN ? INT_MIN : (int)sum;
	assert((b >= 0) == (r >= a) || b == 0 || r == a);
}

/* Only the first of two sums is checked. */
void saturate_twice_fails(unsigned a, unsigned b, unsigned c)
{
	unsigned sum = a + b;
	if (sum < a)
		sum = UINT_MAX;
	sum += c;
	assert(sum >= a);
}

/* A large signal is squared to infinity. */
void saturate_soft_fails(double x)
{
	if (!(fabs(x) <= 1e200))
		return;
	double y = x / sqrt(1 + x * x);
	assert(fabs(x) < 1 || fabs(y) > 0.5);
}
