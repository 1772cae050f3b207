/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * arena.h - memory that is freed all at once.
 *
 * Running out of memory ends the process with a message: an incomplete proof is no
 * proof, and no caller could do better.
 */
#ifndef PROVER_ARENA_H
#define PROVER_ARENA_H

#include <stddef.h>
#include <stdio.h>

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

/* A zeroed array, which the caller frees. */
void *array_new(size_t count, size_t size);
/* Makes room in an array for one more element after `count`; returns the array. */
void *array_grow(void *array, size_t count, size_t *room, size_t size);

/* A stream that writes to *text, which the caller frees after closing the stream. */
FILE *text_open(char **text, size_t *size);

#endif
