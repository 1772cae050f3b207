/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * points_to.c - splits a pointer into its targets: choices, and an object's address
 * plus an offset. Any other pointer may point anywhere.
 */
#include <stdlib.h>
#include <string.h>

#include "prover/encode/encode_internal.h"
#include "value/type.h"

enum {
	FAULT_LIMIT = 4096, /* an access below this address raises a signal */
};

static void add_target(struct expr_store *s, struct targets *t,
		       const struct points_to *new)
{
	if (t->count < TARGET_LIMIT) {
		t->list[t->count++] = *new;
		return;
	}
	/* Too many: the last one stands for all others. */
	struct points_to *last = &t->list[TARGET_LIMIT - 1];
	last->condition = expr_or(s, last->condition, new->condition);
	last->object = GIMPLE_NONE;
	last->is_lost = false;
}

/* An access near address 0 raises a signal; with an index it may be anywhere. */
static void add_offset(struct expr_store *s, struct targets *t, expr condition,
		       expr place)
{
	const expr far =
	    expr_binary(s, EXPR_ULE, expr_const(s, 64, FAULT_LIMIT), place);
	const struct points_to new = {expr_and(s, condition, far), GIMPLE_NONE, place,
				      true};

	if (!expr_is_false(s, new.condition))
		add_target(s, t, &new);
}

static void find_targets(struct expr_store *s, struct targets *t, expr condition,
			 expr pointer, expr offset)
{
	const struct expr_node n = *expr_at(s, pointer);
	uint64_t value;

	if (expr_is_false(s, condition))
		return;
	if (n.op == EXPR_ITE && n.has_address) {
		find_targets(s, t, expr_and(s, condition, n.a), n.b, offset);
		find_targets(s, t, expr_and(s, condition, expr_not(s, n.a)), n.c,
			     offset);
	} else if (n.op == EXPR_VAR && n.has_address) {
		add_target(s, t,
			   &(struct points_to){condition, s->variables[n.value].index,
					       offset, false});
	} else if (n.op == EXPR_ADD &&
		   expr_at(s, n.a)->has_address != expr_at(s, n.b)->has_address) {
		const bool left = expr_at(s, n.a)->has_address;
		find_targets(s, t, condition, left ? n.a : n.b,
			     expr_binary(s, EXPR_ADD, offset, left ? n.b : n.a));
	} else if (n.op == EXPR_SUB && !expr_at(s, n.b)->has_address) {
		find_targets(s, t, condition, n.a,
			     expr_binary(s, EXPR_SUB, offset, n.b));
	} else if (expr_is_const(s, pointer, &value)) {
		add_offset(s, t, condition, expr_binary(s, EXPR_ADD, offset, pointer));
	} else {
		add_target(s, t,
			   &(struct points_to){condition, GIMPLE_NONE, offset, false});
	}
}

void targets_find(struct encoding *e, struct targets *t, expr pointer)
{
	t->count = 0;
	find_targets(&e->store, t, expr_bool(&e->store, true), pointer,
		     expr_const(&e->store, 64, 0));
}

enum { ZEROS_VISITS = 4096 }; /* of operands: choices share theirs */

/* How many of the lowest bits are 0, whatever the variables are: none, of what more than
 * *visits operands are needed for. */
static unsigned low_zeros_within(const struct expr_store *s, expr e, unsigned *visits)
{
	const struct expr_node *n = expr_at(s, e);
	unsigned a, b;

	if (!*visits)
		return 0;
	--*visits;
	switch (n->op) {
	case EXPR_CONST:
		return n->value ? (unsigned)__builtin_ctzll(n->value) : 64;
	case EXPR_ADD:
	case EXPR_SUB:
		a = low_zeros_within(s, n->a, visits);
		b = low_zeros_within(s, n->b, visits);
		return a < b ? a : b;
	case EXPR_MUL:
		a = low_zeros_within(s, n->a, visits) +
		    low_zeros_within(s, n->b, visits);
		return a < 64 ? a : 64;
	case EXPR_ITE:
		a = low_zeros_within(s, n->b, visits);
		b = low_zeros_within(s, n->c, visits);
		return a < b ? a : b;
	case EXPR_SHL:
		if (expr_at(s, n->b)->op != EXPR_CONST || expr_at(s, n->b)->value > 63)
			return 0;
		return (unsigned)expr_at(s, n->b)->value;
	case EXPR_ZEXT:
	case EXPR_SEXT:
		a = low_zeros_within(s, n->a, visits);
		return a < expr_sort(s, n->a) ? a : 64;
	default:
		return 0;
	}
}

static unsigned low_zeros(const struct expr_store *s, expr e)
{
	unsigned visits = ZEROS_VISITS;

	return low_zeros_within(s, e, &visits);
}

/* Takes the constants out of a sum: what is left, and their sum. */
static expr take_constants(const struct expr_store *s, expr sum, uint64_t *constants)
{
	uint64_t value;

	for (;;) {
		const struct expr_node *n = expr_at(s, sum);
		if (n->op != EXPR_ADD)
			return sum;
		if (expr_is_const(s, n->b, &value))
			sum = n->a;
		else if (expr_is_const(s, n->a, &value))
			sum = n->b;
		else
			return sum;
		*constants += value;
	}
}

struct places points_to_places(const struct encoding *e, const struct points_to *t,
			       unsigned bytes)
{
	const struct expr_store *s = &e->store;
	const uint64_t size = e->objects[t->object].size;
	struct places p = {0, 0, 1, false};
	uint64_t base = 0;

	if (size < bytes)
		return p;
	p.last = size - bytes;
	if (expr_is_const(s, t->offset, &p.first)) {
		p.is_enumerated = p.first <= p.last;
		p.last = p.first;
		return p;
	}
	const unsigned zeros = low_zeros(s, take_constants(s, t->offset, &base));
	p.step = (uint64_t)1 << (zeros < 12 ? zeros : 12);
	p.first = base & (p.step - 1);
	p.is_enumerated =
	    p.first <= p.last && (p.last - p.first) / p.step < PLACES_MOST;
	return p;
}

