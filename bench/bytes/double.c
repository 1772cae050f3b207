/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An equality of doubles. */
#include "bench/bytes/goal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	double y;

	goal_begin();
	if (size < sizeof y)
		return 0;
	memcpy(&y, data, sizeof y);
	if (y == 43.5)
		goal_met();
	return 0;
}
