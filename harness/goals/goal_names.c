/* SPDX-License-Identifier: GPL-3.0-or-later */
/* goal_names.c - lists of kinds, and a sorted table of ids. */
#include "harness/goals/goal_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "me/kind_advice.h"

/* ---- kinds */

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

int kinds_count(const char *kinds, const char *kind)
{
	return kinds ? kinds_has(kinds, kind)
		     : strcmp(kind, ME_KIND_CHECK) && strcmp(kind, ME_KIND_FAULT);
}

int kinds_is_check(const struct me_goal *goal)
{
	return !strcmp(kinds_of(goal), ME_KIND_CHECK);
}

int kinds_is_fault(const struct me_goal *goal)
{
	return !strcmp(kinds_of(goal), ME_KIND_FAULT);
}

int kinds_seek_run(const struct program *program, const char *kinds)
{
	return program->run_goal != PROGRAM_NONE && !strchr(kinds, ',');
}

/* Whether some goal is of the kind. Branches are always looked for. */
static int has_kind(const struct program *p, const char *kind, size_t length)
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

/* Whether some goal is of one of the kinds. */
static int has_some(const struct program *p, const char *kinds)
{
	for (const char *at = kinds; at;) {
		const size_t n = strcspn(at, ",");
		if (has_kind(p, at, n))
			return 1;
		at = at[n] ? at + n + 1 : NULL;
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
	const int some = has_some(program, kinds);

	for (const char *at = kinds; at;) {
		const size_t n = strcspn(at, ",");
		advice = me_kind_advice(at, n);
		if (!has_kind(program, at, n) && !(some && advice)) {
			list_kinds(program, had, sizeof had);
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

/* ---- ids */

struct goal_name {
	char *id;
	uint32_t goal;
};

static int by_id(const void *a, const void *b)
{
	return strcmp(((const struct goal_name *)a)->id,
		      ((const struct goal_name *)b)->id);
}

void goal_names_init(struct goal_names *n, const struct program *p)
{
	char id[PROGRAM_ID_SIZE];

	n->count = 0;
	n->list = calloc(p->goal_count + 1, sizeof *n->list);
	for (uint32_t i = 0; n->list && i < p->goal_count; i++) {
		if (program_first_goal(p, i) != i ||
		    program_goal_id(p, i, id, sizeof id) >= sizeof id)
			continue;
		n->list[n->count].id = strdup(id);
		n->list[n->count].goal = i;
		n->count += n->list[n->count].id != NULL;
	}
	if (n->list)
		qsort(n->list, n->count, sizeof *n->list, by_id);
}

void goal_names_done(struct goal_names *n)
{
	for (uint32_t i = 0; i < n->count; i++)
		free(n->list[i].id);
	free(n->list);
}

uint32_t goal_names_find(const struct goal_names *n, const char *id)
{
	const struct goal_name wanted = {(char *)(uintptr_t)id, 0};
	const struct goal_name *found =
	    n->list ? bsearch(&wanted, n->list, n->count, sizeof wanted, by_id) : NULL;

	return found ? found->goal : PROGRAM_NONE;
}
