/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A number written as text. */
#include <stdlib.h>

#include "bench/bytes/goal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char text[64];

	goal_begin();
	if (size >= sizeof text)
		return 0;
	memcpy(text, data, size);
	text[size] = 0;
	if (strtod(text, NULL) == 42.125)
		goal_met();
	return 0;
}
