/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kinds.c - lists of kinds of goals. */
#include "harness/goals/kinds.h"

#include <stdio.h>
#include <string.h>

#include "me/kind_advice.h"

int kinds_has(const char *kinds, const char *kind)
{
	const size_t length = strlen(kind);

	if (!kinds)
		return 1;
	for (const char *at = kinds;; at++) {
		const size_t n = strcspn(at, ",");
		if (n == length && !strncmp(at, kind, n))
			return 1;
		at += n;
		if (!*at)
			return 0;
	}
}

int kinds_seek_run(const struct program *program, const char *kinds)
{
	return program->run_goal != PROGRAM_NONE && !strchr(kinds, ',');
}

/* Whether some goal is of the kind. Branches are always looked for. */
static int is_there(const struct program *p, const char *kind, size_t length)
{
	if (length == 6 && !strncmp(kind, "branch", length))
		return 1;
	for (uint32_t i = 0; i < p->goal_count; i++) {
		const char *own = kinds_of(p->goals[i]);
		if (strlen(own) == length && !strncmp(own, kind, length))
			return 1;
	}
	return 0;
}

/* The kinds that the program has, each once; cut to `size` bytes. */
static void list_kinds(const struct program *p, char *text, size_t size)
{
	size_t length = (size_t)snprintf(text, size, "branch");

	for (uint32_t i = 0; i < p->goal_count && length < size; i++) {
		const char *kind = kinds_of(p->goals[i]);
		if (!kinds_has(text, kind))
			length +=
			    (size_t)snprintf(text + length, size - length, ",%s", kind);
	}
}

int kinds_check(const struct program *program, const char *option, const char *kinds,
		const char **error)
{
	static char text[512];
	char had[200];
	const char *advice;

	for (const char *at = kinds; at;) {
		const size_t n = strcspn(at, ",");
		if (!is_there(program, at, n)) {
			list_kinds(program, had, sizeof had);
			advice = me_kind_advice(at, n);
			snprintf(text, sizeof text,
				 "%s=%.*s: the program has no goal of this kind "
				 "(only %s); %s",
				 option, (int)(n < 80 ? n : 80), at, had,
				 advice ? advice : ME_KIND_UNKNOWN);
			*error = text;
			return -1;
		}
		at = at[n] ? at + n + 1 : NULL;
	}
	return 0;
}
