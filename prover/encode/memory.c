/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * memory.c - memory as the bytes of memory objects, without a theory of arrays.
 *
 * A pointer is an expression. It points into a memory object when it is the object's
 * address plus an offset, or a choice between such expressions. Two objects never
 * overlap, and no offset leads from one into another: a load beyond an object's end
 * reads unconstrained bytes, and the walk stops at a store there (FRONTIER_STORE). It
 * also stops at a store through an unknown pointer, since that may change any object.
 */
#include <stdlib.h>
#include <string.h>

#include "prover/encode/encode_internal.h"
#include "value/type.h"

enum {
	TRACKED_SIZE =
	    4096, /* of a variable; the contents of larger ones are unconstrained */
	TRACKED_CONST = 65536,
	SHADOW_SIZE = 512, /* of an object that may overlap with what is written to */
};

expr fresh(struct encoding *e, unsigned sort, const char *what)
{
	return expr_var(&e->store, sort, VARIABLE_FRESH, 0, what);
}

expr fresh_byte(struct encoding *e, const char *what)
{
	return expr_var(&e->store, 8, VARIABLE_FRESH, VARIABLE_OF_TYPE, what);
}

/* ---- memory objects */

static bool is_const(const struct object *o)
{
	return o && o->kind == OBJECT_CONST;
}

/* Another unit's object, or one whose definition may be replaced: it has no initial
 * bytes. */
static bool may_be_missing(const struct object *o)
{
	return o && o->kind == OBJECT_GLOBAL && !o->is_static && !o->bytes;
}

uint32_t memory_object_add(struct encoding *e, const struct function *function,
			   const struct object *declaration, const char *name,
			   uint64_t size)
{
	const uint32_t number = (uint32_t)e->object_count;
	struct memory_object mo = {.declaration = declaration,
				   .function = function,
				   .name = name,
				   .size = size};

	mo.is_constant = is_const(declaration);
	/* A later iteration of a loop may have given its address away before. */
	mo.has_escaped = e->summarises;
	mo.is_local = !declaration || declaration->kind == OBJECT_LOCAL ||
		      declaration->kind == OBJECT_ARGUMENT;
	mo.is_tracked = (!declaration || declaration->has_size) && size > 0 &&
			size <= (mo.is_constant ? TRACKED_CONST : TRACKED_SIZE);
	if (declaration && declaration->is_volatile && !mo.is_local)
		mo.is_tracked = false;
	mo.address =
	    expr_var(&e->store, 64,
		     may_be_missing(declaration) ? VARIABLE_SYMBOL : VARIABLE_ADDRESS,
		     number, name);
	if (mo.is_tracked) {
		mo.first = arena_get(&e->arena, size, sizeof *mo.first);
		for (uint64_t i = 0; i < size; i++)
			mo.first[i] =
			    mo.is_constant || e->is_initial
				? expr_const(&e->store, 8, declaration->bytes[i])
			    : e->summary_count /* a loop may have written to it */
				? fresh(e, 8, name)
				: fresh_byte(e, name);
	}
	ARRAY_ADD(e->objects, e->object_count, e->object_room, mo);
	return number;
}

/* Nothing is known of its bytes. */
expr memory_function(struct encoding *e, const struct function *code)
{
	for (size_t i = 0; i < e->object_count; i++)
		if (e->objects[i].code == code)
			return e->objects[i].address;
	const uint32_t number = memory_object_add(e, NULL, NULL, code->name, 0);
	e->objects[number].code = code;
	return e->objects[number].address;
}

const struct function *memory_function_at(const struct encoding *e, expr address)
{
	for (size_t i = 0; i < e->object_count; i++)
		if (e->objects[i].code && e->objects[i].address == address)
			return e->objects[i].code;
	return NULL;
}

/* ---- states of memory */

void memory_copy(struct memory *to, const struct memory *from)
{
	to->count = from->count;
	to->contents = array_new(from->count, sizeof *to->contents);
	for (uint32_t i = 0; i < from->count; i++) {
		to->contents[i] = from->contents[i];
		if (to->contents[i])
			to->contents[i]->users++;
	}
}

static void bytes_drop(struct object_bytes *bytes)
{
	if (bytes && --bytes->users == 0)
		free(bytes);
}

