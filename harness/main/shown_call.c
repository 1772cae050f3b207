/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/main/shown_call.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/goals/fault.h"
#include "harness/input/call_text.h"
#include "harness/program/shared_memory.h"
#include "value/type.h"
#include "harness/triage/apart.h"
#include "mcmc/axis.h"
#include "system/signal_name.h"

enum { CPU_S = 2, WALL_S = 10, OTHER_VALUE = 42, TEXT_MOST = 1 << 16 };

struct call_shown {
	const struct shown_target *t;
	const coord *x;
	coord *other; /* x with another value behind one pointer */
	unsigned char *results; /* by parameter */
	/* Of runs, shared with their processes: what they leave behind pointers, and return. */
	struct left_behind {
		enum me_end end; /* what a signal has made of it, if it is known */
		unsigned char result[16];
		coord x[];
	} * first, *second, *now;
};

/* ---- a run */

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
	const struct itimerval limit = {.it_value = {.tv_sec = CPU_S}};
	struct layout *l = s->t->layout;

	signal(SIGVTALRM, SIG_DFL);
	sigaction(SIGSEGV, &note, NULL);
	setitimer(ITIMER_VIRTUAL, &limit, NULL);
	environment_restore(s->t->environment);
	s->t->subject->kind->call(s->t->subject);
	environment_restore(s->t->environment);
	arguments_load(l, s->other, s->now->x);
	memcpy(s->now->result, l->result, sizeof s->now->result);
}

/* Of the input s->other. 0, or -1 when no process can be made. */
static int run(struct call_shown *s, struct left_behind *to, struct apart *end)
{
	s->now = to;
	to->end = ME_END_RETURNS;
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
	       !memcmp(s->first->result, s->second->result, sizeof s->first->result);
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
	    : s->first->end == ME_END_OUTSIDE ? ME_END_OUTSIDE
					      : apart_end(end);

	fprintf(out, " %s%s", me_ends[kind].which,
		kind == ME_END_SIGNAL ? signal_name(WTERMSIG(end->status)) : "");
}

static int has_result(const struct me_entry *e)
{
	return e->result != ME_VOID && type_memory_size(e->result);
}

static void put_result(const struct call_shown *s, FILE *out)
{
	const struct me_entry *e = s->t->layout->entry;
	const unsigned char *bytes = s->first->result;
	enum me_type part[2];
	coord c[2] = {0, 0};
	char text[96];

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
	const char *separator = has_result(s->t->layout->entry) ? ", " : ": ";

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
	if (end.returned)
		find_results(s);
	put_call(s, out, text);
	if (!end.returned)
		put_end(s, &end, out);
	else if (has_result(s->t->layout->entry))
		put_result(s, out);
	if (end.returned)
		put_values(s, out, text);
	return 0;
}

char *shown_call(const struct shown_target *t, const coord *x)
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
