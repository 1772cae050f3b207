/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bytes/nearest.h"

#include <string.h>

size_t nearest_base(const struct goals *g, uint8_t *data, size_t size, size_t max_size,
		    unsigned seed)
{
	const uint32_t goal = g->program->run_goal;

	if (goal == PROGRAM_NONE || seed % 2)
		return size;
	const struct input best = goals_best(g, goal);
	if (!best.data || best.size > max_size)
		return size;
	memcpy(data, best.data, best.size);
	return best.size;
}
