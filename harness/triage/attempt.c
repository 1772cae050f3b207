/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/triage/attempt.h"

int attempt_begin(struct attempt *t, const uint8_t *bytes, size_t size)
{
	t->error = failing_run_identify(bytes, size, &t->wanted);
	t->left =
	    t->wanted.kind == FAILURE_TIMEOUT ? ATTEMPTS_MOST_HANG : ATTEMPTS_MOST;
	return !t->error && t->wanted.fails;
}

int attempt_fails(struct attempt *t, const uint8_t *bytes, size_t size)
{
	struct failing_identity found;

	if (!t->left || t->error)
		return 0;
	t->left--;
	t->error = failing_run_identify(bytes, size, &found);
	return !t->error && found.fails && found.kind == t->wanted.kind &&
	       found.key == t->wanted.key;
}
