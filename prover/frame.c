/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * frame.c - walks the unwound graph of one function, forward.
 *
 * A copy of a block is (block, iteration of each loop around it). Copies are taken in
 * topological order, so that all ways into one have been walked when its turn comes;
 * then they are joined: a value is the choice between what the ways bring. Conditions
 * that all ways have in common are left out of the choice, and so are not in the cone
 * of what is computed from it.
 */
#include <stdlib.h>
#include <string.h>

#include "prover/encode_internal.h"

enum {
	WALK_LIMIT = 200000, /* copies of blocks */
	NODE_LIMIT = 20000000, /* expressions */
	TURN_LIMIT = 4096, /* iterations that no input has a say in */
};

/* An iteration of a loop. */
struct turn {
	uint32_t number;
	uint32_t spent; /* of the loop's bound: iterations that not all runs make */
	expr reach; /* of the header in this iteration */
};

struct way {
	uint32_t from; /* block */
	struct state state;
};

struct copy {
	uint32_t block;
	struct turn *turns; /* for each loop around the block */
	uint32_t *numbers; /* of the turns */
	struct way *ways;
	size_t way_count, way_room;
};

struct walk {
	struct encoding *e;
	struct frame frame;
	struct nest nest;
	struct arena arena;
	uint64_t *live;
	size_t words;
	uint32_t *cells; /* of the function's objects */
	struct copy *copies; /* that wait for their turn */
	size_t copy_count, copy_room;
	struct way *returns;
	expr *results; /* of the returns */
	size_t return_count, return_room, result_room;
};

/* ---- cuts and goals */

void cut_add(struct encoding *e, enum cut_kind kind, const struct function *function,
	     uint32_t block, uint32_t line, expr reach)
{
	const struct cut c = {(uint8_t)kind, function, block,
			      line,	     reach,    e->frame && e->frame->caller};

	if (expr_is_false(&e->store, reach))
		return;
	e->cuts = array_grow(e->cuts, e->cut_count, &e->cut_room, sizeof *e->cuts);
	e->cuts[e->cut_count++] = c;
}

static void goal_add(struct encoding *e, const struct function *function,
		     uint32_t block, uint32_t ordinal, uint32_t rank, expr reach)
{
	for (size_t i = 0; i < e->goal_count; i++) {
		struct encoded_goal *g = &e->goals[i];
		if (g->function != function || g->ordinal != ordinal || g->rank != rank)
			continue;
		g->reach = expr_or(&e->store, g->reach, reach);
		return;
	}
	e->goals = array_grow(e->goals, e->goal_count, &e->goal_room, sizeof *e->goals);
	e->goals[e->goal_count++] =
	    (struct encoded_goal){function, ordinal, rank, block, reach};
}

void origin_add(struct encoding *e, const struct origin *origin)
{
	const enum expr_op op = expr_at(&e->store, origin->e)->op;

	if (op == EXPR_CONST || op == EXPR_VAR || !origin->line)
		return;
	e->origins = array_grow(e->origins, e->origin_count, &e->origin_room,
				sizeof *e->origins);
	e->origins[e->origin_count++] = *origin;
}

/* ---- states */

static struct state state_copy(const struct walk *w, const struct state *from)
{
	const uint32_t n = w->frame.function->name_count;
	size_t room = 0;
	struct state to = {.reach = from->reach};

	to.values = array_grow(NULL, 0, &room, (n + 1u) * sizeof *to.values);
	memcpy(to.values, from->values, n * sizeof *to.values);
	memory_copy(&to.memory, &from->memory);
	return to;
}

static void state_done(struct state *state)
{
	free(state->values);
	memory_done(&state->memory);
}

/* ---- operands */

expr encode_operand(struct encoding *e, const struct state *state,
		    const uint32_t *cells, const struct operand *o)
{
	struct expr_store *s = &e->store;

	switch (o->kind) {
	case OPERAND_NAME:
		if (state->values[o->number] != EXPR_NONE)
			return state->values[o->number];
		return fresh(e, sort_of(o->type), "undefined");
	case OPERAND_CONSTANT:
		if (o->type.bits > 64)
			return fresh(e, sort_of(o->type), "constant");
		return expr_const(s, o->type.bits, o->low);
	case OPERAND_ADDRESS:
		return expr_binary(s, EXPR_ADD, e->cells[cells[o->number]].address,
				   expr_const(s, 64, (uint64_t)o->offset));
	default:
		return fresh(e, sort_of(o->type), "not told");
	}
}

