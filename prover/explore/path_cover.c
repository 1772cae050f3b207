/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * path_cover.c - covers of paths, by blocking clauses (cover_paths) and by prefixes
 * (cover_prefixes).
 *
 * By prefixes it walks the tree of all prefixes of paths depth first. On a prefix each
 * value is an expression over the inputs alone, so that the assertions are short; they
 * are popped with the prefix.
 *
 * At every node some input is known that reaches it; the edge that it takes is walked
 * first. For each other edge a near input is searched (sample.h), over the integers
 * then a point of the polytope (polytope.h), and if there is none the solver is asked.
 * An edge that cannot be taken is pruned with its subtree.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prover/explore/path_tree.h"
#include "prover/ir/arena.h"
#include "prover/sample/polytope.h"
#include "system/stop.h"

/*
 * ---- feasible path cover (algorithm 1 of the paper): each model is a path with its
 * input; a blocking clause, the negation of the whole assignment to the edges, keeps it
 * from coming again. Negating only the edges that are taken would do as well here, since
 * no path's edges contain another's; with variables of blocks, as in the paper, it loses
 * paths.
 */

static void block_path(struct cover *c)
{
	FILE *out = c->session.out;

	fputs("(assert (or", out);
	for (size_t i = 0; i < c->condition.edge_count; i++)
		fprintf(out, cover_takes(c, i) ? " (not v%u)" : " v%u",
			c->condition.edges[i].variable);
	fputs(" false))\n", out);
}

enum solver_answer cover_paths(struct cover *c)
{
	enum solver_answer answer;

	c->statistics->models = 0;
	while ((answer = cover_next(c)) == ANSWER_SAT) {
		cover_run(c);
		block_path(c);
		if (cover_is_over(c, c->statistics->models)) {
			answer = ANSWER_NONE;
			break;
		}
	}
	cover_settle(c);
	return answer;
}

/* ---- prefixes */

struct prefixes {
	struct cover *c;
	struct path_tree tree;
	struct polytope *polytope; /* of the path, over the integers only */
	/* This many of the tree's conditions are asserted, each in its own scope. */
	size_t scopes;
	struct definitions defined;
	size_t *marks; /* defined.count before each scope */
	size_t mark_room;
	bool has_model; /* the sample is the solver's, and has not been run */
};

/* ---- asking the solver */

/* Asserts the conditions of the path, and pops those that are no longer on it. */
static void assert_path(struct prefixes *p)
{
	struct path_tree *t = &p->tree;
	FILE *out = p->c->session.out;

	if (p->scopes > t->stable) {
		fprintf(out, "(pop %zu)\n", p->scopes - t->stable);
		definitions_forget(&p->defined, p->marks[t->stable]);
		p->scopes = t->stable;
	}
	while (p->scopes < t->count) {
		p->marks =
		    array_grow(p->marks, p->scopes, &p->mark_room, sizeof *p->marks);
		p->marks[p->scopes] = p->defined.count;
		fputs("(push 1)\n", out);
		cover_assert(p->c, &p->defined, t->conditions[p->scopes++]);
	}
	t->stable = p->scopes;
}

/* The solver's model becomes the sample. */
static bool read_sample(struct prefixes *p)
{
	struct sample *w = &p->tree.sample;
	uint32_t *variables = array_new(p->defined.count + 1, sizeof *variables);
	uint64_t *values = array_new(p->defined.count + 1, sizeof *values);
	size_t count = 0;

	for (size_t i = 0; i < p->defined.count; i++) {
		const struct expr_node *n = expr_at(p->tree.store, p->defined.list[i]);
		if (n->op == EXPR_VAR && n->sort <= 64)
			variables[count++] = (uint32_t)n->value;
	}
	const bool read =
	    count == 0 || session_values(&p->c->session, variables, values, count);
	for (size_t i = 0; i < count && read; i++)
		w->values[variables[i]] = (int64_t)values[i];
	sample_changed(w);
	sample_shrink(w, p->tree.conditions, p->tree.count);
	free(values);
	free(variables);
	return read;
}

/* Whether some input meets all conditions; behind SAT it is the sample. z3 stays with
 * the solver that it first asks, which for a question in a scope is its incremental
 * one: of nothing but a scope it is asked first. */
static enum solver_answer ask_path(struct prefixes *p)
{
	struct session *s = &p->c->session;

	if (s->queries == 0) {
		fputs("(push 1)\n", s->out);
		session_check(s);
		fputs("(pop 1)\n", s->out);
	}
	assert_path(p);
	enum solver_answer answer = session_check(s);
	if (answer == ANSWER_SAT && !read_sample(p))
		answer = ANSWER_FAILED;
	p->has_model = answer == ANSWER_SAT;
	if (answer != ANSWER_SAT && answer != ANSWER_UNSAT)
		cover_failed(p->c);
	return answer;
}

/* ---- asking linear programming */

