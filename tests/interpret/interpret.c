/* SPDX-License-Identifier: GPL-3.0-or-later */
/* interpret.c - runs an exported function. */
#include "tests/interpret/interpret.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/interpret/operation.h"
#include "prover/ir/callback.h"

/* From and to memory, type_size() bytes; the spare bits of a narrow integer are 0. */
static struct value value_load(struct type type, const void *from)
{
	struct value v = {0, 0};

	memcpy(&v, from, type.bits == 80 ? 10 : type_size(type));
	return value_truncate(type, v);
}

static void value_store(struct type type, struct value v, void *to)
{
	memcpy(to, &v, type_size(type));
}

struct globals {
	struct globals *next;
	const struct object *object;
	void *memory;
};

struct frame {
	struct interpreter *run;
	const struct function *function;
	struct value *values; /* by name */
	const struct statement *
	    *untold; /* by name: its statement does not say its value */
	void **objects; /* their memory */
	const struct value *arguments;
	struct value *result;
	struct arena arena;
};

__attribute__((format(printf, 3, 4))) static int stop(struct frame *f, uint32_t line,
						      const char *format, ...)
{
	va_list arguments;
	int n = snprintf(f->run->why, sizeof f->run->why,
			 "%s, line %u: ", f->function->name, line);

	va_start(arguments, format);
	if (n >= 0 && (size_t)n < sizeof f->run->why)
		vsnprintf(f->run->why + n, sizeof f->run->why - (size_t)n, format,
			  arguments);
	va_end(arguments);
	return -1;
}

/* ---- memory */

static void *global_memory(struct frame *f, const struct object *o)
{
	for (struct globals *g = f->run->globals; g; g = g->next)
		if (strcmp(g->object->name, o->name) == 0 &&
		    g->object->size >= o->size &&
		    (!o->is_static || strcmp(g->object->unit, o->unit) == 0))
			return g->memory;
	struct globals *g = calloc(1, sizeof *g);
	if (!g)
		return NULL;
	g->memory = calloc(1, o->size + 1);
	g->object = o;
	g->next = f->run->globals;
	f->run->globals = g;
	if (g->memory && o->bytes)
		memcpy(g->memory, o->bytes, o->size);
	return g->memory;
}

static int make_objects(struct frame *f)
{
	const struct function *g = f->function;

	f->objects = arena_get(&f->arena, g->object_count, sizeof *f->objects);
	for (uint32_t i = 0; i < g->object_count; i++) {
		const struct object *o = &g->objects[i];
		if (!o->has_size)
			return stop(f, g->line, "%s has an unknown size", o->name);
		if (o->address_count)
			return stop(f, g->line, "%s has addresses in it", o->name);
		f->objects[i] = o->kind == OBJECT_LOCAL || o->kind == OBJECT_ARGUMENT
				    ? arena_get(&f->arena, o->size + 16, 1)
				    : global_memory(f, o);
	}
	return 0;
}

static int operand_value(struct frame *f, const struct gimple_operand *o, uint32_t line,
			 struct value *v)
{
	*v = (struct value){0, 0};
	switch (o->kind) {
	case OPERAND_NAME:
		if (f->untold[o->number])
			return stop(f, f->untold[o->number]->line, "%s",
				    f->untold[o->number]->why);
		*v = f->values[o->number];
		return 0;
	case OPERAND_CONSTANT:
		*v = (struct value){o->low, o->high};
		return 0;
	case OPERAND_WHOLE: /* where its bytes are */
	case OPERAND_ADDRESS:
		v->low =
		    (uint64_t)(uintptr_t)f->objects[o->number] + (uint64_t)o->offset;
		return 0;
	default:
		return stop(f, line, "an operand that is not exported");
	}
}

