/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conditions over polynomials of `int`, one of which only a product that wraps meets. */
static int cube(int x)
{
	return (int)((unsigned)x * (unsigned)x * (unsigned)x);
}

int dart(int x, int y)
{
	if (cube(x) <= 0)
		return 0;
	if (x > 0 && y == 10)
		return 1;
	if (x > 0 || y != 20)
		return 2;
	return 3; /* x is negative and its cube is not */
}
