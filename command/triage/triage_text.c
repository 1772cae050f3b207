/* SPDX-License-Identifier: GPL-3.0-or-later */
/* triage_text.c - failures for people: a paragraph for each group. */
#include <stdlib.h>

#include "command/triage/triage_format.h"
#include "system/path.h"

enum { STACK_MOST = 12, OTHERS_MOST = 5 };

static void frame_print_text(const struct triage_frame *f, FILE *out)
{
	fprintf(out, "      %s", f->function);
	if (f->file && f->line)
		fprintf(out, " %s:%u", triage_shown_file(f->file), f->line);
	if (f->is_inlined)
		fprintf(out, " (inlined)");
	if (f->times > 1)
		fprintf(out, " (%u times)", f->times);
	fputc('\n', out);
}

static void stack_print_text(const struct triage_run *run, FILE *out)
{
	const size_t first = triage_first_frame(run), end = first + STACK_MOST;

	for (size_t i = first; i < run->frame_count && i < end; i++)
		frame_print_text(&run->frames[i], out);
	if (run->frame_count > end)
		fprintf(out, "      ... %zu more\n", run->frame_count - end);
}

static void line_print_text(const char *text, FILE *out)
{
	if (text && *text)
		fprintf(out, "   %s\n", text);
}

static void others_print_text(const struct triage *t, size_t g, FILE *out)
{
	const struct triage_group *group = &t->groups[g];
	size_t told = 0;

	for (size_t i = 0; i < t->count && told < OTHERS_MOST; i++)
		if (t->artifacts[i].group == g && i != group->shown)
			fprintf(out, "%s%s%s", told++ ? ", " : "   also ",
				t->artifacts[i].path,
				triage_is_flaky(&t->artifacts[i]) ? " (flaky)" : "");
	if (group->count - 1 > told)
		fprintf(out, " and %zu more", group->count - 1 - told);
	if (told)
		fputc('\n', out);
}

/* What the formats share. */
static void text_put(struct text_buffer *text, FILE *out)
{
	fputs(text_string(text), out);
	text_done(text);
}

static void flaky_print_text(const struct triage_artifact *a, FILE *out)
{
	struct text_buffer text = {0};

	if (!triage_is_flaky(a))
		return;
	text_add(&text, "   flaky: ");
	triage_add_flaky(a, &text);
	text_add_char(&text, '\n');
	text_put(&text, out);
}

static void title_print_text(const struct triage *t, size_t g, FILE *out)
{
	const struct triage_group *group = &t->groups[g];
	struct text_buffer title = {0};

	text_add(&title, "%zu. ", g + 1);
	triage_add_title(&t->artifacts[group->shown].run, &title);
	text_add(&title, " (%zu artifact%s)\n", group->count,
		 text_plural(group->count));
	text_put(&title, out);
}

void triage_print_fault(const struct triage *t, size_t g, FILE *out)
{
	const struct triage_group *group = &t->groups[g];
	const struct triage_artifact *a = &t->artifacts[group->shown];
	char *again = triage_again(t, group->simpler ? group->simpler : a->path);

	title_print_text(t, g, out);
	line_print_text(group->simpler ? group->simpler_call : a->run.call, out);
	fprintf(out, "   to run it again: %s\n", again);
	free(again);
}

void triage_print_outside(const struct triage *t, FILE *out)
{
	const size_t end = t->group_count + t->outside_count;

	if (!t->outside_count)
		return;
	fprintf(out,
		"outside what was assumed of the parameters, which is no fault:\n");
	for (size_t g = t->group_count; g < end; g++) {
		const struct triage_artifact *a = &t->artifacts[t->groups[g].shown];
		const struct triage_frame *place = triage_place(&a->run);
		char *again = triage_again(t, a->path);
		fputs("   ", out);
		if (place)
			fprintf(out, "%s:%u: ",
				place->file ? path_base(place->file) : place->function,
				place->line);
		fprintf(out, "%s\n      %s\n", a->run.detail ? a->run.detail : "",
			again);
		free(again);
	}
}

static void group_print_text(const struct triage *t, size_t g, FILE *out)
{
	const struct triage_group *group = &t->groups[g];
	const struct triage_artifact *a = &t->artifacts[group->shown];
	const struct triage_run *run = &a->run;
	char *again = triage_again(t, group->simpler ? group->simpler : a->path);

	fputc('\n', out);
	title_print_text(t, g, out);
	flaky_print_text(a, out);
	line_print_text(group->simpler ? group->simpler_detail : run->detail, out);
	line_print_text(run->message, out);
	line_print_text(group->simpler ? group->simpler_call : run->call, out);
	stack_print_text(run, out);
	fprintf(out, "   to run it again: %s\n", again);
	if (group->simpler)
		fprintf(out, "   simplified from %s\n", a->path);
	others_print_text(t, g, out);
	free(again);
}

/* What is in no group. */
static void rest_print_text(const struct triage *t, FILE *out)
{
	struct text_buffer text = {0};

	for (size_t i = 0; i < t->count; i++) {
		if (t->artifacts[i].group != TRIAGE_NONE)
			continue;
		text_add(&text, "%s%s: ", text.size ? "" : "\n", t->artifacts[i].path);
		triage_add_why(t, &t->artifacts[i], &text);
		text_add_char(&text, '\n');
	}
	text_put(&text, out);
}

static int triage_print_text(const struct triage *t, FILE *out)
{
	const struct triage_counts counts = triage_count(t);

	fprintf(out, "%zu artifact%s, %zu fail: %zu distinct fault%s\n",
		counts.artifacts, counts.artifacts == 1 ? "" : "s", counts.failing,
		t->group_count, t->group_count == 1 ? "" : "s");
	for (size_t g = 0; g < t->group_count; g++)
		group_print_text(t, g, out);
	triage_print_outside(t, out);
	rest_print_text(t, out);
	return 0;
}

const struct triage_format triage_text = {triage_print_text};
