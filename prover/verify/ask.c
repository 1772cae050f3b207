/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ask.c - whether a condition can hold: first with all floating-point arithmetic
 * unconstrained, then with sums encoded, then with all of it encoded; first in every
 * rounding mode, then to nearest. A query that is UNSAT in an early stage is UNSAT in
 * all. A second solver confirms each UNSAT. Before that, all of it over intervals.
 */
#include "prover/verify/ask.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "prover/ir/arena.h"
#include "prover/verify/answer_memo.h"
#include "system/clock.h"
#include "system/stop.h"

/* So much of the time has to be left for proofs in other modes than the usual one. */
enum { OTHER_MODES_SECONDS = 8 };

enum { FIRST_SECONDS = 1, SHORT_CONFIRM = 3, CONFIRM_FACTOR = 3, PARTS = 4 };

static void note_wait(struct prover *p, const char *what)
{
	if (p->client.wait)
		p->client.wait(p->client.context, what);
}

/* ---- queries to files */

static void dump(struct prover *p, const struct query *q, uint64_t hash,
		 enum solver_answer answer, const char *how)
{
	const bool unsat = answer == ANSWER_UNSAT;
	char path[4096];

	if (!p->dump)
		return;
	mkdir(p->dump, 0777);
	snprintf(path, sizeof path, "%s/%016" PRIx64 "%s.smt2", p->dump, hash,
		 unsat ? ".unsat" : "");
	FILE *out = fopen(path, "w");
	if (!out) {
		prover_note(p, "a query cannot be written");
		return;
	}
	fwrite(q->text, 1, q->size, out);
	if (unsat)
		fprintf(out, "; unsat: %s\n", how);
	fclose(out);
}

/* ---- one query */

static void note_failure(struct prover *p, const struct smt_solver *solver,
			 const struct solution *s)
{
	char text[400];

	snprintf(text, sizeof text, "%s: %s%s", solver->name, s->why,
		 s->hung ? ": it is not asked again" : "");
	prover_note(p, text);
}

/* In a process of the query's own. */
static void ask_apart(struct prover *p, size_t number, const struct query *q,
		      unsigned seconds, struct solution *s)
{
	const struct smt_solver *solver = &p->solvers.list[number];

	note_wait(p, solver->name);
	if (p->hung[number]) {
		*s = (struct solution){.answer = ANSWER_NONE};
		snprintf(s->why, sizeof s->why, "it hung before");
		return;
	}
	solver_ask(solver, q, seconds, s);
	p->hung[number] = s->hung;
	p->solver_seconds += s->seconds;
	if (s->answer == ANSWER_FAILED)
		note_failure(p, solver, s);
}

void ask_solver(struct prover *p, size_t number, const struct query *q,
		unsigned seconds, struct solution *s)
{
	bool answered = false;

	note_wait(p, p->solvers.list[number].name);
	if (!p->hung[number]) {
		answered = open_sessions_ask(&p->sessions[number],
					     &p->solvers.list[number], q, s);
		p->solver_seconds += s->seconds;
	}
	if (!answered)
		ask_apart(p, number, q, seconds, s);
}

/* Whether another solver says UNSAT too, of those whose word counts beside the first's. */
static bool confirm(struct prover *p, struct question *question, const struct query *q,
		    size_t first, unsigned seconds)
{
	struct solution s = {.why = "no other solver has floating point of its own"};
	char text[400];

	for (size_t i = 0; i < p->solvers.count; i++) {
		if (!solver_may_confirm(&p->solvers.list[i], &p->solvers.list[first],
					q))
			continue;
		ask_solver(p, i, q, seconds * CONFIRM_FACTOR, &s);
		free(s.values);
		if (s.answer == ANSWER_UNSAT) {
			snprintf(question->how, sizeof question->how, "%s, %s",
				 p->solvers.list[first].name, p->solvers.list[i].name);
			return true;
		}
		if (s.answer == ANSWER_SAT) {
			snprintf(text, sizeof text,
				 "SOLVERS DISAGREE on %s: unsat by %s, sat by %s; one "
				 "of them "
				 "is wrong",
				 question->title, p->solvers.list[first].name,
				 p->solvers.list[i].name);
			prover_note(p, text);
			snprintf(question->why, sizeof question->why,
				 "the solvers disagree");
			return false;
		}
	}
	snprintf(question->why, sizeof question->why,
		 "unsat by %s alone, unconfirmed: %.150s", p->solvers.list[first].name,
		 s.why);
	return false;
}

