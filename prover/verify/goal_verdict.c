/* SPDX-License-Identifier: GPL-3.0-or-later */
/* goal_verdict.c - one goal: encodes the program, asks the solvers, and checks the
 * frontier. */
#include "prover/verify/goal_verdict.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prover/ir/arena.h"
#include "prover/verify/answer_memo.h"
#include "prover/verify/unwinding.h"
#include "system/stop.h"

/* ---- the verdict of a condition */

/* What entry= would have to say. */
#define GLOBALS_ADVICE "; the note globals makes global variables inputs"

/* What a variable is called that no input decides; null: an input does. */
static const char *unknown_name(const struct variable *v)
{
	switch (v->kind) {
	case VARIABLE_FRESH:
		return v->what;
	case VARIABLE_ADDRESS:
	case VARIABLE_SYMBOL:
		return "addresses";
	default:
		return NULL;
	}
}

/* Adds the name, once and whole, where there is room for it. */
static void name_unknown(const char *what, char *text, size_t size)
{
	static const char mark[] = "; unconstrained: ";
	const size_t n = strlen(text);
	const char *names = strstr(text, mark), *between = names ? ", " : mark;

	if (n + strlen(between) + strlen(what) < size &&
	    !(names && strstr(names + strlen(mark), what)))
		sprintf(text + n, "%s%s", between, what);
}

/* Whether a global variable has the name, and none of them is an input. */
static bool is_global(const struct verdict_attempt *a, const char *what)
{
	const struct entry *entry = a->prover->entry;

	if (encode_starts_program(entry))
		return false;
	for (size_t i = 0; i < entry->parameter_count; i++)
		if (entry->parameters[i].flags & ME_PARAMETER_GLOBAL)
			return false;
	for (size_t i = 0; i < a->encoding.object_count; i++) {
		const struct object *o = a->encoding.objects[i].declaration;
		if (o && o->kind == OBJECT_GLOBAL && o->name == what)
			return true;
	}
	return false;
}

/* By expression up to it: whether the condition depends on it. The caller frees. */
static bool *cone_of(const struct expr_store *s, expr condition)
{
	bool *seen = array_new(condition + 1u, sizeof *seen);

	seen[condition] = true;
	for (expr e = condition; e > 0; e--) {
		const struct expr_node *node = expr_at(s, e);
		if (seen[e])
			seen[node->a] = seen[node->b] = seen[node->c] = true;
	}
	return seen;
}

/* Names some unconstrained values that the condition depends on. If all are memory outside
 * of what parameters lead to, the parameter is the cause. */
static void describe_unknown(const struct verdict_attempt *a, expr condition,
			     char *text, size_t size)
{
	const struct expr_store *s = &a->encoding.store;
	bool *seen = cone_of(s, condition);
	const struct me_parameter *outside_of = NULL;
	bool is_alone = true, has_global = false;

	snprintf(text, size, "the run refutes the model");
	for (expr e = condition; e > 0; e--) {
		const struct expr_node *node = expr_at(s, e);
		const char *what = seen[e] && node->op == EXPR_VAR
				       ? unknown_name(&s->variables[node->value])
				       : NULL;
		if (!what)
			continue;
		name_unknown(what, text, size);
		has_global |= is_global(a, what);
		const void *outside = s->variables[node->value].outside_of;
		is_alone &= outside != NULL;
		outside_of = outside ? outside : outside_of;
	}
	if (has_global && strlen(text) + sizeof GLOBALS_ADVICE <= size)
		strcat(text, GLOBALS_ADVICE);
	free(seen);
	if (!outside_of || !is_alone)
		return;
	a->goal->outside_of = outside_of;
	snprintf(text, size, "%.100s has %u element%s", outside_of->name,
		 outside_of->count, &"s"[outside_of->count == 1]);
}

static void settle_refuted(struct verdict_attempt *a, struct question *question)
{
	if (a->goal->path) {
		attempt_unknown(a->goal, "the run refutes the model");
		return;
	}
	describe_unknown(a, question->condition, question->why, sizeof question->why);
	attempt_unknown(a->goal, question->why);
}

/* Whether what the variable stands for is the same in each run of the program: no input, and what
 * functions of the library make of their arguments and of the modes of arithmetic. */
static bool is_same_in_all(const struct verdict_attempt *a, const struct variable *v)
{
	const char *what = unknown_name(v);

	if (!what || v->kind != VARIABLE_FRESH)
		return false;
	if (strncmp(what, "__builtin_", 10) == 0)
		what += 10;
	return strcmp(what, ENCODE_TRUTH) == 0 ||
	       ((native_function_find(what) || strcmp(what, "fegetround") == 0 ||
		 strcmp(what, "fesetround") == 0) &&
		!symbol_table_defines(a->prover->program, what));
}

