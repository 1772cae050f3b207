/* SPDX-License-Identifier: GPL-3.0-or-later */
/* triage_json.c - failures for programs: the lines of me/schema.h. */
#include <stdlib.h>

#include "command/base/json_text.h"
#include "command/triage/triage_format.h"
#include "system/stop.h"

static void member_add(json_t *line, const char *name, const char *text)
{
	if (text)
		json_object_set_new(line, name, json_text(text));
}

static json_t *frame_json(const struct triage_frame *f)
{
	json_t *frame = json_pack("{s:o}", "function", json_text(f->function));

	member_add(frame, "file", f->file);
	if (f->line)
		json_object_set_new(frame, "line", json_integer(f->line));
	if (f->times > 1)
		json_object_set_new(frame, "times", json_integer(f->times));
	json_object_set_new(frame, "inlined", json_boolean(f->is_inlined));
	json_object_set_new(frame, "program", json_boolean(f->is_program));
	return frame;
}

static json_t *stack_json(const struct triage_run *run)
{
	json_t *stack = json_array();

	for (size_t i = 0; i < run->frame_count; i++)
		json_array_append_new(stack, frame_json(&run->frames[i]));
	return stack;
}

static json_t *members_json(const struct triage *t, size_t g)
{
	json_t *members = json_array();

	for (size_t i = 0; i < t->count; i++)
		if (t->artifacts[i].group == g)
			json_array_append_new(members, json_text(t->artifacts[i].path));
	return members;
}

static void place_add(json_t *line, const struct triage_run *run)
{
	const struct triage_frame *place = triage_place(run);

	if (!place)
		return;
	member_add(line, "function", place->function);
	member_add(line, "file", place->file);
	if (place->line && run->by_lines)
		json_object_set_new(line, "line", json_integer(place->line));
}

json_t *triage_fault_json(const struct triage *t, size_t g)
{
	const struct triage_group *group = &t->groups[g];
	const struct triage_artifact *a = &t->artifacts[group->shown];
	const struct triage_run *run = &a->run;
	char *again = triage_again(t, group->simpler ? group->simpler : a->path);
	json_t *line = json_pack(
	    "{s:s, s:I, s:s, s:s, s:o, s:b, s:o, s:o, s:o}", "kind",
	    group->is_outside ? "outside" : "group", "number", (json_int_t)g + 1,
	    "type", run->type, "ended", me_ends[run->ended].name, "artifact",
	    json_text(a->path), "flaky", triage_is_flaky(a), "again", json_text(again),
	    "stack", stack_json(run), "artifacts", members_json(t, g));

	place_add(line, run);
	member_add(line, "signal", run->signal);
	member_add(line, "detail", run->detail);
	member_add(line, "message", run->message);
	member_add(line, "call", run->call);
	member_add(line, "simpler", group->simpler);
	member_add(line, "simpler_call", group->simpler_call);
	member_add(line, "simpler_detail", group->simpler_detail);
	free(again);
	return line;
}

static int group_print(const struct triage *t, size_t g, FILE *out)
{
	return json_line_print(triage_fault_json(t, g), out);
}

static int artifact_print(const struct triage *t, const struct triage_artifact *a,
			  FILE *out)
{
	json_t *line =
	    json_pack("{s:s, s:o, s:I, s:i, s:i, s:b}", "kind", "artifact", "file",
		      json_text(a->path), "bytes", (json_int_t)a->size, "runs",
		      (int)a->runs, "failed", (int)a->failed, "differs", a->differs);

	if (a->group != TRIAGE_NONE) {
		json_object_set_new(line, "group",
				    json_integer((json_int_t)a->group + 1));
	} else {
		struct text_buffer why = {0};
		triage_add_why(t, a, &why);
		member_add(line, "why", text_string(&why));
		text_done(&why);
	}
	return json_line_print(line, out);
}

static int summary_print(const struct triage *t, FILE *out)
{
	const struct triage_counts counts = triage_count(t);
	json_t *line = json_pack(
	    "{s:s, s:I, s:I, s:I, s:I, s:I, s:I}", "kind", "summary", "artifacts",
	    (json_int_t)counts.artifacts, "failing", (json_int_t)counts.failing,
	    "groups", (json_int_t)t->group_count, "flaky", (json_int_t)counts.flaky,
	    "returning", (json_int_t)counts.returning, "not_run",
	    (json_int_t)counts.troubled);

	if (t->outside_count)
		json_object_set_new(line, "outside",
				    json_integer((json_int_t)t->outside_count));
	if (stop_asked())
		json_object_set_new(line, "stopped", json_string(stop_word()));
	return json_line_print(line, out);
}

static int triage_print_json(const struct triage *t, FILE *out)
{
	int err = 0;

	for (size_t g = 0; g < t->group_count + t->outside_count && !err; g++)
		err = group_print(t, g, out);
	for (size_t i = 0; i < t->count && !err; i++)
		if (!t->artifacts[i].is_further)
			err = artifact_print(t, &t->artifacts[i], out);
	return err ? err : summary_print(t, out);
}

const struct triage_format triage_json = {triage_print_json};
