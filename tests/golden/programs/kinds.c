/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Goals of all kinds: loops over an array, divisions, an assertion, a switch, a crash. */
#include <assert.h>
#include <math.h>

static double mean(const double *x, int n)
{
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += x[i];
	return sum / n;
}

int kinds(const double *x, int n, int k)
{
	const double m = mean(x, n);

	switch (k & 7) {
	case 0:
		return n > 2 && x[0] < x[1] && x[1] < x[2];
	case 1:
		assert(k != 4711 * 8 + 1);
		return 1;
	case 2:
		return 100 / (k - 18);
	case 3:
		return x[k - 3] > 0;
	case 5:
		return sqrt(m) == 1.5;
	default:
		return isnan(m) ? -1 : m * m == 2.25;
	}
}
