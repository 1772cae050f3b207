/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arena.c - memory that is freed all at once. */
#include "prover/ir/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_SIZE 65536u

struct arena_block {
	struct arena_block *older;
	size_t size;
	alignas(max_align_t) char bytes[];
};

void *arena_get(struct arena *arena, size_t count, size_t size)
{
	const size_t unit = alignof(max_align_t);
	size_t want;

	if (__builtin_mul_overflow(count, size, &want) || want > SIZE_MAX / 2)
		memory_checked(NULL);
	want = (want + unit - 1) / unit * unit;
	if (!arena->blocks || arena->blocks->size - arena->used < want) {
		const size_t room = want > BLOCK_SIZE ? want : BLOCK_SIZE;
		struct arena_block *block =
		    memory_checked(malloc(sizeof *block + room));
		block->older = arena->blocks;
		block->size = room;
		arena->blocks = block;
		arena->used = 0;
	}
	void *memory = arena->blocks->bytes + arena->used;
	arena->used += want;
	return memset(memory, 0, want);
}

char *arena_string(struct arena *arena, const char *text, size_t length)
{
	char *copy = arena_get(arena, length + 1, 1);

	memcpy(copy, text, length);
	return copy;
}

void arena_done(struct arena *arena)
{
	while (arena->blocks) {
		struct arena_block *older = arena->blocks->older;
		free(arena->blocks);
		arena->blocks = older;
	}
	arena->used = 0;
}
