/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * checkpoint.h - a session that a process's end does not end.
 *
 * The process that the user started only waits, passes signals on, and ends with the
 * session's exit code. The session runs in a child of it, the worker. Between two runs
 * the worker forks now and then: the child goes on as the worker, and the parent waits
 * with the state of the session as it was: the checkpoint. It takes the place of the
 * checkpoint before. When a run ends the worker, the checkpoint learns which input that
 * was, and forks another worker, which comes to the same runs again, since nothing
 * depends on the clock, and leaves that one out. What it prints on the way has been
 * printed before, and is not printed again.
 *
 * A process that has other threads makes no checkpoint: a fork has one thread only. Those
 * of OpenMP are ended before. Where the program has threads before its first run there are
 * no checkpoints (restart.h).
 */
#ifndef HARNESS_CHECKPOINT_H
#define HARNESS_CHECKPOINT_H

struct checkpoint_events {
	/* In the checkpoint: the worker has died in a run; by_harness: by
	 * __me_exit_now(). Whether the session goes on. */
	int (*died)(int wait_status, int by_harness);
	/* In the worker, before a fork, and in a new worker after it, with the seconds
	 * of CPU that the session's processes have used before. */
	void (*leaves)(void);
	void (*begins)(double cpu);
	/* In the first process: the session's state has died with the checkpoint, of a
	 * signal that neither a user nor a closed pipe has sent, and no other process
	 * goes on with it. The exit code is then asked with 0. */
	void (*lost)(int signal);
	/* In the first process, when the session has ended: its exit code, given that
	 * of the worker. */
	int (*exit_code)(int code);
};

/* Makes this process wait; returns in its child, the worker. Without room for a process
 * or memory it returns -1, and the session runs here, without checkpoints. */
int checkpoint_start(const struct checkpoint_events *events);

/* Before each run, with how many there were before: makes a checkpoint when it is time.
 */
void checkpoint_tick(unsigned long long run);

/* Whether another process goes on where this one ends. */
int checkpoint_is_on(void);

/* Whether an earlier worker has made the runs that are being made. */
int checkpoint_repeats(void);

/* In a process that is none of them, when they have ended: waits until the first process has
 * seen why. Whether a signal has ended them that nobody sent, after so many runs. */
int checkpoint_is_lost(unsigned long long *runs);

/* This process, a worker or the checkpoint, ends, and another one goes on with the session (pristine.h):
 * checkpoint_take_over() makes that the worker, without checkpoints. */
_Noreturn void checkpoint_hand_over(void);
void checkpoint_take_over(double cpu);

/* This process, a fork of the one that makes the session's runs, is none of the session's. */
void checkpoint_forget(void);

/* The session is over, whatever ends this process from now on. */
void checkpoint_over(void);

#endif
