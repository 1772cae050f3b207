/* SPDX-License-Identifier: GPL-3.0-or-later */
/* step.c - one statement of a walk: its operands, and what it does to the state. */
#include <string.h>

#include "prover/encode/walk.h"

/* ---- operands */

expr encode_operand(struct encoding *e, const struct walk_state *state,
		    const uint32_t *objects, const struct gimple_operand *o)
{
	struct expr_store *s = &e->store;
	const struct function *code;

	switch (o->kind) {
	case OPERAND_NAME:
		if (state->values[o->number] != EXPR_NONE)
			return state->values[o->number];
		return fresh(e, sort_of(o->type), "undefined");
	case OPERAND_CONSTANT:
		return expr_wide(s, o->type.bits, o->low, o->high);
	case OPERAND_WHOLE: /* the callee copies its bytes */
	case OPERAND_ADDRESS:
		return expr_binary(s, EXPR_ADD, e->objects[objects[o->number]].address,
				   expr_const(s, 64, (uint64_t)o->offset));
	case OPERAND_FUNCTION:
		code = gimple_find(e->program, o->text, e->frame->function->unit);
		return code ? memory_function(e, code) : fresh(e, 64, o->text);
	default:
		return fresh(e, sort_of(o->type), "an operand that is not exported");
	}
}

static expr step_address(struct function_walk *w, const struct walk_state *state,
			 const struct address *a)
{
	struct expr_store *s = &w->e->store;
	expr sum =
	    expr_binary(s, EXPR_ADD, encode_operand(w->e, state, w->objects, &a->base),
			expr_const(s, 64, (uint64_t)a->offset));

	for (uint32_t i = 0; i < a->indices; i++) {
		const struct type type = a->index[i].type;
		const expr index = expr_resize(
		    s, encode_operand(w->e, state, w->objects, &a->index[i]), 64,
		    type.kind == TYPE_SIGNED);
		sum =
		    expr_binary(s, EXPR_ADD, sum,
				expr_binary(s, EXPR_MUL, index,
					    expr_const(s, 64, (uint64_t)a->scale[i])));
	}
	return sum;
}

/* ---- statements */

/* The bits of an x87 number in memory: if bit 63 does not fit the exponent, the result
 * depends on the instruction. */
static expr number_in_memory(struct function_walk *w, expr bits)
{
	struct expr_store *s = &w->e->store;
	const enum expr_op op = expr_at(s, bits)->op;

	if (op == EXPR_BITS)
		return bits;
	const expr zero =
	    expr_eq(s, expr_extract(s, bits, 64, 15), expr_const(s, 15, 0));
	const expr clear =
	    expr_eq(s, expr_extract(s, bits, 63, 1), expr_const(s, 1, 0));
	return expr_ite(s, expr_eq(s, zero, clear), bits,
			fresh(w->e, 80, "an invalid long double"));
}

unsigned walk_memory_bits(struct type type)
{
	return type.kind == TYPE_FLOAT ? type.bits : 8 * (unsigned)type_size(type);
}

enum { CHOICE_DEPTH = 16 };

/* Whether the bits are a fresh variable that is assumed to be a value of the type: one
 * from number `own` on, or one marked so. SIZE_MAX: nothing is assumed. */
static bool is_of_type(const struct expr_store *s, const struct expr_node *n,
		       size_t own)
{
	return own != SIZE_MAX && n->op == EXPR_VAR &&
	       s->variables[n->value].kind == VARIABLE_FRESH &&
	       (n->value >= own || s->variables[n->value].index == VARIABLE_OF_TYPE);
}

/* When the other bits in a narrow value's memory are not 0. Initial contents, and fresh
 * bits of the load itself, are assumed to be a value of the type. */
static expr has_others(struct expr_store *s, expr bits, unsigned width, size_t own,
		       int depth)
{
	const struct expr_node n = *expr_at(s, bits);
	const unsigned spare = expr_sort(s, bits) - width;

	if (!spare)
		return expr_bool(s, false);
	if (is_of_type(s, &n, own))
		return expr_bool(s, false);
	if (n.op == EXPR_ITE && depth)
		return expr_ite(s, n.a, has_others(s, n.b, width, own, depth - 1),
				has_others(s, n.c, width, own, depth - 1));
	if (n.op == EXPR_CONCAT && depth) {
		const unsigned low = expr_sort(s, n.b);
		return expr_or(
		    s,
		    has_others(s, n.a, width > low ? width - low : 0, own, depth - 1),
		    has_others(s, n.b, width < low ? width : low, own, depth - 1));
	}
	return expr_not(s, expr_eq(s, expr_extract(s, bits, width, spare),
				   expr_wide(s, spare, 0, 0)));
}

/* A value that is narrower than its memory, such as a bool. If the other bits there are
 * not 0, the result depends on the instruction and may be no value of the type: the
 * walk stops for such runs. */
