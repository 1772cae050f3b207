/* SPDX-License-Identifier: GPL-3.0-or-later */
/* collatz.c - steps of 2 k + 1 to 1, by (3 n + 1) or n / 2, modulo 2^32: some numbers
 * that overflow never come to 1. What follows the loop needs that it ends. */
int collatz(unsigned k, unsigned start)
{
	unsigned n = 2 * k + 1, steps = 0, highest = n, from = start;

	while (n != 1) {
		n = n % 2 ? 3 * n + 1 : n / 2;
		if (n > highest)
			highest = n;
		steps++;
	}
	while (from > highest) {
		from -= highest % 7 + 1;
		steps++;
	}
	if (steps == 111)
		return 1;
	if (steps > 200)
		return highest > 1000000 ? 2 : 3;
	if (from == highest && steps > 30)
		return 4;
	return 0;
}
