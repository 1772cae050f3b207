/* SPDX-License-Identifier: GPL-3.0-or-later */
/* target_trace.c - TARGET --trace FILE...: lines of runs (me/schema.h). */
#include "command/target/target_trace.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/base/process.h"
#include "command/target/corpora.h"

enum { BATCH = 1000 };

/* Seconds of CPU: of a run; of the first look at it, where there are many; of all that
 * take longer together; of the target beside its runs. */
static const double run_limit = 2, look_limit = 0.2, shared_limit = 10;
static const double own_limit = 8;

struct tracing {
	struct command *command;
	const struct build_record *record;
	const struct corpus_list *inputs;
	double limit; /* of each run */
	struct corpus_list *late; /* runs over it, to be run again; null: these count */
	trace_fn *tell;
	void *context;
	struct trace_run run; /* the one that is being read */
	size_t told; /* runs of the batch */
	size_t ended; /* the input of the batch that ended the target, or its end */
	bool is_late; /* stop_now() has ended the batch */
	bool only_new; /* goals */
	bool failed; /* out of memory */
};

static void find_ended(struct tracing *t, const char *file)
{
	for (size_t i = 0; i < t->inputs->count; i++)
		if (strcmp(t->inputs->paths[i], file) == 0)
			t->ended = i;
}

struct trace_end trace_end_read(const json_t *line)
{
	struct trace_end end = {me_end_named(json_member_text(line, "ended")), ""};

	snprintf(end.signal, sizeof end.signal, "%s", json_member_text(line, "signal"));
	return end;
}

const char *trace_run_read(const struct build_record *record, const json_t *line,
			   struct trace_run *run)
{
	const json_t *met = json_object_get(line, "met");

	if (!json_is_array(met))
		return NULL;
	memset(run->met, 0, record->goal_count + 1);
	for (size_t i = 0; i < json_array_size(met); i++) {
		const char *id = json_string_value(json_array_get(met, i));
		if (id) /* one that the record has not is noted behind the last */
			run->met[build_record_goal(record, id)] = true;
	}
	run->end = trace_end_read(line);
	return json_string_value(json_object_get(line, "file"));
}

static void run_tell(struct tracing *t, const char *file)
{
	if (!t->late || t->run.end.kind != ME_END_TIMEOUT)
		t->tell(t->context, file, &t->run);
	else if (corpus_list_add(t->late, file) == CORPUS_ENOMEM)
		t->failed = true;
}

/* The last line of a run that died may be cut: it does not come. */
static void trace_line_read(void *context, const char *text, size_t size)
{
	struct tracing *t = context;
	json_t *line = json_line_read(text, size);
	const char *file = trace_run_read(t->record, line, &t->run);

	if (file) {
		if (t->run.end.kind)
			find_ended(t, file);
		t->told++;
		run_tell(t, file);
	}
	json_decref(line);
}

/* Where the object of a custom goal has failed, the target says so last, and tells of no
 * end of the run. */
static int custom_check(const struct tracing *t, const struct process *run)
{
	static const char sender[] = "ERROR: me: ", said[] = "ERROR: me: --custom=";
	const struct text_buffer *errors = &run->errors;

	if (!t->record->choice.custom || run->status != 1 || errors->failed)
		return 0;
	for (size_t at = errors->size; at-- > 0;) {
		const char *text = errors->bytes + at;
		if (strncmp(text, said, strlen(said)) != 0)
			continue;
		text += strlen(sender);
		return command_fail(t->command, NULL, "%.*s", (int)strcspn(text, "\n"),
				    text);
	}
	return 0;
}

/* Inputs first..end-1; *status is the target's. */
static int trace_batch_run(struct tracing *t, size_t first, size_t end, int *status)
{
	struct process run = {
	    .cpu_seconds = (unsigned)(own_limit + t->limit * (double)(end - first)),
	    .is_tied = true,
	    .take_line = trace_line_read,
	    .context = t};

	build_record_add_target(t->record, &run.words);
	words_add(&run.words, "--trace");
	if (t->only_new)
		words_add(&run.words, "--trace-new");
	words_add_format(&run.words, "--trace-limit=%g", t->limit);
	for (size_t i = first; i < end; i++)
		words_add(&run.words, t->inputs->paths[i]);
	t->ended = end;
	t->told = 0;
	int err = process_run(t->command, &run);
	*status = run.status;
	t->is_late = run.is_late;
	if (!err && t->ended == end)
		err = custom_check(t, &run);
	process_done(&run);
	if (!err && *status == 0 && t->told == 0)
		err = command_fail(t->command, t->record->target,
				   "reports no run: build it again");
	return err;
}

