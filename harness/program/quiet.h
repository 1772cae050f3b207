/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * quiet.h - what failing runs print to standard error, in a session that goes on.
 *
 * The same failure comes again and again, each time with the words of an assertion or a
 * sanitizer's report. So from the first failure on descriptor 2 is a file in memory;
 * what a run wrote to it is shown when its failure is a new one. Our own messages have
 * a stream of their own.
 */
#ifndef HARNESS_QUIET_H
#define HARNESS_QUIET_H

/* Gives our messages the stream: what is standard error now. Again it changes nothing.
 * 0, or -1 when there is no room. */
int quiet_init(void);
/* It prints nothing while repeats() says so. */
void quiet_while(int (*repeats)(void));

/* From now on what the program prints is kept. */
void quiet_begin(void);
/* A run begins: what was kept is dropped. */
void quiet_run(void);
/* Shows what is kept of the run; until quiet_begin() all is printed as it comes. Both
 * may be called in a signal handler. */
void quiet_show(void);
/* Shows nothing, and all is printed as it comes. May be called in one, too. */
void quiet_end(void);

#endif
