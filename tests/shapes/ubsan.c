/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Conditions that UBSan makes are shown as the compiler's and are no goals.
 *
 * entry: ubsan,p:2
 * runs: 5000
 * flags: -fsanitize=undefined -fno-sanitize-recover=signed-integer-overflow
 */
int ubsan(int i, double x, int *p)
{
	int n = 0;

	if (i > 1000) /* site: cond > i32 2 */
		n = p[0] < p[1]; /* site: data < i32 0 */
	n += 1 << (i & 7);
	if (x == 2.5) /* site: cond == f64 2 */
		n++;
	return n;
}