/* Whether a point of the polytope, or one near it, meets all conditions; then it is the
 * sample. */
static bool take_point(struct prefixes *p)
{
	struct path_tree *t = &p->tree;
	struct sample *w = &t->sample;
	const size_t size = t->store->variable_count * sizeof *w->values;
	int64_t *before = array_new(t->store->variable_count + 1, sizeof *before);
	bool found = false;

	memcpy(before, w->values, size);
	if (polytope_point(p->polytope, w->values)) {
		sample_changed(w);
		found = sample_reach(w, t->conditions, t->count);
	}
	if (!found) {
		memcpy(w->values, before, size);
		sample_changed(w);
	}
	free(before);
	return found;
}

static bool finds_near(struct prefixes *p)
{
	struct path_tree *t = &p->tree;

	if (!p->c->options->near)
		return false;
	return sample_reach(&t->sample, t->conditions, t->count) ||
	       (p->polytope && take_point(p));
}

/* Whether no point of the path's polytope is known to meet the conditions. */
static bool is_prefix_empty(struct prefixes *p)
{
	return p->polytope &&
	       polytope_is_empty(p->polytope, p->tree.conditions, p->tree.count);
}

/* ---- the walk */

/* Whether an input is known or found that goes this way from the path's end; SAT: the
 * condition has been added. */
static enum solver_answer try_edge(struct prefixes *p, size_t edge, bool is_sure)
{
	struct path_tree *t = &p->tree;
	const expr condition = path_tree_condition(t, edge);
	const size_t count = t->count;

	if (expr_is_false(t->store, condition) ||
	    (!is_sure && path_tree_contradicts(t, condition)))
		return ANSWER_UNSAT;
	path_tree_hold(t, condition);
	if (is_sure || t->count == count)
		return ANSWER_SAT;
	enum solver_answer answer;
	if (is_prefix_empty(p))
		answer = ANSWER_UNSAT;
	else if (finds_near(p))
		answer = ANSWER_SAT;
	else
		answer = ask_path(p);
	if (answer != ANSWER_SAT)
		path_tree_truncate(t, count);
	return answer;
}

/* Continues after the edge that was taken, or runs the path's input. */
static void follow_prefix(struct prefixes *p, size_t edge)
{
	struct path_tree *t = &p->tree;
	const int32_t to = t->edges[edge]->to;

	if (path_tree_goes_on(t, edge)) {
		path_tree_enter(t, to);
	} else if (to == UNWOUND_RETURN || !p->c->options->returning) {
		path_tree_takes(t);
		*(p->has_model ? &p->c->statistics->models : &p->c->statistics->near) +=
		    1;
		p->has_model = false;
		cover_propose(p->c, (const uint64_t *)t->sample.values);
		cover_claim(p->c);
	}
}

/* The next edge of a step, the sample's first; false: all were tried. */
static bool next_edge(struct path_step *s, size_t *edge)
{
	if (s->taken == NO_EDGE && s->sure != NO_EDGE) {
		*edge = s->sure;
		return true;
	}
	s->next += s->next == s->sure;
	*edge = s->next++;
	return *edge < s->end;
}

/* Tries one more edge of the path's last step, or goes back a step. */
static enum solver_answer advance(struct prefixes *p)
{
	struct path_tree *t = &p->tree;
	struct path_step *s = &t->path[t->length - 1];
	size_t edge;

	path_tree_back(t);
	if (!next_edge(s, &edge)) {
		t->length--;
		return ANSWER_SAT;
	}
	s->taken = edge;
	const enum solver_answer answer = try_edge(p, edge, edge == s->sure);
	if (answer == ANSWER_SAT) {
		path_tree_take(t, edge);
		follow_prefix(p, edge);
	}
	return answer == ANSWER_UNSAT ? ANSWER_SAT : answer;
}

static enum solver_answer walk(struct prefixes *p)
{
	struct path_tree *t = &p->tree;
	struct cover *c = p->c;
	enum solver_answer answer = finds_near(p) ? ANSWER_SAT : ask_path(p);

	if (answer == ANSWER_SAT && t->first[0] < t->first[1])
		path_tree_enter(t, 0);
	while (answer == ANSWER_SAT && t->length) {
		answer = advance(p);
		if (cover_is_over(c, c->statistics->models + c->statistics->near))
			return ANSWER_NONE;
	}
	return answer == ANSWER_SAT ? ANSWER_UNSAT : answer;
}

enum solver_answer cover_prefixes(struct cover *c)
{
	struct prefixes p = {.c = c};

	c->statistics->models = 0;
	c->statistics->near = 0;
	path_tree_init(&p.tree, c);
	if (c->options->near && c->options->integers)
		p.polytope = polytope_new(p.tree.store);
	const enum solver_answer answer = walk(&p);
	polytope_free(p.polytope);
	path_tree_done(&p.tree);
	definitions_done(&p.defined);
	free(p.marks);
	cover_settle(c);
	return answer;
}
