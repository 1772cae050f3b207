/* SPDX-License-Identifier: GPL-3.0-or-later */
/* statement.c - reads the lines of a block. */
#include <stdlib.h>
#include <string.h>

#include "me/goal.h"
#include "me/ir.h"
#include "prover/ir/reader.h"

/* ---- parts */

/* All operands up to the end of the line. */
static void read_operands(struct gimple_reader *r, struct statement *s)
{
	struct gimple_operand *list = NULL;
	size_t room = 0;

	while (!r->scan.failed && !scan_at_end(&r->scan)) {
		ARRAY_ADD(list, s->operand_count, room, read_operand(r));
	}
	s->operands = arena_get(&r->program->arena, s->operand_count, sizeof *list);
	if (s->operand_count)
		memcpy(s->operands, list, s->operand_count * sizeof *list);
	free(list);
}

static bool read_volatile(struct gimple_reader *r)
{
	if (scan_take(&r->scan, "volatile"))
		return true;
	scan_expect(&r->scan, "-");
	return false;
}

static uint8_t read_call_flags(struct gimple_reader *r)
{
	static const struct {
		const char *name;
		uint8_t flag;
	} flags[] = {{"const", CALL_CONST},	  {"pure", CALL_PURE},
		     {"noreturn", CALL_NORETURN}, {"twice", CALL_TWICE},
		     {"builtin", CALL_BUILTIN},	  {"-", 0}};
	const struct token all = scan_token(&r->scan);
	uint8_t sum = 0;
	struct token one = {all.text, 0};

	for (size_t i = 0; i <= all.length; i++) {
		if (i < all.length && all.text[i] != ',')
			continue;
		one.length = (size_t)(all.text + i - one.text);
		size_t k = 0;
		while (k < 6 && !token_is(one, flags[k].name))
			k++;
		if (k == 6)
			scan_fail(&r->scan, "'%.*s' is no flag of a call",
				  (int)all.length, all.text);
		else
			sum |= flags[k].flag;
		one.text = all.text + i + 1;
	}
	return sum;
}

static void read_call(struct gimple_reader *r, struct statement *s)
{
	const struct token callee = scan_peek(&r->scan);

	s->kind = STATEMENT_CALL;
	if (callee.length && callee.text[0] == '*') {
		/* A call by pointer: the pointer is operand 0. */
		r->scan.at = callee.text + 1;
		const struct gimple_operand pointer = read_operand(r);
		s->flags = read_call_flags(r);
		read_operands(r, s);
		struct gimple_operand *all =
		    arena_get(&r->program->arena, s->operand_count + 1u, sizeof *all);
		all[0] = pointer;
		memcpy(all + 1, s->operands, s->operand_count * sizeof *all);
		s->operands = all;
		s->operand_count++;
		return;
	}
	scan_token(&r->scan);
	s->callee = arena_string(&r->program->arena, callee.text, callee.length);
	s->flags = read_call_flags(r);
	read_operands(r, s);
}

/* ---- statements that define a name */

static void read_code(struct gimple_reader *r, struct statement *s)
{
	const struct token code = scan_token(&r->scan);

	s->kind = STATEMENT_ASSIGN;
	s->code = (uint8_t)code_find(code.text, code.length);
	if (s->code == CODE_UNKNOWN)
		s->why = arena_string(&r->program->arena, code.text, code.length);
	read_operands(r, s);
}

static void read_assignment(struct gimple_reader *r, struct statement *s)
{
	s->result = read_definition(r, &s->type);
	scan_expect(&r->scan, "=");
	if (scan_take(&r->scan, "load")) {
		s->kind = STATEMENT_LOAD;
		s->is_volatile = read_volatile(r);
		s->address = read_address(r);
	} else if (scan_take(&r->scan, "address")) {
		s->kind = STATEMENT_ADDRESS;
		s->address = read_address(r);
	} else if (scan_take(&r->scan, "call")) {
		read_call(r, s);
	} else if (scan_take(&r->scan, "unknown")) {
		s->kind = STATEMENT_VALUE;
		s->why = read_text(r);
		read_operands(r, s);
	} else {
		read_code(r, s);
	}
}

/* ---- all statements */

static void read_store(struct gimple_reader *r, struct statement *s)
{
	s->kind = STATEMENT_STORE;
	s->type = read_type(r);
	s->is_volatile = read_volatile(r);
	s->address = read_address(r);
	read_operands(r, s);
	if (s->operand_count != 1)
		scan_fail(&r->scan, "a store has one value");
}

