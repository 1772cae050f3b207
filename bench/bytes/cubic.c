/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A root of a cubic, to within 1e-9. */
#include <math.h>

#include "bench/bytes/goal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	double x;

	goal_begin();
	if (size < sizeof x)
		return 0;
	memcpy(&x, data, sizeof x);
	if (fabs(x * x * x - 2 * x - 5.25) < 1e-9)
		goal_met();
	return 0;
}
