/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trace.c - TARGET --trace FILE...: JSON lines {"file", "goal", "met"}. */
#include "gcov-tools/trace.h"

#include <string.h>

#include "gcov-tools/process.h"

enum { BATCH = 200, CPU_SECONDS = 10 };

struct tracing {
	struct command *command;
	const struct build_record *record;
	const struct corpus_list *inputs;
	const struct trace_listener *listener;
	size_t ended; /* the input of the batch that ended the target, or its end */
};

static void ended_read(struct tracing *t, const char *file, const char *how)
{
	t->listener->ended(t->listener->context, file, how);
	for (size_t i = 0; i < t->inputs->count; i++)
		if (strcmp(t->inputs->paths[i], file) == 0)
			t->ended = i;
}

static void line_read(struct tracing *t, const char *text, size_t size)
{
	/* Most lines say false: a quick look spares reading them. */
	const bool may_be = *text == '{' && (memmem(text, size, "true", 4) ||
					     memmem(text, size, "ended", 5));
	json_t *line = may_be ? json_loadb(text, size, 0, NULL) : NULL;
	const json_int_t goal = json_integer_value(json_object_get(line, "goal"));
	const char *file = json_string_value(json_object_get(line, "file"));
	const char *how = json_string_value(json_object_get(line, "ended"));

	if (line && file && how)
		ended_read(t, file, how);
	else if (line && file && json_is_true(json_object_get(line, "met")) &&
		 goal >= 0 && (size_t)goal < t->record->goal_count)
		t->listener->met(t->listener->context, (size_t)goal, file);
	json_decref(line);
}

/* Inputs first..end-1; *status is the target's. */
static int batch_run(struct tracing *t, size_t first, size_t end, int *status)
{
	struct words words = {0};
	const struct process process = {.words = &words, .cpu_seconds = CPU_SECONDS};
	struct process_result result;
	int err;

	words_add(&words, t->record->target);
	words_add(&words, "--trace");
	for (size_t i = first; i < end; i++)
		words_add(&words, t->inputs->paths[i]);
	t->ended = end;
	err = process_run(t->command, &process, &result);
	*status = result.status;
	for (const char *line = err ? "" : text_string(&result.output);
	     line && *line;) {
		const size_t n = strcspn(line, "\n");

		if (line[n] == '\n') /* the last line of a run that died may be cut */
			line_read(t, line, n);
		line += n + (line[n] == '\n');
	}
	process_result_done(&result);
	words_done(&words);
	return err;
}

int trace_inputs(struct command *command, const struct build_record *record,
		 const struct corpus_list *inputs,
		 const struct trace_listener *listener)
{
	struct tracing t = {command, record, inputs, listener, 0};
	int err = 0;

	for (size_t first = 0, next; first < inputs->count && !err; first = next) {
		const size_t left = inputs->count - first;
		const size_t end = first + (left < BATCH ? left : BATCH);
		int status;

		err = batch_run(&t, first, end, &status);
		next = t.ended < end ? t.ended + 1 : end;
		/* One of them got the target killed: each for itself. */
		const bool each = status && t.ended == end && end - first > 1;
		for (size_t i = first; i < end && !err && each; i++)
			err = batch_run(&t, i, i + 1, &(int){0});
	}
	return err;
}
