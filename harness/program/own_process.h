/* SPDX-License-Identifier: GPL-3.0-or-later */
/* own_process.h - of the process itself: its threads, its memory, its end. */
#ifndef HARNESS_OWN_PROCESS_H
#define HARNESS_OWN_PROCESS_H

#include <stddef.h>
#include <sys/types.h>

/* 1 where there is none but the caller; 0 when the system does not tell. May be called
 * in a signal handler. */
unsigned long threads_count(void);

/* Ends OpenMP's threads, which wait for the next parallel region and begin again there.
 * Not in one, and not in a handler. */
void threads_rest(void);

/* Whether the caller is in a region that has threads beside it. In a handler, too. */
int threads_share_region(void);

/* Ends the regions of OpenMP that a run of the caller's has been left in, which had no other
 * threads. */
void threads_leave_regions(void);

/* In the environment of a process that goes on with another one's session
 * (libfuzzer/restart.h): what that one has said need not be said again. */
#define THREADS_RESTART "ME_RESTART"

/* ---- memory */

/* Megabytes of resident pages; 0 when the system does not tell. A signal handler may
 * call it. */
size_t resident_mb(void);

/*
 * ---- _exit for the harness and for libFuzzer. The program under test's own is
 * watched (libfuzzer/failure.c): a call of it by the harness would count as the
 * program's.
 */

/* Ends the process without exit handlers, in a signal handler too. */
void __me_exit_now(int code) __attribute__((noreturn));
/* From now on *last, in shared memory, is the process that has ended so last. */
void own_process_note_exits(pid_t *last);

#endif
