/* SPDX-License-Identifier: GPL-3.0-or-later */
/* power.c - x to the n by n products, n to thousands of millions; the branches behind
 * the loop want an n that is large, or exact. */
int power(double x, long n)
{
	const int inverse = n < 0;
	double y = 1;

	if (x == 0 && n <= 0)
		return -1;
	for (long i = 0; i != (inverse ? -n : n); i++)
		y *= x;
	if (inverse)
		y = 1 / y;
	if (y == 1024)
		return n > 9 ? 1 : 2;
	if (y > 1e300)
		return x < 1.0001 ? 3 : 4;
	if (y == 0)
		return n > 100000 ? 5 : 6;
	if (y < 0)
		return x > -1 ? 7 : 8;
	return y != y ? 9 : 0;
}
