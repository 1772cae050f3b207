/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An equality of floats. */
#include "bench/bytes/goal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	float x;

	goal_begin();
	if (size < sizeof x)
		return 0;
	memcpy(&x, data, sizeof x);
	if (x == 42.5f)
		goal_met();
	return 0;
}