static expr address_of(struct walk *w, const struct state *state,
		       const struct address *a)
{
	struct expr_store *s = &w->e->store;
	expr sum =
	    expr_binary(s, EXPR_ADD, encode_operand(w->e, state, w->cells, &a->base),
			expr_const(s, 64, (uint64_t)a->offset));

	for (uint32_t i = 0; i < a->indices; i++) {
		const struct type type = a->index[i].type;
		const expr index =
		    expr_resize(s, encode_operand(w->e, state, w->cells, &a->index[i]),
				64, type.kind == TYPE_SIGNED);
		sum =
		    expr_binary(s, EXPR_ADD, sum,
				expr_binary(s, EXPR_MUL, index,
					    expr_const(s, 64, (uint64_t)a->scale[i])));
	}
	return sum;
}

/* ---- statements */

/* A value that is narrower than its memory, as a bool is: what the machine makes of
 * other bits there depends on the instruction. */
static expr narrow(struct walk *w, expr bits, unsigned width)
{
	struct expr_store *s = &w->e->store;
	const unsigned spare = expr_sort(s, bits) - width;
	const expr low = expr_resize(s, bits, width, false);

	if (!spare || spare > 64)
		return low;
	const expr rest = expr_extract(s, bits, width, spare);
	return expr_ite(s, expr_eq(s, rest, expr_const(s, spare, 0)), low,
			fresh(w->e, width, "bits beside a narrow value"));
}

static void walk_load(struct walk *w, struct state *state, const struct statement *s)
{
	const unsigned width = 8 * (unsigned)type_size(s->type);
	const expr bits = memory_load(w->e, state, address_of(w, state, s->address),
				      width, s->is_volatile);

	state->values[s->result] = narrow(w, bits, sort_of(s->type));
}

static void walk_store(struct walk *w, struct state *state, const struct statement *s)
{
	const unsigned width = 8 * (unsigned)type_size(s->type);
	expr value = encode_operand(w->e, state, w->cells, &s->operands[0]);

	memory_escape(w->e, value);
	if (expr_sort(&w->e->store, value) != sort_of(s->type))
		value = fresh(w->e, width, "store");
	memory_store(w->e, state, address_of(w, state, s->address),
		     expr_resize(&w->e->store, value, width, false), s->line);
}

/* Bytes one by one, all read before the first is written. */
static void walk_block_store(struct walk *w, struct state *state,
			     const struct statement *s)
{
	struct expr_store *store = &w->e->store;
	const expr to = address_of(w, state, s->address);
	const uint64_t limit = 1024;
	expr bytes[1024];

	if (s->kind == STATEMENT_HAVOC || s->size > limit) {
		memory_havoc(w->e, state, to, s->size, s->line);
		return;
	}
	for (uint64_t i = 0; i < s->size; i++)
		bytes[i] =
		    s->kind == STATEMENT_ZERO
			? expr_const(store, 8, 0)
			: memory_load(w->e, state,
				      expr_binary(store, EXPR_ADD,
						  address_of(w, state, s->source),
						  expr_const(store, 64, i)),
				      8, s->is_volatile);
	for (uint64_t i = 0; i < s->size; i++)
		memory_store(w->e, state,
			     expr_binary(store, EXPR_ADD, to, expr_const(store, 64, i)),
			     bytes[i], s->line);
}

/* Operands' values, in room that the arena keeps. */
static expr *operands_of(struct walk *w, const struct state *state,
			 const struct statement *s)
{
	expr *values = arena_get(&w->arena, s->operand_count + 1u, sizeof *values);

	for (uint32_t i = 0; i < s->operand_count; i++)
		values[i] = encode_operand(w->e, state, w->cells, &s->operands[i]);
	return values;
}

static void walk_assign(struct walk *w, struct state *state, const struct statement *s)
{
	struct type types[4] = {0};
	const expr *values = operands_of(w, state, s);

	for (uint32_t i = 0; i < s->operand_count && i < 4; i++)
		types[i] = s->operands[i].type;
	state->values[s->result] = compute(w->e, s->code, s->type, types, values,
					   s->operand_count, s->why ? s->why : "value");
}

