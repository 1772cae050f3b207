/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * call.c - calls: of known functions (builtin.c, library_contract.c), of exported
 * functions, which are walked, by pointer (call_pointer.c), and of all others, whose
 * effects are unconstrained.
 *
 * A function that is not exported calls back only what it knows (callback.h), and is
 * assumed to write only to memory whose address it can have: global variables, objects
 * whose address has escaped, and inputs if it may have stored a pointer in an earlier
 * run.
 */
#include <stdlib.h>
#include <string.h>

#include "prover/ir/callback.h"
#include "prover/encode/encode_internal.h"

enum {
	DEPTH_LIMIT = 16, /* of inlining, apart from recursion */
	FRAMES_MOST = 2000, /* with it: each takes some of the stack of this process */
};

/* ---- unknown callees */

/* Whether a call that is not walked may come to a goal's function. */
static bool may_come_back(struct encoding *e, const struct statement *s)
{
	if (!s->callee)
		return true;
	const char *unit = e->frame->function->unit;
	const struct function *f = gimple_find(e->program, s->callee, unit);
	if (f)
		return e->inlining || callback_reaches(e->program, f, e->entry);
	return gimple_is_unsure(e->program, s->callee, unit) ||
	       callback_may(e->program, s);
}

/* Whether the call changes nothing. What a declaration says of a function that is no
 * builtin may be wrong, and without optimisation GCC does not rely on it; and what GCC
 * says of a library function does not hold for the program's own of that name. */
static bool is_silent(const struct encoding *e, const struct statement *s)
{
	return (s->flags & (CALL_CONST | CALL_PURE) && s->flags & CALL_BUILTIN &&
		!symbol_table_defines(e->program, gimple_builtin_name(s->callee))) ||
	       callback_is_check(s);
}

/* An input has the same address as in the previous call of the entry. */
static void inputs_escape(struct encoding *e)
{
	for (size_t i = 0; i < e->object_count; i++)
		e->objects[i].has_escaped |= !e->objects[i].declaration;
}

/* Whether the callee may have a pointer to an input from an earlier run, as strtok has.
 * Then the program passed the pointer to some function, or stored it. */
static bool may_keep(const struct gimple_program *p, const struct statement *s)
{
	return p->gives_pointers && !(s->flags & CALL_BUILTIN) && facts_keeps(s);
}

/* Havocs what the call may have changed; its result is unconstrained. */
static void call_havocked(struct encoding *e, struct walk_state *state,
			  const struct statement *s, const expr *arguments)
{
	rounding_mode_forget(e, state, s);
	for (uint32_t i = 0; i < s->operand_count && !callback_is_check(s); i++)
		memory_escape(e, arguments[i]);
	if (!is_silent(e, s)) {
		if (may_keep(e->program, s))
			inputs_escape(e);
		memory_havoc_escaped(e, state, false);
	}
	if (s->result != GIMPLE_NONE)
		state->values[s->result] = library_result(e, s, arguments);
}

/* How many bytes a call writes to the target of its first argument: as many as another
 * argument says, as many as a text has with its NUL, or an unknown number. */
enum call_written { WRITTEN_COUNTED, WRITTEN_TEXT, WRITTEN_ANY };

struct call_writer {
	const char *name;
	uint32_t least, most; /* operands */
	enum call_written written;
	uint32_t size; /* COUNTED: the operand that counts */
};

static const struct call_writer *writer_of(const struct statement *s)
{
	enum { MANY = UINT32_MAX };
	static const struct call_writer known[] = {
	    {"memcpy", 3, 3, WRITTEN_COUNTED, 2},
	    {"memmove", 3, 3, WRITTEN_COUNTED, 2},
	    {"memset", 3, 3, WRITTEN_COUNTED, 2},
	    {"mempcpy", 3, 3, WRITTEN_COUNTED, 2},
	    {"strncpy", 3, 3, WRITTEN_COUNTED, 2},
	    {"stpncpy", 3, 3, WRITTEN_COUNTED, 2},
	    {"strcpy", 2, 2, WRITTEN_TEXT, 0},
	    {"stpcpy", 2, 2, WRITTEN_TEXT, 0},
	    {"strcat", 2, 2, WRITTEN_ANY, 0},
	    {"strncat", 3, 3, WRITTEN_ANY, 0},
	    {"bzero", 2, 2, WRITTEN_COUNTED, 1},
	    {"sprintf", 2, MANY, WRITTEN_ANY, 0},
	    {"vsprintf", 3, 3, WRITTEN_ANY, 0},
	    {"snprintf", 3, MANY, WRITTEN_COUNTED, 1},
	    {"vsnprintf", 4, 4, WRITTEN_COUNTED, 1}};

	if (!s->callee || !(s->flags & CALL_BUILTIN))
		return NULL;
	const char *name = gimple_builtin_name(s->callee);
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcmp(name, known[i].name) == 0 &&
		    s->operand_count >= known[i].least &&
		    s->operand_count <= known[i].most)
			return &known[i];
	return NULL;
}