/* ---- what is at an offset that is one of some places */

/* By halves: of an offset between two bounds, intervals know that it is one of the places there. */
static expr choose_half(struct encoding *e, const struct points_to *t,
			const struct places *p, const expr *values, size_t first,
			size_t end)
{
	struct expr_store *s = &e->store;
	const size_t middle = first + (end - first) / 2;

	if (end - first == 1)
		return values[first];
	const expr below = expr_binary(s, EXPR_ULT, t->offset,
				       expr_const(s, 64, p->first + middle * p->step));
	return expr_ite(s, below, choose_half(e, t, p, values, first, middle),
			choose_half(e, t, p, values, middle, end));
}

/* One after the other: what was stored at the offset is found again. */
static expr choose_place(struct encoding *e, const struct points_to *t,
			 const struct places *p, const expr *values, size_t count,
			 expr otherwise)
{
	struct expr_store *s = &e->store;

	for (size_t i = 0; i < count; i++)
		otherwise = expr_ite(
		    s, expr_eq(s, t->offset, expr_const(s, 64, p->first + i * p->step)),
		    values[i], otherwise);
	return otherwise;
}

expr points_to_choose(struct encoding *e, const struct points_to *t,
		      const struct places *p, const expr *values, size_t count,
		      expr otherwise)
{
	struct expr_store *s = &e->store;
	bool has_choices = false;

	for (size_t i = 0; i < count; i++)
		has_choices |= expr_at(s, values[i])->op == EXPR_ITE;
	if (count < 2 || has_choices)
		return choose_place(e, t, p, values, count, otherwise);
	return expr_ite(s,
			expr_binary(s, EXPR_ULE, t->offset, expr_const(s, 64, p->last)),
			choose_half(e, t, p, values, 0, count), otherwise);
}

/* ---- which memory objects' addresses other code can have */

/* Values that are looked into, each once. */
struct address_search {
	const struct expr_store *store;
	bool *seen;
	expr *stack;
	size_t count, room;
};

static void look_into(struct address_search *l, expr value)
{
	if (value == EXPR_NONE || l->seen[value] ||
	    !expr_at(l->store, value)->has_address)
		return;
	l->seen[value] = true;
	ARRAY_ADD(l->stack, l->count, l->room, value);
}

static void look_into_memory(struct address_search *l, const struct memory *memory)
{
	for (uint32_t i = 0; i < memory->count; i++)
		for (uint32_t k = 0;
		     memory->contents[i] && k < memory->contents[i]->size; k++)
			look_into(l, memory->contents[i]->at[k]);
}

bool memory_knows(const struct encoding *e, const struct memory *memory,
		  const expr *values, size_t count, uint32_t object)
{
	struct address_search l = {.store = &e->store,
				   .seen = array_new(e->store.count, 1)};

	for (size_t i = 0; i < count; i++)
		look_into(&l, values[i]);
	look_into_memory(&l, memory);
	while (l.count) {
		const struct expr_node *n = expr_at(&e->store, l.stack[--l.count]);
		look_into(&l, n->a);
		look_into(&l, n->b);
		look_into(&l, n->c);
	}
	const bool knows = l.seen[e->objects[object].address];
	free(l.seen);
	free(l.stack);
	return knows;
}

/* One for each expression that there is. */
static bool *escaped_marks(struct encoding *e)
{
	const size_t room = e->escaped_room;

	if (room >= e->store.count)
		return e->escaped;
	e->escaped_room = 2 * (size_t)e->store.count;
	bool *marks = array_new(e->escaped_room, sizeof *marks);
	if (room)
		memcpy(marks, e->escaped, room * sizeof *marks);
	free(e->escaped);
	return e->escaped = marks;
}

/* Parts that have no address in them, or have escaped before, are not looked into. */
void memory_escape(struct encoding *e, expr value)
{
	struct address_search l = {.store = &e->store, .seen = escaped_marks(e)};

	look_into(&l, value);
	while (l.count) {
		const struct expr_node *n = expr_at(&e->store, l.stack[--l.count]);
		if (n->op == EXPR_VAR) {
			e->objects[e->store.variables[n->value].index].has_escaped =
			    true;
			continue;
		}
		look_into(&l, n->a);
		look_into(&l, n->b);
		look_into(&l, n->c);
	}
	free(l.stack);
}

/* ---- arguments that overlap with each other, or with global variables */

static bool may_be_in(const struct memory_object *global, const struct me_parameter *p)
{
	return p->passing == ME_BY_POINTER && !(p->flags & ME_PARAMETER_RESTRICT) &&
	       p->field_count && global->declaration &&
	       !global->declaration->is_private &&
	       global->declaration->kind == OBJECT_GLOBAL &&
	       (!global->declaration->has_size ||
		global->size >= type_scalar_size(p->fields[0].type));
}

bool objects_may_share(const struct memory_object *a, const struct memory_object *b)
{
	if (a->input && b->input)
		return a != b && entry_may_share(a->input, b->input);
	return (a->input && may_be_in(b, a->input)) ||
	       (b->input && may_be_in(a, b->input));
}

bool objects_do_share(const struct encoding *e, const struct memory_object *a,
		      const struct memory_object *b)
{
	if (a->input && b->input)
		return (a->input->flags | b->input->flags) & ENTRY_MAY_OVERLAP;
	return e->may_meet_globals;
}
