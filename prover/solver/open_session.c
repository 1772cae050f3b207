/* SPDX-License-Identifier: GPL-3.0-or-later */
/* open_session.c - short queries, one after the other. */
#include "prover/solver/open_session.h"

#include <stdlib.h>
#include <string.h>

#include "prover/ir/arena.h"
#include "system/stop.h"

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

static bool has_session(const struct open_sessions *o, const struct solver *solver,
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
				    const struct solver *solver, bool numbers)
{
	struct session *s = &o->list[numbers];

	if (o->is_open[numbers] && s->queries >= QUERIES)
		close_session(o, numbers);
	if (!o->is_open[numbers]) {
		session_start(s, solver, SOLVER_SHORT, SECONDS);
		smt_begin(s->out, numbers);
		o->is_open[numbers] = true;
	}
	return s;
}

static bool read_values(struct session *s, const struct query *q,
			struct solution *solution)
{
	char *request;
	size_t size;

	solution->values = array_new(q->input_count + 1, sizeof *solution->values);
	if (!q->input_count)
		return true;
	FILE *out = text_open(&request, &size);
	smt_values(out, q->inputs, q->input_count);
	fclose(out);
	const bool read = session_values(s, request, solution->values, q->input_count);
	free(request);
	return read;
}

static enum answer ask(struct session *s, const struct query *q,
		       struct solution *solution)
{
	/* The title, as a comment. */
	fprintf(s->out, "%.*s\n(push 1)\n", (int)strcspn(q->text, "\n"), q->text);
	fwrite(q->text + q->begin, 1, q->end - q->begin, s->out);
	enum answer answer = session_check(s);
	if (answer == ANSWER_SAT && !read_values(s, q, solution))
		answer = ANSWER_FAILED;
	fputs("(pop 1)\n", s->out);
	return answer;
}

bool open_sessions_ask(struct open_sessions *o, const struct solver *solver,
		       const struct query *q, struct solution *solution)
{
	memset(solution, 0, sizeof *solution);
	solution->answer = ANSWER_NONE;
	if (!is_short(q) || !has_session(o, solver, q))
		return false;
	struct session *s = open_session(o, solver, q->has_numbers);
	const double before = session_cpu(s);
	solution->answer = ask(s, q, solution);
	solution->seconds = session_cpu(s) - before;
	const bool answered =
	    solution->answer == ANSWER_SAT || solution->answer == ANSWER_UNSAT;
	if (session_is_gone(s)) {
		close_session(o, q->has_numbers);
		o->failures += !stop_asked();
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