/* The walk stops for runs in which such a call writes beyond an object. */
static void stop_written(struct encoding *e, struct walk_state *state,
			 const struct statement *s, const expr *arguments)
{
	struct expr_store *store = &e->store;
	const struct call_writer *writer = writer_of(s);

	if (!writer)
		return;
	expr size = writer->written == WRITTEN_COUNTED ? arguments[writer->size]
						       : fresh(e, 64, s->callee);
	if (expr_sort(store, size) != 64)
		size = fresh(e, 64, s->callee);
	if (writer->written == WRITTEN_TEXT) {
		const expr most = memory_text_room(e, state, arguments[1]);
		size = expr_ite(store, expr_binary(store, EXPR_ULE, size, most), size,
				most);
	}
	memory_stop_beyond(e, state, arguments[0], size, s->line);
}

void call_unknown(struct encoding *e, struct walk_state *state,
		  const struct statement *s, const expr *arguments)
{
	stop_written(e, state, s, arguments);
	if (may_come_back(e, s))
		frontier_add(e, FRONTIER_CALL, e->frame->function, e->frame->block,
			     s->line, state->reach);
	if (s->flags & CALL_TWICE)
		frontier_add(e, FRONTIER_TWICE, e->frame->function, e->frame->block,
			     s->line, state->reach);
	call_havocked(e, state, s, arguments);
}

/* ---- exported callees */

static unsigned depth_of(const struct encoding *e, const struct function *function,
			 unsigned *same)
{
	unsigned depth = 0;

	*same = 0;
	for (const struct frame *f = e->frame; f; f = f->caller, depth++)
		*same += f->function == function;
	return depth;
}

/* Floating-point numbers and integers are passed in different registers. */
static bool same_place(struct type a, struct type b)
{
	return a.bits == b.bits && (a.kind == TYPE_FLOAT) == (b.kind == TYPE_FLOAT);
}

/* An int is passed for a char or short; the callee takes its low bits. */
static bool is_narrowed(struct type parameter, struct type argument)
{
	return type_is_integer(parameter) && type_is_integer(argument) &&
	       parameter.bits < argument.bits && argument.bits <= 64;
}

static bool fits(const struct function *f, const struct statement *s)
{
	if (s->result != GIMPLE_NONE &&
	    (!f->has_result || !same_place(f->result, s->type)))
		return false;
	/* What is passed to a function without parameters it does not look at. */
	if ((f->parameter_count && f->parameter_count != s->operand_count) ||
	    f->is_variadic)
		return false;
	for (uint32_t i = 0; i < f->parameter_count; i++) {
		const struct function_parameter *p = &f->parameters[i];
		const struct gimple_operand *o = &s->operands[i];
		if ((!same_place(p->type, o->type) && !is_narrowed(p->type, o->type)) ||
		    (o->kind == OPERAND_WHOLE && p->object == GIMPLE_NONE))
			return false;
	}
	return true;
}

/* The low bits of an argument. The walk stops for runs in which a bool gets another
 * value than 0 or 1, which the callee would take as it is. */
static expr narrowed(struct encoding *e, struct walk_state *state, struct type type,
		     expr value, uint32_t line)
{
	struct expr_store *store = &e->store;
	const unsigned spare = expr_sort(store, value) - type.bits;

	if (type.bits < 8) {
		const expr others = expr_not(
		    store, expr_eq(store, expr_extract(store, value, type.bits, spare),
				   expr_wide(store, spare, 0, 0)));
		frontier_add(e, FRONTIER_VALUE, e->frame->function, e->frame->block,
			     line, expr_and(store, state->reach, others));
		state->reach = expr_and(store, state->reach, expr_not(store, others));
	}
	return expr_resize(store, value, type.bits, false);
}

/* The callee's arguments; a structure that is no object is unconstrained. */
static const expr *arguments_of(struct encoding *e, const struct function *f,
				struct walk_state *state, const struct statement *s,
				const expr *values)
{
	expr *list = arena_get(&e->arena, f->parameter_count + 1u, sizeof *list);

	for (uint32_t i = 0; i < f->parameter_count; i++) {
		const struct function_parameter *p = &f->parameters[i];
		const bool is_whole = s->operands[i].kind == OPERAND_WHOLE;
		const bool in_memory =
		    p->type.kind == TYPE_OTHER && p->object != GIMPLE_NONE;
		list[i] = in_memory && !is_whole ? EXPR_NONE
			  : is_narrowed(p->type, s->operands[i].type)
			      ? narrowed(e, state, p->type, values[i], s->line)
			      : values[i];
	}
	return list;
}

/* Whether the function may catch an exception of the call, which ends the block that is
 * being walked: after a noreturn call a run can only continue by an exception. */
