/* SPDX-License-Identifier: GPL-3.0-or-later */
/* solver.c - runs a solver: writes the query, reads the answer, asks for the values. */
#include "prover/solver/solver.h"

#include <ctype.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "prover/ir/arena.h"
#include "system/clock.h"
#include "system/path.h"
#include "system/stop.h"

enum { OPTIONS = 2 };

static const struct {
	const char *name;
	const char *options[OPTIONS];
	const char *incremental; /* one more for an incremental session */
	const char *bits; /* one more for bit-vectors alone */
	const char *incremental_bits; /* and in an incremental session */
	const char *little; /* for one that does little work for each answer, or null */
	const char *circuits; /* whose its floating point is; null: its own */
	bool lacks_numbers; /* it has no floating point, and is used only if named */
} known[] = {
    {.name = "cvc5", /* fp-exp: more than f32, f64 */
     .options = {"--lang=smt2", "--fp-exp"},
     .incremental = "--incremental",
     .bits = "--bitblast=eager",
     .incremental_bits = "--simplification=none",
     .little = "--rlimit-per=20000",
     .circuits = "SymFPU"},
    {.name = "z3", .options = {"-smt2", "-in"}, .little = "rlimit=200000"},
    {.name = "bitwuzla", .options = {"--lang=smt2"}, .circuits = "SymFPU"},
    {.name = "cvc4",
     .options = {"--lang=smt2"},
     .incremental = "--incremental",
     .lacks_numbers = true},
};

enum { KNOWN = sizeof known / sizeof *known };

/* A solver that has used less CPU when its time by the clock is up was idle. */
static const double idle_seconds = 0.1;

/* ---- finding them */

static const char *known_name(const char *name, size_t length)
{
	for (int i = 0; i < KNOWN; i++)
		if (strlen(known[i].name) == length &&
		    memcmp(known[i].name, name, length) == 0)
			return known[i].name;
	return NULL;
}

/* NAME or NAME=PATH */
static int add_named(struct solvers *s, const char *word, size_t length, char *why)
{
	const char *equals = memchr(word, '=', length);
	const size_t n = equals ? (size_t)(equals - word) : length;
	const char *name = known_name(word, n);

	if (!name || s->count == SOLVER_LIMIT) {
		size_t at = (size_t)snprintf(why, 256, "%.*s: unknown solver; ME knows",
					     (int)(length < 80 ? length : 80), word);
		for (int i = 0; i < KNOWN && at < 256; i++)
			at += (size_t)snprintf(why + at, 256 - at, "%s %s",
					       i ? "," : "", known[i].name);
		return -1;
	}
	char *path = equals ? strndup(equals + 1, length - n - 1) : strdup(name);
	if (!path || !path_has(path)) {
		snprintf(why, 256,
			 "%s: this solver is not installed: apt-get install %s",
			 path ? path : name, name);
		free(path);
		return -1;
	}
	s->list[s->count++] = (struct smt_solver){name, path};
	return 0;
}

int solvers_find(struct solvers *s, const char *list, char *why)
{
	s->count = 0;
	for (int i = 0; i < KNOWN && !list; i++)
		if (!known[i].lacks_numbers && path_has(known[i].name) &&
		    add_named(s, known[i].name, strlen(known[i].name), why))
			return -1;
	while (list && *list) {
		const size_t n = strcspn(list, ",");
		if (add_named(s, list, n, why))
			return -1;
		list += n + (list[n] == ',');
	}
	if (s->count >= 2)
		return 0;
	snprintf(
	    why, 256,
	    "a proof needs two solvers, and %s is installed: apt-get install cvc5 z3",
	    s->count ? s->list[0].name : "none");
	return -1;
}

void solvers_done(struct solvers *s)
{
	for (size_t i = 0; i < s->count; i++)
		free((char *)s->list[i].path);
	s->count = 0;
}

/* ---- its process */

static int solver_row(const struct smt_solver *solver)
{
	int i = 0;

	while (known_name(solver->name, strlen(solver->name)) != known[i].name)
		i++;
	return i;
}

bool solver_has_numbers(const struct smt_solver *solver)
{
	return !known[solver_row(solver)].lacks_numbers;
}

bool solver_may_confirm(const struct smt_solver *solver, const struct smt_solver *other,
			const struct query *q)
{
	const char *circuits = known[solver_row(solver)].circuits;

	return solver->name != other->name &&
	       !(q->has_numbers && circuits &&
		 circuits == known[solver_row(other)].circuits);
}

void solver_words(const struct smt_solver *solver, enum solver_use use,
		  const char *words[SOLVER_WORDS])
{
	const int i = solver_row(solver);
	int n = 0;

	words[n++] = solver->path;
	for (int k = 0; k < OPTIONS && known[i].options[k]; k++)
		words[n++] = known[i].options[k];
	const bool is_once = use == SOLVER_ONCE || use == SOLVER_ONCE_BITS;
	if (!is_once && known[i].incremental)
		words[n++] = known[i].incremental;
	if ((use == SOLVER_ONCE_BITS || use == SOLVER_INCREMENTAL_BITS) &&
	    known[i].bits)
		words[n++] = known[i].bits;
	if (use == SOLVER_INCREMENTAL_BITS && known[i].incremental_bits)
		words[n++] = known[i].incremental_bits;
	if (use == SOLVER_SHORT && known[i].little)
		words[n++] = known[i].little;
	words[n] = NULL;
}

static const char *printed(const struct child *p)
{
	return p->output.bytes ? p->output.bytes : "";
}

/* Reads until there is a whole line, or, with `all`, until the end. */
static bool solver_read_answer(struct child *p, bool all)
{
	while (all || !memchr(printed(p), '\n', p->output.size))
		if (!child_read(p))
			return all && !p->is_late;
	return true;
}