static int trace_inputs_run(struct tracing *t, const struct corpus_list *inputs)
{
	int err = 0;

	t->inputs = inputs;
	for (size_t first = 0, next; first < inputs->count && !err && !t->is_late;
	     first = next) {
		const size_t left = inputs->count - first;
		const size_t end = first + (left < BATCH ? left : BATCH);
		int status;

		err = trace_batch_run(t, first, end, &status);
		next = t->ended < end ? t->ended + 1 : end;
		/* One of them got the target killed: each for itself. */
		const bool each = status && t->ended == end && end - first > 1;
		for (size_t i = first; i < end && !err && each && !t->is_late; i++)
			err = trace_batch_run(t, i, i + 1, &(int){0});
	}
	return err || t->failed ? -1 : 0;
}

/* Looks at all first; then those that took longer share the time. */
static int trace_inputs_look(struct tracing *t, const struct corpus_list *inputs)
{
	struct corpus_list late = {0};

	t->limit = look_limit;
	t->late = &late;
	int err = trace_inputs_run(t, inputs);
	t->late = NULL;
	if (!err && late.count) {
		t->limit = fmin(run_limit,
				fmax(look_limit, shared_limit / (double)late.count));
		err = trace_inputs_run(t, &late);
	}
	corpus_list_done(&late);
	return err;
}

/* Runs the inputs, each for `limit`. */
static int trace(const struct tracing *how, double limit,
		 const struct corpus_list *inputs)
{
	struct tracing t = *how;

	t.limit = limit;
	t.run.met = calloc(t.record->goal_count + 1, sizeof *t.run.met);
	if (!t.run.met)
		return command_no_memory(t.command);
	const int err = limit * (double)inputs->count <= shared_limit
			    ? trace_inputs_run(&t, inputs)
			    : trace_inputs_look(&t, inputs);
	free(t.run.met);
	return t.failed ? command_no_memory(t.command) : err;
}

int trace_inputs(struct command *command, const struct build_record *record,
		 const struct corpus_list *inputs, trace_fn *tell, void *context)
{
	return trace(
	    &(struct tracing){command, record, .tell = tell, .context = context},
	    run_limit, inputs);
}

int trace_input(struct command *command, const struct build_record *record, char *path,
		bool look, trace_fn *tell, void *context)
{
	return trace(
	    &(struct tracing){command, record, .tell = tell, .context = context},
	    look ? look_limit : run_limit, &(struct corpus_list){1, &path, 1});
}

int trace_new_goals(struct command *command, const struct build_record *record,
		    const struct corpus_list *inputs, trace_fn *tell, void *context)
{
	return trace(&(struct tracing){command, record, .tell = tell,
				       .context = context, .only_new = true},
		     run_limit, inputs);
}

/* ---- inputs as the target shows them: `acos(0x1.8p-1)` */

/* For each of the inputs first..end-1, in their order, a line. */
static int lines_tell(struct command *command, const char *target, size_t first,
		      size_t end, const char *output, calls_fn *tell, void *context)
{
	size_t i = first;

	for (const char *line = output; *line; i++) {
		const size_t n = strcspn(line, "\n");

		if (i < end)
			tell(context, i, line, n);
		line += n + (line[n] == '\n');
	}
	if (i == end)
		return 0;
	return command_fail(command, target, "--show printed %zu lines for %zu inputs",
			    i - first, end - first);
}

int target_calls(struct command *command, const char *target,
		 const struct corpus_list *inputs, calls_fn *tell, void *context)
{
	int err = 0;

	for (size_t first = 0, end; first < inputs->count && !err; first = end) {
		struct process run = {0};

		words_add_each(&run.words, target, "--show");
		end = corpora_add_batch(inputs, first, &run.words);
		err = process_check(command, &run);
		if (!err)
			err = lines_tell(command, target, first, end,
					 text_string(&run.output), tell, context);
		process_done(&run);
	}
	return err;
}
