/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * join.c - states, and how ways are joined: a value is the choice between what the ways
 * bring. Conditions that all ways have in common are left out of the choice, and so are
 * not in the cone of what is computed from it.
 */
#include <stdlib.h>
#include <string.h>

#include "prover/encode/walk.h"

/* ---- states */

static expr *values_copy(const struct walk *w, const expr *from)
{
	const uint32_t n = w->frame.function->name_count;
	expr *to = array_new(n, sizeof *to);

	memcpy(to, from, n * sizeof *to);
	return to;
}

struct state state_copy(const struct walk *w, const struct state *from)
{
	struct state to = {.reach = from->reach,
			   .values = values_copy(w, from->values)};

	memory_copy(&to.memory, &from->memory);
	return to;
}

void state_done(struct state *state)
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
	/* Chains grow to the left; what stands on the right is short. */
	const struct expr_node *n = expr_at(s, e);

	if (n->op == EXPR_AND) {
		flatten(s, n->a, out);
		flatten(s, n->b, out);
		return;
	}
	out->list = array_grow(out->list, out->count, &out->room, sizeof *out->list);
	out->list[out->count++] = e;
}

/* Splits the ways' conditions into what they have in common, which is returned, and
 * what each has for itself, which is left in `own`. */
static expr split_conditions(struct expr_store *s, const struct way *ways, size_t count,
			     expr *own)
{
	struct conjuncts *all = array_new(count, sizeof *all);
	size_t common = 0;
	expr shared = expr_bool(s, true);

	for (size_t i = 0; i < count; i++)
		flatten(s, ways[i].state.reach, &all[i]);
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

static expr way_value(struct walk *w, const struct way *way, const struct phi *phi)
{
	for (uint32_t k = 0; k < phi->count; k++)
		if (phi->from[k] == way->from)
			return encode_operand(w->e, &way->state, w->objects,
					      &phi->values[k]);
	return fresh(w->e, sort_of(phi->type), "phi");
}

/* A variable that is equal to the value of the way that is taken. */
static expr choose_by_name(struct walk *w, const expr *own, const expr *values,
			   size_t count)
{
	struct expr_store *s = &w->e->store;
	const expr value = fresh(w->e, expr_sort(s, values[0]), "joined");

	for (size_t i = 0; i < count; i++)
		assume(w->e,
		       expr_or(s, expr_not(s, own[i]), expr_eq(s, value, values[i])));
	return value;
}

/* The last way's value where none of the others' conditions holds. */
static expr choose(struct walk *w, const expr *own, const expr *values, size_t count)
{
	expr value = values[count - 1];
	bool same = true;

	for (size_t i = 0; i + 1 < count; i++)
		same &= values[i] == value;
	if (!same && w->e->names_edges &&
	    expr_sort(&w->e->store, value) <= SORT_BITS_MAX)
		return choose_by_name(w, own, values, count);
	for (size_t i = count - 1; i-- > 0;)
		if (values[i] != value)
			value = expr_ite(&w->e->store, own[i], values[i], value);
	return value;
}

static void join_names(struct walk *w, struct state *state, const struct copy *c,
		       const expr *own)
{
	const struct block *b = &w->frame.function->blocks[c->block];
	const uint64_t *live = w->live + c->block * w->words;
	expr *results = arena_get(&w->arena, b->phi_count + 1u, sizeof *results);
	expr *values = arena_get(&w->arena, c->way_count, sizeof *values);

	for (uint32_t i = 0; i < b->phi_count; i++) {
		for (size_t k = 0; k < c->way_count; k++)
			values[k] = way_value(w, &c->ways[k], &b->phis[i]);
		results[i] = choose(w, own, values, c->way_count);
	}
	for (uint32_t n = 0; n < w->frame.function->name_count; n++) {
		if (!(live[n / 64] >> n % 64 & 1)) {
			state->values[n] = EXPR_NONE;
			continue;
		}
		const unsigned sort = sort_of(w->frame.function->names[n].type);
		for (size_t k = 0; k < c->way_count; k++) {
			values[k] = c->ways[k].state.values[n];
			if (values[k] == EXPR_NONE)
				values[k] = fresh(w->e, sort, "undefined");
		}
		state->values[n] = choose(w, own, values, c->way_count);
	}
	for (uint32_t i = 0; i < b->phi_count; i++)
		state->values[b->phis[i].result] = results[i];
}

/* When any of the ways is taken, and with which memory, into *to; when each of them is,
 * apart from what they have in common, into `own`. */
static void join_ways(struct walk *w, struct state *to, struct way *ways, size_t count,
		      expr *own)
{
	struct expr_store *s = &w->e->store;
	struct memory **memories = arena_get(&w->arena, count, sizeof *memories);
	const expr shared = split_conditions(s, ways, count, own);
	expr any = expr_bool(s, false);

	for (size_t i = 0; i < count; i++) {
		any = expr_or(s, any, own[i]);
		memories[i] = &ways[i].state.memory;
	}
	to->reach = expr_and(s, shared, any);
	memory_join(w->e, &to->memory, memories, own, count);
}

static void ways_done(struct way *ways, size_t count)
{
	for (size_t i = 0; i < count; i++)
		state_done(&ways[i].state);
	free(ways);
}

struct state join_copy(struct walk *w, struct copy *c)
{
	const size_t n = c->way_count;
	expr *own = arena_get(&w->arena, n, sizeof *own);
	struct state state = {.values = values_copy(w, c->ways[n - 1].state.values)};

	join_ways(w, &state, c->ways, n, own);
	join_names(w, &state, c, own);
	ways_done(c->ways, n);
	return state;
}

void join_returns(struct walk *w, struct state *caller, expr *result)
{
	const size_t n = w->return_count;
	expr *own = arena_get(&w->arena, n + 1u, sizeof *own);
	bool has_result = n > 0;

	caller->reach = expr_bool(&w->e->store, false);
	*result = EXPR_NONE;
	if (n)
		join_ways(w, caller, w->returns, n, own);
	for (size_t i = 0; i < n; i++)
		has_result &= w->results[i] != EXPR_NONE;
	if (has_result)
		*result = choose(w, own, w->results, n);
	ways_done(w->returns, n);
	free(w->results);
}