static int address_value(struct frame *f, const struct address *a, uint32_t line,
			 void **address)
{
	struct value v;

	if (operand_value(f, &a->base, line, &v))
		return -1;
	uint64_t sum = v.low + (uint64_t)a->offset;
	for (uint32_t i = 0; i < a->indices; i++) {
		if (operand_value(f, &a->index[i], line, &v))
			return -1;
		sum +=
		    (uint64_t)value_extend(a->index[i].type, v) * (uint64_t)a->scale[i];
	}
	*address = (void *)(uintptr_t)sum;
	return 0;
}

/* ---- statements */

/* The other value may be one that is not told. */
static int run_select(struct frame *f, const struct statement *s)
{
	struct value truth;

	if (operand_value(f, &s->operands[0], s->line, &truth))
		return -1;
	return operand_value(f, &s->operands[truth.low & 1 ? 1 : 2], s->line,
			     &f->values[s->result]);
}

static int run_assign(struct frame *f, const struct statement *s)
{
	struct value values[4], result;
	struct type types[4];

	if (s->code == CODE_SELECT && s->operand_count == 3)
		return run_select(f, s);
	if (s->operand_count > 4)
		return stop(f, s->line, "too many operands");
	for (uint32_t i = 0; i < s->operand_count; i++) {
		if (operand_value(f, &s->operands[i], s->line, &values[i]))
			return -1;
		types[i] = s->operands[i].type;
	}
	if (!operation_compute(s->code, s->type, types, values, s->operand_count,
			       &result))
		return stop(f, s->line, "%s has no value here",
			    s->why ? s->why : "a code");
	f->values[s->result] = result;
	return 0;
}

enum { ARGUMENT_LIMIT = 16 };

/* signbit and the like: there may be no function of that name. */
static bool call_builtin(const struct statement *s, const struct type *types,
			 const struct value *values, struct value *result)
{
	if (callback_is_check(s))
		return true; /* a sanitizer's report, which changes nothing */
	if (strcmp(s->callee, GIMPLE_FRAME_ADDRESS) == 0)
		return true;
	if (!(s->flags & CALL_BUILTIN) || s->operand_count != 1 ||
	    types[0].kind != TYPE_FLOAT)
		return false;
	if (strncmp(gimple_builtin_name(s->callee), "signbit", 7) != 0)
		return false;
	*result = (struct value){types[0].bits > 64
				     ? values[0].high >> (types[0].bits - 65) & 1
				     : values[0].low >> (types[0].bits - 1) & 1,
				 0};
	return true;
}

static int run_call(struct frame *f, const struct statement *s)
{
	struct value values[ARGUMENT_LIMIT], result = {0, 0};
	struct type types[ARGUMENT_LIMIT];
	const struct type type = s->result == GIMPLE_NONE ? (struct type){0} : s->type;

	if (!s->callee || s->operand_count > ARGUMENT_LIMIT)
		return stop(f, s->line, "a call by pointer or of many arguments");
	for (uint32_t i = 0; i < s->operand_count; i++) {
		if (operand_value(f, &s->operands[i], s->line, &values[i]))
			return -1;
		types[i] = s->operands[i].type;
	}
	const struct function *callee =
	    gimple_find(f->run->program, s->callee, f->function->unit);
	if (callee && callee->parameter_count == s->operand_count) {
		if (interpret(f->run, callee, values, &result))
			return -1;
	} else if (!call_builtin(s, types, values, &result) &&
		   (!f->run->call ||
		    !f->run->call(f->run->context, s->callee, types, values,
				  s->operand_count, type, &result))) {
		return stop(f, s->line, "%s cannot be called", s->callee);
	}
	if (s->result != GIMPLE_NONE)
		f->values[s->result] = value_truncate(type, result);
	return 0;
}

/* ---- structures that are passed and returned */

static void forget_whole(struct interpreter *run)
{
	free(run->whole);
	run->whole = NULL;
}

/* 0, or -1: the bytes are not known. */
static int take_whole(struct frame *f, const struct statement *s, void *to)
{
	if (!f->run->whole || f->run->whole_size != s->size)
		return stop(f, s->line, "%s", s->why);
	memcpy(to, f->run->whole, s->size);
	forget_whole(f->run);
	return 0;
}

