/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * process_state.h - what libc, libstdc++ and the kernel keep for a process and a program
 * changes by calls: what signals do and which are blocked, interval timers, the mask of new
 * files' modes, environment variables, the locale, the formats of C++'s standard streams, the
 * sequence of drand48(), the number of OpenMP's threads. Before the next run it is as before
 * this one.
 *
 * It is put back where instrumented code calls what changes it, which takes some microseconds
 * for a run, and otherwise next to nothing.
 */
#ifndef HARNESS_PROCESS_STATE_H
#define HARNESS_PROCESS_STATE_H

/* Before the first run. When out of memory, environment variables are not put back. */
void process_state_note(void);
/* Before a run, and after it. */
void process_state_begin(void);
void process_state_restore(void);
/* The part of it that what is undone before needs: a run may have left no file to open. */
void process_limits_restore(void);

/* harness/start/drand48.c; null where the program does not call it. */
void __me_begin_drand48(void) __attribute__((weak, visibility("default")));

#endif
