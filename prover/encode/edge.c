/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edge.c - where a walk continues after a block: the conditions of the block's outgoing
 * edges, and the loop iterations that they begin. */
#include "prover/encode/walk.h"

/* Iterations that do not depend on the input; of constants when all rounds to nearest. */
enum { ITERATION_LIMIT = 4096, ITERATION_LIMIT_NEAREST = 40000 };

/* ---- successors */

/* The iterations in which an edge from a copy enters `to`; false when the bound of the
 * loop is exhausted. */
static bool iterations_after(struct function_walk *w, const struct copy *from,
			     const struct walk_state *state, uint32_t to, expr reach,
			     struct iteration *iterations, uint32_t line)
{
	const uint32_t depth = w->forest.blocks[to].depth;
	const uint32_t shared = loop_forest_shared(&w->forest, from->block, to);

	for (uint32_t level = shared; level < w->forest.blocks[from->block].depth;
	     level++)
		if (loop_header_is_history(w, &from->iterations[level]))
			return false;
	for (uint32_t level = 0; level < depth; level++) {
		iterations[level] = level < shared ? from->iterations[level]
						   : (struct iteration){.reach = reach};
		const bool is_header = w->forest.blocks[to].loops[level] == to;
		if (w->e->summarises && level >= shared && !is_header) {
			/* Not by its header, which stands for all iterations. */
			frontier_add(w->e, FRONTIER_LOOP, w->frame.function, to, line,
				     reach);
			return false;
		}
		if (level >= shared || !is_header)
			continue;
		struct iteration *i = &iterations[level];
		if (w->e->summarises && loop_header_is_last(w, i)) {
			loop_header_return(w, state, from, i, to, reach);
			return false;
		}
		/* A back edge. An iteration that every run makes does not count. */
		i->spent += i->reach != reach;
		i->number++;
		i->reach = reach;
		if (w->e->summarises)
			continue;
		const bool is_long = i->number > (w->e->store.nearest
						      ? ITERATION_LIMIT_NEAREST
						      : ITERATION_LIMIT);
		if (i->spent > bounds_limit(w->e->bounds, w->frame.function, to) ||
		    is_long) {
			frontier_add(w->e, is_long ? FRONTIER_SIZE : FRONTIER_LOOP,
				     w->frame.function, to, line, reach);
			return false;
		}
	}
	return true;
}

struct copy *walk_copy_of(struct function_walk *w, uint32_t block,
			  const struct iteration *iterations)
{
	const uint32_t depth = w->forest.blocks[block].depth;
	struct copy c = {.block = block};

	c.iterations = arena_get(&w->arena, depth + 1u, sizeof *c.iterations);
	c.numbers = arena_get(&w->arena, depth + 1u, sizeof *c.numbers);
	for (uint32_t i = 0; i < depth; i++) {
		c.iterations[i] = iterations[i];
		c.numbers[i] = iterations[i].number;
	}
	for (size_t i = 0; i < w->copy_count; i++) {
		struct copy *other = &w->copies[i];
		if (other->block != block ||
		    loop_forest_compare(&w->forest, block, other->numbers, block,
					c.numbers) != 0)
			continue;
		/* If two edges lead into one iteration, the one that spent more counts. */
		for (uint32_t k = 0; k < depth; k++)
			if (c.iterations[k].spent > other->iterations[k].spent)
				other->iterations[k].spent = c.iterations[k].spent;
		return other;
	}
	w->copies =
	    array_grow(w->copies, w->copy_count, &w->copy_room, sizeof *w->copies);
	c.node = unwound_node(&w->e->unwound);
	w->copies[w->copy_count] = c;
	return &w->copies[w->copy_count++];
}

void walk_add_incoming(struct copy *c, uint32_t from, const struct walk_state *state)
{
	ARRAY_ADD(c->incoming, c->incoming_count, c->incoming_room,
		  (struct incoming){from, 0, *state});
}

/* Returns the node of the unwound graph at which the walk continues. */
static int32_t go(struct function_walk *w, const struct copy *from,
		  const struct walk_state *state, uint32_t to, expr reach,
		  uint32_t line)
{
	struct iteration *iterations =
	    arena_get(&w->arena, w->forest.depth + 1u, sizeof *iterations);

	if (!iterations_after(w, from, state, to, reach, iterations, line))
		return UNWOUND_FRONTIER;
	struct copy *c = walk_copy_of(w, to, iterations);
	struct walk_state next = walk_state_copy(w, state);
	next.reach = reach;
	walk_add_incoming(c, from->block, &next);
	return c->node;
}

/* ---- the ends of blocks */

static expr case_condition(struct function_walk *w, const struct block_end *end,
			   expr value, const struct switch_choice *c)
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

static void switch_conditions(struct function_walk *w, const struct block_end *end,
			      expr value, expr *conditions)
{
	struct expr_store *s = &w->e->store;
	expr none = expr_bool(s, true);

	for (uint32_t i = 0; i < end->edge_count; i++)
		conditions[i] = expr_bool(s, false);
	for (uint32_t i = 0; i < end->choice_count; i++) {
		const struct switch_choice *c = &end->choices[i];
		const expr here = case_condition(w, end, value, c);
		conditions[c->edge] = expr_or(s, conditions[c->edge], here);
		none = expr_and(s, none, expr_not(s, here));
	}
	conditions[end->default_edge] = expr_or(s, conditions[end->default_edge], none);
}

