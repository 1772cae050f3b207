/* SPDX-License-Identifier: GPL-3.0-or-later */
/* answers.c - for each input that is asked for a record, or for a person a line. */
#include "harness/main/answers.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>

#include "corpus/files/corpus.h"
#include "harness/goals/describe.h"
#include "harness/goals/fault.h"
#include "harness/goals/subject.h"
#include "harness/input/arguments.h"
#include "harness/input/call_text.h"
#include "harness/input/exception.h"
#include "harness/libfuzzer/ending.h"
#include "harness/program/own_process.h"
#include "harness/program/shared_memory.h"
#include "harness/records/records.h"
#include "harness/runtime/environment.h"
#include "harness/triage/apart.h"
#include "harness/triage/attempt.h"
#include "harness/triage/failing_run.h"
#include "harness/triage/simplify.h"
#include "mcmc/axis.h"
#include "system/clock.h"
#include "system/signal_name.h"
#include "value/type.h"

/* ---- a call and what comes of it */

struct shown_target {
	struct subject *subject; /* a typed one */
	struct layout *layout;
	const struct environment *environment; /* of each run */
};

enum { WALL_S = 10, OTHER_VALUE = 42, TEXT_MOST = 1 << 16, RESULT_TEXT = 512 };

struct call_shown {
	const struct shown_target *t;
	const coord *x;
	coord *other; /* x with another value behind one pointer */
	unsigned char *results; /* by parameter */
	/* Of runs, shared with their processes: what they leave behind pointers, and return. */
	struct left_behind {
		enum me_end end; /* what a signal has made of it, if it is known */
		unsigned char result[16];
		char text[RESULT_TEXT]; /* of a result that is no number; or "" */
		char
		    thrown[RESULT_TEXT]; /* the type of an exception that left; or "" */
		coord x[];
	} * first, *second, *now;
};

/* ---- a run */

/* Runs that take long share SHARED_S, and have LOOK_S when that is spent. */
static const double CPU_S = 2, SHARED_S = 5, LOOK_S = 0.2;
static double spent; /* by runs that were ended */

static double run_seconds(void)
{
	return spent < SHARED_S ? CPU_S : LOOK_S;
}

static const struct call_shown *running; /* the one that is run, in its process */

static void note_end(int number, siginfo_t *info, void *context)
{
	running->now->end = fault_end(running->t->subject, number, info, context);
	raise(number);
}

static void run_in_child(void *context)
{
	const struct call_shown *s = running = context;
	const struct sigaction note = {.sa_sigaction = note_end,
				       .sa_flags = SA_SIGINFO | SA_RESETHAND};
	struct layout *l = s->t->layout;

	signal(SIGVTALRM, SIG_DFL);
	sigaction(SIGSEGV, &note, NULL);
	clock_alarm(ITIMER_VIRTUAL, run_seconds());
	shown_result_ask(s->now->text, sizeof s->now->text);
	environment_restore(s->t->environment);
	if (s->t->subject->kind->call(s->t->subject) == -1)
		s->now->end = ME_END_REJECTED;
	exception_left(s->now->thrown, sizeof s->now->thrown);
	environment_restore(s->t->environment);
	arguments_load(l, s->other, s->now->x);
	memcpy(s->now->result, l->result, sizeof s->now->result);
}

/* Of the input s->other. 0, or -1 when no process can be made. */
static int run(struct call_shown *s, struct left_behind *to, struct apart *end)
{
	s->now = to;
	to->end = ME_END_RETURNS;
	*to->text = *to->thrown = '\0';
	s->t->subject->kind->put(s->t->subject, s->other);
	return apart_do(run_in_child, s, WALL_S, end);
}

/* ---- results */

/* Coordinates that are passed behind the pointer. */
static size_t passed(const struct layout_parameter *p, const coord *x)
{
	return layout_element_size(p->record) * layout_length(p, x);
}

static int is_changed(const struct call_shown *s, const struct layout_parameter *p)
{
	for (size_t i = p->first; i < p->first + passed(p, s->x); i++)
		if (s->first->x[i] != layout_passed(s->t->layout, p, i, s->x))
			return 1;
	return 0;
}

static int may_change(const struct layout_parameter *p, const coord *x)
{
	return p->record->passing == ME_BY_POINTER &&
	       !(p->record->flags & ME_PARAMETER_CONST) && !layout_is_null(p, x) &&
	       passed(p, x);
}

/* Whether both runs leave the same. */
static int leave_same(const struct call_shown *s)
{
	return !memcmp(s->first->x, s->second->x,
		       s->t->layout->n * sizeof *s->first->x) &&
	       !memcmp(s->first->result, s->second->result, sizeof s->first->result) &&
	       !strcmp(s->first->text, s->second->text) &&
	       !strcmp(s->first->thrown, s->second->thrown);
}