static int return_whole(struct frame *f, const struct gimple_operand *o)
{
	const struct object *from = &f->function->objects[o->number];

	forget_whole(f->run);
	if (o->offset != 0)
		return stop(f, f->function->line, "a part of an object is returned");
	f->run->whole = malloc(from->size + 1);
	if (!f->run->whole)
		return stop(f, f->function->line, "out of memory");
	f->run->whole_size = from->size;
	memcpy(f->run->whole, f->objects[o->number], from->size);
	return 0;
}

static int run_memory(struct frame *f, const struct statement *s)
{
	void *to, *from;
	struct value v;

	if (address_value(f, s->address, s->line, &to))
		return -1;
	switch (s->kind) {
	case STATEMENT_ADDRESS:
		f->values[s->result] = (struct value){(uint64_t)(uintptr_t)to, 0};
		return 0;
	case STATEMENT_LOAD:
		f->values[s->result] = value_load(s->type, to);
		return 0;
	case STATEMENT_STORE:
		if (operand_value(f, &s->operands[0], s->line, &v))
			return -1;
		value_store(s->type, v, to);
		return 0;
	case STATEMENT_COPY:
		if (address_value(f, s->source, s->line, &from))
			return -1;
		memmove(to, from, s->size);
		return 0;
	case STATEMENT_ZERO:
		memset(to, 0, s->size);
		return 0;
	default: /* only the end of an object's lifetime may be ignored */
		if (s->takes_result)
			return take_whole(f, s, to);
		if (strcmp(s->why, "the object ends") == 0)
			return 0;
		return stop(f, s->line, "%s", s->why);
	}
}

static int run_goal(struct frame *f, const struct statement *s)
{
	struct value v;

	if (operand_value(f, &s->operands[0], s->line, &v))
		return -1;
	if (f->run->meet && (v.low || v.high))
		f->run->meet(f->run->context, f->function, s->goal);
	return 0;
}

static int run_statement(struct frame *f, const struct statement *s)
{
	if (f->run->steps-- == 0) {
		f->run->steps = 0;
		return stop(f, s->line, "too many steps");
	}
	switch (s->kind) {
	case STATEMENT_ASSIGN:
		return run_assign(f, s);
	case STATEMENT_CALL:
		return run_call(f, s);
	case STATEMENT_GOAL:
		return run_goal(f, s);
	case STATEMENT_VALUE: /* ends the run where it is used */
		f->untold[s->result] = s;
		return 0;
	case STATEMENT_UNKNOWN:
		return stop(f, s->line, "%s", s->why);
	default:
		return run_memory(f, s);
	}
}

/* ---- control */

/* Reads the values of all phis of a block before it writes any. */
static int run_phis(struct frame *f, const struct block *b, uint32_t from)
{
	struct value *values = array_new(b->phi_count, sizeof *values);
	int err = 0;

	for (uint32_t i = 0; i < b->phi_count && !err; i++) {
		uint32_t k = 0;
		while (k < b->phis[i].count && b->phis[i].from[k] != from)
			k++;
		err = k == b->phis[i].count
			  ? stop(f, 0, "a phi without that predecessor")
			  : operand_value(f, &b->phis[i].values[k], 0, &values[i]);
	}
	for (uint32_t i = 0; i < b->phi_count && !err; i++)
		f->values[b->phis[i].result] = values[i];
	free(values);
	return err;
}

static uint32_t chosen_case(const struct block_end *end, struct value v)
{
	const struct type type = end->operands[0].type;
	const int64_t x = value_extend(type, v);

	for (uint32_t i = 0; i < end->choice_count; i++) {
		const struct switch_choice *c = &end->choices[i];
		const int64_t low = value_extend(type, (struct value){c->low, 0});
		const int64_t high = value_extend(type, (struct value){c->high, 0});
		if (type.kind == TYPE_SIGNED
			? low <= x && x <= high
			: (uint64_t)low <= (uint64_t)x && (uint64_t)x <= (uint64_t)high)
			return c->edge;
	}
	return end->default_edge;
}

