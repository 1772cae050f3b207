/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verify_values.c - infinities, NaN and signs, bits of numbers, and functions of libm. */
#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* ---- special values */

void special_unordered_holds(double x, double y)
{
	if (!(x < y) && !(x > y) && !(x == y))
		assert(isnan(x) || isnan(y));
}

/* The larger one of a NaN and a number depends on the order. */
void special_larger_fails(double a, double b)
{
	double one = a > b ? a : b, other = b > a ? b : a;
	assert(one == other || (isnan(a) && isnan(b)));
}

void special_infinity_holds(double x)
{
	if (isinf(x))
		assert(isnan(x - x) && 1 / x == 0);
	else if (!isnan(x))
		assert(x - x == 0);
}

/* Zeros are equal, and their inverses are not. */
void special_inverse_fails(double x, double y)
{
	if (x == y)
		assert(1 / x == 1 / y);
}

/* Not of infinity. */
void special_product_fails(double x)
{
	if (!isnan(x))
		assert(x * 0 == 0);
}

/* ---- bits */

static uint64_t bits_of(double x)
{
	uint64_t bits;
	memcpy(&bits, &x, sizeof bits);
	return bits;
}

static double number_of(uint64_t bits)
{
	double x;
	memcpy(&x, &bits, sizeof x);
	return x;
}

void bits_magnitude_holds(double x)
{
	double size = number_of(bits_of(x) & ~(UINT64_C(1) << 63));
	assert(size == fabs(x) || isnan(x));
}

/* Below 0 the order of the bits is the other one. */
void bits_order_fails(double x, double y)
{
	if (x < y)
		assert((int64_t)bits_of(x) < (int64_t)bits_of(y));
}

void bits_exponent_holds(double x)
{
	if (!(x >= 1 && x < 1024))
		return;
	int exponent = (int)(bits_of(x) >> 52 & 0x7ff) - 1023;
	assert(exponent >= 0 && exponent < 10);
}

void bits_whole_holds(double x)
{
	if (!(fabs(x) < 4503599627370496.0))
		return;
	assert((double)(int64_t)x == trunc(x));
}

/* One step is good to three digits, hardly. */
void bits_inverse_root_fails(float x)
{
	uint32_t bits;
	float y;
	if (!(x >= 1 && x <= 4))
		return;
	memcpy(&bits, &x, sizeof bits);
	bits = 0x5f3759df - (bits >> 1);
	memcpy(&y, &bits, sizeof y);
	y = y * (1.5f - 0.5f * x * y * y);
	assert(fabsf(1 - x * y * y) < 0.0034f);
}

/* ---- functions of libm */

void library_wave_holds(double x, double y)
{
	if (!(fabs(x) <= 1e6 && fabs(y) <= 1e6))
		return;
	double v = 3 * sin(x) + 2 * cos(y);
	assert(fabs(v) <= 5.0001);
}

void library_bell_holds(double x)
{
	if (!(fabs(x) <= 100))
		return;
	double y = exp(-x * x);
	assert(y >= 0 && y <= 1);
}

void library_decibel_holds(double p)
{
	if (!(p >= 1e-6 && p <= 1))
		return;
	double level = 10 * log10(p);
	assert(level <= 0 && level >= -60.001);
}

/* The logarithm of 1000 is rounded to less than 3. */
void library_digits_fails(int n)
{
	if (n < 1 || n > 9999)
		return;
	int digits = 1 + (int)(log(n) / log(10));
	assert(n < 1000 || digits == 4);
}

/* Where the one overflows the other one is 0. */
void library_inverse_fails(double x)
{
	if (!(fabs(x) <= 800))
		return;
	assert(!isnan(exp(x) * exp(-x)));
}
