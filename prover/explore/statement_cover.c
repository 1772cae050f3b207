/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * statement_cover.c - feasible statement cover (algorithm 2 of the paper): an enabling
 * clause, the disjunction of all edges that no run has taken yet, makes each model take a
 * new one. An edge that was taken in one unwinding leaves the clause in all its copies.
 * At most as many queries as edges; what is left when there is no model is infeasible.
 *
 * With options->near the inputs near a model are looked at before the next query; what
 * can be had without a query in bits cover.c has tried before.
 */
#include <stdlib.h>
#include <string.h>

#include "prover/explore/path_tree.h"
#include "prover/ir/arena.h"
#include "system/stop.h"

/*
 * ---- goals covered without a solver: walks the path of an input that is known or was
 * drawn at random, and at each node searches for a near input that takes a wanted edge
 * (sample.h). These inputs are run, and their paths are walked too.
 */

enum { DRAWN = 100 };

struct near {
	struct cover *c;
	struct path_tree tree;
	/* By goal: */
	bool *found; /* an input that should take it was found */
	bool *tried; /* and given to be run */
	size_t width; /* of an input: a value for each variable */
	int64_t *input; /* whose path is walked */
	int64_t **inputs; /* whose paths are still to be walked */
	size_t count, room;
};

/* Sets the sample to the input whose path is walked. */
static void restart(struct near *n)
{
	struct sample *sample = &n->tree.sample;

	memcpy(sample->values, n->input, n->width * sizeof *n->input);
	sample_changed(sample);
}

/* Queues the sample: its path is walked later. */
static void add_sample(struct near *n)
{
	int64_t *copy = array_new(n->width, sizeof *copy);

	memcpy(copy, n->tree.sample.values, n->width * sizeof *copy);
	ARRAY_ADD(n->inputs, n->count, n->room, copy);
}

static bool is_edge_wanted(const struct near *n, size_t goal)
{
	const struct cover *c = n->c;

	return goal < c->goal_count && c->goals[goal].verdict == VERDICT_OPEN &&
	       !c->refuted[goal] && !c->missed[goal] && !n->tried[goal];
}

/* Walks to the end of the sample's path, or to where it is unknown. */
static void walk_on(struct path_tree *t)
{
	size_t edge;

	do {
		const struct path_step *s = &t->path[t->length - 1];
		edge = s->sure;
		if (edge == NO_EDGE || stop_asked())
			return;
		path_tree_hold(t, path_tree_condition(t, edge));
		path_tree_take(t, edge);
		if (path_tree_goes_on(t, edge))
			path_tree_enter(t, t->edges[edge]->to);
	} while (t->path[t->length - 1].taken == NO_EDGE);
}

/* Has the sample run when it takes something that is wanted. */
static void run_sample(struct near *n)
{
	struct cover *c = n->c;
	bool any = false;

	path_tree_takes(&n->tree);
	for (size_t i = 0; i < c->goal_count; i++) {
		any |= c->takes[i] && is_edge_wanted(n, i);
		n->tried[i] |= c->takes[i];
	}
	if (!any)
		return;
	c->statistics->near++;
	cover_propose(c, (const uint64_t *)n->tree.sample.values);
}

/* Looks for near inputs from the last step's place, and takes it back. */
static void look_aside(struct near *n)
{
	struct path_tree *t = &n->tree;
	const struct path_step s = t->path[t->length - 1];

	path_tree_back(t);
	for (size_t edge = s.begin; edge < s.end && !stop_asked(); edge++) {
		if (edge == s.taken || !is_edge_wanted(n, t->goals[edge]) ||
		    n->found[t->goals[edge]])
			continue;
		const expr condition = path_tree_condition(t, edge);
		if (expr_is_false(t->store, condition) ||
		    path_tree_contradicts(t, condition))
			continue;
		path_tree_hold(t, condition);
		if (sample_reach(&t->sample, t->conditions, t->count)) {
			add_sample(n);
			n->found[t->goals[edge]] = true;
		}
		path_tree_truncate(t, s.conditions);
		restart(n);
	}
	t->length--;
}

static void walk_input(struct near *n)
{
	struct path_tree *t = &n->tree;

	if (t->first[0] == t->first[1])
		return;
	path_tree_enter(t, 0);
	walk_on(t);
	run_sample(n);
	while (t->length)
		look_aside(n);
}

