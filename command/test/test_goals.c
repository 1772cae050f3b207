/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_goals.c - what is known of each goal, with an input that meets it. */
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/target/target_trace.h"
#include "command/test/testing.h"
#include "corpus/tools/named_scalars.h"
#include "gcov-tools/report.h"
#include "system/allocation.h"

/* ---- inputs: which goals they meet, and their calls */

static void met_take(void *context, const char *path, const struct trace_run *run)
{
	struct test_session *s = context;

	for (size_t i = 0; i < s->inputs.count; i++)
		if (strcmp(s->inputs.paths[i], path) == 0)
			memcpy(s->met + i * s->record.goal_count, run->met,
			       s->record.goal_count * sizeof *s->met);
}

static void call_take(void *context, size_t input, const char *call)
{
	struct test_session *s = context;

	if (!s->calls[input])
		s->calls[input] = string_copy(call);
}

/* Adds the artifacts that alone meet a goal and, where goals are open, those of the faults: one
 * that was found when the time was up may meet a goal that has no verdict. */
static void artifacts_add(struct test_session *s)
{
	const char *goal;
	const json_t *fault;
	json_t *line;
	size_t index;
	bool any_open = false;

	json_object_foreach(s->verdicts, goal, line)
	{
		const char *path = json_member_text(line, "input");
		if (*path && json_object_get(line, "ended"))
			corpus_list_add(&s->inputs, path);
		any_open |= strcmp(json_member_text(line, "verdict"), "covered") != 0;
	}
	if (!any_open)
		return;
	json_array_foreach(json_object_get(s->report, "faults"), index, fault)
	    corpus_list_add(&s->inputs, json_member_text(fault, "artifact"));
}

static int inputs_read(struct test_session *s)
{
	struct command *command = s->t->command;

	if (corpus_list_add(&s->inputs, s->corpus) == CORPUS_ENOMEM)
		return command_no_memory(command);
	artifacts_add(s);
	s->met = array_new(s->inputs.count * s->record.goal_count, sizeof *s->met);
	s->calls = array_new(s->inputs.count, sizeof *s->calls);
	if (!s->inputs.count)
		return 0;
	if (special_inputs(command, &s->record, &s->inputs, &s->special) ||
	    trace_inputs(command, &s->record, &s->inputs, met_take, s) ||
	    target_calls(command, s->target, &s->inputs, CALLS_SHOWN, call_take, s))
		return -1;
	return 0;
}

/* ---- one input for each goal */

static bool meets(const struct test_session *s, size_t input, size_t goal)
{
	return s->record.goals[goal].scope &&
	       s->met[input * s->record.goal_count + goal];
}

static size_t call_length(const struct test_session *s, size_t input)
{
	return s->calls[input] ? strlen(s->calls[input]) : SIZE_MAX;
}

/* The input that meets most goals which none of those taken has, of several the shortest
 * call; or the count of inputs. */
static size_t next_input(const struct test_session *s, const size_t *input_of)
{
	size_t best = s->inputs.count, most = 0;

	for (size_t i = 0; i < s->inputs.count; i++) {
		size_t news = 0;
		for (size_t g = 0; g < s->record.goal_count; g++)
			news += input_of[g] == SIZE_MAX && meets(s, i, g);
		if (news > most || (news && news == most &&
				    call_length(s, i) < call_length(s, best))) {
			most = news;
			best = i;
		}
	}
	return best;
}

static char *goal_met_text(const struct build_goal *goal)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = text_open(&text, &size);

	report_goal_met(goal, out);
	fclose(out);
	return text;
}

static const char *verdict_word(const struct test_session *s, size_t goal, size_t input,
				const json_t *line)
{
	const char *verdict = json_member_text(line, "verdict");

	if (input != SIZE_MAX || strcmp(verdict, "covered") == 0)
		return "covered";
	if (strcmp(verdict, "infeasible") == 0 ||
	    strncmp(verdict, "infeasible[", 11) == 0)
		return "infeasible";
	return s->record.goals[goal].proof ? "infeasible" : "open";
}

/* Whether only inputs with a NaN or an infinity meet it. */
static bool is_special(const struct test_session *s, size_t goal)
{
	for (size_t i = 0; i < s->inputs.count; i++)
		if (!s->special[i] && meets(s, i, goal))
			return false;
	return true;
}

static json_t *goal_json(const struct test_session *s, size_t number, size_t input,
			 struct source_text *source)
{
	static const char *const members[] = {"how", "assumes", "why", "input"};
	const struct build_goal *g = &s->record.goals[number];
	const json_t *line = json_object_get(s->verdicts, g->id);
	char *text = report_goal_text(&s->record, g, source), *met = goal_met_text(g);
	json_t *goal =
	    json_pack("{s:s, s:s, s:o, s:i, s:i, s:o, s:o, s:s}", "goal", g->id, "type",
		      g->type, "file", json_text(g->file), "line", (int)g->line,
		      "column", (int)g->column, "text", json_text(text), "met",
		      json_text(met), "verdict", verdict_word(s, number, input, line));

	for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
		json_t *member = json_object_get(line, members[i]);
		if (member)
			json_object_set(goal, members[i], member);
	}
	if (strcmp(json_member_text(goal, "verdict"), "open") == 0 && line)
		json_object_set(goal, "unproven", json_object_get(line, "verdict"));
	if (input != SIZE_MAX) {
		json_object_del(goal, "why");
		json_object_set_new(goal, "input", json_text(s->inputs.paths[input]));
		json_object_set_new(goal, "only_special",
				    json_boolean(is_special(s, number)));
	}
	if (*g->never_null)
		json_object_set_new(goal, "never_null", json_text(g->never_null));
	free(text);
	free(met);
	return goal;
}

/* The chosen inputs, in the order of the goals that they are chosen for. */
static void inputs_tell(struct test_session *s, const size_t *input_of)
{
	json_t *list = json_array();

	for (size_t g = 0; g < s->record.goal_count; g++) {
		const size_t input = input_of[g];
		size_t before = 0;
		while (before < g && input_of[before] != input)
			before++;
		if (input == SIZE_MAX || before < g)
			continue;
		const char *call = s->calls[input];
		json_array_append_new(list,
				      json_pack("{s:o, s:o}", "file",
						json_text(s->inputs.paths[input]),
						"call", json_text(call ? call : "")));
	}
	json_object_set_new(s->report, "inputs", list);
}

int test_goals_tell(struct test_session *s)
{
	const size_t count = s->record.goal_count;
	size_t *input_of = array_new(count, sizeof *input_of), next;
	struct source_text source = {0};
	json_t *goals = json_array();
	const int err = inputs_read(s);

	for (size_t g = 0; g < count; g++)
		input_of[g] = SIZE_MAX;
	while (!err && (next = next_input(s, input_of)) < s->inputs.count)
		for (size_t g = 0; g < count; g++)
			if (input_of[g] == SIZE_MAX && meets(s, next, g))
				input_of[g] = next;
	for (size_t g = 0; !err && g < count; g++)
		if (s->record.goals[g].scope)
			json_array_append_new(goals,
					      goal_json(s, g, input_of[g], &source));
	if (err) {
		json_decref(goals);
	} else {
		json_object_set_new(s->report, "branches", goals);
		inputs_tell(s, input_of);
	}
	source_text_done(&source);
	free(input_of);
	return err;
}
