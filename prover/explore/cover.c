/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cover.c - rounds: unwinds, lets the algorithm find what can be taken, and has what is
 * left judged (cover_judge.c); a loop's bound that a run comes to doubles, and what is
 * left then goes through another round.
 */
#include "prover/explore/cover.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "prover/ir/arena.h"
#include "prover/explore/cover_internal.h"
#include "prover/verify/goal_verdict.h"
#include "system/stop.h"

enum { FIRST_SECONDS = 3 }; /* for an answer, while others may go on */

/* ---- models */

bool cover_is_wanted(const struct cover *c, uint32_t place)
{
	const size_t goal = c->goal_of[place];

	return goal < c->goal_count && c->goals[goal].verdict == VERDICT_OPEN &&
	       !c->refuted[goal];
}

bool cover_takes(const struct cover *c, size_t edge)
{
	return c->values[c->query.input_count + edge];
}

static void read_takes(struct cover *c)
{
	memset(c->takes, 0, c->goal_count + 1);
	for (size_t i = 0; i < c->condition.edge_count; i++)
		if (cover_takes(c, i))
			c->takes[c->goal_of[c->condition.edges[i].place]] = true;
}

void cover_failed(struct cover *c)
{
	snprintf(c->why, sizeof c->why, "%s: %.200s", cover_solver(c)->name,
		 c->session.why);
}

bool cover_ends(const struct cover *c)
{
	return stop_asked() ||
	       (c->options->over && c->options->over(c->options->context));
}

bool cover_is_over(struct cover *c, size_t paths)
{
	if (cover_ends(c))
		snprintf(c->why, sizeof c->why, "%s",
			 stop_asked() ? stop_why() : "no more is wanted");
	else if (paths >= c->options->path_limit)
		snprintf(c->why, sizeof c->why, "more than %zu paths",
			 c->options->path_limit);
	else
		return false;
	return true;
}

enum solver_answer cover_next(struct cover *c)
{
	struct session *s = &c->session;
	enum solver_answer answer = session_check(s);

	if (answer == ANSWER_SAT &&
	    !session_values(s, c->variables, c->values,
			    c->query.input_count + c->condition.edge_count))
		answer = ANSWER_FAILED;
	if (answer == ANSWER_SAT) {
		for (size_t i = 0; i < c->query.input_count; i++)
			c->input[c->query.inputs[i]] = c->values[i];
		read_takes(c);
		c->statistics->models++;
	} else if (answer != ANSWER_UNSAT) {
		cover_failed(c);
	}
	return answer;
}

void cover_propose(struct cover *c, const uint64_t *values)
{
	const struct expr_store *store = &c->attempt.encoding.store;
	const size_t size = entry_file_size(c->attempt.prover->entry);
	uint8_t *bytes = array_new(size, 1);

	for (size_t i = 0; i < store->variable_count; i++) {
		const struct variable *v = &store->variables[i];
		if (v->kind == VARIABLE_INPUT)
			encoding_put(v, values[i], bytes, size);
	}
	c->options->run(c->options->context, bytes, size, c->takes);
	free(bytes);
}

void cover_claim(struct cover *c)
{
	for (size_t i = 0; i < c->goal_count; i++)
		c->claimed[i] |= c->takes[i];
}

void cover_run(struct cover *c)
{
	cover_propose(c, c->input);
	cover_claim(c);
}

void cover_settle(struct cover *c)
{
	c->options->finish(c->options->context);
	for (size_t i = 0; i < c->goal_count; i++) {
		if (c->goals[i].verdict != VERDICT_OPEN)
			continue;
		if (c->options->met(c->options->context, i))
			c->goals[i].verdict = VERDICT_COVERED;
		else
			c->refuted[i] |= c->claimed[i];
	}
}

/* ---- a round */

size_t cover_goal(const struct cover *c, const struct unwound_edge *edge)
{
	const struct gimple_program *p = c->attempt.prover->program;

	if (!edge->function || edge->goal == GIMPLE_NONE)
		return c->goal_count;
	return c->goal_at[c->first_of[edge->function - p->functions] + edge->goal];
}

static void find_goals(struct cover *c)
{
	c->goal_of = array_new(c->condition.place_count, sizeof *c->goal_of);
	for (size_t i = 0; i < c->condition.place_count; i++) {
		const struct cover_place *p = &c->condition.places[i];
		const struct unwound_edge edge = {.function = p->function,
						  .goal = p->goal};
		c->goal_of[i] = cover_goal(c, &edge);
	}
}

static void find_variables(struct cover *c)
{
	const size_t inputs = c->query.input_count,
		     count = inputs + c->condition.edge_count;

	c->variables = array_new(count + 1, sizeof *c->variables);
	c->values = array_new(count + 1, sizeof *c->values);
	c->input =
	    array_new(c->attempt.encoding.store.variable_count, sizeof *c->input);
	for (size_t i = 0; i < count; i++)
		c->variables[i] = i < inputs ? c->query.inputs[i]
					     : c->condition.edges[i - inputs].variable;
}

