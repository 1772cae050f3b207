/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * loop_header.c - loops that are not unwound (ENCODE_SUMMARIES). Of n passes:
 *
 *	header 0 ... header n-1 ... header 2n-2
 *
 * The first n-1 passes are walked as they are. Header n-1 stands for that of any iteration: what
 * the loop may change is unconstrained there. The last of the n passes from there on stands for any
 * pass behind the first ones; those before it are its history, which goals do not count in, since
 * each is the last one of another history. What holds for the values at the header each time can
 * be proven by k-induction: it does at the headers up to n-1 and, if it does at those from n-1
 * on, at the end of the last pass.
 *
 * M. Sheeran, S. Singh, G. Stalmarck, Checking Safety Properties Using Induction and a SAT-Solver,
 * FMCAD 2000.
 */
#include <stdlib.h>

#include "prover/encode/walk.h"

enum { CELLS_MOST = 32 };

static uint32_t passes_of(const struct function_walk *w)
{
	return w->e->bounds->passes ? w->e->bounds->passes : 1;
}

bool loop_header_is_history(const struct function_walk *w, const struct iteration *i)
{
	const uint32_t n = passes_of(w);

	return w->e->summarises && i->number + 1 >= n && i->number + 2 < 2 * n;
}

bool loop_header_is_last(const struct function_walk *w, const struct iteration *i)
{
	return i->number + 2 >= 2 * passes_of(w);
}

/* ---- what the loop may change */

static bool is_in_loop(const struct function_walk *w, uint32_t block, uint32_t header)
{
	const struct loop_forest_block *b = &w->forest.blocks[block];

	for (uint32_t i = 0; i < b->depth; i++)
		if (b->loops[i] == header)
			return true;
	return false;
}

/* Whether a statement of the block may change memory. */
static bool may_write(const struct block *b)
{
	for (uint32_t i = 0; i < b->statement_count; i++) {
		const uint8_t kind = b->statements[i].kind;
		if (kind != STATEMENT_ASSIGN && kind != STATEMENT_ADDRESS &&
		    kind != STATEMENT_LOAD && kind != STATEMENT_VALUE &&
		    kind != STATEMENT_GOAL)
			return true;
	}
	return false;
}

static bool loop_writes(const struct function_walk *w, uint32_t header)
{
	const struct function *f = w->frame.function;
	bool writes = false;

	for (uint32_t i = 0; i < f->block_count; i++)
		writes |= is_in_loop(w, i, header) && may_write(&f->blocks[i]);
	return writes;
}

/* ---- its values */

static void add_value(struct function_walk *w, const struct loop_value *v)
{
	ARRAY_ADD(w->e->loop_values, w->e->loop_value_count, w->e->loop_value_room, *v);
}

/* What the statement reads or writes, if it is always the same bytes of a variable. */
static void add_cell(struct function_walk *w, const struct statement *s, size_t first)
{
	struct encoding *e = w->e;
	const struct address *a = s->address;
	const struct type type =
	    s->kind == STATEMENT_STORE ? s->operands[0].type : s->type;

	if (!a || a->indices || a->base.kind != OPERAND_ADDRESS || s->is_volatile ||
	    e->loop_value_count - first >= CELLS_MOST)
		return;
	const uint32_t object = w->objects[a->base.number];
	const uint64_t offset = (uint64_t)(a->base.offset + a->offset);
	const struct memory_object *mo = &e->objects[object];
	const size_t size = type_size(type);
	if (!mo->is_tracked || mo->is_constant || offset > mo->size ||
	    mo->size - offset < size || size > 8 || type.bits != 8 * size)
		return;
	for (size_t i = first; i < e->loop_value_count; i++) {
		const struct loop_value *v = &e->loop_values[i];
		if (v->is_cell && v->object == object &&
		    offset < v->offset + type_size(v->type) && v->offset < offset + size)
			return;
	}
	add_value(w, &(struct loop_value){
			 .type = type, .is_cell = true, .object = object, .offset = offset});
}