void memory_done(struct memory *memory)
{
	for (uint32_t i = 0; i < memory->count; i++)
		bytes_drop(memory->contents[i]);
	free(memory->contents);
	*memory = (struct memory){NULL, 0};
}

static expr memory_byte(const struct encoding *e, const struct memory *memory,
			uint32_t object, uint64_t offset)
{
	if (object < memory->count && memory->contents[object])
		return memory->contents[object]->at[offset];
	return e->objects[object].first[offset];
}

/* The object's bytes, to be written to: no other memory shares them. */
static expr *writable(struct encoding *e, struct memory *memory, uint32_t object)
{
	const uint32_t size = (uint32_t)e->objects[object].size;

	while (memory->count <= object) {
		size_t room = memory->count;
		ARRAY_ADD(memory->contents, memory->count, room, NULL);
	}
	struct object_bytes *old = memory->contents[object];
	e->versions++;
	if (old && old->users == 1) {
		old->version = e->versions;
		return old->at;
	}
	struct object_bytes *bytes =
	    array_new(1, sizeof *bytes + size * sizeof *bytes->at);
	bytes->users = 1;
	bytes->size = size;
	bytes->version = e->versions;
	memcpy(bytes->at, old ? old->at : e->objects[object].first,
	       size * sizeof *bytes->at);
	bytes_drop(old);
	memory->contents[object] = bytes;
	return bytes->at;
}

static bool all_same(struct memory *const *from, size_t count, uint32_t object)
{
	const struct object_bytes *first =
	    object < from[0]->count ? from[0]->contents[object] : NULL;

	for (size_t i = 1; i < count; i++)
		if ((object < from[i]->count ? from[i]->contents[object] : NULL) !=
		    first)
			return false;
	return true;
}

void memory_join(struct encoding *e, struct memory *to, struct memory *const *from,
		 const expr *conditions, size_t count)
{
	memory_copy(to, from[count - 1]);
	for (uint32_t object = 0; object < e->object_count; object++) {
		if (!e->objects[object].is_tracked || e->objects[object].is_constant ||
		    all_same(from, count, object))
			continue;
		expr *at = writable(e, to, object);
		for (uint64_t k = 0; k < e->objects[object].size; k++)
			for (size_t i = count - 1; i-- > 0;) {
				const expr byte = memory_byte(e, from[i], object, k);
				if (byte != at[k])
					at[k] = expr_ite(&e->store, conditions[i], byte,
							 at[k]);
			}
	}
}

/* ---- arguments that overlap with each other, or with global variables */

/* Where the condition holds the object was written to: others that it may overlap with may
 * have changed. */
static void shadow_others(struct encoding *e, struct walk_state *state, uint32_t object,
			  expr condition)
{
	for (uint32_t i = 0; i < e->object_count; i++) {
		struct memory_object *mo = &e->objects[i];
		if (!mo->is_tracked || !objects_may_share(mo, &e->objects[object]))
			continue;
		mo->is_shadowed = true;
		if (!objects_do_share(e, mo, &e->objects[object]))
			continue;
		if (mo->size > SHADOW_SIZE) {
			mo->is_tracked = false;
			continue;
		}
		expr *to = writable(e, &state->memory, i);
		for (uint64_t k = 0; k < mo->size; k++)
			to[k] = expr_ite(&e->store, condition, fresh_byte(e, "overlap"),
					 to[k]);
	}
}

/* ---- loading */

static expr load_bytes(struct encoding *e, const struct memory *memory, uint32_t object,
		       uint64_t offset, unsigned bytes)
{
	expr value = memory_byte(e, memory, object, offset + bytes - 1);

	for (unsigned i = bytes - 1; i-- > 0;)
		value = expr_binary(&e->store, EXPR_CONCAT, value,
				    memory_byte(e, memory, object, offset + i));
	return value;
}

static bool has_known_contents(const struct encoding *e, const struct points_to *t,
			       bool is_volatile)
{
	if (t->object == GIMPLE_NONE || !e->objects[t->object].is_tracked ||
	    e->objects[t->object].is_dead || e->objects[t->object].freed != EXPR_NONE)
		return false;
	/* An object whose address has not escaped changes only here. */
	return (!is_volatile && !e->program->catches_signals) ||
	       e->objects[t->object].is_constant ||
	       (e->objects[t->object].is_local && !e->objects[t->object].has_escaped);
}

