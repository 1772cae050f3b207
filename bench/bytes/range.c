/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A narrow interval. */
#include "bench/bytes/goal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	double x;

	goal_begin();
	if (size < sizeof x)
		return 0;
	memcpy(&x, data, sizeof x);
	if (15.5 < x && x < 15.51)
		goal_met();
	return 0;
}
