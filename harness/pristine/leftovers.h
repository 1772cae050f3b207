/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * leftovers.h - what a run leaves in its process beside variables: handlers for the exit
 * (leftovers.c), open files, another working directory, a random sequence that goes
 * on. It is undone after the run, so that the next one begins as a program does and the
 * harness keeps its own descriptors and directory.
 *
 * A run that leaves nothing costs a few comparisons: of the head of libc's list of streams,
 * of one word of its random numbers, and of a flag that chdir() sets.
 */
#ifndef HARNESS_LEFTOVERS_H
#define HARNESS_LEFTOVERS_H

#include <stddef.h>

/* From now on leftovers of runs are undone, if `undoes`. Call it before the first run. */
void leftovers_watch(int undoes);

/* A run begins; it has returned: its exit handlers are called, as a part of it. */
void leftovers_begin(void);
void leftovers_end(void);

/* Ends the process where it is one that the program has forked in a run: such a child that
 * returned from the function under test would make the session's next runs as well. Done in
 * leftovers_end(), too. */
void leftovers_end_stray(void);

/* After a run, however it ended. */
void leftovers_undo(void);

/* Back to the working directory of the start. May be called in a signal handler. */
void leftovers_return_home(void);

/*
 * ---- the heap's blocks that variables of the program point to before its first
 * run. A run that frees one, as a std::vector does that grows, frees it for all later runs,
 * whose variables point to it again: so it is not freed, and the session is told that the
 * program cannot be put back.
 *
 * free() and realloc() of libc are wrapped (harness/start/blocks.c) but where another library has
 * them: sanitizers do.
 */

/* The bytes of a variable, as they were before the first run: any word may be a pointer. */
void kept_blocks_note(const void *bytes, size_t size);
/* From now on (1) the program is at work, or (0) it is not. */
void kept_blocks_run(int on);
/* Whether a run would have freed one. */
int kept_blocks_freed(void);

/* For the wrappers: not 0 while the program is at work; whether the block is to stay. */
extern int __me_kept_run;
int __me_keep_block(const void *block);

/*
 * ---- made_blocks.c: blocks that a driver makes in a run (me_allocated() of me/driver.h). What the
 * function under test has not freed is freed when the run has returned.
 */

void made_blocks_begin(void);
void made_blocks_end(void);

/* A driver has made one. */
void __me_made(void *block);
/* For the wrappers: how many blocks of this run there are; one of the program's is freed. */
extern unsigned __me_made_count;
void __me_made_is_freed(const void *block);

#endif
