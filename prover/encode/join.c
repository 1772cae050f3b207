/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * join.c - states, and how incoming states are joined: a value becomes the choice
 * between the incoming values. Conditions that all incoming states have in common are
 * left out of the choice, so the cone of what is computed from it does not contain
 * them.
 */
#include <stdlib.h>
#include <string.h>

#include "prover/encode/walk.h"

/* ---- states */

static expr *values_copy(const struct function_walk *w, const expr *from)
{
	const uint32_t n = w->frame.function->name_count;
	expr *to = array_new(n, sizeof *to);

	memcpy(to, from, n * sizeof *to);
	return to;
}

struct walk_state walk_state_copy(const struct function_walk *w,
				  const struct walk_state *from)
{
	struct walk_state to = {.reach = from->reach,
				.values = values_copy(w, from->values)};

	memory_copy(&to.memory, &from->memory);
	return to;
}

void walk_state_done(struct walk_state *state)
{
	free(state->values);
	memory_done(&state->memory);
}

/* ---- joining */

struct conjuncts {
	expr *list;
	size_t count, room;
};

static void flatten(const struct expr_store *s, expr e, struct conjuncts *out)
{
	/* Chains of conjuncts grow to the left; the right operand is short. */
	const struct expr_node *n = expr_at(s, e);

	if (n->op == EXPR_AND) {
		flatten(s, n->a, out);
		flatten(s, n->b, out);
		return;
	}
	ARRAY_ADD(out->list, out->count, out->room, e);
}

/* Splits the conditions of the incoming states: returns what they have in common, and
 * leaves the rest of each in `own`. */
static expr split_conditions(struct expr_store *s, const struct incoming *incoming,
			     size_t count, expr *own)
{
	struct conjuncts *all = array_new(count, sizeof *all);
	size_t common = 0;
	expr shared = expr_bool(s, true);

	for (size_t i = 0; i < count; i++)
		flatten(s, incoming[i].state.reach, &all[i]);
	for (bool same = true; same;) {
		for (size_t i = 0; i < count; i++)
			same &= common < all[i].count &&
				all[i].list[common] == all[0].list[common];
		if (same)
			shared = expr_and(s, shared, all[0].list[common++]);
	}
	for (size_t i = 0; i < count; i++) {
		own[i] = expr_bool(s, true);
		for (size_t k = common; k < all[i].count; k++)
			own[i] = expr_and(s, own[i], all[i].list[k]);
		free(all[i].list);
	}
	free(all);
	return shared;
}

expr join_incoming_value(struct function_walk *w, const struct incoming *incoming,
			 const struct phi *phi)
{
	for (uint32_t k = 0; k < phi->count; k++)
		if (phi->from[k] == incoming->from)
			return encode_operand(w->e, &incoming->state, w->objects,
					      &phi->values[k]);
	return fresh(w->e, sort_of(phi->type), "phi");
}

/* A variable that equals the value of the incoming state whose condition holds. */
static expr choose_by_name(struct function_walk *w, const expr *own, const expr *values,
			   size_t count)
{
	struct expr_store *s = &w->e->store;
	const expr value = fresh(w->e, expr_sort(s, values[0]), "joined");

	for (size_t i = 0; i < count; i++)
		assume(w->e,
		       expr_or(s, expr_not(s, own[i]), expr_eq(s, value, values[i])));
	return value;
}

/* What is drawn behind the last value that an input has (nondet.c), if all others are unconstrained,
 * too; EXPR_NONE: there is no such choice. */
static expr drawn_value(const struct expr_store *s, const expr *values, size_t count)
{
	static const char beyond[] = "__me_drawn_beyond_";
	expr drawn = EXPR_NONE;

	for (size_t i = 0; i < count; i++) {
		const struct expr_node *n = expr_at(s, values[i]);
		const struct variable *v =
		    n->op == EXPR_VAR ? &s->variables[n->value] : NULL;
		if (!v || v->kind != VARIABLE_FRESH)
			return EXPR_NONE;
		if (strncmp(v->what, beyond, sizeof beyond - 1) == 0)
			drawn = values[i];
	}
	return drawn;
}

