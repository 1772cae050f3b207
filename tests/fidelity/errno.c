/* SPDX-License-Identifier: GPL-3.0-or-later */
/* errno is the program's, also between a call and the test of its result. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	volatile double big = 1e308, minus = -1;

	for (int i = 0; i < 40; i++) {
		errno = 0;
		double x = i % 3 ? exp(big) : i % 2 ? sqrt(minus) : i;
		if (x > 1e300 || x != x)
			printf("%d %d\n", i, errno);
		long n = strtol(i > 20 ? "99999999999999999999" : "12", NULL, 10);
		if (n > 12 && errno == ERANGE)
			printf("%d range\n", i);
	}
	return errno == ERANGE ? 3 : 4;
}
