/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answers.c - for each input that is asked for a record, or for a person a line. */
#include "harness/main/answers.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "corpus/files/corpus.h"
#include "harness/goals/describe.h"
#include "harness/libfuzzer/ending.h"
#include "harness/main/shown_call.h"
#include "harness/program/threads.h"
#include "harness/records/records.h"
#include "harness/triage/attempt.h"
#include "harness/triage/failing_run.h"
#include "harness/triage/simplify.h"
#include "system/signal_name.h"

static void warn_ended(const char *file, const struct apart *run)
{
	const enum me_end end = apart_end(run);

	fprintf(stderr, "WARNING: me: %s: its run does not return: it %s%s\n", file,
		me_ends[end].which,
		end == ME_END_SIGNAL ? signal_name(WTERMSIG(run->status)) : "");
}

/* A run that may take any time, and tells nothing of its goals. */
static struct traced_run run_of(struct target *t)
{
	return (struct traced_run){.subject = t->subject,
				   .environment = &t->environment,
				   .state = t->restores ? &t->state : NULL,
				   .goals = &t->goals,
				   .program = &t->program,
				   .cpu_seconds = t->options.trace_limit};
}

struct decision_record *target_decisions(struct target *t, const char *file,
					 const char **error)
{
	struct traced_run run = run_of(t);
	struct apart end;

	run.listens = 1;
	run.tells = t->options.serves && t->options.request == REQUEST_PATH;
	run.decisions = decision_record_new();
	*error = run.decisions ? traced_run_make(&run, file, &end) : "out of memory";
	if (!*error && run.tells)
		ending_met();
	else if (!*error && !run.decisions->returned)
		warn_ended(file, &end);
	if (!*error)
		return run.decisions;
	decision_record_done(run.decisions);
	return NULL;
}

/* Answers for an input; null, or an error (static). */
typedef const char *answer_fn(struct target *t, const char *file);

/* What is held, as source or, of a bytes target, as it is shown; the caller frees it. */
static char *source_of(struct target *t)
{
	char *call = NULL;
	size_t size;
	FILE *out = open_memstream(&call, &size);

	if (!out)
		return NULL;
	if (t->entry)
		describe_call(out, &t->layout, t->typed.x,
			      t->options.shows_hex ? TEXT_HEX : TEXT_SOURCE);
	else
		t->subject->kind->show(t->subject, out);
	return fclose(out) ? NULL : call;
}

static const char *show_held(struct target *t, const char *file)
{
	const struct shown_target target = {t->subject, &t->layout, &t->environment};
	char *call = source_of(t), *shown = NULL;

	if (!call)
		return "out of memory";
	if (t->entry && !t->options.shows_hex)
		shown = shown_call(&target, t->typed.taken);
	if (t->options.serves)
		describe_shown(file, call, shown);
	else
		fprintf(records_out(), "%s\n", shown ? shown : call);
	free(call);
	free(shown);
	return NULL;
}

static const char *answer_show(struct target *t, const char *file)
{
	unsigned char *bytes;
	size_t size;
	const int err = corpus_read(file, &bytes, &size);

	if (err)
		return corpus_strerror(err);
	t->subject->kind->take(t->subject, bytes, size);
	const char *error = show_held(t, file);
	free(bytes);
	return error;
}

static const char *answer_trace(struct target *t, const char *file)
{
	struct traced_run run = run_of(t);
	struct apart end;

	run.tells = 1;
	run.listens = t->options.run_goal != RUN_GOAL_NONE;
	run.is_here = t->options.state == STATE_KEEP || threads_count() > 1;
	const char *error = traced_run_make(&run, file, &end);
	const unsigned char *met = error ? NULL : ending_met();
	if (met && t->options.trace_new)
		goals_close_seen(&t->goals, met);
	return error;
}

