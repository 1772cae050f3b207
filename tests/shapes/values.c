/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Comparisons whose result is a value; conditional expressions; && and ||, each operand
 * of which is a branch of its own.
 *
 * entry: values
 * runs: 5000
 */
int values(double x, double y, int i)
{
	int kept = x < y; /* site: data < f64 0 */
	int sum = (x > 3.25) + (y == 7.5); /* site: data > f64 0 | data == f64 0 */
	double z = x < 0 ? -x : x; /* site: cond < f64 2 */
	int n = 0;

	n += i == 77 ? 10 : 20; /* site: cond == i32 2 */
	if (x > 1 && y > 1) /* site: cond > f64 2 | cond > f64 2 */
		n++;
	if (x == 42.5 || y == 1e-300) /* site: cond == f64 2 | cond == f64 2 */
		n++;
	if ((x > 15.5 && x < 15.51) || i == -5) /* site: cond > f64 2 | cond < f64 2 | cond == i32 2 */
		n++;
	while (n > 12 && i > 1000000) /* site: cond > i32 2 | cond > i32 2 */
		n--;
	if (z * z == 2.25) /* site: cond == f64 2 */
		n++;
	if (sum == 1) /* site: cond == i32 2 */
		n++;
	if (kept) /* site: cond != i32 2 flag */
		n++;
	return n;
}