static void edge_conditions(struct function_walk *w, const struct walk_state *state,
			    const struct block_end *end, expr *conditions)
{
	struct expr_store *s = &w->e->store;
	expr a, b;

	switch (end->kind) {
	case END_COND:
		a = encode_operand(w->e, state, w->objects, &end->operands[0]);
		b = encode_operand(w->e, state, w->objects, &end->operands[1]);
		conditions[0] =
		    compute_condition(w->e, end->code, end->operands[0].type, a, b);
		conditions[1] = expr_not(s, conditions[0]);
		break;
	case END_SWITCH:
		a = encode_operand(w->e, state, w->objects, &end->operands[0]);
		if (end->operands[0].type.bits <= 64) {
			switch_conditions(w, end, a, conditions);
			break;
		}
		/* fallthrough */
	default:
		for (uint32_t i = 0; i < end->edge_count; i++)
			conditions[i] = end->kind == END_GOTO ? expr_bool(s, true)
					: end->is_exception && w->e->has_returned
					    ? expr_bool(s, i == 0)
					: end->is_exception && i == 0 && w->e->returned
					    ? expr_bool(s, true)
					    : fresh(w->e, SORT_BOOL, "jump");
	}
}

static void note_edge(struct function_walk *w, const struct copy *c,
		      const struct block_end *end, uint32_t number, expr condition,
		      expr reach, int32_t to)
{
	const struct unwound_edge edge = {
	    .from = w->e->unwound.at,
	    .to = to,
	    .condition = condition,
	    .reach = reach,
	    .function = end->edge_count > 1 ? w->frame.function : NULL,
	    .block = c->block,
	    .edge = number,
	    .goal = end->edges[number].goal};

	unwound_add(&w->e->unwound, &edge);
}

/* When a run takes the edge. */
static expr edge_reach(struct function_walk *w, const struct walk_state *state,
		       expr condition)
{
	struct expr_store *s = &w->e->store;
	const expr reach = expr_and(s, state->reach, condition);

	if (!w->e->names_edges || expr_at(s, reach)->op == EXPR_CONST ||
	    reach == state->reach)
		return reach;
	const expr name = fresh(w->e, SORT_BOOL, "edge");
	assume(w->e, expr_eq(s, name, reach));
	return name;
}

/* Whether all edges are walked: without a guide, and in the observer of a predicate,
 * which all runs that enter it leave at its end. */
static bool takes_all(struct function_walk *w, const struct walk_state *state,
		      const struct block_end *end)
{
	if (!w->e->guide || end->edge_count == 1)
		return true;
	if (end->observes && !w->observes) {
		w->observes = true;
		w->observed = state->reach;
	}
	return end->observes;
}

/* The edge that the guide chooses. */
static uint32_t ask_guide(struct function_walk *w, const struct copy *c,
			  const struct block_end *end, const expr *conditions,
			  const expr *reach)
{
	const struct walk_guide *guide = w->e->guide;
	const struct guide_point point = {.function = w->frame.function,
					  .block = c->block,
					  .line = end->line,
					  .end = end,
					  .edge_count = end->edge_count,
					  .conditions = conditions,
					  .reach = reach,
					  .frontier = w->e->frontier_count};

	return guide->choose(guide->context, &point);
}

/* Notes a decision's condition, and the goal that the edge is. */
static void tell_edge(struct function_walk *w, const struct block_end *end, uint32_t i,
		      expr condition, expr reach)
{
	const struct origin origin = {condition, w->frame.function,
				      end->line, GIMPLE_NONE,
				      i,	 end->kind == END_SWITCH};

	origin_add(w->e, &origin);
	if (end->edges[i].goal != GIMPLE_NONE)
		goal_add(w->e, w->frame.function, end->edges[i].goal, reach);
}

/* Behind a call that may throw the first edge is where it returns. */
static const struct walk_state *edge_state(const struct function_walk *w,
					   const struct walk_state *state,
					   const struct block_end *end, uint32_t i)
{
	return end->is_exception && i == 0 && w->e->returned ? w->e->returned : state;
}

void walk_edges(struct function_walk *w, const struct copy *c,
		const struct walk_state *state, const struct block_end *end)
{
	expr *conditions =
	    arena_get(&w->arena, end->edge_count + 1u, sizeof *conditions);
	expr *reach = arena_get(&w->arena, end->edge_count + 1u, sizeof *reach);

	edge_conditions(w, state, end, conditions);
	for (uint32_t i = 0; i < end->edge_count; i++)
		reach[i] = edge_reach(w, edge_state(w, state, end, i), conditions[i]);
	const bool all = takes_all(w, state, end);
	const uint32_t chosen =
	    all ? GIMPLE_NONE : ask_guide(w, c, end, conditions, reach);
	for (uint32_t i = 0; i < end->edge_count; i++) {
		tell_edge(w, end, i, conditions[i], reach[i]);
		if (expr_is_false(&w->e->store, reach[i]))
			continue;
		const bool walked = all || i == chosen;
		note_edge(w, c, end, i, conditions[i], reach[i],
			  walked ? go(w, c, edge_state(w, state, end, i),
				      end->edges[i].block, reach[i], end->line)
				 : UNWOUND_OFF);
	}
}
