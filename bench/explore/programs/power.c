/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Powers and exponentials whose results are asked for. */
#include <math.h>

int power(double x, double y, int n)
{
	double product = 1;
	int met = 0;

	for (int i = 0; i < n && i < 8; i++)
		product *= x;
	if (n > 2 && product == 128)
		met |= 1;
	if (pow(x, y) == 81 && x > 2)
		met |= 2;
	if (exp(y) > 20 && exp(y) < 20.0001)
		met |= 4;
	if (x > 1 && log(x) * y > 100 && pow(x, y) < 1e50)
		met |= 8;
	return met;
}
