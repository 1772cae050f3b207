/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Integers and floats of 128 bits.
 *
 * entry: wide
 * runs: 5000
 */
int wide(__int128 i, unsigned __int128 u, _Float128 f)
{
	int n = 0;

	if (i == ((__int128)1 << 100) + 12345) /* site: cond == i128 2 */
		n++;
	if (i == -77) /* site: cond == i128 2 */
		n++;
	if (i < -((__int128)1 << 120)) /* site: cond < i128 2 */
		n++;
	if (u > ~(unsigned __int128)9) /* site: cond > u128 2 */
		n++;
	if (u == 42) /* site: cond == u128 2 */
		n++;
	if (f == 1 / (_Float128)3) /* site: cond == f128 2 */
		n++;
	if (f > (_Float128)1e300 * 1e300) /* site: cond > f128 2 */
		n++;
	if (f != f) /* site: cond != f128 2 */
		n++;
	if (__builtin_signbit(f)) /* site: data signbit f128 0 | cond != i32 2 flag */
		n++;
	return n;
}
