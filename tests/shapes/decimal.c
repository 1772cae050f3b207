/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Decimal numbers: what is computed of integers and of bits.
 *
 * entry: decimal
 * runs: 10000
 */
#include <string.h>

static int of_bits(unsigned low, unsigned long middle, unsigned __int128 high)
{
	_Decimal32 s;
	_Decimal64 d;
	_Decimal128 l;
	int n = 0;

	memcpy(&s, &low, 4);
	memcpy(&d, &middle, 8);
	memcpy(&l, &high, 16);
	if (s != s) /* site: cond != d32 2 */
		n++;
	if (s == -2.50df) /* site: cond == d32 2 */
		n++;
	if (d > 9e384dd) /* site: cond > d64 2 */
		n++;
	if (__builtin_isunordered(d, d)) /* site: cond unordered d64 2 */
		n++;
	if (__builtin_isless(d, -1e-380dd)) /* site: data un>= d64 0 | cond != bool 2 flag */
		n++;
	if (__builtin_signbit(d)) /* site: data signbit d64 0 | cond != i32 2 flag */
		n++;
	if (l == 1.5dl) /* site: cond == d128 2 */
		n++;
	if (l >= 1e6144dl && l < 2e6144dl) /* site: cond >= d128 2 | cond < d128 2 */
		n++;
	return n;
}

int decimal(int i, long k, unsigned low, unsigned long middle, unsigned __int128 high)
{
	_Decimal32 s = i / 8.0df;
	_Decimal64 d = (_Decimal64)k * 0.001dd;
	_Decimal128 l = d / 7;
	int small = s < 0.1df; /* site: data < d32 0 */
	int n = of_bits(low, middle, high);

	if (s == 1234.5df) /* site: cond == d32 2 */
		n++;
	if (small && s > -1) /* site: cond != i32 2 flag | cond > d32 2 */
		n++;
	if (d == 123456789.125000dd) /* site: cond == d64 2 */
		n++;
	if (l == 1000000.5dl) /* site: cond == d128 2 */
		n++;
	return d <= 5 && d > 4.9989dd; /* site: cond <= d64 2 | cond > d64 2 */
}
