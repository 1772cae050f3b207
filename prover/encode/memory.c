/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * memory.c - memory as bytes of cells, without a theory of arrays.
 *
 * A pointer is an expression; it points into a cell when it is the cell's address plus
 * an offset, or a choice between such. Two cells never overlap, and no offset leads
 * from one into another: a load beyond a cell's end reads what is not told, a store
 * there is a cut. So is a store by a pointer of which nothing is known, since it may
 * change anything.
 */
#include <stdlib.h>
#include <string.h>

#include "prover/encode/points_to.h"

enum {
	TRACKED_SIZE = 4096, /* of a variable; larger ones are never told */
	TRACKED_CONST = 65536,
};

expr fresh(struct encoding *e, unsigned sort, const char *what)
{
	return expr_var(&e->store, sort, VARIABLE_FRESH, 0, what);
}

expr fresh_byte(struct encoding *e, const char *what)
{
	return expr_var(&e->store, 8, VARIABLE_FRESH, VARIABLE_OF_TYPE, what);
}

/* ---- cells */

static bool is_const(const struct object *o)
{
	return o && o->kind == OBJECT_CONST;
}

/* Another unit's, or one whose definition may give way: no bytes are told of it. */
static bool may_be_missing(const struct object *o)
{
	return o && o->kind == OBJECT_GLOBAL && !o->is_static && !o->bytes;
}

uint32_t cell_add(struct encoding *e, const struct function *function,
		  const struct object *object, const char *name, uint64_t size)
{
	const uint32_t number = (uint32_t)e->cell_count;
	struct cell c = {
	    .object = object, .function = function, .name = name, .size = size};

	c.is_constant = is_const(object);
	c.is_local =
	    !object || object->kind == OBJECT_LOCAL || object->kind == OBJECT_ARGUMENT;
	c.is_tracked = (!object || object->has_size) && size > 0 &&
		       size <= (c.is_constant ? TRACKED_CONST : TRACKED_SIZE);
	if (object && object->is_volatile && !c.is_local)
		c.is_tracked = false;
	c.address = expr_var(
	    &e->store, 64, may_be_missing(object) ? VARIABLE_SYMBOL : VARIABLE_ADDRESS,
	    number, name);
	if (c.is_tracked) {
		c.first = arena_get(&e->arena, size, sizeof *c.first);
		for (uint64_t i = 0; i < size; i++)
			c.first[i] = c.is_constant
					 ? expr_const(&e->store, 8, object->bytes[i])
					 : fresh_byte(e, name);
	}
	e->cells = array_grow(e->cells, e->cell_count, &e->cell_room, sizeof *e->cells);
	e->cells[e->cell_count++] = c;
	return number;
}

/* ---- states of memory */

void memory_copy(struct memory *to, const struct memory *from)
{
	to->count = from->count;
	to->cells = array_new(from->count, sizeof *to->cells);
	for (uint32_t i = 0; i < from->count; i++) {
		to->cells[i] = from->cells[i];
		if (to->cells[i])
			to->cells[i]->users++;
	}
}

static void bytes_drop(struct bytes *bytes)
{
	if (bytes && --bytes->users == 0)
		free(bytes);
}

void memory_done(struct memory *memory)
{
	for (uint32_t i = 0; i < memory->count; i++)
		bytes_drop(memory->cells[i]);
	free(memory->cells);
	*memory = (struct memory){NULL, 0};
}

expr memory_byte(const struct encoding *e, const struct memory *memory, uint32_t cell,
		 uint64_t offset)
{
	if (cell < memory->count && memory->cells[cell])
		return memory->cells[cell]->at[offset];
	return e->cells[cell].first[offset];
}

