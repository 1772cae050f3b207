/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * confirm.h - what a session claims is confirmed by a run that has no other before it:
 * that an input meets a goal, and that a run fails. What is not confirmed does not count,
 * and is said once.
 *
 * There is one such run for each input that meets new goals, and one for each distinct
 * failure. They draw no random numbers, and nothing depends on how long they take.
 */
#ifndef HARNESS_CONFIRM_H
#define HARNESS_CONFIRM_H

#include "harness/pristine/pristine.h"

/* From now on the goals that runs meet are confirmed before they are closed. The session
 * goes on without where no process can be made, and says so. Returns 1 in the process
 * where the session goes on after pristine_hand_over(), where nothing is confirmed. */
int confirm_start(const struct pristine_runs *runs, struct goals *goals,
		  struct pristine_session *session);

/* Whether the input fails so when it is run alone; `key` tells such failures apart, where
 * it has to be the same. Also true where nothing can be confirmed. May be called in a
 * signal handler. */
int confirm_failure(struct input in, enum me_end kind, uint64_t key, int same_key);

/* How many runs met goals or failed, but not when they were made alone. */
unsigned confirm_refuted(void);

#endif
