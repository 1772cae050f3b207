/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * prove_path.c - the condition of a path, by following its decisions through the
 * unwound graph, and its verdict.
 */
#include "prover/verify/prove_path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prover/ir/arena.h"
#include "prover/verify/unwinding.h"
#include "system/stop.h"

struct walk_along {
	struct attempt attempt;
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
static int side_of(const struct walk_along *w, const struct unwound_edge *edge)
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
static bool agrees(const struct walk_along *w, int side, size_t k)
{
	const struct prove_decision *d = &w->path->decisions[k];
	const struct prove_side *sides = w->path->sides;

	return sides[side].site == sides[d->side].site &&
	       ((size_t)side == d->side) != d->negated;
}

/* All sides must be known: a decision that is not in the graph would be passed over. */
static bool find_sides(struct walk_along *w, char *why)
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

static expr *cell(const struct walk_along *w, int32_t node, size_t made)
{
	return &w->reach[(size_t)node * w->width + made];
}

static void come(struct walk_along *w, int32_t node, size_t made, expr reach)
{
	struct expr_store *s = &w->attempt.encoding.store;

	if (made == w->path->length)
		w->met = expr_or(s, w->met, reach);
	else if (node >= 0)
		*cell(w, node, made) = expr_or(s, *cell(w, node, made), reach);
}

/* Runs that have made so many decisions take the edge. Those that leave the path by it,
 * or come to its end, are the result. */
static expr take(struct walk_along *w, const struct unwound_edge *edge, int side,
		 size_t made)
{
	struct expr_store *s = &w->attempt.encoding.store;
	const expr reach = expr_and(s, *cell(w, edge->from, made), edge->condition);

	if (side == SIDE_NONE)
		come(w, edge->to, made, reach);
	else if (agrees(w, side, made))
		come(w, edge->to, made + 1, reach);
	const bool stays =
	    side == SIDE_NONE || (agrees(w, side, made) && made + 1 < w->path->length);
	return stays ? expr_bool(s, false) : reach;
}

/* A run that comes to the point has left the path before, or reached its end, when it
 * took one of the edges that are `left`. */
static void close_points(struct walk_along *w, size_t *next, size_t edge, expr left)
{
	const struct encoding *e = &w->attempt.encoding;
	struct expr_store *s = &w->attempt.encoding.store;

	for (; *next < e->frontier_count && e->frontier[*next].edges <= edge; ++*next)
		w->on_path[*next] =
		    expr_and(s, e->frontier[*next].reach, expr_not(s, left));
}

static bool follow(struct walk_along *w)
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
			if (!expr_is_false(s, *cell(w, edge->from, made)))
				left = expr_or(s, left, take(w, edge, side, made));
	}
	close_points(w, &next, SIZE_MAX, left);
	return true;
}

/* Sets w->met and w->on_path. */
static bool encode_path(struct walk_along *w)
{
	struct encoding *e = &w->attempt.encoding;
	const size_t cells = ((size_t)e->unwound.node_count + 1) * w->width;

	w->reach = array_new(cells, sizeof *w->reach);
	w->on_path = array_new(e->frontier_count + 1, sizeof *w->on_path);
	w->met = expr_bool(&e->store, false);
	for (size_t i = 0; i < cells; i++)
		w->reach[i] = w->met;
	*cell(w, 0, 0) = expr_bool(&e->store, true);
	w->attempt.on_path = w->on_path;
	return follow(w);
}

static void encode_path_done(struct walk_along *w)
{
	free(w->reach);
	free(w->on_path);
	w->reach = w->on_path = NULL;
}

/* ---- the verdict */

static bool judge(struct walk_along *w)
{
	struct attempt *a = &w->attempt;
	struct question question = {.encoding = &a->encoding,
				    .condition = w->met,
				    .goal = a->goal,
				    .title = "a path"};

	a->nearest = false;
	switch (ask(a->prover, &question)) {
	case FINDING_MET:
		a->goal->verdict = VERDICT_COVERED;
		return true;
	case FINDING_NEVER_NEAREST:
		a->nearest = true;
		/* fallthrough */
	case FINDING_NEVER:
		memcpy(a->goal->how, question.how, sizeof question.how);
		return attempt_settle(a, NULL);
	case FINDING_REFUTED:
		attempt_unknown(a->goal, "the run refutes the model");
		return true;
	default:
		attempt_unknown(a->goal, question.why);
		return true;
	}
}

/* Encodes once. Whether the path has its verdict. */
static bool try_path(struct walk_along *w)
{
	struct attempt *a = &w->attempt;
	const char *missing = NULL;
	char why[256];
	bool done = true;

	if (encode(&a->encoding, a->prover->program, a->prover->entry, &a->bounds,
		   ENCODE_INLINING, why))
		attempt_unknown(a->goal, why);
	else if ((missing = attempt_inputs(a)))
		attempt_unknown(a->goal, missing);
	else if (!encode_path(w))
		attempt_unknown(a->goal,
				"one of its functions has several definitions");
	else
		done = judge(w);
	encode_path_done(w);
	encoding_done(&a->encoding);
	return done;
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

void prove_path(struct prover *prover, struct prove_goal *goal)
{
	struct walk_along w = {
	    .attempt = {.prover = prover, .goal = goal, .inlining = true},
	    .path = goal->path,
	    .width = goal->path->length + 1};
	struct attempt *a = &w.attempt;
	char why[256] = "";

	w.function = array_new(goal->path->side_count + 1, sizeof *w.function);
	w.number = array_new(goal->path->side_count + 1, sizeof *w.number);
	a->function =
	    gimple_find(prover->program, prover->entry->name, prover->entry->unit);
	const bool is_long = goal->path->length > LENGTH_LIMIT;
	const uint32_t most = is_long ? FIRST_BOUND : most_passes(goal->path);
	a->bounds.otherwise = most < prover->unwind ? most : prover->unwind;
	if (is_long)
		attempt_unknown(goal, "the path has too many decisions");
	else if (stop_asked() || !find_sides(&w, why))
		attempt_unknown(goal, why);
	else if (!a->function)
		attempt_unknown(goal, "the GIMPLE of the entry was not exported");
	else
		while (!try_path(&w))
			;
	free(a->bounds.list);
	free(w.function);
	free(w.number);
}
