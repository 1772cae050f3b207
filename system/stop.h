/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * stop.h - a command that has to end before its work is done: its time is up, or SIGINT
 * or SIGTERM asks it to end.
 *
 * Work looks at stop_asked() between its steps, each of which takes milliseconds. What
 * then tells of the work that is done has STOP_TELL_SECONDS more, until stop_now(). A
 * command that has not come to its end STOP_LAST_SECONDS after it was asked to is
 * ended: so its limit of time holds, whatever it does.
 *
 * There is one such command in a process; without stop_begin() nothing is ever asked.
 */
#ifndef SYSTEM_STOP_H
#define SYSTEM_STOP_H

#include <signal.h>
#include <stdbool.h>

#define STOP_TELL_SECONDS 0.8
#define STOP_LAST_SECONDS 1.9

enum stop_stage { STOP_NO, STOP_ASKED, STOP_NOW };

typedef void stop_tick_fn(void *context);

/* `seconds` by the clock from now on, 0: no limit. A signal that is ignored stays so.
 * A second SIGINT or SIGTERM ends the process as usual. */
void stop_begin(double seconds);
/* Has tick(context) called by stop_asked() some times a second; null: not any more. */
void stop_tick_by(stop_tick_fn *tick, void *context);
/* The command has told all. Does not return when a signal asked it to end: the process
 * ends by that signal. */
void stop_end(void);

/* A part of the work has so many seconds by the clock. When they are over stop_asked()
 * says so, until stop_share_end(). */
void stop_share_begin(double seconds);
void stop_share_end(void);

/* "the time is up" or "interrupted", once it is asked. */
const char *stop_why(void);
/* The reason as a word for programs: "time-is-up" or "interrupted". */
const char *stop_word(void);
/* Seconds that are left for work; INFINITY without a limit, never negative. */
double stop_left(void);

/* The signal handler's; not for others. */
extern volatile sig_atomic_t stop_stage, stop_is_tick, stop_is_share_over;
void stop_tick(void);

/* Whether work has to end. It stays so, but for the end of a share. */
static inline bool stop_asked(void)
{
	if (stop_is_tick)
		stop_tick();
	return stop_stage >= STOP_ASKED || stop_is_share_over;
}

/* Whether what tells of it has to end, too. */
static inline bool stop_now(void)
{
	if (stop_is_tick)
		stop_tick();
	return stop_stage >= STOP_NOW;
}

#endif