/* How much time a query gets: short runs of each solver, or then long ones, if they are
 * longer. */
enum effort { EFFORT_SHORT, EFFORT_LONG };

/* ANSWER_UNSAT is a confirmed one. */
static enum solver_answer ask_solvers(struct prover *p, struct question *question,
				      const struct query *q, enum effort effort,
				      struct solution *s)
{
	bool failed[SOLVER_LIMIT] = {false};
	const bool is_long = effort == EFFORT_LONG && p->seconds > FIRST_SECONDS;
	const enum effort last = is_long ? EFFORT_LONG : EFFORT_SHORT;
	const unsigned confirming = effort != EFFORT_LONG && p->seconds > SHORT_CONFIRM
					? SHORT_CONFIRM
					: p->seconds;

	for (unsigned round = EFFORT_SHORT; round <= last; round++)
		for (size_t i = 0; i < p->solvers.count; i++) {
			if (failed[i])
				continue;
			if (round == EFFORT_SHORT)
				ask_solver(p, i, q, FIRST_SECONDS, s);
			else
				ask_apart(p, i, q, p->seconds, s);
			if (s->answer == ANSWER_SAT)
				return ANSWER_SAT;
			if (s->answer == ANSWER_UNSAT)
				return confirm(p, question, q, i, confirming)
					   ? ANSWER_UNSAT
					   : ANSWER_NONE;
			snprintf(question->why, sizeof question->why, "%s: %.200s",
				 p->solvers.list[i].name, s->why);
			failed[i] = s->answer == ANSWER_FAILED;
			free(s->values);
			s->values = NULL;
		}
	return ANSWER_NONE;
}

/* ---- queries that were asked before */

static enum solver_answer find_answer(struct prover *p, struct question *question,
				      const struct query *q, enum effort effort,
				      struct solution *s)
{
	/* When it was to stop before, the text may be a part of the query. */
	if (stop_asked()) {
		snprintf(question->why, sizeof question->why, "%s", stop_why());
		return ANSWER_NONE;
	}
	const uint64_t hash = answer_memo_hash(p, q);
	const struct answer_memo *memo = answer_memo_find(p, q, hash, (int)effort);
	struct answer_memo new = {.hash = hash, .effort = (int)effort};

	if (memo) {
		s->values = answer_memo_values(memo->values, q->input_count);
		memcpy(question->why, memo->why, sizeof question->why);
		memcpy(question->how, memo->how, sizeof question->how);
		return (enum solver_answer)memo->answer;
	}
	p->queries++;
	const enum solver_answer answer = ask_solvers(p, question, q, effort, s);
	if (!question->alone && stop_asked() && answer == ANSWER_NONE)
		return ANSWER_NONE; /* the next goal may have more time for it */
	dump(p, q, hash, answer, question->how);
	if (question->alone)
		return answer;
	new.answer = (int)answer;
	new.values = answer_memo_values(s->values, q->input_count);
	memcpy(new.why, question->why, sizeof new.why);
	memcpy(new.how, question->how, sizeof new.how);
	answer_memo_keep(p, q, &new);
	return answer;
}

