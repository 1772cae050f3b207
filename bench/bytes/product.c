/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An equality of two numbers, and an order that leaves few of its solutions. */
#include "bench/bytes/goal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	double x, y;

	goal_begin();
	if (size < 16)
		return 0;
	memcpy(&x, data, 8);
	memcpy(&y, data + 8, 8);
	if (x * y == 6 && x > y * y)
		goal_met();
	return 0;
}
