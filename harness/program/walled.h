/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * walled.h - blocks of the heap that end where no memory is: an access past the end of one, or to
 * one that was freed, ends the run, as by ASan. Each has pages of its own, and none is used again,
 * so that the pages of a process are soon spent: it makes a bounded number of runs, of one input
 * or in a fork of a session.
 *
 * malloc() of libc and the others are wrapped (harness/start/blocks.c) but where another library
 * has them: sanitizers do.
 */
#ifndef HARNESS_WALLED_H
#define HARNESS_WALLED_H

#include <stddef.h>
#include <stdint.h>

/* From now on blocks that runs make in this process are walled, where memory can be reserved. */
void walled_start(void);
/* What a run is aborted for is printed: nobody else tells it. */
void walled_tell(void);
int walled_is_on(void);
/* Whether the program's free() is the wrapper. */
int walled_sees_free(void);
/* Whether the most of its pages are used: further blocks are libc's. */
int walled_is_spent(void);

/* The program is at work, on the stack below that address; or null: it is not. */
void walled_run(const void *stack);
/* Aborts a run that has written in front of a block, or has left leaks. */
void walled_look(void);

/* From now on a run is aborted that returns and has left blocks which nothing refers to: the words
 * of the process's writable memory are taken for addresses, as LeakSanitizer does, but where the
 * harness may have noted the program's. */
void walled_judge_leaks(const void *noted, size_t size);
/* What such a run has left: "leak of 48 bytes in 2 blocks, allocated in rows rows.c:12"; else null. */
const char *walled_leak(void);
/* A number for the innermost call that has made the first of them, the same in all processes of a program. */
uint64_t walled_leak_key(void);

/* The calls that have allocated what a run has lost. */
enum { LEAK_STACK_MOST = 48 };

struct leak_stack {
	uintptr_t pcs[LEAK_STACK_MOST]; /* in the calls, the allocation first */
	size_t count; /* 0: it is not known */
};

/* Of the first leak of LeakSanitizer's report in what was printed. */
struct leak_stack leak_stack_read(const char *printed);
/* Of the leak that this run was aborted for. */
struct leak_stack leak_stack_of_walls(void);

/* Whether runs have made blocks. */
extern int walled_has_blocks;

/* Whether the address is in a block, or right behind one; then *text says where: "byte 8, past the
 * end of a block of 8 bytes". *is_freed: the block was freed. May be called in a signal handler. */
int walled_describe(const void *address, int *is_freed, char *text, size_t size);

/* Takes the wall behind the block away: its size is a guess. */
void walled_open(const void *block);

/* For what a run was aborted that has freed what is no block, or was freed: "invalid free", "double
 * free"; else null. */
const char *walled_abort(void);

/* For the wrappers: not 0 while the program is at work, which is to ask here for each block. */
extern int __me_walled;
/* A block, or null where it is not to be one; caller: the address that the call returns to. */
void *__me_walled_block(size_t size, const void *caller);
/* Whether it is one, and its size, also of one that was freed. The run
 * is aborted that frees what is no block, or was freed. */
int __me_walled_has(const void *block);
size_t __me_walled_size(const void *block);
void __me_walled_free(void *block);

#endif