bool ask_unsat(struct prover *p, const struct query *q)
{
	enum solver_answer answer = ANSWER_NONE;

	for (size_t i = 0; i < p->solvers.count && answer != ANSWER_SAT; i++) {
		struct solution s = {0};
		ask_solver(p, i, q, FIRST_SECONDS, &s);
		free(s.values);
		answer = s.answer;
		if (answer == ANSWER_UNSAT)
			return true;
	}
	return false;
}

/* ---- models */

/* The input has the values of these variables. */
static bool run_model(struct prover *p, const struct question *question,
		      const uint32_t *variables, const uint64_t *values, size_t count)
{
	const struct expr_store *store = &question->encoding->store;
	const size_t size = entry_file_size(p->entry);
	uint8_t *bytes = array_new(size, 1);
	bool met = false;

	if (question->start)
		memcpy(bytes, question->start, size);
	for (size_t i = 0; i < count; i++)
		encoding_put(&store->variables[variables[i]], values[i], bytes, size);
	if (p->client.run)
		met = p->client.run(p->client.context, bytes, size, question->goal);
	free(bytes);
	return met;
}

/* ---- one stage */

/* One query about a condition. */
struct ask_step {
	expr condition;
	bool is_whole; /* else some conjuncts of it: only UNSAT is final */
	enum stage stage;
	enum rounding rounding;
	enum effort effort;
	bool rounds, is_abstract; /* results: see struct query */
};

static enum finding recall_answer(struct prover *p, struct question *question,
				  const struct query *q, const struct ask_step *step)
{
	static const char *const open[STAGE_COUNT] = {"without arithmetic, ",
						      "without products, ", ""};
	enum finding finding = FINDING_NONE;
	struct solution s = {0};
	char how[96];

	switch (find_answer(p, question, q, step->effort, &s)) {
	case ANSWER_UNSAT:
		snprintf(how, sizeof how, "%s%.60s",
			 step->is_abstract ? open[step->stage] : "", question->how);
		memcpy(question->how, how, sizeof how);
		finding = FINDING_NEVER;
		question->proven = step->condition;
		question->stage = step->stage;
		question->rounding = step->rounding;
		break;
	case ANSWER_SAT:
		question->is_exact =
		    !step->is_abstract &&
		    (!step->rounds || step->rounding == ROUNDING_NEAREST);
		finding =
		    step->is_whole && question->goal &&
			    run_model(p, question, q->inputs, s.values, q->input_count)
			? FINDING_MET
			: FINDING_REFUTED;
		break;
	default:
		break;
	}
	free(s.values);
	return finding;
}

/* The condition and what the question assumes, as the caller frees them. */
static expr *with_assumptions(const struct question *question, expr condition,
			      size_t *count)
{
	const struct encoding *e = question->encoding;
	expr *conditions = array_new(e->assumption_count + 1, sizeof *conditions);

	*count = 1;
	conditions[0] = condition;
	for (size_t i = 0; i < e->assumption_count; i++)
		if (!question->assumed || question->assumed[i])
			conditions[(*count)++] = e->assumptions[i];
	return conditions;
}

static enum finding ask_query(struct prover *p, struct question *question,
			      struct ask_step *step)
{
	size_t count;
	expr *conditions = with_assumptions(question, step->condition, &count);
	struct query q;

	const struct query_options options = {.stage = step->stage,
					      .rounding = step->rounding};
	smt_write(&q, &question->encoding->store, conditions, count, &options,
		  question->title);
	step->rounds = q.has_rounding;
	step->is_abstract = q.is_abstract;
	const enum finding finding = recall_answer(p, question, &q, step);
	free(conditions);
	smt_done(&q);
	return finding;
}

bool ask_search(struct prover *p, const struct prove_goal *goal)
{
	if (p->has_searched || !p->client.search || !goal || goal->path)
		return false;
	p->has_searched = true;
	note_wait(p, "a search");
	return p->client.search(p->client.context, goal);
}

/* A search takes less time than most queries, and meets most goals that inputs meet: it
 * comes before the first one. */
