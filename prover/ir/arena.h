/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arena.h - memory that is freed all at once. */
#ifndef PROVER_ARENA_H
#define PROVER_ARENA_H

#include <stddef.h>

#include "system/allocation.h"

struct arena_block;

/* Start with all zeros. */
struct arena {
	struct arena_block *blocks;
	size_t used; /* of the newest block */
};

/* Zeroed memory for `count` elements of `size` bytes. */
void *arena_get(struct arena *arena, size_t count, size_t size);
char *arena_string(struct arena *arena, const char *text, size_t length);
void arena_done(struct arena *arena);

#endif
