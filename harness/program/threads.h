/* SPDX-License-Identifier: GPL-3.0-or-later */
/* threads.h - how many threads the process has. */
#ifndef HARNESS_THREADS_H
#define HARNESS_THREADS_H

/* 1 where there is none but the caller; 0 when the system does not tell. May be called
 * in a signal handler. */
unsigned long threads_count(void);

/* Ends OpenMP's threads, which wait for the next parallel region and begin again there.
 * Not in one, and not in a handler. */
void threads_rest(void);

/* In the environment of a process that goes on with another one's session
 * (libfuzzer/restart.h): what that one has said need not be said again. */
#define THREADS_RESTART "ME_RESTART"

#endif
