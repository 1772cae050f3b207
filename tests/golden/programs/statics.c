/* SPDX-License-Identifier: GPL-3.0-or-later */
/* State between calls, a table, and a branch that no input takes. */
static unsigned calls;
static const int primes[] = {2, 3, 5, 7, 11, 13};

int statics(unsigned a, unsigned b, float f)
{
	calls++;
	if (calls > 2)
		return -1;
	if (a < 6 && primes[a] * b == 91)
		return 1;
	if ((a & 1) == 0 && (a & 3) == 1)
		return 2;
	return f * 3 == 0.75f ? 3 : a * 7 == b && b > 1000000;
}
