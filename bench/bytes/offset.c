/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A float that stands where the input itself says. */
#include "bench/bytes/goal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint16_t offset;
	float x;

	goal_begin();
	if (size < sizeof offset)
		return 0;
	memcpy(&offset, data, sizeof offset);
	if (offset > size || size - offset < sizeof x)
		return 0;
	memcpy(&x, data + offset, sizeof x);
	if (x == 1234.5f)
		goal_met();
	return 0;
}
