/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/triage/attempt.h"

#include <stdio.h>
#include <unistd.h>

#include "corpus/files/corpus.h"

int attempt_begin(struct attempt *t, const struct attempt_kind *kind,
		  const uint8_t *bytes, size_t size)
{
	*t = (struct attempt){.kind = kind};
	t->most = t->left = kind->begin(t, bytes, size);
	return !t->error && t->left;
}

int attempt_is_alike(struct attempt *t, const uint8_t *bytes, size_t size)
{
	if (!t->left || t->error)
		return 0;
	t->left--;
	return t->kind->is_alike(t, bytes, size);
}

/* ---- failures */

static unsigned failing_begin(struct attempt *t, const uint8_t *bytes, size_t size)
{
	t->error = failing_run_identify(bytes, size, &t->wanted);
	if (!t->wanted.fails)
		return 0;
	return t->wanted.kind == FAILURE_TIMEOUT ? ATTEMPTS_MOST_HANG : ATTEMPTS_MOST;
}

static int fails_alike(struct attempt *t, const uint8_t *bytes, size_t size)
{
	struct failing_identity found;

	t->error = failing_run_identify(bytes, size, &found);
	return !t->error && found.fails && found.kind == t->wanted.kind &&
	       found.key == t->wanted.key;
}

/* Named as libFuzzer would name it, unless there is such a file. */
static int artifact_write(const struct attempt *t, const char *directory,
			  const uint8_t *bytes, size_t size, char *path, size_t room)
{
	char hex[SHA1_HEX_SIZE];

	sha1_hex(bytes, size, hex);
	snprintf(path, room, "%s/%s%s", directory, failures_prefix(t->wanted.kind),
		 hex);
	return access(path, F_OK) == 0 ? 0 : corpus_write_file(path, bytes, size);
}

const struct attempt_kind attempt_failing = {failing_begin, fails_alike,
					     "does not fail", artifact_write};
