/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * kept_blocks.h - the heap's blocks that variables of the program point to before its first
 * run. A run that frees one, as a std::vector does that grows, frees it for all later runs,
 * whose variables point to it again: so it is not freed, and the session is told that the
 * program cannot be put back.
 *
 * free() and realloc() of libc are wrapped (harness/start/free.c) but where another library has
 * them: sanitizers do.
 */
#ifndef HARNESS_KEPT_BLOCKS_H
#define HARNESS_KEPT_BLOCKS_H

#include <stddef.h>

/* The bytes of a variable, as they were before the first run: any word may be a pointer. */
void kept_blocks_note(const void *bytes, size_t size);
/* From now on (1) the program is at work, or (0) it is not. */
void kept_blocks_run(int on);
/* Whether a run would have freed one. */
int kept_blocks_freed(void);

/* For the wrappers: not 0 while the program is at work; whether the block is to stay. */
extern int __me_kept_run;
int __me_keep_block(const void *block);

#endif
