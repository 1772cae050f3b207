/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session.c - an incremental session: sends commands, reads answers and values. */
#include "prover/solver/session.h"

#include <stdlib.h>
#include <string.h>

#include "prover/ir/arena.h"
#include "system/clock.h"
#include "system/stop.h"

void session_start(struct session *s, const struct smt_solver *solver,
		   enum solver_use use, unsigned seconds)
{
	memset(s, 0, sizeof *s);
	s->solver = solver;
	s->use = use;
	s->limit = seconds;
	s->out = text_open(&s->commands, &s->commands_size);
}

double session_done(struct session *s)
{
	double seconds = 0;
	int status;

	if (s->process.pid > 0)
		seconds = child_end(&s->process, true, &status);
	fclose(s->out);
	if (s->log)
		fclose(s->log);
	free(s->commands);
	free(s->process.output.bytes);
	memset(s, 0, sizeof *s);
	return seconds;
}

/* ---- sending and reading */

static bool is_running(struct session *s)
{
	const char *words[SOLVER_WORDS];

	if (s->process.pid > 0)
		return true;
	solver_words(s->solver, s->use, words);
	const int code = solver_process_start(&s->process, words, 0);
	if (!code)
		return true;
	snprintf(s->why, sizeof s->why, "%s cannot be started: %s", s->solver->name,
		 strerror(code));
	s->is_gone = true;
	return false;
}

static bool send(struct session *s)
{
	solver_process_limit(&s->process, SOLVER_WALL_FACTOR * s->limit);
	s->process.output.size = 0;
	fflush(s->out);
	const bool sent = child_write(&s->process, s->commands, s->commands_size);
	if (s->log)
		fwrite(s->commands, 1, s->commands_size, s->log);
	rewind(s->out);
	return sent;
}

/* What was read, without the end of the line before, which may come late. */
static const char *answer_of(const struct session *s)
{
	return s->process.output.size
		   ? s->process.output.bytes + strspn(s->process.output.bytes, "\n")
		   : "";
}

static bool session_read_line(struct session *s)
{
	while (!strchr(answer_of(s), '\n'))
		if (!child_read(&s->process))
			return false;
	return true;
}

/* One expression in parentheses. */
static bool session_read_list(struct session *s)
{
	size_t at = 0;
	int depth = 0;

	for (;;) {
		for (; at < s->process.output.size; at++) {
			const char c = s->process.output.bytes[at];
			depth += c == '(' ? 1 : c == ')' ? -1 : 0;
			if (depth == 0 && c == ')')
				return true;
		}
		if (!child_read(&s->process))
			return false;
	}
}

static enum solver_answer session_fail(struct session *s)
{
	const char *text = answer_of(s);
	const int n = (int)strcspn(text, "\n");
	const bool unknown = s->process.is_late || stop_asked() ||
			     strncmp(text, "unknown", 7) == 0 ||
			     strncmp(text, "timeout", 7) == 0;

	s->is_gone = s->process.is_late || stop_asked() || !unknown;
	if (stop_asked())
		snprintf(s->why, sizeof s->why, "%s", stop_why());
	else if (s->process.is_late)
		snprintf(s->why, sizeof s->why, "no answer in time");
	else if (unknown)
		snprintf(s->why, sizeof s->why, "it answers unknown");
	else
		snprintf(s->why, sizeof s->why, "it printed '%.*s'", n > 150 ? 150 : n,
			 text);
	return unknown ? ANSWER_NONE : ANSWER_FAILED;
}

enum solver_answer session_check(struct session *s)
{
	const double start = clock_now();
	enum solver_answer answer = ANSWER_FAILED;

	if (stop_asked())
		return session_fail(s);
	if (s->is_gone || !is_running(s))
		return ANSWER_FAILED;
	s->queries++;
	fputs("(check-sat)\n", s->out);
	if (send(s) && session_read_line(s)) {
		if (strncmp(answer_of(s), "sat\n", 4) == 0)
			answer = ANSWER_SAT;
		else if (strncmp(answer_of(s), "unsat\n", 6) == 0)
			answer = ANSWER_UNSAT;
	}
	if (answer == ANSWER_FAILED)
		answer = session_fail(s);
	s->seconds += clock_now() - start;
	return answer;
}