/* Whether what was in it does not matter, and is written over. What is in a structure is
 * always shown. */
static int is_result(struct call_shown *s, const struct layout_parameter *p)
{
	const struct layout *l = s->t->layout;
	struct apart end;

	if (*p->record->literal == '&')
		return 0;
	memcpy(s->other, s->x, l->n * sizeof *s->other);
	for (size_t i = p->first; i < p->first + passed(p, s->x); i++) {
		const coord value = axis_from_double(&l->axes[i], OTHER_VALUE);
		s->other[i] =
		    s->x[i] == value ? axis_clamp(&l->axes[i], value - 1) : value;
		if (s->other[i] == s->x[i])
			return 0;
	}
	return !run(s, s->second, &end) && end.returned && leave_same(s);
}

static void find_results(struct call_shown *s)
{
	const struct layout *l = s->t->layout;

	for (size_t i = 0; i < l->parameter_count; i++) {
		const struct layout_parameter *p = &l->parameters[i];
		s->results[i] = may_change(p, s->x) && is_result(s, p);
	}
}

/* ---- text */

static void put_call(const struct call_shown *s, FILE *out, char *text)
{
	const struct call_text_form form = {TEXT_PLAIN, s->results};

	call_text_print(s->t->layout, s->x, form, text, TEXT_MOST);
	fputs(text, out);
}

static void put_end(const struct call_shown *s, const struct apart *end, FILE *out)
{
	const enum me_end kind =
	    WIFSIGNALED(end->status) && WTERMSIG(end->status) == SIGVTALRM
		? ME_END_TIMEOUT
	    : s->first->end != ME_END_RETURNS ? s->first->end
					      : apart_end(end);

	if (kind == ME_END_TIMEOUT && run_seconds() < CPU_S)
		fprintf(out, " takes more than %g s", run_seconds());
	else
		fprintf(out, " %s%s", me_ends[kind].which,
			kind == ME_END_SIGNAL ? signal_name(WTERMSIG(end->status))
					      : "");
	spent += kind == ME_END_TIMEOUT ? run_seconds() : 0;
}

static int has_result(const struct me_entry *e)
{
	return e->result != ME_VOID && type_memory_size(e->result);
}

/* The address itself says nothing: null, or where in an argument it leads. */
static void put_pointer(const struct call_shown *s, FILE *out)
{
	const struct layout *l = s->t->layout;
	uintptr_t address;

	memcpy(&address, s->first->result, sizeof address);
	for (size_t i = 0; address && i < l->parameter_count; i++) {
		const struct layout_parameter *p = &l->parameters[i];
		const uintptr_t start = (uintptr_t)l->slots[i];
		const size_t size = p->record->size;
		if (p->record->passing != ME_BY_POINTER || !start || !size ||
		    address < start || address - start >= size * p->record->count)
			continue;
		if (address == start)
			fprintf(out, " = %s", p->record->name);
		else
			fprintf(out, " = &%s[%zu]", p->record->name,
				(size_t)(address - start) / size);
		return;
	}
	fputs(address ? " = not null" : " = NULL", out);
}

static void put_result(const struct call_shown *s, FILE *out)
{
	const struct me_entry *e = s->t->layout->entry;
	const unsigned char *bytes = s->first->result;
	enum me_type part[2];
	coord c[2] = {0, 0};
	char text[96];

	if (e->result == ME_PTR) {
		put_pointer(s, out);
		return;
	}
	type_parts(e->result, part);
	c[0] = type_load_memory(part[0], bytes);
	if (part[0] != part[1])
		c[1] = type_load_memory(part[1], bytes + type_file_size(part[0]));
	if (e->spelling == ME_SPELLING_C)
		scalar_text_c(e->result, c, TEXT_PLAIN, text, sizeof text);
	else
		scalar_text_fortran(e->result, c, 0, TEXT_PLAIN, text, sizeof text);
	fprintf(out, " = %s", text);
}

/* Of C `*out = 1`, of an array `y = {1, 2}`. */
static void put_value(const struct call_shown *s, const struct layout_parameter *p,
		      FILE *out, char *text)
{
	const struct me_parameter *r = p->record;
	const int is_array = r->count > 1 || r->flags & ME_PARAMETER_STRING;
	const char *star =
	    s->t->layout->entry->spelling != ME_SPELLING_C || is_array || !*r->literal
		? ""
		: "*";

	call_text_print_value(s->t->layout, p, s->first->x, text, TEXT_MOST);
	const size_t n = strlen(text);
	/* {1} of one scalar. */
	if (*star && *r->literal == '(' && n > 2 && *text == '{' &&
	    text[n - 1] == '}') {
		text[n - 1] = 0;
		text++;
	}
	fprintf(out, "%s%s = %s", star, r->name, text);
}