static enum finding ask_step(struct prover *p, struct question *question,
			     struct ask_step *step)
{
	/* A verdict to nearest is there: the other modes do not take the time for it. */
	if (question->is_near && stop_left() < OTHER_MODES_SECONDS)
		return FINDING_NONE;
	return ask_search(p, question->goal) ? FINDING_MET
					     : ask_query(p, question, step);
}

/* ---- all stages */

/* The last conjuncts of a path condition, the goal's own decision first. */
static unsigned last_conjuncts(const struct expr_store *s, expr condition, expr *list)
{
	unsigned count = 0;

	while (count < PARTS && expr_at(s, condition)->op == EXPR_AND) {
		list[count++] = expr_at(s, condition)->b;
		condition = expr_at(s, condition)->a;
	}
	if (count < PARTS)
		list[count++] = condition;
	return count;
}

/* ---- without a solver */

static bool run_intervals(struct prover *p, const struct question *question,
			  const uint64_t *model)
{
	const struct expr_store *store = &question->encoding->store;
	uint32_t *inputs = array_new(store->variable_count, sizeof *inputs);
	uint64_t *values = array_new(store->variable_count, sizeof *values);
	size_t count = 0;

	for (uint32_t i = 0; i < store->variable_count; i++)
		if (store->variables[i].kind == VARIABLE_INPUT) {
			inputs[count] = i;
			values[count++] = model[i];
		}
	const bool met = run_model(p, question, inputs, values, count);
	free(inputs);
	free(values);
	return met;
}

enum finding ask_intervals(struct prover *p, struct question *question,
			   enum interval_modes modes)
{
	const struct encoding *e = question->encoding;
	size_t count;
	expr *conditions = with_assumptions(question, question->condition, &count);
	uint64_t *model = array_new(e->store.variable_count, sizeof *model);
	enum finding finding = FINDING_NONE;

	note_wait(p, "intervals");
	const enum interval_answer answer =
	    interval_decide(&e->store, conditions, count, modes, model);
	if (answer == INTERVAL_NEVER && !stop_asked())
		finding = FINDING_NEVER;
	else if (answer == INTERVAL_GUESS && question->goal && !question->start &&
		 run_intervals(p, question, model))
		finding = FINDING_MET;
	else if (answer == INTERVAL_SOMETIMES && !question->start)
		finding = question->goal && run_intervals(p, question, model)
			      ? FINDING_MET
			      : FINDING_REFUTED;
	if (finding == FINDING_NEVER)
		snprintf(question->how, sizeof question->how, "intervals");
	free(conditions);
	free(model);
	return finding;
}

/* Tries the stages until one is final; returns the last finding. */
static enum finding ask_stages(struct prover *p, struct question *question,
			       struct ask_step *step)
{
	const int end = question->coarse ? STAGE_ADDITIVE : STAGE_COUNT;
	enum finding last = FINDING_NONE;

	step->is_abstract = true;
	for (int stage = step->is_whole ? STAGE_HAVOC : STAGE_ADDITIVE;
	     stage < end && step->is_abstract; stage++) {
		step->stage = (enum stage)stage;
		last = ask_step(p, question, step);
		if (last == FINDING_NEVER || last == FINDING_MET)
			break;
	}
	return last;
}

static enum finding ask_part(struct prover *p, struct question *question, expr part,
			     enum rounding rounding)
{
	struct ask_step step = {
	    .condition = part, .rounding = rounding, .effort = EFFORT_SHORT};

	return ask_stages(p, question, &step);
}

/* Tries short queries first: often the last decision is contradictory, by itself or
 * with the few before it. NEVER or, where a search was the answer, MET; else NONE. */
static enum finding ask_parts(struct prover *p, struct question *question,
			      enum rounding rounding)
{
	struct expr_store *s = &question->encoding->store;
	expr list[PARTS + 1], all = expr_bool(s, true);
	unsigned count = last_conjuncts(s, question->condition, list);