/* What a load gives that does not lie in the bytes of the object. Of an input, behind which nothing is
 * accessible, it is the same one each time, as long as these are not written. */
static expr load_beside(struct encoding *e, const struct walk_state *state,
			const struct points_to *t, unsigned bytes)
{
	enum { COUNT = sizeof e->beside / sizeof *e->beside };
	const struct memory *m = &state->memory;
	const struct object_bytes *now =
	    t->object < m->count ? m->contents[t->object] : NULL;
	const uint32_t version = now ? now->version : 0;

	for (uint32_t i = 0; i < e->beside_count && i < COUNT; i++) {
		const struct load_beside *b = &e->beside[i];
		if (b->object == t->object && b->version == version &&
		    b->offset == t->offset && b->bytes == bytes)
			return b->value;
	}
	const expr value = fresh(e, 8 * bytes, "memory");
	if (e->objects[t->object].input &&
	    e->objects[t->object].input->passing == ME_BY_POINTER)
		e->beside[e->beside_count++ % COUNT] =
		    (struct load_beside){t->object, version, t->offset, value, bytes};
	return value;
}

static expr load_target(struct encoding *e, const struct walk_state *state,
			const struct points_to *t, unsigned bytes, bool is_volatile)
{
	expr values[PLACES_MOST];
	size_t count = 0;

	if (!has_known_contents(e, t, is_volatile))
		return fresh(e, 8 * bytes, "memory");
	const expr unknown = load_beside(e, state, t, bytes);
	e->store.variables[expr_at(&e->store, unknown)->value].outside_of =
	    e->objects[t->object].input;
	/* What is read there may have been written to as a part of another object. */
	e->rests_on_overlap |= e->objects[t->object].is_shadowed;
	const struct places p = points_to_places(e, t, bytes);
	for (uint64_t k = p.first; p.is_enumerated && k <= p.last; k += p.step)
		values[count++] = load_bytes(e, &state->memory, t->object, k, bytes);
	return points_to_choose(e, t, &p, values, count, unknown);
}

