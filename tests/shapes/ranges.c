/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lengths and ranges: what lies outside is never run, so it stays open. Reading beyond
 * the n elements would be a fault.
 *
 * entry: ranges,n:len(x),x:16,t:0..1,k:-5..5,y:4?
 * runs: 20000
 * open: 7 (n below 0 and above 16, t below 0, above 1 and NaN, k below -5 and above 5)
 */
int ranges(const double *x, int n, double t, signed char k, const float *y)
{
	int c = 0;

	if (n < 0) /* site: cond < i32 2 */
		c++;
	if (n > 16) /* site: cond > i32 2 */
		c++;
	if (n == 11 && x[10] == 2.5) /* site: cond == i32 2 | cond == f64 2 */
		c++;
	if (t < 0) /* site: cond < f64 2 */
		c++;
	if (t > 1) /* site: cond > f64 2 */
		c++;
	if (t != t) /* site: cond != f64 2 */
		c++;
	if (t == 0.1) /* site: cond == f64 2 */
		c++;
	if (k < -5) /* site: cond < i8 2 */
		c++;
	if (k > 5) /* site: cond > i8 2 */
		c++;
	if (y) /* site: cond != ptr 2 */
		c += y[3] > 1; /* site: data > f32 0 */
	for (int i = 0; i < n; i++) /* site: cond < i32 2 */
		c += x[i] == 0; /* site: data == f64 0 */
	return c;
}