	for (unsigned i = count; i-- > 0;)
		all = expr_and(s, all, list[i]);
	if (count > 1 && all != question->condition)
		list[count++] = all;
	for (unsigned i = 0; i < count; i++) {
		const enum finding finding = ask_part(p, question, list[i], rounding);
		if (finding == FINDING_NEVER || finding == FINDING_MET)
			return finding;
	}
	return FINDING_NONE;
}

/* Asks in every mode of the encoding and, unless that is to nearest or `is_near` says that no run
 * that rounds so meets the condition, then to nearest; first parts of it, then all of it. */
static enum finding ask_queries(struct prover *p, struct question *question)
{
	const bool is_near = question->is_near;
	const bool each = question->encoding->changes_rounding;
	const bool nearest = question->encoding->store.nearest;
	const enum rounding any = each	    ? ROUNDING_EACH
				  : nearest ? ROUNDING_NEAREST
					    : ROUNDING_ANY;
	const bool is_brief = question->brief || is_near;
	struct ask_step step = {.condition = question->condition,
				.is_whole = true,
				.rounding = any,
				.effort = is_brief ? EFFORT_SHORT : EFFORT_LONG};
	const bool has_parts = question->goal && !question->alone;
	enum finding finding;

	if (has_parts) {
		finding = ask_parts(p, question, any);
		if (finding != FINDING_NONE)
			return finding;
	}
	if (has_parts && !each && !nearest && !is_near) {
		finding = ask_parts(p, question, ROUNDING_NEAREST);
		if (finding != FINDING_NONE)
			return finding == FINDING_NEVER ? FINDING_NEVER_NEAREST
							: finding;
	}
	finding = ask_stages(p, question, &step);
	if (finding == FINDING_NEVER || finding == FINDING_MET)
		return finding;
	if (is_near)
		return FINDING_NEVER_NEAREST;
	if (each || nearest || !step.rounds)
		return finding;
	step.rounding = ROUNDING_NEAREST;
	finding = ask_stages(p, question, &step);
	return finding == FINDING_NEVER ? FINDING_NEVER_NEAREST : finding;
}

/* The condition over intervals: in all modes, then to nearest, which decides if there is
 * little time for other modes. `is_near`: no run that rounds to nearest meets it. */
static enum finding ask_without_solvers(struct prover *p, struct question *question,
					bool *is_near)
{
	const bool each = question->encoding->changes_rounding;
	const enum finding finding =
	    ask_intervals(p, question, each ? INTERVAL_EACH : INTERVAL_ANY);

	if (finding != FINDING_NONE && finding != FINDING_REFUTED)
		return finding;
	*is_near =
	    !each && ask_intervals(p, question, INTERVAL_NEAREST) == FINDING_NEVER;
	/* With calls walked the next values are better; else a solver's may be. */
	if (finding == FINDING_REFUTED && !*is_near)
		return question->goal && question->encoding->inlining ? FINDING_NONE
								      : finding;
	return *is_near && stop_left() < OTHER_MODES_SECONDS ? FINDING_NEVER_NEAREST
							     : FINDING_NONE;
}

/* Intervals need least time, but no reasons can be given for what they prove. */
enum finding ask(struct prover *p, struct question *question)
{
	enum finding finding = FINDING_NONE;
	bool is_near = false;

	if (expr_is_false(&question->encoding->store, question->condition)) {
		snprintf(question->how, sizeof question->how, "by simplification");
		return FINDING_NEVER;
	}
	if (!p->explain)
		finding = ask_without_solvers(p, question, &is_near);
	if (!p->solvers.count)
		snprintf(question->why, sizeof question->why, "no solver is installed");
	if (finding != FINDING_NONE || question->no_solver || !p->solvers.count)
		return finding;
	question->is_near = is_near;
	finding = ask_queries(p, question);
	if (is_near && finding == FINDING_NEVER_NEAREST)
		snprintf(question->how, sizeof question->how, "intervals");
	return finding;
}
