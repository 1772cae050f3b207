/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bytes/abundant.h"

#include <stdlib.h>

/* The least value of each range. */
static const uint8_t least[ABUNDANT_RANGES] = {1, 2, 3, 4, 8, 16, 32, 128};

void abundant_done(struct abundant *a)
{
	free(a->low);
	free(a->high);
	free(a->seen);
	*a = (struct abundant){0};
}

/* 0 when out of memory. */
static int begin(struct abundant *a, const struct program *p)
{
	size_t count = 1;

	abundant_done(a);
	for (uint32_t u = 0; u < p->unit_count; u++)
		count += p->units[u].record->counter_count;
	a->low = calloc(count, 1);
	a->high = calloc(count, 1);
	a->seen = calloc(count, sizeof *a->seen);
	if (!a->low || !a->high || !a->seen) {
		abundant_done(a);
		return 0;
	}
	a->units = p->unit_count;
	return 1;
}

/* Of a counter that is not 0. */
static unsigned range_of(uint8_t counter)
{
	unsigned range = ABUNDANT_RANGES - 1;

	while (counter < least[range])
		range--;
	return range;
}

static void look(uint16_t (*seen)[ABUNDANT_RANGES], const uint8_t *counters, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (counters[i])
			seen[i][range_of(counters[i])]++;
}

static int is_abundant(uint16_t runs)
{
	return runs >= ABUNDANT_OFTEN;
}

/* The first abundant range and those that follow it. */
static void choose(struct abundant *a, size_t i)
{
	const uint16_t *seen = a->seen[i];
	unsigned low = 0, high;

	while (low < ABUNDANT_RANGES && !is_abundant(seen[low]))
		low++;
	for (high = low; high < ABUNDANT_RANGES && is_abundant(seen[high]);)
		high++;
	a->low[i] = low < high ? least[low] : 1;
	a->high[i] = low == high ? 0 : high < ABUNDANT_RANGES ? least[high] - 1 : 255;
}

static void hide(const uint8_t *restrict low, const uint8_t *restrict high,
		 uint8_t *restrict counters, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const uint8_t k = counters[i];
		counters[i] = (k >= low[i]) & (k <= high[i]) ? 0 : k;
	}
}

/* The first runs have been looked at. */
static void settle(struct abundant *a, size_t count)
{
	for (size_t i = 0; i < count; i++)
		choose(a, i);
	free(a->seen);
	a->seen = NULL;
}

void abundant_hide(struct abundant *a, const struct program *p)
{
	size_t at = 0;

	if (a->units != p->unit_count && !begin(a, p))
		return;
	for (uint32_t u = 0; u < p->unit_count; u++) {
		const struct me_unit *unit = p->units[u].record;
		const size_t n = unit->counter_count;
		if (a->seen)
			look(a->seen + at, unit->counters, n);
		else
			hide(a->low + at, a->high + at, unit->counters, n);
		at += n;
	}
	if (a->seen && ++a->runs == ABUNDANT_RUNS)
		settle(a, at);
}
