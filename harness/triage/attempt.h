/* SPDX-License-Identifier: GPL-3.0-or-later */
/* attempt.h - inputs that are tried in the place of a failing one. */
#ifndef HARNESS_ATTEMPT_H
#define HARNESS_ATTEMPT_H

#include "harness/triage/failing_run.h"

/* Runs in all; of an input that does not end, each of whose runs takes its limit. */
enum { ATTEMPTS_MOST = 20000, ATTEMPTS_MOST_HANG = 30 };

struct attempt {
	struct failing_identity wanted;
	unsigned left; /* runs */
	int error; /* no process could be made */
};

/* Runs the input. Whether it fails; all that are tried are to fail so. */
int attempt_begin(struct attempt *t, const uint8_t *bytes, size_t size);

/* Whether the input fails in the same way; 0 when no runs are left. */
int attempt_fails(struct attempt *t, const uint8_t *bytes, size_t size);

#endif
