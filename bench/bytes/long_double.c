/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An equality of long doubles, which have 10 bytes. */
#include "bench/bytes/goal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	long double z = 0;

	goal_begin();
	if (size < 10)
		return 0;
	memcpy(&z, data, 10);
	if (z == 44.5L)
		goal_met();
	return 0;
}
