/* SPDX-License-Identifier: GPL-3.0-or-later */
/* target_trace.c - TARGET --trace: records of runs (me/schema.h). */
#include "command/target/target_trace.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/target/target_server.h"
#include "system/allocation.h"
#include "system/stop.h"

/* Seconds of CPU: of a run; of the first look at it, where there are many; of all that
 * take longer together. By the clock, in which a run that waits ends itself. */
static const double run_limit = 2, look_limit = 0.2, shared_limit = 10;
static const double wall_limit = 30;

struct tracing {
	struct command *command;
	const struct build_record *record;
	const struct corpus_list *inputs;
	struct corpus_list *late; /* runs over it, to be run again; null: these count */
	trace_fn *tell;
	void *context;
	struct trace_run run; /* the one that is being read */
	bool only_new; /* goals */
	bool failed; /* out of memory */
};

struct trace_end trace_end_read(const json_t *line)
{
	struct trace_end end = {.kind = me_end_named(json_member_text(line, "ended"))};

	snprintf(end.signal, sizeof end.signal, "%s", json_member_text(line, "signal"));
	snprintf(end.thrown, sizeof end.thrown, "%s", json_member_text(line, "thrown"));
	return end;
}

bool trace_run_read(const struct build_record *record, const json_t *line,
		    struct trace_run *run)
{
	const json_t *met = json_object_get(line, "met");

	run->end = trace_end_read(line);
	if (!json_is_array(met) || run->end.kind == ME_END_KILLED)
		return false;
	memset(run->met, 0, record->goal_count + 1);
	for (size_t i = 0; i < json_array_size(met); i++) {
		const char *id = json_string_value(json_array_get(met, i));
		if (id) /* one that the record has not is noted behind the last */
			run->met[build_record_goal(record, id)] = true;
	}
	return true;
}

static void trace_record_take(void *context, size_t input,
			      const struct target_record *r)
{
	struct tracing *t = context;
	const char *file = t->inputs->paths[input];

	if (!trace_run_read(t->record, r->json, &t->run))
		return;
	if (!t->late || t->run.end.kind != ME_END_TIMEOUT)
		t->tell(t->context, file, &t->run);
	else if (corpus_list_add(t->late, file) == CORPUS_ENOMEM)
		t->failed = true;
}

/* Runs the inputs, each for `limit`. */
static int trace_inputs_run(struct tracing *t, double limit,
			    const struct corpus_list *inputs)
{
	struct target_server server;

	t->inputs = inputs;
	target_server_init(&server, t->command, t->record->target, "--trace");
	goal_choice_add(&t->record->choice, &server.words);
	if (t->only_new)
		words_add(&server.words, "--trace-new");
	words_add_format(&server.words, "--trace-limit=%g", limit);
	const int err =
	    target_ask(&server, inputs, NULL, limit + wall_limit, trace_record_take, t);
	target_server_done(&server);
	return err || t->failed ? -1 : 0;
}

/* Looks at all first; then those that took longer share the time. */
static int trace_inputs_look(struct tracing *t, const struct corpus_list *inputs)
{
	struct corpus_list late = {0};

	t->late = &late;
	int err = trace_inputs_run(t, look_limit, inputs);
	t->late = NULL;
	if (!err && late.count)
		err = trace_inputs_run(
		    t,
		    fmin(run_limit,
			 fmax(look_limit, shared_limit / (double)late.count)),
		    &late);
	corpus_list_done(&late);
	return err;
}

static int trace(const struct tracing *how, double limit,
		 const struct corpus_list *inputs)
{
	struct tracing t = *how;

	t.run.met = array_new(t.record->goal_count + 1, sizeof *t.run.met);
	const int err = limit * (double)inputs->count <= shared_limit
			    ? trace_inputs_run(&t, limit, inputs)
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

struct showing {
	struct command *command;
	const char *target;
	const struct corpus_list *inputs;
	calls_fn *tell;
	void *context;
	enum call_words words;
	size_t shown;
	int err;
};

static const char *call_of(const struct showing *s, const json_t *record)
{
	const char *shown = json_member_text(record, "shown");

	return s->words == CALLS_SHOWN && *shown ? shown
						 : json_member_text(record, "call");
}

static void call_take(void *context, size_t input, const struct target_record *r)
{
	struct showing *s = context;

	if (strcmp(r->kind, "call") == 0)
		s->tell(s->context, input, call_of(s, r->json));
	else
		s->err = command_fail(s->command, s->inputs->paths[input], "%s",
				      json_member_text(r->json, "text"));
	s->shown++;
}

int target_calls(struct command *command, const char *target,
		 const struct corpus_list *inputs, enum call_words words,
		 calls_fn *tell, void *context)
{
	struct showing s = {command, target, inputs, tell, context, words, 0, 0};
	struct target_server server;

	target_server_init(&server, command, target, "--show");
	if (words == CALLS_HEX)
		words_add(&server.words, "--hex");
	int err = target_ask(&server, inputs, NULL, wall_limit, call_take, &s);
	target_server_done(&server);
	if (!err && !s.err && s.shown < inputs->count && !stop_now())
		err = command_fail(command, target, "--show told of %zu of %zu inputs",
				   s.shown, inputs->count);
	return err ? err : s.err;
}