/* The cell's bytes, to be written to: nobody else has them. */
static expr *writable(struct encoding *e, struct memory *memory, uint32_t cell)
{
	const uint32_t size = (uint32_t)e->cells[cell].size;

	while (memory->count <= cell) {
		size_t room = memory->count;
		memory->cells = array_grow(memory->cells, memory->count, &room,
					   sizeof *memory->cells);
		memory->cells[memory->count++] = NULL;
	}
	struct bytes *old = memory->cells[cell];
	if (old && old->users == 1)
		return old->at;
	struct bytes *bytes = array_new(1, sizeof *bytes + size * sizeof *bytes->at);
	bytes->users = 1;
	bytes->size = size;
	memcpy(bytes->at, old ? old->at : e->cells[cell].first,
	       size * sizeof *bytes->at);
	bytes_drop(old);
	memory->cells[cell] = bytes;
	return bytes->at;
}

static bool all_same(struct memory *const *from, size_t count, uint32_t cell)
{
	const struct bytes *first = cell < from[0]->count ? from[0]->cells[cell] : NULL;

	for (size_t i = 1; i < count; i++)
		if ((cell < from[i]->count ? from[i]->cells[cell] : NULL) != first)
			return false;
	return true;
}

void memory_join(struct encoding *e, struct memory *to, struct memory *const *from,
		 const expr *conditions, size_t count)
{
	memory_copy(to, from[count - 1]);
	for (uint32_t cell = 0; cell < e->cell_count; cell++) {
		if (!e->cells[cell].is_tracked || e->cells[cell].is_constant ||
		    all_same(from, count, cell))
			continue;
		expr *at = writable(e, to, cell);
		for (uint64_t k = 0; k < e->cells[cell].size; k++)
			for (size_t i = count - 1; i-- > 0;) {
				const expr byte = memory_byte(e, from[i], cell, k);
				if (byte != at[k])
					at[k] = expr_ite(&e->store, conditions[i], byte,
							 at[k]);
			}
	}
}

/* ---- loading */

static expr load_bytes(struct encoding *e, const struct memory *memory, uint32_t cell,
		       uint64_t offset, unsigned bytes)
{
	expr value = memory_byte(e, memory, cell, offset + bytes - 1);

	for (unsigned i = bytes - 1; i-- > 0;)
		value = expr_binary(&e->store, EXPR_CONCAT, value,
				    memory_byte(e, memory, cell, offset + i));
	return value;
}

static bool may_be_told(const struct encoding *e, const struct points_to *t,
			bool is_volatile)
{
	if (t->cell == GIMPLE_NONE || !e->cells[t->cell].is_tracked ||
	    e->cells[t->cell].is_dead)
		return false;
	/* What nobody else knows of does not change by itself. */
	return (!is_volatile && !e->program->catches_signals) ||
	       e->cells[t->cell].is_constant ||
	       (e->cells[t->cell].is_local && !e->cells[t->cell].has_escaped);
}

static expr load_target(struct encoding *e, const struct state *state,
			const struct points_to *t, unsigned bytes, bool is_volatile)
{
	const expr unknown = fresh(e, 8 * bytes, "memory");
	expr value = unknown;

	if (!may_be_told(e, t, is_volatile))
		return unknown;
	const struct places p = points_to_places(e, t, bytes);
	for (uint64_t k = p.first; p.is_told && k <= p.last; k += p.step) {
		const expr here =
		    expr_eq(&e->store, t->offset, expr_const(&e->store, 64, k));
		value =
		    expr_ite(&e->store, here,
			     load_bytes(e, &state->memory, t->cell, k, bytes), value);
	}
	return value;
}

expr memory_load(struct encoding *e, const struct state *state, expr pointer,
		 unsigned width, bool is_volatile)
{
	struct targets targets;
	expr value = EXPR_NONE;

	targets_find(e, &targets, pointer);
	for (size_t i = targets.count; i-- > 0;) {
		const expr one =
		    load_target(e, state, &targets.list[i], width / 8, is_volatile);
		value =
		    value == EXPR_NONE
			? one
			: expr_ite(&e->store, targets.list[i].condition, one, value);
	}
	return value == EXPR_NONE ? fresh(e, width, "memory") : value;
}

/* ---- storing */

/* Runs for which the condition holds are cut here. */
static void cut_at(struct encoding *e, struct state *state, expr condition,
		   uint32_t line)
{
	cut_add(e, CUT_STORE, e->frame->function, e->frame->block, line,
		expr_and(&e->store, state->reach, condition));
}

