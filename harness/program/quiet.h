/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * quiet.h - what a session prints has a bound: our messages, and what the program under
 * test prints to standard output and standard error.
 *
 * While a session watches them, the program's two streams are files in memory. What runs
 * have written there is passed on now and then, before any message of ours, up to
 * QUIET_STREAM_MOST bytes of each stream; what comes behind them is dropped, and a
 * message says so. A failure comes again and again, each time with the words of an assertion or a
 * sanitizer's report: from the first failure on, standard error is passed on for new
 * failures only. Our own messages have a stream of their own. All processes of a session share
 * the counts.
 */
#ifndef HARNESS_QUIET_H
#define HARNESS_QUIET_H

/* Bytes: of each of the program's streams; of them for all new failures, and for one; of
 * our messages, and more of them when the session ends. Together less than 1 MB. */
enum {
	QUIET_STREAM_MOST = 1 << 17,
	QUIET_FAILURES_MOST = 1 << 18,
	QUIET_FAILURE_MOST = 1 << 15,
	QUIET_MESSAGES_MOST = 7 << 16,
	QUIET_END_MOST = 9 << 14,
};

/* Gives our messages the stream: what is standard error now. Again it changes nothing.
 * 0, or -1 when there is no room. */
int quiet_init(void);
/* Whether a message of the session could not be written: its disk is full, say. */
int quiet_has_lost(void);
/* It prints nothing while repeats() says so. */
void quiet_while(int (*repeats)(void));

/* From now on the program's streams are files in memory; `with_errors`: standard error
 * too. Without room for such a file a stream is left as it is. */
void quiet_watch(int with_errors);

/* From now on what the program prints to standard error, if it is watched, is kept, and shown
 * for new failures. */
void quiet_begin(void);
/* A run begins: passes on what earlier ones have printed, if it is time. */
void quiet_run(void);
/* Time has passed, maybe within a run. May be called in a signal handler. */
void quiet_tick(void);
/* Shows what the run has written to standard error; until quiet_begin() all is printed
 * as it comes. Both may be called in a signal handler. */
void quiet_show(void);
/* Passes on what is left. From now on our messages may take up what is kept for the end. */
void quiet_last(void);
/* Shows nothing more of what is kept, and all is printed as it comes. May be called in a
 * signal handler, too. */
void quiet_end(void);

#endif
