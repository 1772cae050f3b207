/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/goals/open_counters.h"

#include <stdlib.h>

int open_counters_init(struct open_counters *o, const struct program *program)
{
	size_t count = 0;

	o->program = program;
	o->first = calloc(program->unit_count + 1, sizeof *o->first);
	if (!o->first)
		return -1;
	for (uint32_t u = 0; u < program->unit_count; u++) {
		o->first[u] = count;
		count += program->units[u].record->counter_count;
	}
	o->mask = calloc(count + 1, 1);
	if (o->mask)
		return 0;
	open_counters_done(o);
	return -1;
}

void open_counters_done(struct open_counters *o)
{
	free(o->mask);
	free(o->first);
	*o = (struct open_counters){0};
}

void open_counters_set(struct open_counters *o, uint32_t goal, int is_open)
{
	const struct program *p = o->program;
	const uint32_t u = p->goal_unit[goal];
	const struct me_unit *unit = p->units[u].record;
	const unsigned char *counter = p->goals[goal]->counter;

	o->mask[o->first[u] + (size_t)(counter - unit->counters)] = is_open ? 0xff : 0;
}

/* Eight counters at any address: memcpy would be a call here (tools/runtime.sh). */
typedef uint64_t eight __attribute__((may_alias, aligned(1)));

static int any_set(const unsigned char *counters, const unsigned char *mask, size_t n)
{
	uint64_t set = 0;
	size_t i = 0;

	for (; i + sizeof(eight) <= n; i += sizeof(eight))
		set |= *(const eight *)(counters + i) & *(const eight *)(mask + i);
	for (; i < n; i++)
		set |= counters[i] & mask[i];
	return set != 0;
}

int open_counters_any(const struct open_counters *o)
{
	const struct program *p = o->program;

	for (uint32_t u = 0; u < p->unit_count; u++) {
		const struct me_unit *unit = p->units[u].record;
		if (any_set(unit->counters, o->mask + o->first[u], unit->counter_count))
			return 1;
	}
	return 0;
}
