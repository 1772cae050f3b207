/* SPDX-License-Identifier: GPL-3.0-or-later */
/* statistics.c - numbers that describe samples. */
#include <math.h>
#include <stddef.h>

/* The quantile p of sorted samples; 1: none, 2: p is no part, 3: not sorted. */
int quantile(const double *sorted, size_t n, double p, double *result)
{
	if (n == 0 || sorted == NULL || result == NULL)
		return 1;
	if (!(p >= 0 && p <= 1))
		return 2;
	for (size_t i = 1; i < n; i++)
		if (sorted[i] < sorted[i - 1])
			return 3;
	double at = p * (double)(n - 1);
	size_t k = (size_t)at;

	if (k + 1 == n) {
		*result = sorted[k];
		return 0;
	}
	*result = sorted[k] + (at - (double)k) * (sorted[k + 1] - sorted[k]);
	return 0;
}

/* Counts samples into equal bins; returns how many lie outside, -1 on bad bounds. */
int histogram(const float *x, int n, double low, double high, int *bins, int nbins)
{
	int outside = 0;

	if (nbins <= 0 || !(low < high) || isinf(high - low))
		return -1;
	for (int b = 0; b < nbins; b++)
		bins[b] = 0;
	for (int i = 0; i < n; i++) {
		if (isnan(x[i]) || x[i] < low || x[i] > high) {
			outside++;
			continue;
		}
		int b = (int)((x[i] - low) / (high - low) * nbins);

		if (b == nbins)
			b--;
		if (b < 0)
			b = 0;
		bins[b]++;
	}
	return outside;
}

/* The straight line through points that may have weights; r2 may be left out. */
int fit_line(const double *x, const double *y, const double *w, int n, double *slope,
	     double *intercept, double *r2)
{
	double s = 0, sx = 0, sy = 0, sxx = 0, sxy = 0, syy = 0;

	if (n < 2)
		return -1;
	for (int i = 0; i < n; i++) {
		double weight = w ? w[i] : 1;

		if (weight < 0)
			return -2;
		if (weight == 0)
			continue;
		s += weight;
		sx += weight * x[i];
		sy += weight * y[i];
		sxx += weight * x[i] * x[i];
		sxy += weight * x[i] * y[i];
		syy += weight * y[i] * y[i];
	}
	double d = s * sxx - sx * sx;

	if (d == 0 || s == 0)
		return -3;
	*slope = (s * sxy - sx * sy) / d;
	*intercept = (sy - *slope * sx) / s;
	if (r2) {
		double total = s * syy - sy * sy;

		if (total == 0)
			*r2 = 1;
		else
			*r2 = (s * sxy - sx * sy) * (s * sxy - sx * sy) / (d * total);
	}
	return 0;
}

/* Median of a window that slides over x; work has `window` elements. */
int median_filter(const double *x, int n, int window, double *work, double *y)
{
	if (window < 1 || window % 2 == 0 || window > n)
		return -1;
	for (int i = 0; i < n; i++) {
		int begin = i - window / 2, count = 0;

		for (int k = begin; k < begin + window; k++) {
			int j = k < 0 ? 0 : k >= n ? n - 1 : k, at = count++;

			while (at > 0 && work[at - 1] > x[j]) {
				work[at] = work[at - 1];
				at--;
			}
			work[at] = x[j];
		}
		y[i] = work[window / 2];
	}
	return 0;
}
