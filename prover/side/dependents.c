/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dependents.c - joins the variables of each condition to one set (union-find). */
#include "prover/side/dependents.h"

#include <stdlib.h>

#include "prover/ir/arena.h"

/* ---- the nodes of an expression */

typedef void node_fn(void *context, const struct expr_node *node);

/* Tells of each node of the expression. `seen`, by expression, is `mark` for those that
 * were visited for it. */
struct visit {
	uint32_t *seen, mark;
	expr *open;
	size_t count, room;
};

static void want_dependent(struct visit *v, expr e)
{
	if (v->seen[e] == v->mark)
		return;
	v->seen[e] = v->mark;
	v->open = array_grow(v->open, v->count, &v->room, sizeof *v->open);
	v->open[v->count++] = e;
}

static void visit_operands(const struct expr_store *s, expr e, uint32_t *seen,
			   uint32_t mark, node_fn *tell, void *context)
{
	struct visit v = {.seen = seen, .mark = mark};

	want_dependent(&v, e);
	while (v.count) {
		expr operands[EXPR_OPERANDS];
		const expr next = v.open[--v.count];
		tell(context, expr_at(s, next));
		for (unsigned i = expr_operands(s, next, operands); i > 0;)
			want_dependent(&v, operands[--i]);
	}
	free(v.open);
}

/* ---- sets of variables */

struct variable_sets {
	uint32_t *parent; /* by variable */
	uint32_t first; /* of the condition that is being visited */
	bool has_first;
};

static uint32_t find_root(struct variable_sets *sets, uint32_t v)
{
	while (sets->parent[v] != v)
		v = sets->parent[v] = sets->parent[sets->parent[v]];
	return v;
}

static void join_variable(void *context, const struct expr_node *node)
{
	struct variable_sets *sets = context;

	if (node->op != EXPR_VAR)
		return;
	const uint32_t variable = (uint32_t)node->value;
	if (sets->has_first)
		sets->parent[find_root(sets, variable)] = find_root(sets, sets->first);
	sets->first = variable;
	sets->has_first = true;
}

size_t dependents_find(const struct expr_store *s, const expr *conditions, size_t count,
		       bool *wanted)
{
	struct variable_sets sets = {
	    array_new(s->variable_count + 1, sizeof *sets.parent), 0, false};
	uint32_t *seen = array_new(s->count + 1, sizeof *seen);
	uint32_t *any = array_new(count + 1, sizeof *any);
	size_t found = 0;

	for (uint32_t i = 0; i < s->variable_count; i++)
		sets.parent[i] = i;
	for (size_t i = 0; i < count; i++) {
		sets.has_first = false;
		visit_operands(s, conditions[i], seen, (uint32_t)i + 1, join_variable,
			       &sets);
		any[i] = sets.has_first ? sets.first : UINT32_MAX;
	}
	for (size_t i = 0; i < count; i++) {
		wanted[i] =
		    i + 1 == count ||
		    (any[i] != UINT32_MAX && any[count - 1] != UINT32_MAX &&
		     find_root(&sets, any[i]) == find_root(&sets, any[count - 1]));
		found += wanted[i];
	}
	free(sets.parent);
	free(seen);
	free(any);
	return found;
}

/* ---- */

struct dependence_search {
	const struct expr_store *store;
	bool has_input; /* a byte of it */
	bool is_open; /* a variable that is none */
	bool has_floats, has_opaque;
};

static void look_below(void *context, const struct expr_node *node)
{
	struct dependence_search *l = context;

	l->has_floats |= node->sort >= SORT_FLOAT;
	if (node->op != EXPR_VAR)
		return;
	const struct variable *v = &l->store->variables[node->value];
	l->has_input |= v->kind == VARIABLE_INPUT;
	l->is_open |= v->kind != VARIABLE_INPUT;
	if (!v->native)
		return;
	l->has_opaque |= native_function_is_opaque(v->native);
	l->has_floats |= !native_function_is_opaque(v->native);
}

static void look_at(struct dependence_search *l, const expr *list, const bool *wanted,
		    size_t count)
{
	uint32_t *seen = array_new(l->store->count + 1, sizeof *seen);

	for (size_t i = 0; i < count; i++)
		if (!wanted || wanted[i])
			visit_operands(l->store, list[i], seen, 1, look_below, l);
	free(seen);
}

bool dependents_has_input(const struct expr_store *s, expr e)
{
	struct dependence_search l = {.store = s};

	look_at(&l, &e, NULL, 1);
	return l.has_input;
}

bool dependents_has_opaque(const struct expr_store *s, expr e)
{
	struct dependence_search l = {.store = s};

	look_at(&l, &e, NULL, 1);
	return l.has_opaque;
}

bool dependents_is_closed(const struct expr_store *s, const expr *list,
			  const bool *wanted, size_t count)
{
	struct dependence_search l = {.store = s};

	look_at(&l, list, wanted, count);
	return !l.is_open;
}

bool dependents_has_floats(const struct expr_store *s, const expr *list,
			   const bool *wanted, size_t count)
{
	struct dependence_search l = {.store = s};

	look_at(&l, list, wanted, count);
	return l.has_floats;
}