expr memory_load(struct encoding *e, const struct walk_state *state, expr pointer,
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

static expr byte_at(struct encoding *e, expr pointer, uint64_t offset)
{
	struct expr_store *s = &e->store;

	return expr_binary(s, EXPR_ADD, pointer, expr_const(s, 64, offset));
}

void memory_load_bytes(struct encoding *e, const struct walk_state *state, expr pointer,
		       uint64_t size, bool is_volatile, expr *bytes)
{
	for (uint64_t i = 0; i < size; i++)
		bytes[i] =
		    memory_load(e, state, byte_at(e, pointer, i), 8, is_volatile);
}

/* ---- storing */

/* Adds a frontier point for runs for which the condition holds. */
static void note_frontier(struct encoding *e, struct walk_state *state, expr condition,
			  uint32_t line)
{
	frontier_add(e, FRONTIER_STORE, e->frame->function, e->frame->block, line,
		     expr_and(&e->store, state->reach, condition));
}

/* Adds a frontier point, at which the walk stops for these runs. */
static void stop_at(struct encoding *e, struct walk_state *state, expr condition,
		    uint32_t line)
{
	note_frontier(e, state, condition, line);
	state->reach =
	    expr_and(&e->store, state->reach, expr_not(&e->store, condition));
}

/* A store to anywhere: a frontier point. The walk continues with any memory, so that
 * models can still propose inputs. */
static void store_anywhere(struct encoding *e, struct walk_state *state, expr condition,
			   uint32_t line)
{
	if (expr_is_false(&e->store, expr_and(&e->store, state->reach, condition)))
		return;
	note_frontier(e, state, condition, line);
	memory_havoc_escaped(e, state, true);
}

static void store_at(struct encoding *e, struct walk_state *state, uint32_t object,
		     uint64_t at, unsigned bytes, expr condition, expr value)
{
	struct expr_store *s = &e->store;
	expr *to = writable(e, &state->memory, object);

	for (unsigned i = 0; i < bytes; i++) {
		const expr byte = value == EXPR_NONE ? fresh_byte(e, "memory")
						     : expr_extract(s, value, 8 * i, 8);
		to[at + i] = expr_ite(s, condition, byte, to[at + i]);
	}
}

/* Handles a store that goes to no live object; false when it goes to one. */
static bool store_astray(struct encoding *e, struct walk_state *state,
			 const struct points_to *t, expr condition, uint32_t line)
{
	const bool is_dead = t->object != GIMPLE_NONE && e->objects[t->object].is_dead;

	if (t->object != GIMPLE_NONE && !is_dead)
		return false;
	if (t->is_lost)
		stop_at(e, state, condition, line);
	else
		store_anywhere(e, state, condition, line);
	return true;
}

/* A store beyond the object may change anything. Where the object's size is unknown, a
 * store to a constant offset is assumed to be inside. */
static void stop_outside(struct encoding *e, struct walk_state *state,
			 const struct points_to *t, unsigned bytes, uint32_t line)
{
	struct expr_store *s = &e->store;
	const struct memory_object *mo = &e->objects[t->object];
	expr outside = expr_bool(s, true);

	if (mo->declaration && !mo->declaration->has_size &&
	    expr_at(s, t->offset)->op == EXPR_CONST)
		return;
	if (mo->room != EXPR_NONE)
		outside = expr_or(
		    s, expr_binary(s, EXPR_ULT, mo->room, expr_const(s, 64, bytes)),
		    expr_binary(
			s, EXPR_ULT,
			expr_binary(s, EXPR_SUB, mo->room, expr_const(s, 64, bytes)),
			t->offset));
	else if (mo->size >= bytes)
		outside = expr_binary(s, EXPR_ULT, expr_const(s, 64, mo->size - bytes),
				      t->offset);
	if (mo->freed != EXPR_NONE)
		outside = expr_or(s, outside, mo->freed);
	stop_at(e, state, expr_and(s, t->condition, outside), line);
}

/* value EXPR_NONE: the bytes become unconstrained */
static void store_target(struct encoding *e, struct walk_state *state,
			 const struct points_to *t, unsigned bytes, expr value,
			 uint32_t line)
{
	struct expr_store *s = &e->store;

	if (store_astray(e, state, t, t->condition, line))
		return;
	stop_outside(e, state, t, bytes, line);
	shadow_others(e, state, t->object, t->condition);
	const struct memory_object *mo = &e->objects[t->object];
	if (!mo->is_tracked || mo->is_constant)
		return; /* unconstrained anyway; or constant: the run ends with a signal
			 */
	const uint64_t size = mo->size;
	const struct places p = points_to_places(e, t, bytes);
	if (!p.is_enumerated && size >= bytes) {
		store_at(e, state, t->object, 0, (unsigned)size, t->condition,
			 EXPR_NONE);
		return;
	}
	for (uint64_t k = p.first; p.is_enumerated && k <= p.last; k += p.step) {
		const expr here = expr_and(s, t->condition,
					   expr_eq(s, t->offset, expr_const(s, 64, k)));
		if (!expr_is_false(s, here))
			store_at(e, state, t->object, k, bytes, here, value);
	}
}

void memory_store(struct encoding *e, struct walk_state *state, expr pointer,
		  expr value, uint32_t line)
{
	struct targets targets;
	const unsigned bytes = expr_sort(&e->store, value) / 8;

	memory_escape(e, value);
	targets_find(e, &targets, pointer);
	for (size_t i = 0; i < targets.count; i++)
		store_target(e, state, &targets.list[i], bytes, value, line);
}

void memory_store_bytes(struct encoding *e, struct walk_state *state, expr pointer,
			const expr *bytes, uint64_t size, uint32_t line)
{
	for (uint64_t i = 0; i < size; i++)
		memory_store(e, state, byte_at(e, pointer, i), bytes[i], line);
}

void memory_stop_beyond(struct encoding *e, struct walk_state *state, expr pointer,
			expr size, uint32_t line)
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
		const struct memory_object *mo = &e->objects[t->object];
		const expr room =
		    mo->room != EXPR_NONE ? mo->room : expr_const(s, 64, mo->size);
		const expr beyond = expr_or(
		    s, expr_binary(s, EXPR_ULT, room, size),
		    expr_binary(s, EXPR_ULT, expr_binary(s, EXPR_SUB, room, size),
				t->offset));
		if (!mo->declaration || mo->declaration->has_size ||
		    expr_at(s, size)->op != EXPR_CONST)
			stop_at(e, state, expr_and(s, reached, beyond), line);
	}
}