/* Whether the condition holds in each run of the program or in none: then the run that has been
 * made, to nearest as programs start, tells which. */
static bool is_decided_by_run(const struct verdict_attempt *a, expr condition)
{
	const struct expr_store *s = &a->encoding.store;
	const struct prover_client *client = &a->prover->client;
	bool *seen = cone_of(s, condition);
	bool same = encode_starts_program(a->prover->entry) && client->ended &&
		    client->ended(client->context);

	for (expr e = condition; e > 0 && same; e--) {
		const struct expr_node *node = expr_at(s, e);
		/* A byte has the name of a variable of the program, which may be gamma. */
		if (seen[e] && node->op == EXPR_VAR)
			same = node->sort > 8 &&
			       is_same_in_all(a, &s->variables[node->value]);
	}
	free(seen);
	return same;
}

/* The goal (as of unwinding_close) is met under the condition. Returns whether it has its
 * verdict. */
static bool settle_condition(struct verdict_attempt *a, struct question *question,
			     const struct encoded_goal *goal)
{
	a->nearest = a->is_near;
	switch (ask(a->prover, question)) {
	case FINDING_MET:
		a->goal->verdict = VERDICT_COVERED;
		return true;
	case FINDING_NEVER_NEAREST:
		a->nearest = true;
		/* fallthrough */
	case FINDING_NEVER:
		memcpy(a->goal->how, question->how, sizeof question->how);
		if (!attempt_settle(a, goal))
			return false;
		if (a->prover->explain && !a->goal->path &&
		    question->proven != EXPR_NONE &&
		    a->goal->verdict != VERDICT_STOPPED)
			explain(a->prover, question, a->goal);
		return true;
	case FINDING_REFUTED:
		if (!a->inlining) {
			a->inlining = true;
			return false;
		}
		if (!a->goal->path && is_decided_by_run(a, question->condition)) {
			a->nearest = true;
			snprintf(a->goal->how, sizeof a->goal->how, "the only run");
			return attempt_settle(a, goal);
		}
		settle_refuted(a, question);
		return true;
	default:
		attempt_unknown(a->goal, question->why);
		return true;
	}
}

/*
 * ---- paths: an input whose run begins with the decisions, or a proof that there is
 * none.
 *
 * The condition is that of the paths through the unwound graph on which the decisions
 * that count are the path's, one after the other. A run that is on the path at a point
 * of the frontier may go on along it: each such point must be unreachable on the path.
 */

struct path_attempt {
	struct verdict_attempt attempt;
	const struct prove_path *path;
	/* By side of the path: */
	const struct function **function;
	uint32_t *number; /* among the function's goals */
	/* of an encoding */
	size_t width; /* of the table: the decisions, and 1 */
	expr *reach; /* by node and decisions made: when a run has come there so */
	expr *on_path; /* by point of the frontier */
	expr met;
};

/* ---- which edge is which decision */

enum { LENGTH_LIMIT = 2000 }; /* decisions */

enum { SIDE_NONE = -1, SIDE_UNSURE = -2 };

/* The side of the path that the edge is; NONE: it is no decision that counts; UNSURE:
 * of another definition of a function that has some. */
static int side_of(const struct path_attempt *w, const struct unwound_edge *edge)
{
	int unsure = SIDE_NONE;

	if (!edge->function || edge->goal == GIMPLE_NONE)
		return SIDE_NONE;
	for (size_t i = 0; i < w->path->side_count; i++) {
		if (w->function[i] == edge->function && w->number[i] == edge->goal)
			return (int)i;
		if (w->function[i] != edge->function &&
		    strcmp(w->function[i]->name, edge->function->name) == 0)
			unsure = SIDE_UNSURE;
	}
	return unsure;
}

/* Whether a decision is one that the path has as its number k. */
static bool agrees(const struct path_attempt *w, int side, size_t k)
{
	const struct prove_decision *d = &w->path->decisions[k];
	const struct prove_side *sides = w->path->sides;

	return sides[side].site == sides[d->side].site &&
	       ((size_t)side == d->side) != d->negated;
}

/* All sides must be known: a decision that is not in the graph would be passed over. */
static bool find_sides(struct path_attempt *w, char *why)
{
	for (size_t i = 0; i < w->path->side_count; i++) {
		const struct prove_side *s = &w->path->sides[i];
		w->function[i] =
		    gimple_find(w->attempt.prover->program, s->function, s->unit);
		w->number[i] =
		    w->function[i] ? gimple_goal(w->function[i], s->name) : GIMPLE_NONE;
		if (w->number[i] != GIMPLE_NONE)
			continue;
		snprintf(
		    why, 256,
		    "the GIMPLE of %.150s was not exported, or the linker may take "
		    "another definition",
		    s->function);
		return false;
	}
	return true;
}

