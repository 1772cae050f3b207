/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * frame.c - walks the unwound graph of one function, forward.
 *
 * A copy of a block is (block, iteration of each loop around it). Copies are walked in
 * topological order: all predecessors of a copy are walked before it, and their states
 * are then joined.
 */
#include <stdlib.h>
#include <string.h>

#include "prover/encode/walk.h"
#include "system/stop.h"

enum {
	WALK_LIMIT = 200000, /* copies of blocks */
	NODE_LIMIT = 20000000, /* expressions, if the bounds name no other limit */
};

/* ---- blocks */

static void walk_return(struct function_walk *w, const struct walk_state *state,
			const struct block_end *end)
{
	w->returns = array_grow(w->returns, w->return_count, &w->return_room,
				sizeof *w->returns);
	w->results = array_grow(w->results, w->return_count, &w->result_room,
				sizeof *w->results);
	w->returns[w->return_count].state = walk_state_copy(w, state);
	w->returns[w->return_count].node = w->e->unwound.at;
	if (end->has_value && end->operands[0].kind == OPERAND_WHOLE)
		w->whole = &end->operands[0];
	w->results[w->return_count++] =
	    end->has_value ? encode_operand(w->e, state, w->objects, &end->operands[0])
			   : EXPR_NONE;
}

static void walk_copy(struct function_walk *w, struct copy *c)
{
	const struct block *b = &w->frame.function->blocks[c->block];
	struct walk_state state = join_copy(w, c);
	const bool was_history = w->e->is_history;
	bool is_history = false;

	w->frame.block = c->block;
	w->e->unwound.at = c->node;
	for (uint32_t i = 0; i < w->forest.blocks[c->block].depth; i++) {
		if (w->forest.blocks[c->block].loops[i] != c->block)
			continue;
		c->iterations[i].reach = state.reach;
		if (w->e->summarises)
			loop_header_visit(w, &state, c, i);
	}
	for (uint32_t i = 0; i < w->forest.blocks[c->block].depth; i++)
		is_history |= loop_header_is_history(w, &c->iterations[i]);
	w->e->is_history |= is_history;
	for (uint32_t i = 0;
	     i < b->statement_count && !expr_is_false(&w->e->store, state.reach); i++) {
		w->frame.statement = i;
		walk_statement(w, &state, &b->statements[i]);
	}
	w->frame.statement = b->statement_count;
	if (!expr_is_false(&w->e->store, state.reach)) {
		if (b->end.kind != END_RETURN)
			walk_edges(w, c, &state, &b->end);
		else if (!is_history)
			walk_return(w, &state, &b->end);
	}
	w->e->is_history = was_history;
	call_returned_done(w->e);
	walk_state_done(&state);
}

/* ---- the function */

static struct copy take_first(struct function_walk *w)
{
	size_t first = 0;

	for (size_t i = 1; i < w->copy_count; i++)
		if (loop_forest_compare(&w->forest, w->copies[i].block,
					w->copies[i].numbers, w->copies[first].block,
					w->copies[first].numbers) < 0)
			first = i;
	const struct copy c = w->copies[first];
	w->copies[first] = w->copies[--w->copy_count];
	return c;
}

static bool is_too_large(struct encoding *e)
{
	const size_t limit = e->bounds->expressions;

	return e->walked++ >= WALK_LIMIT ||
	       e->store.count > (limit ? limit : NODE_LIMIT);
}

static void give_up(struct function_walk *w, struct copy *c)
{
	for (size_t i = 0; i < c->incoming_count; i++) {
		frontier_add(w->e, FRONTIER_SIZE, w->frame.function, c->block, 0,
			     c->incoming[i].state.reach);
		walk_state_done(&c->incoming[i].state);
	}
	free(c->incoming);
}

static void make_objects(struct function_walk *w)
{
	const struct function *f = w->frame.function;

	w->objects = arena_get(&w->arena, f->object_count, sizeof *w->objects);
	for (uint32_t i = 0; i < f->object_count; i++) {
		const struct object *o = &f->objects[i];
		const bool own = o->kind == OBJECT_LOCAL || o->kind == OBJECT_ARGUMENT;
		w->objects[i] = own ? memory_object_add(w->e, f, o, o->name,
							o->has_size ? o->size : 0)
				    : memory_object_of(w->e, f, o);
	}
}

/* Copies a structure's bytes from the caller's object. */
static void take_whole(struct function_walk *w, struct walk_state *state,
		       uint32_t object, expr from)
{
	const struct memory_object *mo = &w->e->objects[object];
	const uint64_t size = mo->is_tracked ? mo->size : 0;
	const expr to = mo->address;
	expr *bytes = arena_get(&w->arena, size + 1, sizeof *bytes);

	memory_load_bytes(w->e, state, from, size, false, bytes);
	memory_store_bytes(w->e, state, to, bytes, size, w->frame.function->line);
}