static bool catches(const struct encoding *e, const struct statement *s)
{
	const struct block_end *end = &e->frame->function->blocks[e->frame->block].end;

	return end->kind == END_ANY ||
	       ((s->flags & CALL_NORETURN) && end->kind != END_STOP);
}

void call_returned_done(struct encoding *e)
{
	if (e->returned)
		memory_done(&e->returned->memory);
	free(e->returned);
	e->returned = NULL;
}

/* The callee may end by an exception that is caught here, at an unknown point: such a run
 * continues as after an unknown call. What it is where it returns is in e->returned. */
static void call_thrown(struct encoding *e, struct walk_state *state,
			const struct statement *s, const struct function *f,
			const expr *arguments)
{
	struct unwound *graph = &e->unwound;
	const expr always = expr_bool(&e->store, true);
	struct walk_state *inside = array_new(1, sizeof *inside);
	const int32_t before = graph->at;
	expr result = EXPR_NONE;

	inside->reach = state->reach;
	memory_copy(&inside->memory, &state->memory);
	encode_function(e, f, arguments_of(e, f, inside, s, arguments), inside,
			&result);
	const int32_t both = unwound_node(graph);
	unwound_jump(graph, both, always);
	graph->at = before;
	unwound_jump(graph, both, always);
	graph->at = both;
	e->whole = NULL;
	call_havocked(e, state, s, arguments);
	if (s->result != GIMPLE_NONE && result != EXPR_NONE)
		state->values[s->result] = result;
	inside->values = state->values;
	e->returned = inside;
}

bool call_walked(struct encoding *e, struct walk_state *state,
		 const struct statement *s, const struct function *f,
		 const expr *arguments)
{
	unsigned same;
	expr result = EXPR_NONE;

	if (!fits(f, s))
		return false;
	const unsigned depth = depth_of(e, f, &same);
	if (depth >= DEPTH_LIMIT && !same)
		return false;
	if (same > bounds_limit(e->bounds, f, GIMPLE_NONE) || depth >= FRAMES_MOST) {
		frontier_add(e, FRONTIER_RECURSION, f, GIMPLE_NONE, s->line,
			     state->reach);
		state->reach = expr_bool(&e->store, false);
	} else if (catches(e, s) && termination_thrown(e->program, f)) {
		call_thrown(e, state, s, f, arguments);
		return true;
	} else {
		encode_function(e, f, arguments_of(e, f, state, s, arguments), state,
				&result);
		e->has_returned = catches(e, s) && !e->program->catches_signals;
	}
	if (s->result != GIMPLE_NONE)
		state->values[s->result] = result == EXPR_NONE
					       ? fresh(e, sort_of(s->type), s->callee)
					       : result;
	return true;
}

/* False if the function is not exported either, or not known. */
static bool call_inlined(struct encoding *e, struct walk_state *state,
			 const struct statement *s, const expr *arguments)
{
	const struct function *f;

	if (!e->inlining)
		return false;
	if (!s->callee)
		return call_by_pointer(e, state, s, arguments);
	f = gimple_find(e->program, s->callee, e->frame->function->unit);
	return f && call_walked(e, state, s, f, arguments);
}

/* Whether no run continues after the block. A noreturn call may still throw, and then
 * the run continues where the exception is caught. */
static bool stops(const struct encoding *e)
{
	return e->frame->function->blocks[e->frame->block].end.kind == END_STOP;
}

/* No run goes on whose input is rejected. */
static void call_rejects(struct encoding *e, struct walk_state *state, uint32_t line)
{
	if (e->odd_inputs || expr_is_false(&e->store, state->reach))
		return;
	if (!e->assumed_first)
		e->assumed_first = line;
	e->assumed_last = line;
	state->reach = expr_bool(&e->store, false);
}

void encode_call(struct encoding *e, struct walk_state *state,
		 const struct statement *s, const expr *arguments)
{
	if (callback_rejects(s)) {
		call_rejects(e, state, s->line);
		return;
	}
	/* If the program defines sqrt, its own function is called. */
	const char *unit = e->frame->function->unit;
	e->whole = NULL;
	e->has_returned = false;
	call_returned_done(e);
	if (!(s->flags & CALL_NORETURN) && s->callee &&
	    !gimple_find(e->program, s->callee, unit) &&
	    !gimple_is_unsure(e->program, s->callee, unit)) {
		expr value = encode_builtin(e, state, s, arguments);
		if (value == EXPR_NONE)
			value = encode_library_contract(e, s, arguments);
		if (value != EXPR_NONE) {
			if (s->result != GIMPLE_NONE)
				state->values[s->result] = value;
			return;
		}
	}
	if (!call_inlined(e, state, s, arguments))
		call_unknown(e, state, s, arguments);
	if ((s->flags & CALL_NORETURN) && stops(e))
		state->reach = expr_bool(&e->store, false);
}