/* The same, and they do not go on. */
static void leave_at(struct encoding *e, struct state *state, expr condition,
		     uint32_t line)
{
	cut_at(e, state, condition, line);
	state->reach =
	    expr_and(&e->store, state->reach, expr_not(&e->store, condition));
}

/* A store to anywhere: a cut. A proposal for a run goes on, with any memory. */
static void store_anywhere(struct encoding *e, struct state *state, expr condition,
			   uint32_t line)
{
	if (expr_is_false(&e->store, expr_and(&e->store, state->reach, condition)))
		return;
	cut_at(e, state, condition, line);
	memory_havoc_escaped(e, state, true);
}

static void store_at(struct encoding *e, struct state *state, uint32_t cell,
		     uint64_t at, unsigned bytes, expr condition, expr value)
{
	struct expr_store *s = &e->store;
	expr *to = writable(e, &state->memory, cell);

	for (unsigned i = 0; i < bytes; i++) {
		const expr byte = value == EXPR_NONE ? fresh_byte(e, "memory")
						     : expr_extract(s, value, 8 * i, 8);
		to[at + i] = expr_ite(s, condition, byte, to[at + i]);
	}
}

/* Where a store goes to no object that is told of. */
static bool store_astray(struct encoding *e, struct state *state,
			 const struct points_to *t, expr condition, uint32_t line)
{
	const bool is_dead = t->cell != GIMPLE_NONE && e->cells[t->cell].is_dead;

	if (t->cell != GIMPLE_NONE && !is_dead)
		return false;
	if (t->is_lost)
		leave_at(e, state, condition, line);
	else
		store_anywhere(e, state, condition, line);
	return true;
}

/* A store beyond the cell may change anything. Of one whose size is not known here a
 * store to a place that the text names is taken to be inside. */
static void cut_outside(struct encoding *e, struct state *state,
			const struct points_to *t, unsigned bytes, uint32_t line)
{
	struct expr_store *s = &e->store;
	const struct cell *c = &e->cells[t->cell];
	expr outside = expr_bool(s, true);

	if (c->object && !c->object->has_size &&
	    expr_at(s, t->offset)->op == EXPR_CONST)
		return;
	if (c->size >= bytes)
		outside = expr_binary(s, EXPR_ULT, expr_const(s, 64, c->size - bytes),
				      t->offset);
	leave_at(e, state, expr_and(s, t->condition, outside), line);
}

/* value EXPR_NONE: bytes that are not told */
static void store_target(struct encoding *e, struct state *state,
			 const struct points_to *t, unsigned bytes, expr value,
			 uint32_t line)
{
	struct expr_store *s = &e->store;

	if (store_astray(e, state, t, t->condition, line))
		return;
	cut_outside(e, state, t, bytes, line);
	const struct cell *c = &e->cells[t->cell];
	if (!c->is_tracked || c->is_constant)
		return; /* never told, or never changed: the run ends with a signal */
	const uint64_t size = c->size;
	const struct places p = points_to_places(e, t, bytes);
	if (!p.is_told && size >= bytes) {
		store_at(e, state, t->cell, 0, (unsigned)size, t->condition, EXPR_NONE);
		return;
	}
	for (uint64_t k = p.first; p.is_told && k <= p.last; k += p.step) {
		const expr here = expr_and(s, t->condition,
					   expr_eq(s, t->offset, expr_const(s, 64, k)));
		if (!expr_is_false(s, here))
			store_at(e, state, t->cell, k, bytes, here, value);
	}
}

void memory_store(struct encoding *e, struct state *state, expr pointer, expr value,
		  uint32_t line)
{
	struct targets targets;
	const unsigned bytes = expr_sort(&e->store, value) / 8;

	memory_escape(e, value);
	targets_find(e, &targets, pointer);
	for (size_t i = 0; i < targets.count; i++)
		store_target(e, state, &targets.list[i], bytes, value, line);
}