static void make_values(struct function_walk *w, uint32_t header)
{
	const struct function *f = w->frame.function;
	const struct block *b = &f->blocks[header];
	const size_t first = w->e->loop_value_count;

	for (uint32_t i = 0; i < b->phi_count; i++)
		add_value(w, &(struct loop_value){.type = b->phis[i].type});
	for (uint32_t k = 0; k < f->block_count && loop_writes(w, header); k++)
		for (uint32_t i = 0; i < f->blocks[k].statement_count; i++) {
			const struct statement *s = &f->blocks[k].statements[i];
			if (is_in_loop(w, k, header) &&
			    (s->kind == STATEMENT_LOAD || s->kind == STATEMENT_STORE))
				add_cell(w, s, first);
		}
}

static expr cell_pointer(struct encoding *e, const struct loop_value *v)
{
	return expr_binary(&e->store, EXPR_ADD, e->objects[v->object].address,
			   expr_const(&e->store, 64, v->offset));
}

static expr cell_value(struct encoding *e, const struct walk_state *state,
		       const struct loop_value *v)
{
	return expr_resize(
	    &e->store,
	    memory_load(e, state, cell_pointer(e, v), (unsigned)type_size(v->type) * 8, false),
	    sort_of(v->type), false);
}

/* What the value is at the header: a phi's is in the state, or `phi`. */
static void note_visit(struct function_walk *w, const struct walk_state *state,
		       struct loop_value *v, expr reach, expr phi, bool is_fact)
{
	const expr value = v->is_cell ? cell_value(w->e, state, v) : phi;
	const struct loop_visit visit = {reach, value, w->e->header_visits, is_fact};

	ARRAY_ADD(v->visits, v->count, v->room, visit);
}

/* ---- headers */

static void forget_state(struct function_walk *w, struct walk_state *state, uint32_t header,
			 size_t first, size_t end)
{
	struct encoding *e = w->e;
	const struct block *b = &w->frame.function->blocks[header];

	e->summary_count++;
	if (loop_writes(w, header))
		memory_forget(e, state);
	for (size_t i = first; i < end; i++) {
		struct loop_value *v = &e->loop_values[i];
		v->at = fresh(e, sort_of(v->type), "a loop");
		v->order = e->header_visits;
		v->reach = state->reach;
		if (v->is_cell)
			memory_store(e, state, cell_pointer(e, v),
				     expr_resize(&e->store, v->at,
						 (unsigned)type_size(v->type) * 8, false),
				     b->line);
		else
			state->values[b->phis[i - first].result] = v->at;
	}
}

/* A name that is live there and defined in the loop is a phi of the header: the loop is
 * entered by its header alone. */
void loop_header_visit(struct function_walk *w, struct walk_state *state,
		       const struct copy *c, uint32_t level)
{
	struct iteration *i = &c->iterations[level];
	const struct block *b = &w->frame.function->blocks[c->block];
	const uint32_t n = passes_of(w);

	w->e->header_visits++;
	if (i->number == 0) {
		i->values = w->e->loop_value_count;
		make_values(w, c->block);
		i->values_end = w->e->loop_value_count;
	}
	for (size_t k = i->values; k < i->values_end; k++)
		note_visit(w, state, &w->e->loop_values[k], state->reach,
			   k - i->values < b->phi_count
			       ? state->values[b->phis[k - i->values].result]
			       : EXPR_NONE,
			   i->number >= n);
	if (i->number == n - 1)
		forget_state(w, state, c->block, i->values, i->values_end);
}

void loop_header_return(struct function_walk *w, const struct walk_state *state,
			const struct copy *from, const struct iteration *iteration,
			uint32_t header, expr reach)
{
	const struct block *b = &w->frame.function->blocks[header];
	const struct incoming incoming = {from->block, from->node, *state};
	const size_t first = iteration->values;

	w->e->header_visits++;
	for (size_t k = first; k < iteration->values_end; k++)
		note_visit(w, state, &w->e->loop_values[k], reach,
			   k - first < b->phi_count
			       ? join_incoming_value(w, &incoming, &b->phis[k - first])
			       : EXPR_NONE,
			   false);
}