static int choose(struct frame *f, const struct block_end *end, uint32_t *edge)
{
	const struct type types[] = {end->operands[0].type, end->operands[1].type};
	struct value values[2], truth;

	*edge = 0;
	if (end->kind == END_GOTO)
		return 0;
	if (end->kind != END_COND && end->kind != END_SWITCH)
		return stop(f, end->line, "%s",
			    end->why ? end->why : "the control stops");
	if (operand_value(f, &end->operands[0], end->line, &values[0]))
		return -1;
	if (end->kind == END_SWITCH) {
		*edge = chosen_case(end, values[0]);
	} else {
		if (operand_value(f, &end->operands[1], end->line, &values[1]))
			return -1;
		if (!operation_compute(end->code, (struct type){TYPE_UNSIGNED, 1, 0},
				       types, values, 2, &truth))
			return stop(f, end->line, "an unknown condition");
		*edge = !truth.low;
	}
	if (f->run->meet && end->edges[*edge].goal != GIMPLE_NONE)
		f->run->meet(f->run->context, f->function, end->edges[*edge].goal);
	return 0;
}

static int run_return(struct frame *f, const struct block_end *end)
{
	if (!end->has_value)
		return 0;
	if (end->operands[0].kind == OPERAND_WHOLE)
		return return_whole(f, &end->operands[0]);
	return operand_value(f, &end->operands[0], end->line, f->result);
}

static int run_blocks(struct frame *f)
{
	uint32_t at = f->function->entry, edge;

	for (;;) {
		const struct block *b = &f->function->blocks[at];
		for (uint32_t i = 0; i < b->statement_count; i++)
			if (run_statement(f, &b->statements[i]))
				return -1;
		if (b->end.kind == END_RETURN)
			return run_return(f, &b->end);
		if (choose(f, &b->end, &edge))
			return -1;
		const uint32_t next = b->end.edges[edge].block;
		if (run_phis(f, &f->function->blocks[next], at))
			return -1;
		at = next;
		if (f->run->steps == 0)
			return stop(f, b->end.line, "too many steps");
		f->run->steps--;
	}
}

static int take_arguments(struct frame *f)
{
	const struct function *g = f->function;

	for (uint32_t i = 0; i < g->parameter_count; i++) {
		const struct function_parameter *p = &g->parameters[i];
		const struct value v = value_truncate(p->type, f->arguments[i]);
		if (p->name != GIMPLE_NONE)
			f->values[p->name] = v;
		if (p->object == GIMPLE_NONE)
			continue;
		if (p->type.kind == TYPE_OTHER && !f->arguments[i].low)
			return stop(f, g->line, "%s is not exported", p->source_name);
		if (p->type.kind == TYPE_OTHER)
			memcpy(f->objects[p->object],
			       (const void *)(uintptr_t)f->arguments[i].low,
			       g->objects[p->object].size);
		else
			value_store(p->type, v, f->objects[p->object]);
	}
	return 0;
}

int interpret(struct interpreter *run, const struct function *function,
	      const struct value *arguments, struct value *result)
{
	struct frame f = {
	    .run = run, .function = function, .arguments = arguments, .result = result};
	int err;

	*result = (struct value){0, 0};
	f.values = arena_get(&f.arena, function->name_count, sizeof *f.values);
	f.untold = arena_get(&f.arena, function->name_count, sizeof *f.untold);
	forget_whole(run);
	err = make_objects(&f);
	if (!err)
		err = take_arguments(&f);
	if (!err)
		err = run_blocks(&f);
	arena_done(&f.arena);
	return err;
}

void interpret_done(struct interpreter *run)
{
	forget_whole(run);
	while (run->globals) {
		struct globals *next = run->globals->next;
		free(run->globals->memory);
		free(run->globals);
		run->globals = next;
	}
}