/* Sets the parameters; those that are in memory are stored there. */
static void take_arguments(struct function_walk *w, struct walk_state *state,
			   const expr *arguments)
{
	const struct function *f = w->frame.function;

	for (uint32_t i = 0; i < f->parameter_count; i++) {
		const struct function_parameter *p = &f->parameters[i];
		if (p->name != GIMPLE_NONE && arguments[i] != EXPR_NONE)
			state->values[p->name] = arguments[i];
		if (p->object == GIMPLE_NONE || arguments[i] == EXPR_NONE)
			continue;
		const uint32_t object = w->objects[p->object];
		if (p->type.kind == TYPE_OTHER)
			take_whole(w, state, object, arguments[i]);
		else /* a long double's padding stays unconstrained */
			memory_store(w->e, state, w->e->objects[object].address,
				     expr_resize(&w->e->store, arguments[i],
						 walk_memory_bits(p->type), false),
				     f->line);
	}
}

static void frame_start(struct function_walk *w, const expr *arguments,
			struct walk_state *caller)
{
	const struct function *f = w->frame.function;
	struct walk_state state = {.reach = caller->reach, .memory = caller->memory};
	struct iteration *iterations =
	    arena_get(&w->arena, w->forest.depth + 1u, sizeof *iterations);

	state.values = arena_get(&w->arena, f->name_count + 1u, sizeof *state.values);
	take_arguments(w, &state, arguments);
	for (uint32_t i = 0; i <= w->forest.depth; i++)
		iterations[i].reach = state.reach;
	const struct walk_state first = walk_state_copy(w, &state);
	struct copy *c = walk_copy_of(w, f->entry, iterations);
	walk_add_incoming(c, GIMPLE_NONE, &first);
	if (w->frame.caller)
		unwound_jump(&w->e->unwound, c->node, expr_bool(&w->e->store, true));
	memory_done(&state.memory);
	caller->memory = (struct memory){NULL, 0};
}

/* Adds the edges from the returns to the node behind the call, or out of the entry. */
static void note_returns(struct function_walk *w)
{
	struct unwound *graph = &w->e->unwound;
	const int32_t behind = w->frame.caller ? unwound_node(graph) : UNWOUND_RETURN;

	for (size_t i = 0; i < w->return_count; i++) {
		graph->at = w->returns[i].node;
		unwound_jump(graph, behind, expr_bool(&w->e->store, true));
	}
	graph->at = behind;
}

/* The bytes of a structure that is returned: the object that they are in ends. */
static void keep_whole(struct function_walk *w, const struct walk_state *state)
{
	struct encoding *e = w->e;
	const struct gimple_operand *o = w->whole;

	e->whole = NULL;
	if (!o)
		return;
	const struct memory_object *mo = &e->objects[w->objects[o->number]];
	if (!mo->is_tracked || o->offset != 0 || mo->size > MEMORY_COPY_SIZE)
		return;
	expr *bytes = arena_get(&e->arena, mo->size, sizeof *bytes);
	e->whole_size = mo->size;
	memory_load_bytes(e, state, mo->address, e->whole_size, false, bytes);
	e->whole = bytes;
}

/* The call's stack frame ends: later calls may reuse its addresses. */
static void end_objects(struct function_walk *w)
{
	for (uint32_t i = 0; i < w->frame.function->object_count; i++) {
		struct memory_object *mo = &w->e->objects[w->objects[i]];
		mo->is_dead |=
		    mo->declaration && (mo->declaration->kind == OBJECT_LOCAL ||
					mo->declaration->kind == OBJECT_ARGUMENT);
	}
}

void encode_function(struct encoding *e, const struct function *function,
		     const expr *arguments, struct walk_state *state, expr *result)
{
	struct function_walk w = {.e = e,
				  .frame = {e->frame, function, function->entry, 0}};

	if (stop_asked()) { /* nothing is concluded from it any more */
		*result = EXPR_NONE;
		return;
	}
	loop_forest_make(&w.forest, function, &w.arena);
	w.live = live_make(function, &w.arena, &w.words);
	e->frame = &w.frame;
	make_objects(&w);
	frame_start(&w, arguments, state);
	while (w.copy_count) {
		struct copy c = take_first(&w);
		if (stop_asked() || is_too_large(e))
			give_up(&w, &c);
		else
			walk_copy(&w, &c);
	}
	note_returns(&w);
	join_returns(&w, state, result);
	keep_whole(&w, state);
	end_objects(&w);
	e->frame = w.frame.caller;
	free(w.copies);
	arena_done(&w.arena);
}