static expr narrow_value(struct function_walk *w, struct walk_state *state, expr bits,
			 size_t own, const struct statement *s)
{
	struct expr_store *store = &w->e->store;
	const unsigned width = sort_of(s->type);
	const unsigned spare = expr_sort(store, bits) - width;

	if (spare) {
		const expr any = has_others(store, bits, width, SIZE_MAX, CHOICE_DEPTH);
		const expr others =
		    w->e->odd_bools ? any
				    : has_others(store, bits, width, own, CHOICE_DEPTH);
		w->e->rests_on_bools |= others != any;
		frontier_add(w->e, FRONTIER_VALUE, w->frame.function, w->frame.block,
			     s->line, expr_and(store, state->reach, others));
		state->reach = expr_and(store, state->reach, expr_not(store, others));
	}
	return expr_resize(store, bits, width, false);
}

static void walk_load(struct function_walk *w, struct walk_state *state,
		      const struct statement *s)
{
	const expr from = step_address(w, state, s->address);
	const size_t own = w->e->store.variable_count;
	const expr bits =
	    memory_load(w->e, state, from, walk_memory_bits(s->type), s->is_volatile);
	const bool is_x87 = s->type.kind == TYPE_FLOAT && s->type.bits == 80;

	state->values[s->result] =
	    is_x87 ? number_in_memory(w, bits) : narrow_value(w, state, bits, own, s);
}

static void walk_store(struct function_walk *w, struct walk_state *state,
		       const struct statement *s)
{
	const unsigned width = walk_memory_bits(s->type);
	expr value = encode_operand(w->e, state, w->objects, &s->operands[0]);

	memory_escape(w->e, value);
	if (expr_sort(&w->e->store, value) != sort_of(s->type))
		value = fresh(w->e, width, "store");
	memory_store(w->e, state, step_address(w, state, s->address),
		     expr_resize(&w->e->store, value, width, false), s->line);
}

enum { SHARED_SIZE = 32 }; /* at -O0 smaller variables share no address */

/* Whether a pointer to the object is used after the statement. */
static bool is_pointed_to(struct function_walk *w, const struct walk_state *state,
			  uint32_t object, const struct statement *s)
{
	const struct function *f = w->frame.function;
	const struct block *b = &f->blocks[w->frame.block];
	uint64_t *live = arena_get(&w->arena, w->words + 1, sizeof *live);
	expr *values = arena_get(&w->arena, f->name_count + 1u, sizeof *values);

	live_behind(f, w->live, w->words, w->frame.block, (uint32_t)(s - b->statements),
		    live);
	for (uint32_t n = 0; n < f->name_count; n++)
		values[n] = live[n / 64] >> n % 64 & 1 ? state->values[n] : EXPR_NONE;
	return memory_knows(w->e, &state->memory, values, f->name_count, object);
}

/* A variable's scope ends: another one may get its address. */
static void end_scope(struct function_walk *w, const struct walk_state *state,
		      const struct statement *s)
{
	const struct gimple_operand *base = &s->address->base;

	if (strcmp(s->why, "the object ends") != 0 || base->kind != OPERAND_ADDRESS ||
	    w->frame.function->objects[base->number].kind != OBJECT_LOCAL)
		return;
	struct memory_object *mo = &w->e->objects[w->objects[base->number]];
	if (!mo->is_dead && mo->size >= SHARED_SIZE)
		mo->is_dead = w->e->summarises ||
			      is_pointed_to(w, state, w->objects[base->number], s);
}

/* The bytes of a structure that the call in front of the statement has returned. */
static bool take_result(struct function_walk *w, struct walk_state *state, expr to,
			const struct statement *s)
{
	struct encoding *e = w->e;
	const expr *bytes = e->whole;

	e->whole = NULL;
	if (!s->takes_result || !bytes || e->whole_size != s->size)
		return false;
	memory_store_bytes(e, state, to, bytes, s->size, s->line);
	return true;
}

/* Copies byte by byte, and reads all bytes before it writes the first. If the areas
 * overlap, the machine may read bytes that it has already written. */
static void walk_block_store(struct function_walk *w, struct walk_state *state,
			     const struct statement *s)
{
	struct expr_store *store = &w->e->store;
	const expr to = step_address(w, state, s->address);
	expr bytes[MEMORY_COPY_SIZE];

	if (s->kind == STATEMENT_HAVOC && take_result(w, state, to, s))
		return;
	if (s->kind == STATEMENT_HAVOC || s->size > MEMORY_COPY_SIZE) {
		memory_havoc(w->e, state, to, s->size, s->line);
		if (s->kind == STATEMENT_HAVOC)
			end_scope(w, state, s);
		return;
	}
	const expr mixed =
	    s->kind == STATEMENT_COPY
		? memory_overlaps(w->e, to, step_address(w, state, s->source), s->size)
		: expr_bool(store, false);
	if (s->kind == STATEMENT_COPY)
		memory_load_bytes(w->e, state, step_address(w, state, s->source),
				  s->size, s->is_volatile, bytes);
	for (uint64_t i = 0; i < s->size && s->kind == STATEMENT_ZERO; i++)
		bytes[i] = expr_const(store, 8, 0);
	for (uint64_t i = 0; i < s->size && !expr_is_false(store, mixed); i++)
		bytes[i] = expr_ite(store, mixed, fresh(w->e, 8, "overlap"), bytes[i]);
	memory_store_bytes(w->e, state, to, bytes, s->size, s->line);
}