/* The first value whose condition holds; the last one where none of the others does. */
static expr join_value(struct function_walk *w, const expr *own, const expr *values,
		       size_t count)
{
	expr value = values[count - 1];
	bool same = true;

	for (size_t i = 0; i + 1 < count; i++)
		same &= values[i] == value;
	const expr drawn = same ? EXPR_NONE : drawn_value(&w->e->store, values, count);
	if (drawn != EXPR_NONE)
		return drawn;
	if (!same && w->e->names_edges &&
	    expr_sort(&w->e->store, value) <= SORT_BITS_MAX)
		return choose_by_name(w, own, values, count);
	for (size_t i = count - 1; i-- > 0;)
		if (values[i] != value)
			value = expr_ite(&w->e->store, own[i], values[i], value);
	return value;
}

static void join_names(struct function_walk *w, struct walk_state *state,
		       const struct copy *c, const expr *own)
{
	const struct block *b = &w->frame.function->blocks[c->block];
	const uint64_t *live = w->live + c->block * w->words;
	expr *results = arena_get(&w->arena, b->phi_count + 1u, sizeof *results);
	expr *values = arena_get(&w->arena, c->incoming_count, sizeof *values);

	for (uint32_t i = 0; i < b->phi_count; i++) {
		for (size_t k = 0; k < c->incoming_count; k++)
			values[k] =
			    join_incoming_value(w, &c->incoming[k], &b->phis[i]);
		results[i] = join_value(w, own, values, c->incoming_count);
	}
	for (uint32_t n = 0; n < w->frame.function->name_count; n++) {
		if (!(live[n / 64] >> n % 64 & 1)) {
			state->values[n] = EXPR_NONE;
			continue;
		}
		const unsigned sort = sort_of(w->frame.function->names[n].type);
		for (size_t k = 0; k < c->incoming_count; k++) {
			values[k] = c->incoming[k].state.values[n];
			if (values[k] == EXPR_NONE)
				values[k] = fresh(w->e, sort, "undefined");
		}
		state->values[n] = join_value(w, own, values, c->incoming_count);
	}
	for (uint32_t i = 0; i < b->phi_count; i++)
		state->values[b->phis[i].result] = results[i];
}

/* Joins the conditions and the memory of the incoming states into *to, and writes the
 * condition of each, without what they have in common, to `own`. */
static void join_incoming(struct function_walk *w, struct walk_state *to,
			  struct incoming *incoming, size_t count, expr *own)
{
	struct expr_store *s = &w->e->store;
	struct memory **memories = arena_get(&w->arena, count, sizeof *memories);
	const expr shared = split_conditions(s, incoming, count, own);
	expr any = expr_bool(s, false);

	for (size_t i = 0; i < count; i++) {
		any = expr_or(s, any, own[i]);
		memories[i] = &incoming[i].state.memory;
	}
	to->reach = expr_and(s, shared, any);
	memory_join(w->e, &to->memory, memories, own, count);
}

static void incoming_done(struct incoming *incoming, size_t count)
{
	for (size_t i = 0; i < count; i++)
		walk_state_done(&incoming[i].state);
	free(incoming);
}

struct walk_state join_copy(struct function_walk *w, struct copy *c)
{
	const size_t n = c->incoming_count;
	expr *own = arena_get(&w->arena, n, sizeof *own);
	struct walk_state state = {.values =
				       values_copy(w, c->incoming[n - 1].state.values)};

	join_incoming(w, &state, c->incoming, n, own);
	join_names(w, &state, c, own);
	incoming_done(c->incoming, n);
	return state;
}

void join_returns(struct function_walk *w, struct walk_state *caller, expr *result)
{
	const size_t n = w->return_count;
	expr *own = arena_get(&w->arena, n + 1u, sizeof *own);
	bool has_result = n > 0;

	caller->reach = expr_bool(&w->e->store, false);
	*result = EXPR_NONE;
	if (n)
		join_incoming(w, caller, w->returns, n, own);
	for (size_t i = 0; i < n; i++)
		has_result &= w->results[i] != EXPR_NONE;
	if (has_result)
		*result = join_value(w, own, w->results, n);
	incoming_done(w->returns, n);
	free(w->results);
}