static enum solver_answer run_algorithm(struct cover *c)
{
	static enum solver_answer (*const run[])(struct cover *) = {
	    [COVER_STATEMENTS] = cover_statements,
	    [COVER_PATHS] = cover_paths,
	    [COVER_PREFIXES] = cover_prefixes};

	return run[c->options->algorithm](c);
}

/* Where the commands of the round are dumped, or null. */
static FILE *open_log(const struct cover *c)
{
	const char *directory = c->attempt.prover->dump;
	char path[4096];

	if (!directory)
		return NULL;
	mkdir(directory, 0777);
	snprintf(path, sizeof path, "%s/cover%zu.smt2", directory,
		 c->statistics->rounds);
	return fopen(path, "w");
}

/* Lets the algorithm work with one solver, each answer within that time. */
static enum solver_answer solver_run(struct cover *c, unsigned seconds)
{
	const bool bits = !c->options->integers && !c->query.has_numbers;

	session_start(&c->session, cover_solver(c),
		      bits ? SOLVER_INCREMENTAL_BITS : SOLVER_INCREMENTAL, seconds);
	c->session.log = open_log(c);
	cover_begin(c);
	const enum solver_answer answer = run_algorithm(c);
	c->statistics->queries += c->session.queries;
	c->statistics->seconds += c->session.seconds;
	c->statistics->cpu += session_done(&c->session);
	return answer;
}

/* Where a solver is stuck another one goes on; a path cover would begin anew. */
static enum solver_answer solvers_run(struct cover *c)
{
	struct prover *p = c->attempt.prover;
	const bool goes_on = !cover_has_paths(c);
	enum solver_answer answer;

	c->solver = cover_first_solver(c);
	answer = solver_run(c, goes_on ? FIRST_SECONDS : p->seconds);
	for (size_t i = 1; i < p->solvers.count && goes_on; i++) {
		if (answer == ANSWER_UNSAT || cover_ends(c))
			break;
		if (answer == ANSWER_FAILED)
			prover_note(p, c->why);
		c->solver = (c->solver + 1) % p->solvers.count;
		answer = solver_run(c, p->seconds);
	}
	return answer;
}

static enum solver_answer round_run(struct cover *c)
{
	c->statistics->rounds++;
	cover_condition_make(&c->condition, &c->attempt.encoding, c->options->returning,
			     !cover_has_paths(c));
	find_goals(c);
	cover_query(c, &c->query, EXPR_NONE, cover_rounding(c), true);
	if (c->options->integers && c->options->proposing && c->query.has_numbers)
		return ANSWER_NONE;
	find_variables(c);
	return solvers_run(c);
}

static void round_done(struct cover *c)
{
	cover_condition_done(&c->condition);
	smt_done(&c->query);
	encoding_done(&c->attempt.encoding);
	free(c->goal_of);
	free(c->variables);
	free(c->values);
	free(c->input);
	c->goal_of = NULL;
	c->variables = NULL;
	c->values = c->input = NULL;
}

/* ---- all */

static bool round_encode(struct cover *c)
{
	struct verdict_attempt *a = &c->attempt;
	const bool by_prefix = c->options->algorithm == COVER_PREFIXES;
	/* Bits are told best as choices, sums as equations of the edges; on a prefix
	 * the choices have been made. */
	const unsigned options =
	    (a->inlining ? ENCODE_INLINING : 0) |
	    (c->options->integers ? ENCODE_INTEGERS : 0) |
	    (c->options->integers && !by_prefix ? ENCODE_EDGES : 0);

	return encode(&a->encoding, a->prover->program, a->prover->entry, &a->bounds,
		      options, c->why) == 0;
}

static void index_goals(struct cover *c)
{
	const struct gimple_program *p = c->attempt.prover->program;

	c->first_of = array_new(p->function_count + 1, sizeof *c->first_of);
	for (size_t i = 0; i < p->function_count; i++)
		c->first_of[i + 1] = c->first_of[i] + p->functions[i].goal_count;
	const size_t count = c->first_of[p->function_count];
	c->goal_at = array_new(count + 1, sizeof *c->goal_at);
	for (size_t i = 0; i < count; i++)
		c->goal_at[i] = c->goal_count;
	for (size_t k = c->goal_count; k-- > 0 && !stop_asked();) {
		struct verdict_attempt a = {.prover = c->attempt.prover,
					    .goal = &c->goals[k]};
		if (attempt_find(&a))
			c->goal_at[c->first_of[a.function - p->functions] + a.number] =
			    k;
	}
}

static void cover_init(struct cover *c)
{
	const size_t room = c->goal_count + 1;

	index_goals(c);
	c->refuted = array_new(room, 1);
	c->claimed = array_new(room, 1);
	c->takes = array_new(room, 1);
	c->missed = array_new(room, 1);
	c->attempt.bounds.otherwise = c->options->proposing && !c->options->integers
					  ? c->attempt.prover->unwind
					  : FIRST_BOUND;
	for (size_t i = 0; i < c->goal_count; i++)
		c->attempt.inlining |=
		    strcmp(c->goals[i].function, c->attempt.prover->entry->name) != 0;
}