/* ---- values */

bool session_values(struct session *s, const uint32_t *variables, uint64_t *values,
		    size_t count)
{
	const double start = clock_now();

	if (s->is_gone)
		return false;
	smt_values(s->out, variables, count);
	const bool read = send(s) && session_read_list(s) &&
			  solver_values(s->process.output.bytes, values, count);
	if (!read)
		session_fail(s);
	s->seconds += clock_now() - start;
	return read;
}

/* ---- short queries, one after the other */

enum {
	QUERY_BYTES = 1 << 16,
	SECONDS = 1, /* where there is no limit of work, or it fails */
	QUERIES = 50, /* of one session: some solvers become slower with each */
	FAILURES = 3, /* in a row: then the solver has no sessions any more */
};

static bool is_short(const struct query *q)
{
	return q->end && !q->has_arithmetic && q->size <= QUERY_BYTES;
}

static bool has_session(const struct open_sessions *o, const struct smt_solver *solver,
			const struct query *q)
{
	return o->failures < FAILURES && !stop_asked() &&
	       (!q->has_numbers || solver_has_numbers(solver));
}

static void close_session(struct open_sessions *o, bool numbers)
{
	if (o->is_open[numbers])
		session_done(&o->list[numbers]);
	o->is_open[numbers] = false;
}

static struct session *open_session(struct open_sessions *o,
				    const struct smt_solver *solver,
				    const struct query *q)
{
	const bool numbers = q->has_numbers;
	struct session *s = &o->list[numbers];

	if (o->is_open[numbers] && s->queries >= QUERIES)
		close_session(o, numbers);
	if (!o->is_open[numbers]) {
		session_start(s, solver, SOLVER_SHORT, SECONDS);
		smt_begin(s->out, q);
		o->is_open[numbers] = true;
	}
	return s;
}

static bool solution_values(struct session *s, const struct query *q,
			    struct solution *solution)
{
	solution->values = array_new(q->input_count + 1, sizeof *solution->values);
	return !q->input_count ||
	       session_values(s, q->inputs, solution->values, q->input_count);
}

static enum solver_answer ask_short(struct session *s, const struct query *q,
				    struct solution *solution)
{
	/* The title, as a comment. */
	fprintf(s->out, "%.*s\n(push 1)\n", (int)strcspn(q->text, "\n"), q->text);
	fwrite(q->text + q->begin, 1, q->end - q->begin, s->out);
	enum solver_answer answer = session_check(s);
	if (answer == ANSWER_SAT && !solution_values(s, q, solution))
		answer = ANSWER_FAILED;
	fputs("(pop 1)\n", s->out);
	return answer;
}

bool open_sessions_ask(struct open_sessions *o, const struct smt_solver *solver,
		       const struct query *q, struct solution *solution)
{
	memset(solution, 0, sizeof *solution);
	solution->answer = ANSWER_NONE;
	if (!is_short(q) || !has_session(o, solver, q))
		return false;
	struct session *s = open_session(o, solver, q);
	const double before = s->process.pid > 0 ? child_cpu(&s->process) : 0;
	solution->answer = ask_short(s, q, solution);
	solution->seconds = s->process.pid > 0 ? child_cpu(&s->process) - before : 0;
	const bool answered =
	    solution->answer == ANSWER_SAT || solution->answer == ANSWER_UNSAT;
	if (s->is_gone) {
		/* One that its limit of work does not stop would be waited for each time. */
		o->failures += stop_asked() ? 0 : s->process.is_late ? FAILURES : 1;
		close_session(o, q->has_numbers);
	}
	if (answered) {
		o->failures = 0;
		return true;
	}
	free(solution->values);
	solution->values = NULL;
	return false;
}

void open_sessions_done(struct open_sessions *o)
{
	close_session(o, false);
	close_session(o, true);
}
