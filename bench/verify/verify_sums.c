/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verify_sums.c - sums, filters, and short loops. */
#include <assert.h>
#include <math.h>

/* ---- filters */

void filter_smooth_holds(double a, double b, double c, double d)
{
	const double x[4] = {a, b, c, d};
	double y = 0;
	for (int i = 0; i < 4; i++) {
		if (!(fabs(x[i]) <= 1))
			return;
		y += 0.25 * (x[i] - y);
	}
	assert(fabs(y) <= 1 + 1e-9);
}

/* It resonates. */
void filter_resonance_fails(double a, double b, double c, double d, double e, double f)
{
	const double x[6] = {a, b, c, d, e, f};
	double y = 0, before = 0;
	for (int i = 0; i < 6; i++) {
		if (!(fabs(x[i]) <= 1))
			return;
		double next = 1.6 * y - 0.8 * before + 0.2 * x[i];
		before = y;
		y = next;
	}
	assert(fabs(y) <= 1.2);
}

void filter_blend_holds(double x, double y, double alpha)
{
	if (!(x >= 0 && x <= 100 && y >= 0 && y <= 100 && alpha >= 0 && alpha <= 1))
		return;
	double next = alpha * x + (1 - alpha) * y;
	assert(next >= -1e-9 && next <= 100 + 1e-9);
}

/* The weight is not limited. */
void filter_blend_fails(double x, double y, double alpha)
{
	if (!(x >= 0 && x <= 100 && y >= 0 && y <= 100 && alpha >= 0 && alpha <= 2))
		return;
	double next = alpha * x + (1 - alpha) * y;
	assert(next >= -1e-9 && next <= 150);
}

/* The middle of three by two comparisons. */
void filter_median_fails(double a, double b, double c)
{
	if (isnan(a) || isnan(b) || isnan(c))
		return;
	double m = a < b ? (b < c ? b : c) : (a < c ? a : c);
	assert((m >= a || m >= b) && (m >= b || m >= c) && (m >= a || m >= c));
}

/* ---- sums */

void sum_tenths_holds(int n)
{
	double sum = 0;
	if (n < 0 || n > 20)
		return;
	for (int i = 0; i < n; i++)
		sum += 0.1;
	assert(fabs(sum - n * 0.1) < 1e-12);
}

/* Three tenths are not 0.3. */
void sum_tenths_fails(int n)
{
	double sum = 0;
	if (n < 0 || n > 20)
		return;
	for (int i = 0; i < n; i++)
		sum += 0.1;
	assert(sum == n / 10.0);
}

void sum_error_holds(double a, double b)
{
	if (!(fabs(a) <= 1 && fabs(b) <= 1))
		return;
	double sum = a + b, rest = sum - a, error = b - rest;
	assert(fabs(error) <= 1e-15);
}

/* Sums are not associative. */
void sum_order_fails(double a, double b, double c)
{
	if (!(a >= 0 && a <= 1 && b >= 0 && b <= 1 && c >= 0 && c <= 1))
		return;
	assert((a + b) + c == a + (b + c));
}

/* The sum of the two overflows. */
void sum_mean_fails(double a, double b)
{
	if (!(a <= b && isfinite(a) && isfinite(b)))
		return;
	double mean = (a + b) / 2;
	assert(mean >= a && mean <= b);
}

/* ---- loops */

void loop_bits_holds(unsigned x)
{
	int count = 0;
	while (x) {
		x &= x - 1;
		count++;
	}
	assert(count <= 32);
}

/* There are ten digits. */
void loop_digits_fails(unsigned x)
{
	int count = 1;
	while (x >= 10) {
		x /= 10;
		count++;
	}
	assert(count <= 9);
}

void loop_sort_holds(double a, double b, double c, double d)
{
	const double x[4] = {a, b, c, d};
	double y[4];
	for (int i = 0; i < 4; i++) {
		int k = i;
		if (isnan(x[i]))
			return;
		for (; k > 0 && y[k - 1] > x[i]; k--)
			y[k] = y[k - 1];
		y[k] = x[i];
	}
	assert(y[0] <= y[1] && y[1] <= y[2] && y[2] <= y[3]);
}

void loop_halving_holds(double target)
{
	double low = 0, high = 1;
	if (!(target >= 0 && target <= 1))
		return;
	for (int i = 0; i < 10; i++) {
		double middle = (low + high) / 2;
		if (middle < target)
			low = middle;
		else
			high = middle;
	}
	assert(low <= target && target <= high && high - low < 0.001);
}

/* Interest on interest. */
void loop_interest_fails(double rate, int years)
{
	double balance = 1;
	if (!(rate >= 0 && rate <= 0.1) || years < 0 || years > 12)
		return;
	for (int i = 0; i < years; i++)
		balance *= 1 + rate;
	assert(balance <= 3.1);
}
