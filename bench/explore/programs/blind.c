/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two conditions that agree on few inputs: who fixes the product at the value that it had
 * in some run, and solves the rest, turns one and breaks the other.
 */
int blind(int x, int y)
{
	if (x * x * x == y + 6) {
		if (x * y > 0 && y > x)
			return 2;
		return 1;
	}
	if (x * y == 2 * x + 35)
		return 3;
	return 0;
}
