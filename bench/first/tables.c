/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tables.c - interpolation and searches in tables. */
#include <math.h>
#include <stddef.h>

/* Second derivatives of the natural cubic spline through (x, y), into m; -1: too few points or
 * x does not rise. */
int spline_natural(const double *x, const double *y, int n, double *m, double *work)
{
	if (n < 3)
		return -1;
	for (int i = 1; i < n; i++)
		if (x[i] <= x[i - 1])
			return -1;
	m[0] = work[0] = 0;
	for (int i = 1; i < n - 1; i++) {
		double part = (x[i] - x[i - 1]) / (x[i + 1] - x[i - 1]);
		double p = part * m[i - 1] + 2;
		double slope = (y[i + 1] - y[i]) / (x[i + 1] - x[i]) -
			       (y[i] - y[i - 1]) / (x[i] - x[i - 1]);

		if (p == 0)
			return -2;
		m[i] = (part - 1) / p;
		work[i] = (6 * slope / (x[i + 1] - x[i - 1]) - part * work[i - 1]) / p;
	}
	m[n - 1] = 0;
	for (int k = n - 2; k >= 0; k--)
		m[k] = m[k] * m[k + 1] + work[k];
	return 0;
}

/* The value between the four neighbours in a table of rows by cols; outside it is held. */
double bilinear(const double *table, int rows, int cols, double u, double v)
{
	if (rows < 1 || cols < 1)
		return NAN;
	if (!(u > 0))
		u = 0;
	if (!(v > 0))
		v = 0;
	if (u > rows - 1)
		u = rows - 1;
	if (v > cols - 1)
		v = cols - 1;
	int i = (int)u, j = (int)v;
	int below = i + 1 < rows ? i + 1 : i, right = j + 1 < cols ? j + 1 : j;
	double s = u - i, t = v - j;

	return (1 - s) * ((1 - t) * table[i * cols + j] + t * table[i * cols + right]) +
	       s * ((1 - t) * table[below * cols + j] +
		    t * table[below * cols + right]);
}

/* The interval of x, which rises, that has v, from a guess on; -1 below, n - 1 above. */
int locate(const double *x, int n, double v, int guess)
{
	int low = guess, high, step = 1;

	if (low < 0 || low >= n)
		low = 0, high = n;
	else if (v >= x[low]) {
		high = low + 1;
		while (high < n && v >= x[high]) {
			low = high;
			high = low + step;
			step *= 2;
		}
		if (high > n)
			high = n;
	} else {
		high = low;
		low = high - 1;
		while (low >= 0 && v < x[low]) {
			high = low;
			low = high - step;
			step *= 2;
		}
		if (low < -1)
			low = -1;
	}
	while (high - low > 1) {
		int middle = (high + low) / 2;

		if (v >= x[middle])
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* A polynomial by Horner's rule, and its derivative where that is wanted. */
double horner(const double *c, int degree, double x, double *derivative)
{
	double value, slope = 0;

	if (degree < 0) {
		if (derivative)
			*derivative = 0;
		return 0;
	}
	value = c[degree];
	for (int k = degree - 1; k >= 0; k--) {
		slope = slope * x + value;
		value = value * x + c[k];
	}
	if (derivative)
		*derivative = slope;
	return value;
}
