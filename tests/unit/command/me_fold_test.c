/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which failures are one bug. */
#include "command/triage/fold.h"

#include <string.h>

#include "command/triage/triage.h"
#include "tests/unit/me_check.h"

#include <stdlib.h>

enum { LINES = 1, FUNCTIONS = 0 };

/* "helper:5 caller:10 entry:20", in the file f.c. */
struct made {
	struct triage_run run;
	struct triage_frame frames[TRIAGE_TOP];
	char text[200];
};

static void make(struct made *m, const char *type, bool by_lines, const char *stack)
{
	char *at, *save;

	memset(m, 0, sizeof *m);
	m->run.ended = ME_END_SIGNAL;
	m->run.by_lines = by_lines;
	snprintf(m->run.type, sizeof m->run.type, "%s", type);
	snprintf(m->text, sizeof m->text, "%s", stack);
	at = strtok_r(m->text, " ", &save);
	for (size_t i = 0; at && i < TRIAGE_TOP; i++) {
		char *colon = strchr(at, ':');
		m->frames[i].function = at;
		m->frames[i].file = colon ? "f.c" : NULL;
		m->frames[i].line = colon ? (unsigned)atoi(colon + 1) : 0;
		if (colon)
			*colon = '\0';
		m->run.top[m->run.top_count++] = &m->frames[i];
		at = strtok_r(NULL, " ", &save);
	}
}

static void check_pair(const char *name, bool wanted, bool by_lines, const char *a,
		       const char *b)
{
	struct made x, y;

	make(&x, "null pointer read", by_lines, a);
	make(&y, "null pointer read", by_lines, b);
	check(fold_is_same(&x.run, &y.run) == wanted &&
		  fold_is_same(&y.run, &x.run) == wanted,
	      name, wanted ? "they are two bugs" : "they are one bug");
}

static void check_types(void)
{
	struct made x, y;

	make(&x, "null pointer read", LINES, "f:1 g:2 h:3");
	make(&y, "null pointer write", LINES, "f:1 g:2 h:3");
	check(!fold_is_same(&x.run, &y.run), "fold_type", "they are one bug");
	x.run.signal = y.run.signal = "SEGV";
	check(fold_is_same(&x.run, &y.run), "fold_access", "they are two bugs");
	y.run = x.run;
	x.run.assertion = "Assertion `a' failed.";
	y.run.assertion = "Assertion `b' failed.";
	check(!fold_is_same(&x.run, &y.run), "fold_assertions", "they are one bug");
	y.run = x.run;
	y.run.ended = ME_END_EXIT;
	check(!fold_is_same(&x.run, &y.run), "fold_ended", "they are one bug");
}

int main(void)
{
	check_pair("fold_equal", true, LINES, "f:1 g:2 h:3", "f:1 g:2 h:3");
	check_pair("fold_other_line", false, LINES, "f:1 g:2 h:3", "f:2 g:2 h:3");
	check_pair("fold_other_caller", true, LINES, "f:1 g:2 h:3", "f:1 k:5 h:4");
	check_pair("fold_other_callers", false, LINES, "f:1 g:2 h:3", "f:1 k:5 m:4");
	check_pair("fold_callees", false, LINES, "f:1 g:2 h:3", "k:9 g:2 h:3");
	check_pair("fold_instances", true, LINES, "f.part.0:1 g:2 h:3", "f:1 g:2 h:3");
	check_pair("fold_short", true, LINES, "f:1", "f:1 g:2");
	check_pair("fold_no_lines", true, LINES, "f g h", "f g k");
	check_pair("fold_nothing", true, LINES, "", "");
	check_pair("fold_one_nothing", false, LINES, "f:1", "");
	check_pair("fold_hang", true, FUNCTIONS, "loop:7 caller:1 entry:2",
		   "loop:8 entry:2");
	check_pair("fold_hang_of_caller", false, FUNCTIONS, "loop:7 entry:2",
		   "entry:5");
	check_pair("fold_hangs", false, FUNCTIONS, "one:7 entry:2", "two:9 entry:2");
	check_pair("fold_recursion", true, FUNCTIONS, "a:1 b:2 entry:3",
		   "b:5 a:1 entry:3");
	check_types();
	return me_check_failures != 0;
}
