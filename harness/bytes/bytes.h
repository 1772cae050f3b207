/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bytes.h - the user's LLVMFuzzerTestOneInput as a subject. The frame of a descent is a
 * list of fields (field.h) in a base input: the bytes that move the reading at the
 * goal's site (taint.h), read as what they may be (interpretation.h).
 *
 * The room harness/bytes makes inputs of bytes accessible to the search: which bytes
 * matter, what they may mean, and how much of the session minimisation may spend on
 * it. It may include all rooms up to harness/search.
 */
#ifndef HARNESS_BYTES_H
#define HARNESS_BYTES_H

#include "harness/bytes/bytes_input.h"
#include "harness/bytes/bytes_log.h"
#include "harness/bytes/goal_reading.h"
#include "harness/bytes/interpretation.h"
#include "harness/goals/subject.h"

typedef int bytes_fn(const uint8_t *data, size_t size);

struct bytes {
	struct subject subject; /* the first member */
	bytes_fn *target;
	struct bytes_input in;
	struct bytes_buffer origin; /* what is varied */
	struct field fields[INTERPRET_MOST];
	struct axis axes[INTERPRET_MOST];
	enum me_type types[INTERPRET_MOST];
	coord direct[INTERPRET_MOST]; /* a vector to try */
	struct goal_place place; /* where the base's run shows the goal */
	enum interpretation how;
	unsigned long long began, closed; /* the search's, when `begin` was called */
	struct interpreter interpreter;
	struct taint_cache cache;
	struct listener listener;
	uint32_t turned; /* level where the run turned away before it was repaired */
};

/* `seeks_run`: the only goal is one over a whole run (run_goal.h), and the session ends
 * with it. 0, or -1 when out of memory. */
int bytes_init(struct bytes *b, bytes_fn *target, int seeks_run);
void bytes_done(struct bytes *b);

/* bytes_start.c: the kind's `begin` (subject.h). */
int bytes_start(struct subject *subject, struct search *s, uint32_t goal,
		struct input base, coord *x);
/* How long an input made from the base may be. */
size_t bytes_most(const struct bytes *b);

#endif
