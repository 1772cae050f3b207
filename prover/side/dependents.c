/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dependents.c - joins the variables of each condition to one set (union-find). */
#include "prover/side/dependents.h"

#include <stdlib.h>

#include "prover/expr/node.h"
#include "prover/ir/arena.h"
#include "prover/side/input_values.h"

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
	ARRAY_ADD(v->open, v->count, v->room, e);
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

/* ---- conditions with the values of one input */

struct rewriting {
	struct expr_store *store;
	struct input_values values;
	expr *now; /* by expression */
	size_t replaced;
};

static bool is_constant_expr(const struct expr_store *s, expr e)
{
	double number;

	return e == EXPR_NONE || node_is_const(s, e) || node_is_number(s, e, &number);
}

/* Whether the term is none of a linear condition, its operands being these. */
static bool is_non_linear(const struct expr_store *s, const struct expr_node *n, expr a,
			  expr b)
{
	switch (n->op) {
	case EXPR_VAR:
		return s->variables[n->value].native != NULL;
	case EXPR_MUL:
	case EXPR_FMUL:
		return !is_constant_expr(s, a) && !is_constant_expr(s, b);
	case EXPR_UDIV:
	case EXPR_UREM:
	case EXPR_SDIV:
	case EXPR_SREM:
	case EXPR_FDIV:
	case EXPR_SHL:
	case EXPR_LSHR:
	case EXPR_ASHR:
		return !is_constant_expr(s, b);
	case EXPR_FSQRT:
	case EXPR_FMA:
		return !is_constant_expr(s, a) || !is_constant_expr(s, b);
	default:
		return false;
	}
}

static expr concrete_value(struct rewriting *r, expr e)
{
	const unsigned sort = expr_sort(r->store, e);
	uint64_t value;

	if (!input_values_value(&r->values, e, &value))
		return EXPR_NONE;
	return node_is_float(sort) ? expr_number(r->store, sort, value)
				   : expr_const(r->store, sort, value);
}

static expr rewrite_concrete(struct rewriting *r, expr e)
{
	const struct expr_node *n = expr_at(r->store, e);

	if (is_non_linear(r->store, n, r->now[n->a], r->now[n->b])) {
		const expr value = concrete_value(r, e);
		r->replaced += value != EXPR_NONE;
		if (value != EXPR_NONE)
			return value;
	}
	return expr_at(r->store, e)->op == EXPR_VAR ? e
						    : expr_over(r->store, e, r->now);
}

size_t concrete_terms(struct expr_store *store, expr *conditions, size_t count,
		      const uint8_t *bytes, size_t size)
{
	const size_t before = store->count;
	struct rewriting r = {.store = store, .now = array_new(before, sizeof *r.now)};

	input_values_init(&r.values, store, bytes, size);
	for (expr e = 1; e < before; e++)
		r.now[e] = rewrite_concrete(&r, e);
	for (size_t i = 0; i < count; i++)
		conditions[i] = r.now[conditions[i]];
	input_values_done(&r.values);
	free(r.now);
	return r.replaced;
}

/* ---- what is below non-linear terms */

enum { IN_CONDITION = 1, BELOW_TERM = 2 };

static bool is_opaque(const struct expr_store *s, const struct expr_node *n)
{
	return n->op == EXPR_VAR && s->variables[n->value].native &&
	       native_function_is_opaque(s->variables[n->value].native);
}

/* By expression, what it is to the condition; operands come before what has them.
 * `opaque`: calls of opaque functions are such terms. The caller frees. */
static uint8_t *marks_of(const struct expr_store *s, expr condition, bool opaque)
{
	uint8_t *marks = array_new(s->count, sizeof *marks);
	expr operands[EXPR_OPERANDS];

	marks[condition] = IN_CONDITION;
	for (expr e = condition; e; e--) {
		const struct expr_node *n = expr_at(s, e);

		if (!marks[e])
			continue;
		if (is_non_linear(s, n, n->a, n->b) && (opaque || !is_opaque(s, n)))
			marks[e] |= BELOW_TERM;
		for (unsigned i = expr_operands(s, e, operands); i > 0;)
			marks[operands[--i]] |= marks[e];
	}
	return marks;
}

void concrete_find(const struct expr_store *store, const expr *conditions, size_t count,
		   bool opaque, bool *has)
{
	for (size_t i = 0; i < count; i++) {
		uint8_t *marks = marks_of(store, conditions[i], opaque);

		has[i] = false;
		for (expr e = 1; e <= conditions[i] && !has[i]; e++)
			has[i] = marks[e] & BELOW_TERM;
		free(marks);
	}
}

expr concrete_inputs(struct expr_store *store, expr condition, const uint8_t *bytes,
		     size_t size)
{
	uint8_t *marks = marks_of(store, condition, true);
	expr all = expr_bool(store, true);

	for (expr e = 1; e <= condition; e++) {
		const struct expr_node n = *expr_at(store, e);

		if (!(marks[e] & BELOW_TERM) || n.op != EXPR_VAR ||
		    store->variables[n.value].kind != VARIABLE_INPUT)
			continue;
		const uint64_t value =
		    input_values_read(&store->variables[n.value], bytes, size);
		all = expr_and(
		    store, all,
		    expr_binary(store, EXPR_EQ, e, expr_const(store, n.sort, value)));
	}
	free(marks);
	return all;
}
