/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command/triage/triage.h"

#include <stdlib.h>
#include <string.h>

bool triage_failed(const struct triage_run *run)
{
	return run->line && strcmp(run->ended, "returns") != 0;
}

bool triage_is_flaky(const struct triage_artifact *a)
{
	return a->failed && (a->failed < a->runs || a->differs);
}

const struct triage_frame *triage_place(const struct triage_run *run)
{
	return run->top_count ? run->top[0] : NULL;
}

char *triage_again(const struct triage *t, const char *path)
{
	struct words words = {0};
	char *line;

	/* Without a slash the shell would look it up in PATH. */
	words_add_format(&words, "%s%s", strchr(t->target, '/') ? "" : "./", t->target);
	words_add_all(&words, &t->arguments);
	words_add_format(&words, "%s%s", *path == '-' ? "./" : "", path);
	line = words_show(&words);
	words_done(&words);
	return line;
}

void triage_run_done(struct triage_run *run)
{
	json_decref(run->line);
	free(run->frames);
	free(run->message);
	*run = (struct triage_run){0};
}

void triage_done(struct triage *t)
{
	for (size_t i = 0; i < t->count; i++) {
		free(t->artifacts[i].path);
		free(t->artifacts[i].trouble);
		triage_run_done(&t->artifacts[i].run);
	}
	for (size_t i = 0; i < t->group_count; i++) {
		free(t->groups[i].simpler);
		free(t->groups[i].simpler_call);
		free(t->groups[i].simpler_detail);
	}
	free(t->artifacts);
	free(t->groups);
	words_done(&t->arguments);
}
