/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * path_condition.c - rewrites expressions under decisions. What was found under fewer
 * decisions stays true under more, so that only a step back forgets.
 */
#include "prover/explore/path_condition.h"

#include <stdlib.h>
#include <string.h>

#include "prover/ir/arena.h"
#include "prover/expr/node.h"

void path_condition_init(struct path_condition *g, struct expr_store *store)
{
	memset(g, 0, sizeof *g);
	g->store = store;
	g->limit = store->count;
	g->now = array_new(g->limit + 1, sizeof *g->now);
}

void path_condition_done(struct path_condition *g)
{
	free(g->now);
	free(g->changes);
	free(g->stack);
	memset(g, 0, sizeof *g);
}

static void set(struct path_condition *g, expr e, expr now)
{
	g->changes = array_grow(g->changes, g->change_count, &g->change_room,
				sizeof *g->changes);
	g->changes[g->change_count++] = (struct path_condition_change){e, g->now[e]};
	g->now[e] = now;
}

void path_condition_undo(struct path_condition *g, size_t change_count)
{
	while (g->change_count > change_count) {
		const struct path_condition_change *c = &g->changes[--g->change_count];
		g->now[c->e] = c->before;
	}
}

/* ---- rewriting */

/* Pushes an operand whose value is not known yet. */
static void want(struct path_condition *g, size_t *count, expr e)
{
	if (e == EXPR_NONE || g->now[e] != EXPR_NONE)
		return;
	g->stack = array_grow(g->stack, *count, &g->stack_room, sizeof *g->stack);
	g->stack[(*count)++] = e;
}

/* Of a choice that is made only the side that counts is looked at. */
static void want_operands(struct path_condition *g, size_t *count,
			  const struct expr_node *n)
{
	const expr decided = n->op == EXPR_ITE ? g->now[n->a] : EXPR_NONE;

	want(g, count, n->a);
	if (n->op == EXPR_ITE && decided == EXPR_NONE)
		return;
	if (decided == EXPR_NONE || !expr_is_false(g->store, decided))
		want(g, count, n->b);
	if (decided == EXPR_NONE || !expr_is_true(g->store, decided))
		want(g, count, n->c);
}

static expr rewrite(struct path_condition *g, expr e)
{
	const struct expr_node n = *expr_at(g->store, e);
	const expr a = g->now[n.a];

	if (n.op == EXPR_CONST || n.op == EXPR_VAR)
		return e;
	if (n.op == EXPR_ITE && expr_is_true(g->store, a))
		return g->now[n.b];
	if (n.op == EXPR_ITE && expr_is_false(g->store, a))
		return g->now[n.c];
	if (a == n.a && g->now[n.b] == n.b && g->now[n.c] == n.c)
		return e;
	return expr_make(g->store, (enum expr_op)n.op, n.sort, a, g->now[n.b],
			 g->now[n.c], n.value);
}

expr path_condition_value(struct path_condition *g, expr e)
{
	size_t count = 0;

	want(g, &count, e);
	while (count) {
		const expr top = g->stack[count - 1];
		const size_t before = count;
		if (g->now[top] == EXPR_NONE) {
			const struct expr_node n = *expr_at(g->store, top);
			want_operands(g, &count, &n);
			if (count > before)
				continue;
			set(g, top, rewrite(g, top));
		}
		count--;
	}
	return g->now[e];
}

/* ---- assuming */

void path_condition_assume(struct path_condition *g, expr e, bool holds)
{
	const struct expr_node n = *expr_at(g->store, e);

	if (n.op == EXPR_CONST)
		return;
	set(g, e, expr_bool(g->store, holds));
	if (n.op == EXPR_NOT)
		path_condition_assume(g, n.a, !holds);
	if (n.op == (holds ? EXPR_AND : EXPR_OR)) {
		path_condition_assume(g, n.a, holds);
		path_condition_assume(g, n.b, holds);
	}
}
