/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One of many roots, far out. */
#include <math.h>

#include "bench/bytes/goal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	double x;

	goal_begin();
	if (size < sizeof x)
		return 0;
	memcpy(&x, data, sizeof x);
	if (fabs(sin(x) - 0.5) < 1e-12 && x > 1e6)
		goal_met();
	return 0;
}