static void read_block_store(struct gimple_reader *r, struct statement *s,
			     enum statement_kind kind)
{
	s->kind = (uint8_t)kind;
	s->size = scan_number(&r->scan);
	s->address = read_address(r);
	if (s->kind == STATEMENT_COPY)
		s->source = read_address(r);
	if (s->kind == STATEMENT_HAVOC) {
		s->why = read_text(r);
		read_operands(r, s);
	}
}

/* ---- goals */

/* Adds one to the function, in the block that is being read; returns its number. */
static uint32_t statement_goal(struct gimple_reader *r, const struct me_goal_name *name,
			       uint32_t edge)
{
	struct function *f = r->function;
	const size_t size = me_goal_local(name, NULL, 0, 0) + 1;
	char *text = arena_get(&r->program->arena, size, 1);

	me_goal_local(name, text, size, 0);
	f->goals = array_grow(f->goals, f->goal_count, &r->goal_room, sizeof *f->goals);
	f->goals[f->goal_count] = (struct function_goal){text, f->block_count, edge};
	return f->goal_count++;
}

static void read_goal(struct gimple_reader *r, struct statement *s)
{
	struct me_goal_name name = {.kind = read_text(r)};

	name.name = read_text(r);
	scan_expect(&r->scan, "=");
	s->kind = STATEMENT_GOAL;
	read_operands(r, s);
	if (s->operand_count != 1)
		scan_fail(&r->scan, "a goal has one operand");
	else if (!r->scan.failed)
		s->goal = statement_goal(r, &name, GIMPLE_NONE);
}

struct statement read_statement(struct gimple_reader *r)
{
	struct statement s = {.result = GIMPLE_NONE};

	if (scan_peek(&r->scan).length && scan_peek(&r->scan).text[0] == '%') {
		read_assignment(r, &s);
	} else if (scan_take(&r->scan, "store")) {
		read_store(r, &s);
	} else if (scan_take(&r->scan, "call")) {
		read_call(r, &s);
	} else if (scan_take(&r->scan, "unknown")) {
		s.kind = STATEMENT_UNKNOWN;
		s.why = read_text(r);
		read_operands(r, &s);
	} else if (scan_take(&r->scan, "copy")) {
		read_block_store(r, &s, STATEMENT_COPY);
	} else if (scan_take(&r->scan, "zero")) {
		read_block_store(r, &s, STATEMENT_ZERO);
	} else if (scan_take(&r->scan, "goal")) {
		read_goal(r, &s);
	} else if (scan_take(&r->scan, "havoc")) {
		read_block_store(r, &s, STATEMENT_HAVOC);
	} else if (scan_take(&r->scan, "take")) {
		read_block_store(r, &s, STATEMENT_HAVOC);
		s.takes_result = true;
	} else {
		scan_fail(&r->scan, "'%.*s' begins no line of a block",
			  (int)scan_peek(&r->scan).length, scan_peek(&r->scan).text);
	}
	s.line = scan_line(&r->scan);
	if (s.result != GIMPLE_NONE && !r->scan.failed)
		r->function->names[s.result].line = s.line;
	return s;
}

struct phi read_phi(struct gimple_reader *r)
{
	struct phi phi = {0};
	size_t room = 0, value_room = 0;
	uint32_t *from = NULL;
	struct gimple_operand *values = NULL;

	phi.result = read_definition(r, &phi.type);
	while (!r->scan.failed && !scan_at_end(&r->scan)) {
		from = array_grow(from, phi.count, &room, sizeof *from);
		values = array_grow(values, phi.count, &value_room, sizeof *values);
		from[phi.count] = (uint32_t)scan_number(&r->scan);
		values[phi.count++] = read_operand(r);
	}
	phi.from = arena_get(&r->program->arena, phi.count, sizeof *from);
	phi.values = arena_get(&r->program->arena, phi.count, sizeof *values);
	if (phi.count) {
		memcpy(phi.from, from, phi.count * sizeof *from);
		memcpy(phi.values, values, phi.count * sizeof *values);
	}
	free(from);
	free(values);
	scan_line(&r->scan);
	return phi;
}

/* ---- ends */

static void add_edge(struct block_end *end, size_t *room, uint32_t block)
{
	end->edges = array_grow(end->edges, end->edge_count, room, sizeof *end->edges);
	end->edges[end->edge_count++] = (struct edge){block, GIMPLE_NONE};
}

