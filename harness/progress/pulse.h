/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * pulse.h - what is to be done now and then, by the clock, while runs are made: reading
 * the clock before each run would cost more than a short run does.
 *
 * The room harness/progress says how far a session is, to a person and to programs, and
 * has the database kept. No run depends on it. It may include the rooms up to
 * harness/database.
 */
#ifndef HARNESS_PULSE_H
#define HARNESS_PULSE_H

#include <stdint.h>

struct pulse {
	unsigned left, every; /* calls until the clock is read; between two readings */
	int64_t read_ms;
};

/* Milliseconds by a clock that nobody sets, to some milliseconds. */
int64_t pulse_now_ms(void);

/* Before a run. Whether the clock was read: about each PULSE_MS, or before each run where
 * runs take longer; then *now_ms is set. */
enum { PULSE_MS = 20 };
int pulse_beat(struct pulse *p, int64_t *now_ms);

#endif