void memory_cut_beyond(struct encoding *e, struct state *state, expr pointer, expr size,
		       uint32_t line)
{
	struct expr_store *s = &e->store;
	const expr some = expr_not(s, expr_eq(s, size, expr_const(s, 64, 0)));
	struct targets targets;

	targets_find(e, &targets, pointer);
	for (size_t i = 0; i < targets.count; i++) {
		const struct points_to *t = &targets.list[i];
		const expr reached = expr_and(s, t->condition, some);
		if (store_astray(e, state, t, reached, line))
			continue;
		const struct cell *c = &e->cells[t->cell];
		const expr room = expr_const(s, 64, c->size);
		const expr beyond = expr_or(
		    s, expr_binary(s, EXPR_ULT, room, size),
		    expr_binary(s, EXPR_ULT, expr_binary(s, EXPR_SUB, room, size),
				t->offset));
		if (!c->object || c->object->has_size ||
		    expr_at(s, size)->op != EXPR_CONST)
			leave_at(e, state, expr_and(s, reached, beyond), line);
	}
}

expr memory_overlaps(struct encoding *e, expr to, expr from, uint64_t size)
{
	struct expr_store *s = &e->store;
	const expr limit = expr_const(s, 64, size);
	expr overlap = expr_bool(s, false);
	struct targets a, b;

	targets_find(e, &a, to);
	targets_find(e, &b, from);
	for (size_t i = 0; i < a.count; i++)
		for (size_t k = 0; k < b.count; k++) {
			const struct points_to *x = &a.list[i], *y = &b.list[k];
			if (x->cell != y->cell || x->offset == y->offset)
				continue;
			const expr ahead =
			    expr_binary(s, EXPR_SUB, x->offset, y->offset);
			const expr near =
			    expr_or(s, expr_binary(s, EXPR_ULT, ahead, limit),
				    expr_binary(s, EXPR_ULT,
						expr_unary(s, EXPR_NEG, ahead), limit));
			const expr other = expr_and(
			    s, near, expr_not(s, expr_eq(s, x->offset, y->offset)));
			overlap =
			    expr_or(s, overlap,
				    expr_and(s, expr_and(s, x->condition, y->condition),
					     other));
		}
	return overlap;
}

/* A NUL at the end of an object is the last one there may be. */
static expr room_of(struct encoding *e, const struct state *state,
		    const struct points_to *t)
{
	struct expr_store *s = &e->store;
	const expr unknown = fresh(e, 64, "the length of a text");

	if (!may_be_told(e, t, false))
		return unknown;
	const uint64_t size = e->cells[t->cell].size;
	const expr last = memory_byte(e, &state->memory, t->cell, size - 1);
	return expr_ite(s, expr_eq(s, last, expr_const(s, 8, 0)),
			expr_const(s, 64, size), unknown);
}

expr memory_text_room(struct encoding *e, const struct state *state, expr pointer)
{
	struct targets targets;
	expr room = fresh(e, 64, "the length of a text");

	targets_find(e, &targets, pointer);
	for (size_t i = 0; i < targets.count; i++)
		room = expr_ite(&e->store, targets.list[i].condition,
				room_of(e, state, &targets.list[i]), room);
	return room;
}

void memory_havoc(struct encoding *e, struct state *state, expr pointer, uint64_t size,
		  uint32_t line)
{
	struct targets targets;

	targets_find(e, &targets, pointer);
	for (size_t i = 0; i < targets.count && size; i++)
		store_target(e, state, &targets.list[i],
			     size > UINT32_MAX ? UINT32_MAX : (unsigned)size, EXPR_NONE,
			     line);
}

void memory_havoc_escaped(struct encoding *e, struct state *state, bool all)
{
	for (uint32_t i = 0; i < e->cell_count; i++) {
		const struct cell *c = &e->cells[i];
		if (!c->is_tracked || c->is_constant ||
		    (c->is_local && !c->has_escaped && !all))
			continue;
		expr *to = writable(e, &state->memory, i);
		for (uint64_t k = 0; k < e->cells[i].size; k++)
			to[k] = fresh_byte(e, e->cells[i].name);
	}
}