/* The operands' values, allocated in the arena. */
static expr *operands_of(struct function_walk *w, const struct walk_state *state,
			 const struct statement *s)
{
	expr *values = arena_get(&w->arena, s->operand_count + 1u, sizeof *values);

	for (uint32_t i = 0; i < s->operand_count; i++)
		values[i] = encode_operand(w->e, state, w->objects, &s->operands[i]);
	return values;
}

/* An unknown operation gets the addresses in its operands. */
static void escape_operands(struct function_walk *w, const struct walk_state *state,
			    const struct statement *s)
{
	const expr *values = operands_of(w, state, s);

	for (uint32_t i = 0; i < s->operand_count; i++)
		memory_escape(w->e, values[i]);
}

static void walk_assign(struct function_walk *w, struct walk_state *state,
			const struct statement *s)
{
	struct type types[4] = {0};
	const expr *values = operands_of(w, state, s);

	for (uint32_t i = 0; i < s->operand_count && i < 4; i++)
		types[i] = s->operands[i].type;
	state->values[s->result] = compute(w->e, s->code, s->type, types, values,
					   s->operand_count, s->why ? s->why : "value");
}

static void note_value(struct function_walk *w, const struct walk_state *state,
		       const struct statement *s)
{
	if (s->result == GIMPLE_NONE || state->values[s->result] == EXPR_NONE)
		return;
	const struct origin origin = {
	    state->values[s->result], w->frame.function, s->line, s->result, 0, false};
	origin_add(w->e, &origin);
	/* Later operations use the number itself, not its bits. */
	const struct expr_node *n = expr_at(&w->e->store, origin.e);
	struct origin number = origin;
	number.e = n->a;
	if (n->op == EXPR_BITS)
		origin_add(w->e, &number);
}

/* One path goes on as its guide says. */
static void ask_judge(struct function_walk *w, struct walk_state *state,
		      const struct statement *s, expr truth)
{
	const struct walk_guide *guide = w->e->guide;
	struct expr_store *store = &w->e->store;
	const struct guide_predicate predicate = {.function = w->frame.function,
						  .block = w->frame.block,
						  .line = s->line,
						  .goal = s->goal,
						  .condition = truth,
						  .reach = state->reach,
						  .frontier = w->e->frontier_count};

	if (!guide || !guide->judge)
		return;
	switch (guide->judge(guide->context, &predicate)) {
	case GUIDE_TRUE:
		state->reach = expr_and(store, state->reach, truth);
		break;
	case GUIDE_FALSE:
		state->reach = expr_and(store, state->reach, expr_not(store, truth));
		break;
	case GUIDE_END:
		state->reach = expr_bool(store, false);
		break;
	default:
		break;
	}
}

/* The predicate of a goal, at the place where it stands. */
static void walk_goal(struct function_walk *w, struct walk_state *state,
		      const struct statement *s)
{
	struct expr_store *store = &w->e->store;
	const expr value = operands_of(w, state, s)[0];
	const expr zero = expr_const(store, s->operands[0].type.bits, 0);
	const expr truth = expr_not(store, expr_eq(store, value, zero));

	if (w->observes)
		state->reach = w->observed;
	w->observes = false;
	goal_add(w->e, w->frame.function, s->goal,
		 expr_and(store, state->reach, truth));
	ask_judge(w, state, s, truth);
}

static void do_statement(struct function_walk *w, struct walk_state *state,
			 const struct statement *s)
{
	switch (s->kind) {
	case STATEMENT_ASSIGN:
		walk_assign(w, state, s);
		break;
	case STATEMENT_ADDRESS:
		state->values[s->result] = step_address(w, state, s->address);
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
		escape_operands(w, state, s);
		state->values[s->result] = fresh(w->e, sort_of(s->type), s->why);
		break;
	case STATEMENT_GOAL:
		walk_goal(w, state, s);
		break;
	case STATEMENT_UNKNOWN:
		escape_operands(w, state, s);
		memory_havoc_escaped(w->e, state, true);
		break;
	default:
		walk_block_store(w, state, s);
	}
}

void walk_statement(struct function_walk *w, struct walk_state *state,
		    const struct statement *s)
{
	rounding_mode_note(w->e, state);
	do_statement(w, state, s);
	note_value(w, state, s);
}