static const char *answer_path(struct target *t, const char *file)
{
	const char *error;
	FILE *out = records_out();
	struct decision_record *r = target_decisions(t, file, &error);

	if (!r)
		return error;
	if (t->options.serves) {
		char *name = describe_string(file);
		fprintf(out,
			"{\"kind\":\"path\",\"file\":%s,\"returned\":%s,\"path\":[%s",
			name ? name : "\"\"", r->returned ? "true" : "false",
			r->count ? "\"" : "");
		path_print(&t->program, r, "\",\"");
		fprintf(out, "%s]}\n", r->count ? "\"" : "");
		free(name);
	} else {
		path_print(&t->program, r, "\n");
		fputs(r->count ? "\n" : "", out);
	}
	if (r->count > r->most)
		fprintf(stderr,
			"WARNING: me: %s: its run has %llu decisions; only the first "
			"%llu are printed\n",
			file, (unsigned long long)r->count,
			(unsigned long long)r->most);
	decision_record_done(r);
	return NULL;
}

static const char *answer_failure(struct target *t, const char *file)
{
	const struct layout *layout = t->entry ? &t->layout : NULL;

	return t->options.simplified ? simplify_file(&attempt_failing, layout, file,
						     t->options.simplified)
				     : failing_run_print(file);
}

/* A simpler input that meets the same goals. */
static const char *answer_simpler(struct target *t, const char *file)
{
	return simplify_file(&attempt_meeting, t->entry ? &t->layout : NULL, file,
			     t->options.simplified);
}

/* What the input lets the program draw. */
static const char *answer_draws(struct target *t, const char *file)
{
	const struct traced_run run = run_of(t);

	return drawn_run_print(&run, file);
}

/* Each file of the command line, and those that are asked for. */
static int answer_each(struct target *t, answer_fn *answer)
{
	const char *file, *error;
	int failed = 0;

	for (int i = 0; i < t->options.file_count || t->options.serves; i++) {
		file = i < t->options.file_count ? t->options.files[i] : records_next();
		if (!file)
			break;
		error = answer(t, file);
		fflush(records_out());
		if (error)
			records_error(file, error);
		failed |= error != NULL;
	}
	return failed;
}

static int simplify_met(struct target *t)
{
	const double limit = t->options.trace_limit;
	const struct met_run run = {t->subject, &t->environment,
				    t->restores ? &t->state : NULL, &t->goals,
				    limit > 0 ? limit : ENDING_CPU_S};

	return met_run_init(&run) ? records_fail("out of memory", NULL)
				  : answer_each(t, answer_simpler);
}

static int print_failures(struct target *t, int argc, char **argv)
{
	const struct failing_run run = {t->subject, t->restores ? &t->state : NULL,
					goals_request(&t->goals), argc, argv};

	return failing_run_init(&run) ? records_fail("out of memory", NULL)
				      : answer_each(t, answer_failure);
}

static int trace_files(struct target *t)
{
	return ending_init(&t->goals, t->subject, t->options.trace_limit)
		   ? records_fail("out of memory", NULL)
		   : answer_each(t, t->options.request == REQUEST_PATH ? answer_path
								       : answer_trace);
}

int target_answer(struct target *t, int argc, char **argv)
{
	switch (t->options.request) {
	case REQUEST_UNITS:
		describe_units(&t->program, t->entry, t->layout.file_size);
		return 0;
	case REQUEST_GOALS:
		describe_goals(&t->goals, t->entry, &t->path);
		return 0;
	case REQUEST_FAILURE:
		return print_failures(t, argc, argv);
	case REQUEST_DRAWS:
		if (!&__me_nondet_program)
			return records_fail("--draws",
					    "the target was built without --nondet");
		return answer_each(t, answer_draws);
	case REQUEST_CALLS:
		return served_calls(&t->environment);
	case REQUEST_SHOW:
		return answer_each(t, answer_show);
	case REQUEST_PATH:
		if (!t->options.serves)
			path_print_build(&t->program);
		return trace_files(t);
	default:
		return t->options.simplified ? simplify_met(t) : trace_files(t);
	}
}