static void note_value(struct walk *w, const struct state *state,
		       const struct statement *s)
{
	if (s->result == GRAPH_NONE || state->values[s->result] == EXPR_NONE)
		return;
	const struct origin origin = {
	    state->values[s->result], w->frame.function, s->line, s->result, 0, false};
	origin_add(w->e, &origin);
	/* What is computed further from a number does not go through its bits. */
	const struct expr_node *n = expr_at(&w->e->store, origin.e);
	struct origin number = origin;
	number.e = n->a;
	if (n->op == EXPR_BITS)
		origin_add(w->e, &number);
}

static void walk_statement(struct walk *w, struct state *state,
			   const struct statement *s)
{
	switch (s->kind) {
	case STATEMENT_ASSIGN:
		walk_assign(w, state, s);
		break;
	case STATEMENT_ADDRESS:
		state->values[s->result] = address_of(w, state, s->address);
		break;
	case STATEMENT_LOAD:
		walk_load(w, state, s);
		break;
	case STATEMENT_STORE:
		walk_store(w, state, s);
		break;
	case STATEMENT_CALL:
		encode_call(w->e, state, s, operands_of(w, state, s));
		break;
	case STATEMENT_VALUE:
		for (uint32_t i = 0; i < s->operand_count; i++)
			memory_escape(w->e, operands_of(w, state, s)[i]);
		state->values[s->result] = fresh(w->e, sort_of(s->type), s->why);
		break;
	case STATEMENT_UNKNOWN:
		for (uint32_t i = 0; i < s->operand_count; i++)
			memory_escape(w->e, operands_of(w, state, s)[i]);
		memory_havoc_escaped(w->e, state, true);
		break;
	default:
		walk_block_store(w, state, s);
	}
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
	struct conjuncts *all = NULL;
	size_t room = 0, common = 0;
	expr shared = expr_bool(s, true);

	all = array_grow(NULL, 0, &room, count * sizeof *all);
	memset(all, 0, count * sizeof *all);
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
			return encode_operand(w->e, &way->state, w->cells,
					      &phi->values[k]);
	return fresh(w->e, sort_of(phi->type), "phi");
}

/* The last way's value where none of the others' conditions holds. */
static expr choose(struct walk *w, const expr *own, const expr *values, size_t count)
{
	expr value = values[count - 1];

	for (size_t i = count - 1; i-- > 0;)
		if (values[i] != value)
			value = expr_ite(&w->e->store, own[i], values[i], value);
	return value;
}

