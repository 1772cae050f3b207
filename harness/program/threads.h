/* SPDX-License-Identifier: GPL-3.0-or-later */
/* threads.h - how many threads the process has. */
#ifndef HARNESS_THREADS_H
#define HARNESS_THREADS_H

/* 1 where there is none but the caller; 0 when the system does not tell. May be called
 * in a signal handler. */
unsigned long threads_count(void);

#endif
