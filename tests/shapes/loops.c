/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loops and recursion: the least distance over all passes counts.
 *
 * entry: loops,v:8
 * runs: 100000
 * unsanitized: of three seeds one leaves a goal, the search has UBSan's checks as goals, too
 */
static int depth(unsigned n)
{
	if (n == 0) /* site: cond == u32 2 */
		return 0;
	return 1 + depth(n / 16);
}

int loops(double *v, unsigned n)
{
	double sum = 0;
	int k = 0;

	for (int i = 0; i < 8; i++) { /* site: cond <= i32 2 */
		if (v[i] == 1000 + i) /* site: cond == f64 2 */
			k++;
		sum += v[i];
	}
	do
		sum /= 2;
	while (sum > 1e6 && sum < 1e300); /* site: cond > f64 2 | cond < f64 2 */
	if (k == 2) /* site: cond == i32 2 */
		k = 7;
	if (depth(n) == 8) /* site: cond == i32 2 */
		k++;
	return k;
}