/* ---- the condition */

static expr *reach_at(const struct path_attempt *w, int32_t node, size_t made)
{
	return &w->reach[(size_t)node * w->width + made];
}

static void reach_node(struct path_attempt *w, int32_t node, size_t made, expr reach)
{
	struct expr_store *s = &w->attempt.encoding.store;

	if (made == w->path->length)
		w->met = expr_or(s, w->met, reach);
	else if (node >= 0)
		*reach_at(w, node, made) = expr_or(s, *reach_at(w, node, made), reach);
}

/* Runs that have made so many decisions take the edge. Those that leave the path by it,
 * or come to its end, are the result. */
static expr take_edge(struct path_attempt *w, const struct unwound_edge *edge, int side,
		      size_t made)
{
	struct expr_store *s = &w->attempt.encoding.store;
	const expr reach = expr_and(s, *reach_at(w, edge->from, made), edge->condition);

	if (side == SIDE_NONE)
		reach_node(w, edge->to, made, reach);
	else if (agrees(w, side, made))
		reach_node(w, edge->to, made + 1, reach);
	const bool stays =
	    side == SIDE_NONE || (agrees(w, side, made) && made + 1 < w->path->length);
	return stays ? expr_bool(s, false) : reach;
}

/* A run that comes to the point has left the path before, or reached its end, when it
 * took one of the edges that are `left`. */
static void close_points(struct path_attempt *w, size_t *next, size_t edge, expr left)
{
	const struct encoding *e = &w->attempt.encoding;
	struct expr_store *s = &w->attempt.encoding.store;

	for (; *next < e->frontier_count && e->frontier[*next].edges <= edge; ++*next)
		w->on_path[*next] =
		    expr_and(s, e->frontier[*next].reach, expr_not(s, left));
}

static bool follow_path(struct path_attempt *w)
{
	struct encoding *e = &w->attempt.encoding;
	struct expr_store *s = &e->store;
	expr left = expr_bool(s, false);
	size_t next = 0;

	for (size_t i = 0; i < e->unwound.edge_count && !stop_asked(); i++) {
		const struct unwound_edge *edge = &e->unwound.edges[i];
		const int side = side_of(w, edge);
		close_points(w, &next, i, left);
		if (side == SIDE_UNSURE)
			return false;
		for (size_t made = 0; made < w->path->length; made++)
			if (!expr_is_false(s, *reach_at(w, edge->from, made)))
				left = expr_or(s, left, take_edge(w, edge, side, made));
	}
	close_points(w, &next, SIZE_MAX, left);
	return true;
}

/* Sets w->met and w->on_path. */
static bool encode_path(struct path_attempt *w)
{
	struct encoding *e = &w->attempt.encoding;
	const size_t count = ((size_t)e->unwound.node_count + 1) * w->width;

	w->reach = array_new(count, sizeof *w->reach);
	w->on_path = array_new(e->frontier_count + 1, sizeof *w->on_path);
	w->met = expr_bool(&e->store, false);
	for (size_t i = 0; i < count; i++)
		w->reach[i] = w->met;
	*reach_at(w, 0, 0) = expr_bool(&e->store, true);
	w->attempt.on_path = w->on_path;
	return follow_path(w);
}

/* How often the path passes its most frequent site: as often may a loop go round. */
static uint32_t most_passes(const struct prove_path *p)
{
	uint32_t most = FIRST_BOUND;

	for (size_t i = 0; i < p->length; i++) {
		uint32_t passes = 0;
		for (size_t k = 0; k <= i; k++)
			passes += p->sides[p->decisions[k].side].site ==
				  p->sides[p->decisions[i].side].site;
		if (passes > most)
			most = passes;
	}
	return most;
}

/* ---- one goal */

static bool settle_goal(struct verdict_attempt *a)
{
	const struct encoded_goal *goal =
	    encoding_goal(&a->encoding, a->function, a->number);
	char title[256];
	struct question question = {.encoding = &a->encoding,
				    .condition = attempt_condition(a),
				    .goal = a->goal,
				    .title = title};

	attempt_title(a, "goal", title, sizeof title);
	return settle_condition(a, &question, goal);
}

static bool settle_path(struct path_attempt *w)
{
	struct verdict_attempt *a = &w->attempt;
	bool done = true;

	if (encode_path(w)) {
		struct question question = {.encoding = &a->encoding,
					    .condition = w->met,
					    .goal = a->goal,
					    .title = "a path"};
		done = settle_condition(a, &question, NULL);
	} else {
		attempt_unknown(a->goal,
				"one of its functions has several definitions");
	}
	free(w->reach);
	free(w->on_path);
	w->reach = w->on_path = NULL;
	return done;
}

