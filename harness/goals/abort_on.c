/* SPDX-License-Identifier: GPL-3.0-or-later */
/* abort_on.c - goals whose runs fail. */
#include "harness/goals/abort_on.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "harness/goals/kinds.h"
#include "harness/runtime/trace.h"

static const char *fatal_kinds;
static uint32_t failing; /* the goal that a run fails for, and 1 */

/* UBSan's words where it has some, else what the goal is called. */
static const char *words_of(const struct me_predicate *p)
{
	static const char *const words[][2] = {
	    {"divzero", "division by zero"},
	    {"overflow", "floating-point overflow"},
	    {"underflow", "floating-point underflow"},
	    {"invalid", "invalid floating-point operation"},
	    {"inexact", "conversion to an integer loses a fraction"},
	};
	const char *dot = strrchr(p->name, '.');

	for (size_t i = 0; dot && i < sizeof words / sizeof *words; i++)
		if (!strcmp(dot + 1, words[i][0]) && !strcmp(p->kind, "fpe"))
			return words[i][1];
	return p->name;
}

static void fail_at(uint32_t goal)
{
	const struct program *p = trace.program;
	const struct me_goal *q = p->goals[goal];
	const struct me_site *s = p->sites[program_goal_site(p, goal)];

	if (!kinds_has(fatal_kinds, q->predicate->kind))
		return;
	fprintf(stderr, "%s:%u:%u: runtime error: %s in %s\n", s->file, s->line,
		s->column, words_of(q->predicate),
		program_goal_function(p, goal)->source_name);
	failing = goal + 1;
	raise(SIGFPE);
}

uint32_t abort_on_take(void)
{
	const uint32_t goal = failing;

	failing = 0;
	return goal;
}

void abort_on(const char *kinds)
{
	fatal_kinds = kinds;
	trace.met = kinds ? fail_at : NULL;
}
