/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * All comparison codes on long doubles, as conditions and as the macros of math.h.
 *
 * entry: compare
 * runs: 5000
 */
#include <math.h>

int compare(long double a, long double b)
{
	int n = 0;

	if (a < b) /* site: cond < f80 2 */
		n++;
	if (a <= b) /* site: cond <= f80 2 */
		n++;
	if (a == b) /* site: cond == f80 2 */
		n++;
	if (a != b) /* site: cond != f80 2 */
		n++;
	if (a >= b) /* site: cond >= f80 2 */
		n++;
	if (a > b) /* site: cond > f80 2 */
		n++;
	if (isnan(a)) /* site: cond unordered f80 2 */
		n++;
	if (isunordered(a, b)) /* site: cond unordered f80 2 */
		n++;
	if (!isunordered(a, b)) /* site: cond ordered f80 2 */
		n++;
	if (!(a < b)) /* site: data < f80 0 | cond != bool 2 flag */
		n++;
	if (!(a <= b)) /* site: data <= f80 0 | cond != bool 2 flag */
		n++;
	if (!(a > b)) /* site: data > f80 0 | cond != bool 2 flag */
		n++;
	if (!(a >= b)) /* site: data >= f80 0 | cond != bool 2 flag */
		n++;
	if (!(a == b)) /* site: cond != f80 2 */
		n++;
	if (isgreater(a, b)) /* site: data un<= f80 0 | cond != bool 2 flag */
		n++;
	if (isgreaterequal(a, b)) /* site: data un< f80 0 | cond != bool 2 flag */
		n++;
	if (isless(a, b)) /* site: data un>= f80 0 | cond != bool 2 flag */
		n++;
	if (islessequal(a, b)) /* site: data un> f80 0 | cond != bool 2 flag */
		n++;
	if (islessgreater(a, b)) /* site: data un== f80 0 | cond != bool 2 flag */
		n++;
	if (!islessgreater(a, b)) /* site: cond un== f80 2 */
		n++;
	if (isinf(a)) /* site: data un<= f80 0 | cond != bool 2 flag */
		n++;
	if (isfinite(a)) /* site: data un> f80 0 | cond != bool 2 flag */
		n++;
	if (signbit(a)) /* site: data signbit f80 0 | cond != i32 2 flag */
		n++;
	if (!signbit(b)) /* site: data signbit f80 0 | cond == i32 2 flag */
		n++;
	if (a) /* site: cond != f80 2 */
		n++;
	if (!b) /* site: cond == f80 2 */
		n++;
	return n;
}
