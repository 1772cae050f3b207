/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/libfuzzer/reject.h"

/* The first counter when none was taken: of a run that was not made. */
static uint8_t *first_taken(const struct program *program)
{
	uint8_t *first = NULL;

	for (uint32_t u = 0; u < program->unit_count; u++) {
		const struct me_unit *unit = program->units[u].record;
		for (uint32_t i = 0; i < unit->counter_count; i++)
			if (unit->counters[i])
				return &unit->counters[i];
		if (!first && unit->counter_count)
			first = unit->counters;
	}
	return first;
}

void reject_judge(const struct program *program, int fuzzing, size_t size, int result)
{
	static int some; /* libFuzzer has an input to mutate, or will have */
	uint8_t *kept = NULL;

	if (result == -1) {
		if (fuzzing && !some && size)
			kept = first_taken(program);
		program_clear_counters(program);
		if (kept)
			*kept = 1;
	}
	some |= size > 0;
}