static void cover_done(struct cover *c)
{
	free(c->refuted);
	free(c->claimed);
	free(c->takes);
	free(c->missed);
	free(c->first_of);
	free(c->goal_at);
	attempt_forget(&c->attempt);
	free(c->attempt.bounds.list);
}

static void cover_rounds(struct cover *c)
{
	const char *missing;
	bool done = false;

	while (!done) {
		if (cover_ends(c)) {
			done = cover_judge(c, ANSWER_NONE);
		} else if (!round_encode(c)) {
			cover_give_up(c, c->why);
			done = true;
		} else if (!c->options->integers &&
			   (missing = attempt_inputs(&c->attempt))) {
			cover_give_up(c, missing);
			done = true;
		} else {
			done = cover_judge(c, round_run(c));
		}
		round_done(c);
	}
}

typedef void cover_fn(struct cover *c);

static void cover_all(struct prover *prover, const struct proof_cover_options *options,
		      struct prove_goal *goals, size_t count,
		      struct cover_statistics *statistics, cover_fn *run)
{
	struct cover c = {.options = options,
			  .statistics = statistics,
			  .goals = goals,
			  .goal_count = count,
			  .attempt = {.prover = prover}};

	cover_init(&c);
	run(&c);
	cover_done(&c);
}

/* ---- what need not be asked for in bits */

/* What inputs at random, and those near them, take. No solver. */
static void round_draw(struct cover *c)
{
	if (round_encode(c)) {
		cover_condition_make(&c->condition, &c->attempt.encoding,
				     c->options->returning, !cover_has_paths(c));
		find_goals(c);
		cover_near(c, NULL);
	}
	round_done(c);
}

/* Integers without bounds are the easier question, and most of their models are inputs
 * of the machine as well: what is covered so need not be asked for in bits. */
static void propose_integers(struct prover *prover,
			     const struct proof_cover_options *options,
			     struct prove_goal *goals, size_t count,
			     struct cover_statistics *statistics)
{
	struct proof_cover_options easier = *options;
	struct prove_goal *copies = array_new(count, sizeof *copies);

	memcpy(copies, goals, count * sizeof *goals);
	easier.integers = easier.proposing = true;
	cover_all(prover, &easier, copies, count, statistics, cover_rounds);
	for (size_t i = 0; i < count; i++)
		if (copies[i].verdict == VERDICT_COVERED)
			goals[i].verdict = VERDICT_COVERED;
	free(copies);
}

/* Whether it is no edge of a graph: a cover of paths says nothing of it. */
static bool is_predicate(struct prover *prover, struct prove_goal *goal)
{
	struct verdict_attempt a = {.prover = prover, .goal = goal};

	return attempt_find(&a) && a.function->goals[a.number].edge == GIMPLE_NONE;
}

/* A cover of paths for the goals that are edges; the other ones are asked about. */
static void cover_paths_and_rest(struct prover *prover,
				 const struct proof_cover_options *options,
				 struct prove_goal *goals, size_t count,
				 struct cover_statistics *statistics)
{
	bool *apart = array_new(count + 1, sizeof *apart);

	for (size_t i = 0; i < count; i++) {
		apart[i] =
		    goals[i].verdict == VERDICT_OPEN && is_predicate(prover, &goals[i]);
		if (apart[i])
			goals[i].verdict = VERDICT_COVERED;
	}
	cover_all(prover, options, goals, count, statistics, cover_rounds);
	for (size_t i = 0; i < count; i++) {
		if (!apart[i] || options->met(options->context, i))
			continue;
		goals[i].verdict = VERDICT_OPEN;
		if (options->integers)
			attempt_unknown(&goals[i],
					"a cover of paths over the integers");
		else
			prove(prover, &goals[i]);
	}
	free(apart);
}

/* A proof of all that is left holds in every rounding mode if each part of it does: goals
 * that it calls infeasible when rounding to nearest are asked about by themselves. */
static void strengthen(struct prover *prover, struct prove_goal *goals, size_t count)
{
	for (size_t i = 0; i < count && !stop_asked(); i++) {
		struct prove_goal goal = goals[i];
		if (goal.verdict != VERDICT_NEAREST)
			continue;
		goal.verdict = VERDICT_OPEN;
		prove(prover, &goal);
		if (goal.verdict == VERDICT_INFEASIBLE)
			goals[i] = goal;
	}
}

void cover(struct prover *prover, const struct proof_cover_options *options,
	   struct prove_goal *goals, size_t count, struct cover_statistics *statistics)
{
	memset(statistics, 0, sizeof *statistics);
	if (options->algorithm == COVER_PATHS || options->algorithm == COVER_PREFIXES) {
		cover_paths_and_rest(prover, options, goals, count, statistics);
		strengthen(prover, goals, count);
		return;
	}
	if (options->near && options->algorithm == COVER_STATEMENTS &&
	    !options->integers && !options->proposing && !options->returning) {
		cover_all(prover, options, goals, count, statistics, round_draw);
		propose_integers(prover, options, goals, count, statistics);
	}
	cover_all(prover, options, goals, count, statistics, cover_rounds);
	strengthen(prover, goals, count);
}