/* Whether constants are known when all rounds to nearest, as the conditions of loops in a program
 * without inputs: an iteration that all runs make is none of a bound. */
static bool may_know_more(const struct verdict_attempt *a)
{
	const enum verdict verdict = a->goal->verdict;

	return !a->is_near && a->encoding.store.has_rounding &&
	       !a->encoding.changes_rounding && !stop_asked() &&
	       (verdict == VERDICT_UNKNOWN || verdict == VERDICT_WITHIN);
}

/* Encodes until there is a verdict. `path` is the attempt's, or null. */
static void prove_attempt(struct verdict_attempt *a, struct path_attempt *path)
{
	struct prover *prover = a->prover;
	/* What holds in one iteration says nothing about the end of the run. */
	bool done =
	    !path && !a->goal->returning && !prover->has_no_loops && summary_proves(a);

	while (!done) {
		const char *missing;
		char why[256];
		done = true;
		if (encode(&a->encoding, prover->program, prover->entry, &a->bounds,
			   (a->inlining ? ENCODE_INLINING : 0) |
			       (a->is_near ? ENCODE_NEAREST : 0),
			   why))
			attempt_unknown(a->goal, why);
		else if ((missing = attempt_inputs(a)))
			attempt_unknown(a->goal, missing);
		else
			done = path ? settle_path(path) : settle_goal(a);
		attempt_assumes(a);
		if (done && may_know_more(a))
			done = false, a->is_near = true;
		encoding_done(&a->encoding);
	}
}

/* As prove(), for a goal with a path. */
static void prove_path(struct prover *prover, struct prove_goal *goal)
{
	struct path_attempt w = {
	    .attempt = {.prover = prover, .goal = goal, .inlining = true},
	    .path = goal->path,
	    .width = goal->path->length + 1};
	struct verdict_attempt *a = &w.attempt;
	char why[256] = "";

	w.function = array_new(goal->path->side_count + 1, sizeof *w.function);
	w.number = array_new(goal->path->side_count + 1, sizeof *w.number);
	a->function =
	    gimple_find(prover->program, prover->entry->name, prover->entry->unit);
	const bool is_long = goal->path->length > LENGTH_LIMIT;
	const uint32_t most = is_long ? FIRST_BOUND : most_passes(goal->path);
	a->bounds.expressions = prover->expressions;
	a->bounds.otherwise = most < prover->unwind ? most : prover->unwind;
	if (is_long)
		attempt_unknown(goal, "the path has too many decisions");
	else if (stop_asked() || !find_sides(&w, why))
		attempt_unknown(goal, why);
	else if (!a->function)
		attempt_unknown(goal, "the GIMPLE of the entry was not exported");
	else
		prove_attempt(a, &w);
	free(a->bounds.list);
	free(w.function);
	free(w.number);
}

/* ---- all */

static void prove_one(struct prover *prover, struct prove_goal *goal)
{
	struct verdict_attempt a = {.prover = prover, .goal = goal};

	a.bounds.otherwise = FIRST_BOUND;
	a.bounds.expressions = prover->expressions;
	if (stop_asked() || !attempt_find(&a)) {
		attempt_unknown(goal, "the GIMPLE of its function was not exported, or "
				      "the linker may take another definition");
		return;
	}
	/* A goal of another function is reached only through calls. */
	a.inlining = strcmp(goal->function, prover->entry->name) != 0;
	prove_attempt(&a, NULL);
	attempt_forget(&a);
	free(a.bounds.list);
}

void prove(struct prover *prover, struct prove_goal *goal)
{
	if (goal->path)
		prove_path(prover, goal);
	else
		prove_one(prover, goal);
	if ((goal->verdict == VERDICT_UNKNOWN || goal->verdict == VERDICT_WITHIN) &&
	    ask_search(prover, goal))
		goal->verdict = VERDICT_COVERED;
}

void prove_done(struct prover *prover)
{
	answer_memo_done(prover);
	for (size_t i = 0; i < prover->memo_count; i++) {
		free(prover->memos[i].bounds.list);
		free(prover->memos[i].findings);
	}
	free(prover->memos);
	for (size_t i = 0; i < prover->invariant_count; i++)
		free(prover->invariants[i].bounds);
	free(prover->invariants);
	free(prover->tried);
	for (size_t i = 0; i < SOLVER_LIMIT; i++)
		open_sessions_done(&prover->sessions[i]);
}