static void put_values(const struct call_shown *s, FILE *out, char *text)
{
	const struct layout *l = s->t->layout;
	const char *separator =
	    has_result(s->t->layout->entry) || *s->first->text || *s->first->thrown
		? ", "
		: ": ";

	for (size_t i = 0; i < l->parameter_count; i++) {
		const struct layout_parameter *p = &l->parameters[i];
		if (!s->results[i] && !(may_change(p, s->x) && is_changed(s, p)))
			continue;
		fputs(separator, out);
		put_value(s, p, out, text);
		separator = ", ";
	}
}

static int put_shown(struct call_shown *s, FILE *out, char *text)
{
	struct apart end;

	memcpy(s->other, s->x, s->t->layout->n * sizeof *s->other);
	if (run(s, s->first, &end))
		return -1;
	const int returns = end.returned && s->first->end != ME_END_REJECTED;
	if (returns)
		find_results(s);
	put_call(s, out, text);
	if (!returns)
		put_end(s, &end, out);
	else if (*s->first->thrown)
		fprintf(out, " throws %s", s->first->thrown);
	else if (has_result(s->t->layout->entry))
		put_result(s, out);
	else if (*s->first->text)
		fprintf(out, " = %s", s->first->text);
	if (returns)
		put_values(s, out, text);
	return 0;
}

/*
 * The call of the input x with its results: `f({1, 2}, 3) = 0, *out = 1.5`, or with how its
 * run ends otherwise: `f({1, 2}, 0) ends with SIGSEGV`. Each run has a process of its own.
 * What a pointer leads to is a result where it is changed; it is left out of the call
 * where what was in it before makes no difference. Null when out of memory, or where no process
 * can be made; the caller frees it.
 */
static char *shown_call(const struct shown_target *t, const coord *x)
{
	const size_t n = t->layout->n,
		     size = sizeof(struct left_behind) + n * sizeof *x;
	struct call_shown s = {.t = t, .x = x};
	char *shown = NULL, *text = malloc(TEXT_MOST);
	size_t length;
	int err = -1;

	s.other = calloc(n + 1, sizeof *s.other);
	s.results = calloc(t->layout->parameter_count + 1, 1);
	s.first = shared_memory(size);
	s.second = shared_memory(size);
	FILE *out = open_memstream(&shown, &length);
	if (text && s.other && s.results && s.first && s.second && out)
		err = put_shown(&s, out, text);
	if (out && fclose(out))
		err = -1;
	munmap(s.first, size);
	munmap(s.second, size);
	free(s.other);
	free(s.results);
	free(text);
	if (!err)
		return shown;
	free(shown);
	return NULL;
}

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

/* The decisions of the file's run; null: *error says why there are none. */
static struct decision_record *decisions_of(struct target *t, const char *file,
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
	struct decision_record *r = decisions_of(t, file, &error);

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

	return t->options.simplified
		   ? simplify_file(&attempt_failing, layout, file,
				   t->options.simplified, t->options.trace_limit)
		   : failing_run_print(file);
}

/* A simpler input that meets the same goals. */
static const char *answer_simpler(struct target *t, const char *file)
{
	return simplify_file(&attempt_meeting, t->entry ? &t->layout : NULL, file,
			     t->options.simplified, 0);
}

/* What the input lets the program draw. */
static const char *answer_draws(struct target *t, const char *file)
{
	const struct traced_run run = run_of(t);

	return drawn_run_print(&run, file);
}

/* The files of the command line, those of its directories, and those that are asked for. */
static int answer_each(struct target *t, answer_fn *answer)
{
	struct corpus_list list = {0, NULL, 0};
	int failed = 0;

	/* What cannot be listed is told where it is read. */
	for (int i = 0; i < t->options.file_count; i++)
		if (corpus_list_add(&list, t->options.files[i]))
			corpus_list_push(&list, t->options.files[i]);
	for (size_t i = 0; i < list.count || t->options.serves; i++) {
		const char *file = i < list.count ? list.paths[i] : records_next();
		if (!file)
			break;
		const char *error = answer(t, file);
		fflush(records_out());
		if (error)
			records_error(file, error);
		failed |= error != NULL;
	}
	corpus_list_done(&list);
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
	case REQUEST_NOTES:
		if (!t->entry)
			return records_fail("--entry-notes", "there is no entry");
		describe_notes(t->entry, stdout);
		return fflush(stdout) ? records_fail("standard output", NULL) : 0;
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