/* ---- values */

static const char *skip_list(const char *text, const char *what)
{
	return text + strspn(text, what);
}

/* true, #b01, #x0f, 12, (- 12) */
static const char *solver_read_value(const char *text, uint64_t *value)
{
	char *end = (char *)text;

	if (strncmp(text, "true", 4) == 0 || strncmp(text, "false", 5) == 0) {
		*value = *text == 't';
		return text + (*value ? 4 : 5);
	}
	if (*text == '#') {
		*value = strtoull(text + 2, &end, text[1] == 'x' ? 16 : 2);
		return end > text + 2 ? end : NULL;
	}
	const bool minus = strncmp(text, "(- ", 3) == 0;
	if (minus)
		text += 3;
	if (!isdigit((unsigned char)*text))
		return NULL;
	*value = strtoull(text, &end, 10);
	*value = minus ? 0 - *value : *value;
	return end + (minus && *end == ')');
}

bool solver_values(const char *text, uint64_t *values, size_t count)
{
	text = skip_list(text, " \n");
	if (*text++ != '(')
		return false;
	for (size_t i = 0; i < count; i++) {
		text = skip_list(text, " \n(");
		text += strcspn(text, " \n");
		text = solver_read_value(skip_list(text, " \n"), &values[i]);
		if (!text || *text != ')')
			return false;
		text++;
	}
	return true;
}

static void ask_values(struct child *p, const struct query *q, struct solution *s)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = text_open(&text, &size);

	smt_values(out, q->inputs, q->input_count);
	fputs("(exit)\n", out);
	fclose(out);
	s->values = array_new(q->input_count, sizeof *s->values);
	if (q->input_count &&
	    !(child_write(p, text, size) && solver_read_answer(p, true) &&
	      solver_values(strchr(printed(p), '\n'), s->values, q->input_count))) {
		s->answer = ANSWER_FAILED;
		snprintf(s->why, sizeof s->why, "it gives no value for an input");
	}
	free(text);
}

/* ---- asking */

static void judge_output(struct child *p, unsigned seconds, int status,
			 struct solution *s)
{
	const int n = (int)strcspn(printed(p), "\n");

	if (s->answer == ANSWER_SAT || s->answer == ANSWER_UNSAT)
		return;
	if (stop_asked()) {
		s->answer = ANSWER_NONE;
		snprintf(s->why, sizeof s->why, "%s", stop_why());
		return;
	}
	if (s->why[0])
		return;
	s->answer = ANSWER_NONE;
	if (p->is_late && s->seconds < idle_seconds) {
		s->answer = ANSWER_FAILED;
		s->hung = true;
		snprintf(s->why, sizeof s->why,
			 "it hangs: no answer, and no use of the CPU");
		return;
	}
	/* Some die of SIGXCPU, which some machines send early; some catch it and abort.
	 */
	if (p->is_late || s->seconds > 0.5 * seconds ||
	    (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)) {
		snprintf(s->why, sizeof s->why, "no answer in time");
	} else if (n && strncmp(printed(p), "unknown", 7) == 0) {
		snprintf(s->why, sizeof s->why, "it answers unknown");
	} else {
		s->answer = ANSWER_FAILED;
		if (WIFSIGNALED(status) && !(n && WTERMSIG(status) == SIGKILL))
			snprintf(s->why, sizeof s->why, "it was killed by signal %d",
				 WTERMSIG(status));
		else
			snprintf(s->why, sizeof s->why, "it printed '%.*s'",
				 n > 150 ? 150 : n, printed(p));
	}
}

void solver_ask(const struct smt_solver *solver, const struct query *q,
		unsigned seconds, struct solution *s)
{
	struct child p = {0};
	const char *words[SOLVER_WORDS];
	int status = 0;

	memset(s, 0, sizeof *s);
	if (q->has_numbers && !solver_has_numbers(solver)) {
		s->answer = ANSWER_NONE;
		snprintf(s->why, sizeof s->why, "it has no floating point");
		return;
	}
	s->answer = ANSWER_FAILED;
	if (stop_asked()) {
		judge_output(&p, seconds, status, s);
		return;
	}
	solver_words(solver, q->is_bits ? SOLVER_ONCE_BITS : SOLVER_ONCE, words);
	const int code = solver_process_start(&p, words, seconds);
	if (code) {
		snprintf(s->why, sizeof s->why, "it cannot be started: %s",
			 strerror(code));
		return;
	}
	if (child_write(&p, q->text, q->size) && solver_read_answer(&p, false)) {
		if (strncmp(printed(&p), "unsat\n", 6) == 0) {
			s->answer = ANSWER_UNSAT;
		} else if (strncmp(printed(&p), "sat\n", 4) == 0) {
			s->answer = ANSWER_SAT;
			ask_values(&p, q, s);
		}
	}
	/* After its answer it is killed: it might not end by itself. */
	s->seconds = child_end(&p, p.output.size != 0, &status);
	judge_output(&p, seconds, status, s);
	free(p.output.bytes);
}

/* ---- the time that a solver may take */

enum { WALL_EXTRA = 10 };

void solver_process_limit(struct child *child, unsigned seconds)
{
	child->deadline = clock_now() + seconds;
}

static bool until_stop(void)
{
	return stop_asked();
}

int solver_process_start(struct child *child, const char *const *words,
			 unsigned seconds)
{
	const struct child_plan plan = {.words = words,
					.streams = CHILD_JOINED,
					.cpu_seconds = seconds,
					.cpu_grace = 1,
					.is_tied = true,
					.has_huge_pages = true};
	const int code = child_start(child, &plan);

	child->is_over = until_stop;
	solver_process_limit(child, SOLVER_WALL_FACTOR * seconds + WALL_EXTRA);
	return code;
}
