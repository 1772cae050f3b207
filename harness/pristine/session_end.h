/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * session_end.h - a session ends when it is asked to, and goes on past a run that hangs,
 * whatever the program under test has done to its process.
 *
 * A run may block or ignore signals, install handlers of its own, or wait for a lock
 * within malloc. The first process of the session (checkpoint.h), which no run reaches, looks at
 * it a few times a second: SIGINT, SIGTERM and SIGHUP end the session SESSION_GRACE_MS later
 * at the latest, -max_total_time SESSION_TIME_GRACE_MS after it, since libFuzzer itself ends
 * when the next whole second has passed; and a run that uses CPU time far above the limit of
 * runs, which the worker's own clock should have ended, is killed.
 */
#ifndef HARNESS_SESSION_END_H
#define HARNESS_SESSION_END_H

#include <sys/types.h>

enum { SESSION_GRACE_MS = 1200, SESSION_TIME_GRACE_MS = 1700, SESSION_TICK_MS = 200 };

/* Before there are other processes; reads libFuzzer's -max_total_time and
 * -interrupted_exitcode. run_limit_ms of CPU, 0: GUARD_LIMIT_MS, is where the worker's own
 * clock ends a run. 0, or -1 when out of memory. */
int session_end_init(int argc, char **argv, unsigned run_limit_ms);

/* In the worker: a run begins, or has ended; and it is being reported, for which there is no
 * limit. */
void session_end_run(int begins);
void session_end_report(void);

/* ---- in the first process */

/* That signal has come; returns whether it asks the session to end. Async-signal-safe. */
int session_end_asked(int number);

/* The exit code of a session that was asked to end. Of all processes. */
int session_end_interrupted(void);

/* From now on wait() is interrupted each SESSION_TICK_MS. */
void session_end_tick(void);

/* At a tick: kills the worker where its run hangs. Returns whether the session is to be
 * ended by force; *code is its exit code then. */
int session_end_is_due(pid_t worker, int *code);

/* ---- in the checkpoint */

/* Whether the worker that has died was killed since its run hung; and whether it was in
 * a run. */
int session_end_hung(void);
int session_end_in_run(void);

#endif