static void join_names(struct walk *w, struct state *state, const struct copy *c,
		       const expr *own, expr *values)
{
	const struct block *b = &w->frame.function->blocks[c->block];
	const uint64_t *live = w->live + c->block * w->words;
	expr *results = arena_get(&w->arena, b->phi_count + 1u, sizeof *results);

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

/* The state in which all ways of the copy go on; the ways are used up. */
static struct state join(struct walk *w, struct copy *c)
{
	struct expr_store *s = &w->e->store;
	const size_t n = c->way_count;
	expr *own = arena_get(&w->arena, n, sizeof *own);
	expr *values = arena_get(&w->arena, n, sizeof *values);
	struct memory **memories = arena_get(&w->arena, n, sizeof *memories);
	struct state state = state_copy(w, &c->ways[n - 1].state);
	const expr shared = split_conditions(s, c->ways, n, own);
	expr any = expr_bool(s, false);

	for (size_t i = 0; i < n; i++) {
		any = expr_or(s, any, own[i]);
		memories[i] = &c->ways[i].state.memory;
	}
	state.reach = expr_and(s, shared, any);
	join_names(w, &state, c, own, values);
	if (n > 1) {
		memory_done(&state.memory);
		memory_join(w->e, &state.memory, memories, own, n);
	}
	for (size_t i = 0; i < n; i++)
		state_done(&c->ways[i].state);
	free(c->ways);
	return state;
}

/* ---- going on */

/* The turns in which `to` is entered from a copy; false when the loop's bound is spent.
 */
static bool turns_after(struct walk *w, const struct copy *from, uint32_t to,
			expr reach, struct turn *turns, uint32_t line)
{
	const uint32_t depth = w->nest.blocks[to].depth;
	const uint32_t shared = nest_shared(&w->nest, from->block, to);

	for (uint32_t level = 0; level < depth; level++) {
		turns[level] =
		    level < shared ? from->turns[level] : (struct turn){0, 0, reach};
		if (level >= shared || w->nest.blocks[to].loops[level] != to)
			continue;
		/* Back to the header. A turn that every run makes costs nothing. */
		struct turn *t = &turns[level];
		t->spent += t->reach != reach;
		t->number++;
		t->reach = reach;
		if (t->spent > bounds_limit(w->e->bounds, w->frame.function, to) ||
		    t->number > TURN_LIMIT) {
			cut_add(w->e, t->number > TURN_LIMIT ? CUT_SIZE : CUT_LOOP,
				w->frame.function, to, line, reach);
			return false;
		}
	}
	return true;
}

static struct copy *copy_of(struct walk *w, uint32_t block, const struct turn *turns)
{
	const uint32_t depth = w->nest.blocks[block].depth;
	struct copy c = {.block = block};

	c.turns = arena_get(&w->arena, depth + 1u, sizeof *c.turns);
	c.numbers = arena_get(&w->arena, depth + 1u, sizeof *c.numbers);
	for (uint32_t i = 0; i < depth; i++) {
		c.turns[i] = turns[i];
		c.numbers[i] = turns[i].number;
	}
	for (size_t i = 0; i < w->copy_count; i++) {
		struct copy *other = &w->copies[i];
		if (other->block != block ||
		    nest_compare(&w->nest, block, other->numbers, block, c.numbers) !=
			0)
			continue;
		/* Of two ways into one turn the one that spent more counts. */
		for (uint32_t k = 0; k < depth; k++)
			if (c.turns[k].spent > other->turns[k].spent)
				other->turns[k].spent = c.turns[k].spent;
		return other;
	}
	w->copies =
	    array_grow(w->copies, w->copy_count, &w->copy_room, sizeof *w->copies);
	w->copies[w->copy_count] = c;
	return &w->copies[w->copy_count++];
}

static void go(struct walk *w, const struct copy *from, const struct state *state,
	       uint32_t to, expr reach, uint32_t line)
{
	struct turn *turns = arena_get(&w->arena, w->nest.depth + 1u, sizeof *turns);

	if (expr_is_false(&w->e->store, reach) ||
	    !turns_after(w, from, to, reach, turns, line))
		return;
	struct copy *c = copy_of(w, to, turns);
	c->ways = array_grow(c->ways, c->way_count, &c->way_room, sizeof *c->ways);
	struct way *way = &c->ways[c->way_count++];
	way->from = from->block;
	way->state = state_copy(w, state);
	way->state.reach = reach;
}

/* ---- the ends of blocks */

static expr case_condition(struct walk *w, const struct end *end, expr value,
			   const struct choice *c)
{
	struct expr_store *s = &w->e->store;
	const struct type type = end->operands[0].type;
	const expr low = expr_const(s, type.bits, c->low);
	const expr high = expr_const(s, type.bits, c->high);
	const enum expr_op most = type.kind == TYPE_SIGNED ? EXPR_SLE : EXPR_ULE;

	if (c->low == c->high)
		return expr_eq(s, value, low);
	return expr_and(s, expr_binary(s, most, low, value),
			expr_binary(s, most, value, high));
}

static void switch_conditions(struct walk *w, const struct end *end, expr value,
			      expr *conditions)
{
	struct expr_store *s = &w->e->store;
	expr none = expr_bool(s, true);

	for (uint32_t i = 0; i < end->edge_count; i++)
		conditions[i] = expr_bool(s, false);
	for (uint32_t i = 0; i < end->choice_count; i++) {
		const struct choice *c = &end->choices[i];
		const expr here = case_condition(w, end, value, c);
		conditions[c->edge] = expr_or(s, conditions[c->edge], here);
		none = expr_and(s, none, expr_not(s, here));
	}
	conditions[end->default_edge] = expr_or(s, conditions[end->default_edge], none);
}

static void edge_conditions(struct walk *w, const struct state *state,
			    const struct end *end, expr *conditions)
{
	struct expr_store *s = &w->e->store;
	expr a, b;

	switch (end->kind) {
	case END_COND:
		a = encode_operand(w->e, state, w->cells, &end->operands[0]);
		b = encode_operand(w->e, state, w->cells, &end->operands[1]);
		conditions[0] =
		    compute_condition(w->e, end->code, end->operands[0].type, a, b);
		conditions[1] = expr_not(s, conditions[0]);
		break;
	case END_SWITCH:
		a = encode_operand(w->e, state, w->cells, &end->operands[0]);
		if (end->operands[0].type.bits <= 64) {
			switch_conditions(w, end, a, conditions);
			break;
		}
		/* fallthrough */
	default:
		for (uint32_t i = 0; i < end->edge_count; i++)
			conditions[i] = end->kind == END_GOTO
					    ? expr_bool(s, true)
					    : fresh(w->e, SORT_BOOL, "jump");
	}
}

static void walk_edges(struct walk *w, const struct copy *c, const struct state *state,
		       const struct end *end)
{
	expr *conditions =
	    arena_get(&w->arena, end->edge_count + 1u, sizeof *conditions);

	edge_conditions(w, state, end, conditions);
	for (uint32_t i = 0; i < end->edge_count; i++) {
		const expr reach = expr_and(&w->e->store, state->reach, conditions[i]);
		const struct origin origin = {
		    conditions[i],	    w->frame.function, end->line, GRAPH_NONE, i,
		    end->kind == END_SWITCH};
		origin_add(w->e, &origin);
		if (end->ordinal != GRAPH_NONE)
			goal_add(w->e, w->frame.function, c->block, end->ordinal,
				 end->edges[i].rank, reach);
		go(w, c, state, end->edges[i].block, reach, end->line);
	}
}

static void walk_return(struct walk *w, const struct state *state,
			const struct end *end)
{
	w->returns = array_grow(w->returns, w->return_count, &w->return_room,
				sizeof *w->returns);
	w->results = array_grow(w->results, w->return_count, &w->result_room,
				sizeof *w->results);
	w->returns[w->return_count].state = state_copy(w, state);
	w->results[w->return_count++] =
	    end->has_value ? encode_operand(w->e, state, w->cells, &end->operands[0])
			   : EXPR_NONE;
}

static void walk_copy(struct walk *w, struct copy *c)
{
	const struct block *b = &w->frame.function->blocks[c->block];
	struct state state = join(w, c);

	w->frame.block = c->block;
	for (uint32_t i = 0; i < w->nest.blocks[c->block].depth; i++)
		if (w->nest.blocks[c->block].loops[i] == c->block)
			c->turns[i].reach = state.reach;
	for (uint32_t i = 0;
	     i < b->statement_count && !expr_is_false(&w->e->store, state.reach); i++) {
		walk_statement(w, &state, &b->statements[i]);
		note_value(w, &state, &b->statements[i]);
	}
	if (!expr_is_false(&w->e->store, state.reach)) {
		if (b->end.kind == END_RETURN)
			walk_return(w, &state, &b->end);
		else
			walk_edges(w, c, &state, &b->end);
	}
	state_done(&state);
}

/* ---- the function */

static struct copy take_first(struct walk *w)
{
	size_t first = 0;

	for (size_t i = 1; i < w->copy_count; i++)
		if (nest_compare(&w->nest, w->copies[i].block, w->copies[i].numbers,
				 w->copies[first].block, w->copies[first].numbers) < 0)
			first = i;
	const struct copy c = w->copies[first];
	w->copies[first] = w->copies[--w->copy_count];
	return c;
}

static void give_up(struct walk *w, struct copy *c)
{
	for (size_t i = 0; i < c->way_count; i++) {
		cut_add(w->e, CUT_SIZE, w->frame.function, c->block, 0,
			c->ways[i].state.reach);
		state_done(&c->ways[i].state);
	}
	free(c->ways);
}

static uint32_t cell_of(struct encoding *e, const struct function *f,
			const struct object *o)
{
	for (uint32_t i = 0; i < e->cell_count; i++) {
		const struct cell *c = &e->cells[i];
		if (!c->is_local && c->object &&
		    strcmp(c->object->name, o->name) == 0 &&
		    c->object->is_static == o->is_static &&
		    c->object->kind == o->kind &&
		    (c->function == f ||
		     (strncmp(o->name, "literal.", 8) != 0 &&
		      (!o->is_static || strcmp(c->function->unit, f->unit) == 0))))
			return i;
	}
	return cell_add(e, f, o, o->name, o->has_size ? o->size : 0);
}

static void make_cells(struct walk *w)
{
	const struct function *f = w->frame.function;

	w->cells = arena_get(&w->arena, f->object_count, sizeof *w->cells);
	for (uint32_t i = 0; i < f->object_count; i++) {
		const struct object *o = &f->objects[i];
		const bool own = o->kind == OBJECT_LOCAL || o->kind == OBJECT_ARGUMENT;
		w->cells[i] =
		    own ? cell_add(w->e, f, o, o->name, o->has_size ? o->size : 0)
			: cell_of(w->e, f, o);
	}
}

/* Arguments that the function has in memory are written there. */
static void take_arguments(struct walk *w, struct state *state, const expr *arguments)
{
	const struct function *f = w->frame.function;

	for (uint32_t i = 0; i < f->parameter_count; i++) {
		const struct parameter *p = &f->parameters[i];
		if (p->name != GRAPH_NONE && arguments[i] != EXPR_NONE)
			state->values[p->name] = arguments[i];
		if (p->object == GRAPH_NONE || arguments[i] == EXPR_NONE)
			continue;
		const expr wide = expr_resize(
		    &w->e->store, arguments[i],
		    8 * (unsigned)w->e->cells[w->cells[p->object]].size, false);
		memory_store(w->e, state, w->e->cells[w->cells[p->object]].address,
			     wide, f->line);
	}
}

static void start(struct walk *w, const expr *arguments, struct state *caller)
{
	const struct function *f = w->frame.function;
	struct state state = {.reach = caller->reach, .memory = caller->memory};
	struct turn *turns = arena_get(&w->arena, w->nest.depth + 1u, sizeof *turns);

	state.values = arena_get(&w->arena, f->name_count + 1u, sizeof *state.values);
	take_arguments(w, &state, arguments);
	for (uint32_t i = 0; i <= w->nest.depth; i++)
		turns[i].reach = state.reach;
	struct copy *c = copy_of(w, f->entry, turns);
	c->ways = array_grow(NULL, 0, &c->way_room, sizeof *c->ways);
	c->ways[c->way_count++] = (struct way){GRAPH_NONE, state_copy(w, &state)};
	memory_done(&state.memory);
	caller->memory = (struct memory){NULL, 0};
}

/* Joins what the function returns with into the caller's state. */
static void finish(struct walk *w, struct state *caller, expr *result)
{
	struct expr_store *s = &w->e->store;
	const size_t n = w->return_count;
	expr *own = arena_get(&w->arena, n + 1u, sizeof *own);
	struct memory **memories = arena_get(&w->arena, n + 1u, sizeof *memories);
	expr any = expr_bool(s, false);
	bool has_result = n > 0;

	caller->reach = expr_bool(s, false);
	*result = EXPR_NONE;
	if (!n)
		return;
	const expr shared = split_conditions(s, w->returns, n, own);
	for (size_t i = 0; i < n; i++) {
		any = expr_or(s, any, own[i]);
		memories[i] = &w->returns[i].state.memory;
		has_result &= w->results[i] != EXPR_NONE;
	}
	caller->reach = expr_and(s, shared, any);
	memory_join(w->e, &caller->memory, memories, own, n);
	if (has_result)
		*result = choose(w, own, w->results, n);
	for (size_t i = 0; i < n; i++)
		state_done(&w->returns[i].state);
}

void encode_function(struct encoding *e, const struct function *function,
		     const expr *arguments, struct state *state, expr *result)
{
	struct walk w = {.e = e, .frame = {e->frame, function, function->entry}};

	nest_make(&w.nest, function, &w.arena);
	w.live = live_make(function, &w.arena, &w.words);
	e->frame = &w.frame;
	make_cells(&w);
	start(&w, arguments, state);
	while (w.copy_count) {
		struct copy c = take_first(&w);
		if (e->walked++ >= WALK_LIMIT || e->store.count > NODE_LIMIT)
			give_up(&w, &c);
		else
			walk_copy(&w, &c);
	}
	finish(&w, state, result);
	e->frame = w.frame.caller;
	free(w.copies);
	free(w.returns);
	free(w.results);
	arena_done(&w.arena);
}