/* Whether they are different objects that may overlap. */
static bool objects_share(struct encoding *e, const struct points_to *x,
			  const struct points_to *y)
{
	if (x->object == GIMPLE_NONE || y->object == GIMPLE_NONE ||
	    !objects_may_share(&e->objects[x->object], &e->objects[y->object]))
		return false;
	e->rests_on_overlap = true;
	return objects_do_share(e, &e->objects[x->object], &e->objects[y->object]);
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
			const expr both = expr_and(s, x->condition, y->condition);
			if (objects_share(e, x, y))
				overlap = expr_or(
				    s, overlap,
				    expr_and(s, both, fresh(e, SORT_BOOL, "overlap")));
			if (x->object != y->object || x->offset == y->offset)
				continue;
			const expr ahead =
			    expr_binary(s, EXPR_SUB, x->offset, y->offset);
			const expr near =
			    expr_or(s, expr_binary(s, EXPR_ULT, ahead, limit),
				    expr_binary(s, EXPR_ULT,
						expr_unary(s, EXPR_NEG, ahead), limit));
			const expr other = expr_and(
			    s, near, expr_not(s, expr_eq(s, x->offset, y->offset)));
			overlap = expr_or(s, overlap, expr_and(s, both, other));
		}
	return overlap;
}

/* If the last byte of the object is a NUL, the text takes at most the whole object. */
static expr room_of(struct encoding *e, const struct walk_state *state,
		    const struct points_to *t)
{
	struct expr_store *s = &e->store;
	const expr unknown = fresh(e, 64, "the length of a text");

	if (!has_known_contents(e, t, false))
		return unknown;
	const uint64_t size = e->objects[t->object].size;
	const expr last = memory_byte(e, &state->memory, t->object, size - 1);
	return expr_ite(s, expr_eq(s, last, expr_const(s, 8, 0)),
			expr_const(s, 64, size), unknown);
}

expr memory_text_room(struct encoding *e, const struct walk_state *state, expr pointer)
{
	struct targets targets;
	expr room = fresh(e, 64, "the length of a text");

	targets_find(e, &targets, pointer);
	for (size_t i = 0; i < targets.count; i++)
		room = expr_ite(&e->store, targets.list[i].condition,
				room_of(e, state, &targets.list[i]), room);
	return room;
}

void memory_havoc(struct encoding *e, struct walk_state *state, expr pointer,
		  uint64_t size, uint32_t line)
{
	struct targets targets;

	targets_find(e, &targets, pointer);
	for (size_t i = 0; i < targets.count && size; i++)
		store_target(e, state, &targets.list[i],
			     size > UINT32_MAX ? UINT32_MAX : (unsigned)size, EXPR_NONE,
			     line);
}

void memory_forget(struct encoding *e, struct walk_state *state)
{
	for (uint32_t i = 0; i < e->object_count; i++) {
		if (!e->objects[i].is_tracked || e->objects[i].is_constant)
			continue;
		expr *to = writable(e, &state->memory, i);
		for (uint64_t k = 0; k < e->objects[i].size; k++)
			to[k] = fresh(e, 8, e->objects[i].name);
	}
}

void memory_havoc_escaped(struct encoding *e, struct walk_state *state, bool all)
{
	for (uint32_t i = 0; i < e->object_count; i++) {
		const struct memory_object *mo = &e->objects[i];
		if (!mo->is_local || mo->has_escaped)
			shadow_others(e, state, i, expr_bool(&e->store, true));
		if (!mo->is_tracked || mo->is_constant ||
		    (mo->is_local && !mo->has_escaped && !all))
			continue;
		expr *to = writable(e, &state->memory, i);
		for (uint64_t k = 0; k < e->objects[i].size; k++)
			to[k] = expr_byte_after(&e->store, all ? EXPR_NONE : to[k],
						VARIABLE_OF_TYPE, e->objects[i].name);
	}
}
