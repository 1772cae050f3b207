/* SPDX-License-Identifier: GPL-3.0-or-later */
/* triage_format.c - the sentences that formats share. */
#include "command/triage/triage_format.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "system/path.h"

void triage_add_title(const struct triage_run *run, struct text_buffer *out)
{
	const struct triage_frame *place = triage_place(run);

	text_add(out, "%s", *run->type ? run->type : me_ends[run->ended].name);
	if (!*run->type && run->signal)
		text_add(out, " SIG%s", run->signal);
	if (place)
		text_add(out, " in %s", place->function);
	if (place && place->file)
		text_add(out, " %s", path_base(place->file));
	if (place && place->file && place->line && run->by_lines)
		text_add(out, ":%u", place->line);
}

const char *triage_shown_file(const char *file)
{
	char here[PATH_MAX];
	const size_t n = getcwd(here, sizeof(here)) ? strlen(here) : 0;

	return n && strncmp(file, here, n) == 0 && file[n] == '/' ? file + n + 1 : file;
}

size_t triage_first_frame(const struct triage_run *run)
{
	for (size_t i = 1; i < run->frame_count; i++)
		if (run->frames[i].is_program)
			return run->frames[i - 1].is_program ? 0 : i - 1;
	return 0;
}

void triage_add_why(const struct triage *t, const struct triage_artifact *a,
		    struct text_buffer *out)
{
	if (a->trouble) {
		text_add(out, "%s", a->trouble);
		return;
	}
	text_add(out, "does not fail");
	if (a->run.wanted_size && a->run.wanted_size != a->size)
		text_add(
		    out,
		    "; it has %zu bytes and the inputs of this target %zu: another "
		    "build has found it",
		    a->size, a->run.wanted_size);
	else if (a->is_older)
		text_add(out, "; %s was built after it was found", t->target);
}

void triage_add_flaky(const struct triage_artifact *a, struct text_buffer *out)
{
	if (a->failed < a->runs)
		text_add(out, "fails in %u of %u runs", a->failed, a->runs);
	if (a->differs)
		text_add(out, "%sfails in different ways",
			 a->failed < a->runs ? ", " : "");
}

struct triage_counts triage_count(const struct triage *t)
{
	struct triage_counts counts = {0};

	for (size_t i = 0; i < t->count; i++) {
		const struct triage_artifact *a = &t->artifacts[i];

		if (a->is_further)
			continue;
		counts.artifacts++;
		counts.failing += a->group != TRIAGE_NONE && a->group < t->group_count;
		counts.flaky += triage_is_flaky(a);
		counts.troubled += a->trouble != NULL;
		counts.returning += a->group == TRIAGE_NONE && !a->trouble;
	}
	return counts;
}
