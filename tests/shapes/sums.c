/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Conjunctions whose distances add: of numbers so wide that three distances are more than
 * 64 bits hold, and of a product with what one of its factors has to be.
 *
 * entry: sums
 * runs: 250000
 * unsanitized: the product overflows, which UBSan reports
 */
static int wide(_Float128 a, _Float128 b, _Float128 c)
{
	if ((a == 30.125) & (b == 123.375) & (c == -188.5)) /* site: data == f128 0 | data == f128 0 | data == f128 0 | cond != i32 2 flag */
		return 1;
	return 0;
}

static int product(long x, long y)
{
	if ((x * y == 489714098751766932) & (y == -524777762)) /* site: data == i64 0 | data == i64 0 | cond != bool 2 flag */
		return 1;
	return 0;
}

int sums(_Float128 a, _Float128 b, _Float128 c, long x, long y)
{
	return wide(a, b, c) + product(x, y);
}