/* An edge to the block, with its rank among the goals of the ordinal. */
static void read_edge(struct gimple_reader *r, struct block_end *end, size_t *room,
		      uint32_t block, uint32_t ordinal)
{
	const struct me_goal_name name = {.ordinal = ordinal,
					  .rank = (uint32_t)scan_number(&r->scan)};

	add_edge(end, room, block);
	if (ordinal != GIMPLE_NONE && !r->scan.failed)
		end->edges[end->edge_count - 1].goal =
		    statement_goal(r, &name, end->edge_count - 1);
}

static uint32_t read_ordinal(struct gimple_reader *r, struct block_end *end)
{
	end->observes = scan_take(&r->scan, "=");
	return end->observes || scan_take(&r->scan, "-")
		   ? GIMPLE_NONE
		   : (uint32_t)scan_number(&r->scan);
}

static void read_cond(struct gimple_reader *r, struct block_end *end, size_t *room)
{
	const struct token code = scan_token(&r->scan);

	end->kind = END_COND;
	end->code = (uint8_t)code_find(code.text, code.length);
	if (!code_compares(end->code))
		scan_fail(&r->scan, "'%.*s' is no comparison", (int)code.length,
			  code.text);
	end->operands[0] = read_operand(r);
	end->operands[1] = read_operand(r);
	const uint32_t on_true = (uint32_t)scan_number(&r->scan);
	const uint32_t on_false = (uint32_t)scan_number(&r->scan);
	const uint32_t ordinal = read_ordinal(r, end);
	read_edge(r, end, room, on_true, ordinal);
	read_edge(r, end, room, on_false, ordinal);
}

static uint32_t edge_to(struct gimple_reader *r, const struct block_end *end,
			uint32_t block)
{
	for (uint32_t i = 0; i < end->edge_count; i++)
		if (end->edges[i].block == block)
			return i;
	scan_fail(&r->scan, "block %u is no destination of the switch", block);
	return 0;
}

/* A label of a switch has its own type: for a char, `case -1` has 8 bits, although the
 * controlling operand was promoted to int. */
static uint64_t read_label(struct gimple_reader *r)
{
	const struct gimple_operand o = read_operand(r);

	return (uint64_t)value_extend(o.type, (struct value){o.low, o.high});
}

/* Choices contain block numbers until the edges are known. */
static void read_switch(struct gimple_reader *r, struct block_end *end, size_t *room)
{
	size_t choice_room = 0;

	end->kind = END_SWITCH;
	end->operands[0] = read_operand(r);
	const uint32_t default_block = (uint32_t)scan_number(&r->scan);
	while (!r->scan.failed && !scan_take(&r->scan, ";")) {
		end->choices = array_grow(end->choices, end->choice_count, &choice_room,
					  sizeof *end->choices);
		struct switch_choice *c = &end->choices[end->choice_count++];
		c->low = read_label(r);
		c->high = read_label(r);
		c->edge = (uint32_t)scan_number(&r->scan);
	}
	const uint32_t ordinal = read_ordinal(r, end);
	while (!r->scan.failed && !scan_at_end(&r->scan)) {
		const uint32_t block = (uint32_t)scan_number(&r->scan);
		read_edge(r, end, room, block, ordinal);
	}
	end->default_edge = edge_to(r, end, default_block);
	for (uint32_t i = 0; i < end->choice_count; i++)
		end->choices[i].edge = edge_to(r, end, end->choices[i].edge);
}

bool read_end(struct gimple_reader *r, struct block_end *end)
{
	size_t room = 0;

	*end = (struct block_end){0};
	if (scan_take(&r->scan, "goto")) {
		end->kind = END_GOTO;
		add_edge(end, &room, (uint32_t)scan_number(&r->scan));
	} else if (scan_take(&r->scan, "cond")) {
		read_cond(r, end, &room);
	} else if (scan_take(&r->scan, "switch")) {
		read_switch(r, end, &room);
	} else if (scan_take(&r->scan, "any")) {
		end->kind = END_ANY;
		end->why = read_text(r);
		end->is_exception = strcmp(end->why, ME_IR_EXCEPTION) == 0;
		while (!r->scan.failed && !scan_at_end(&r->scan))
			add_edge(end, &room, (uint32_t)scan_number(&r->scan));
	} else if (scan_take(&r->scan, "return")) {
		end->kind = END_RETURN;
		end->has_value = !scan_at_end(&r->scan);
		if (end->has_value)
			end->operands[0] = read_operand(r);
	} else if (scan_take(&r->scan, "stop")) {
		end->kind = END_STOP;
	} else {
		return false;
	}
	end->line = scan_line(&r->scan);
	return true;
}
