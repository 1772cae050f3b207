/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kept_blocks.c - a sorted list of what may be pointers to blocks. */
#include "harness/pristine/kept_blocks.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 16, LEAST = 1 << 16 }; /* of blocks; no block is below */
enum { MOST = 1 << 20 }; /* of a larger state only the first ones are known */

static struct {
	uintptr_t *list;
	size_t count, room;
	int is_sorted, has_freed;
} kept;

__attribute__((visibility("default"))) int __me_kept_run;

static void add(uintptr_t word)
{
	if (kept.count == kept.room) {
		const size_t room = kept.room ? 2 * kept.room : 64;
		uintptr_t *grown = realloc(kept.list, room * sizeof *grown);
		if (!grown)
			return;
		kept.list = grown;
		kept.room = room;
	}
	kept.list[kept.count++] = word;
	kept.is_sorted = 0;
}

void kept_blocks_note(const void *bytes, size_t size)
{
	uintptr_t word;

	for (size_t i = 0; i + sizeof word <= size && kept.count < MOST;
	     i += sizeof word) {
		memcpy(&word, (const char *)bytes + i, sizeof word);
		if (word % ALIGNMENT == 0 && word >= LEAST && word < UINTPTR_MAX / 2)
			add(word);
	}
}

static int compare(const void *a, const void *b)
{
	const uintptr_t x = *(const uintptr_t *)a, y = *(const uintptr_t *)b;

	return (x > y) - (x < y);
}

void kept_blocks_run(int on)
{
	if (!kept.is_sorted && kept.count)
		qsort(kept.list, kept.count, sizeof *kept.list, compare);
	kept.is_sorted = 1;
	__me_kept_run = on && kept.count;
}

int kept_blocks_freed(void)
{
	return kept.has_freed;
}

__attribute__((visibility("default"))) int __me_keep_block(const void *block)
{
	const uintptr_t word = (uintptr_t)block;
	size_t low = 0, high = kept.count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (kept.list[middle] == word)
			return kept.has_freed = 1;
		if (kept.list[middle] < word)
			low = middle + 1;
		else
			high = middle;
	}
	return 0;
}