/* Walks the path of the input, which is the sample, and then those of all that are found
 * near by. */
static void walk_all(struct near *n)
{
	walk_input(n);
	while (n->count && !cover_ends(n->c)) {
		free(n->input);
		n->input = n->inputs[--n->count];
		restart(n);
		walk_input(n);
	}
}

/* ---- inputs at random */

/* Marsaglia's xorshift. */
static uint64_t xorshift(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

/* Numbers of up to 10 bits, as many of each length. */
static void draw_input(struct near *n, uint64_t *state)
{
	for (size_t i = 0; i < n->width; i++) {
		const struct variable *v = &n->tree.store->variables[i];
		const uint64_t bits = xorshift(state), length = (bits >> 32) % 11;
		const int64_t size = (int64_t)(bits & ((UINT64_C(1) << length) - 1));
		const uint64_t value = (uint64_t)(bits >> 63 ? -size : size);
		n->input[i] = v->kind != VARIABLE_INPUT ? 0
			      : v->sort < 64
				  ? (int64_t)(value << (64 - v->sort) >> (64 - v->sort))
				  : (int64_t)value;
	}
}

/* Whether the sample is an input that the entry may get. */
static bool is_allowed(struct near *n)
{
	struct path_tree *t = &n->tree;

	for (size_t i = 0; i < t->count; i++)
		if (sample_says(&t->sample, t->conditions[i]) != TRUTH_YES)
			return false;
	return true;
}

static void draw_all(struct near *n)
{
	uint64_t state = 1;

	for (int i = 0; i < DRAWN && !cover_ends(n->c); i++) {
		draw_input(n, &state);
		restart(n);
		if (is_allowed(n))
			walk_all(n);
	}
}

/* ---- all */

/* What was found and no run took is not looked for near by again. */
static void settle_near(struct near *n)
{
	struct cover *c = n->c;

	cover_settle(c);
	for (size_t i = 0; i < c->goal_count; i++)
		c->missed[i] |= n->tried[i] && c->goals[i].verdict == VERDICT_OPEN;
}

static void near_init(struct near *n, struct cover *c)
{
	memset(n, 0, sizeof *n);
	n->c = c;
	n->width = c->attempt.encoding.store.variable_count;
	n->found = array_new(c->goal_count + 1, sizeof *n->found);
	n->tried = array_new(c->goal_count + 1, sizeof *n->tried);
	n->input = array_new(n->width, sizeof *n->input);
	path_tree_init(&n->tree, c);
}

static void near_done(struct near *n)
{
	path_tree_done(&n->tree);
	while (n->count) /* of a walk that was stopped */
		free(n->inputs[--n->count]);
	free(n->found);
	free(n->tried);
	free(n->input);
	free(n->inputs);
}

void cover_near(struct cover *c, const uint64_t *values)
{
	struct near n;

	near_init(&n, c);
	if (values) {
		memcpy(n.input, values, n.width * sizeof *n.input);
		restart(&n);
		walk_all(&n);
	} else {
		draw_all(&n);
	}
	settle_near(&n);
	near_done(&n);
}

/* ---- the cover */

static void enable(struct cover *c)
{
	FILE *out = c->session.out;

	fputs("(assert (or false", out);
	for (size_t i = 0; i < c->condition.edge_count; i++)
		if (cover_is_wanted(c, c->condition.edges[i].place))
			fprintf(out, " v%u", c->condition.edges[i].variable);
	fputs("))\n", out);
}

static bool anything_wanted(const struct cover *c)
{
	for (size_t i = 0; i < c->condition.edge_count; i++)
		if (cover_is_wanted(c, c->condition.edges[i].place))
			return true;
	return false;
}

enum solver_answer cover_statements(struct cover *c)
{
	enum solver_answer answer = ANSWER_UNSAT;

	while (anything_wanted(c)) {
		if (cover_is_over(c, 0))
			return ANSWER_NONE;
		enable(c);
		answer = cover_next(c);
		if (answer != ANSWER_SAT)
			return answer;
		cover_run(c);
		cover_settle(c);
		if (c->options->near && anything_wanted(c))
			cover_near(c, c->input);
		answer = ANSWER_UNSAT;
	}
	return answer;
}
