/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * reader.c - reads the exported text, unit by unit and function by function, and checks
 * what the rest of the prover relies on: every name and block exists, and the hash is
 * correct.
 */
#include "prover/ir/reader.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "me/ir.h"
#include "system/stop.h"

/* ---- objects and parameters */

static const uint8_t *read_bytes(struct gimple_reader *r, uint64_t size)
{
	const struct token token = scan_token(&r->scan);
	uint8_t *bytes;

	if (token.length != 2 * size) {
		scan_fail(&r->scan, "%zu digits for %" PRIu64 " bytes", token.length,
			  size);
		return NULL;
	}
	bytes = arena_get(&r->program->arena, size + 1, 1);
	for (size_t i = 0; i < size; i++) {
		uint64_t value;
		if (!token_number((struct token){token.text + 2 * i, 2}, 16, &value))
			scan_fail(&r->scan, "contents that are not hexadecimal");
		bytes[i] = (uint8_t)value;
	}
	return bytes;
}

static void read_object_flags(struct gimple_reader *r, struct object *o)
{
	const struct token token = scan_token(&r->scan);

	o->is_static = memmem(token.text, token.length, "static", 6) != NULL;
	o->is_private = memmem(token.text, token.length, "private", 7) != NULL;
	o->is_volatile = memmem(token.text, token.length, "volatile", 8) != NULL;
	o->is_data = memmem(token.text, token.length, "data", 4) != NULL;
}

/* Addresses of functions, and places that are unknown. */
static void read_addresses(struct gimple_reader *r, struct object *o)
{
	size_t room = 0;
	struct object_address *list = NULL;

	while (!scan_at_end(&r->scan) && !r->scan.failed) {
		struct object_address a = {.at = scan_number(&r->scan)};
		a.what = read_operand(r);
		if (o->size < 8 || a.at > o->size - 8)
			scan_fail(&r->scan, "an address beyond %s", o->name);
		ARRAY_ADD(list, o->address_count, room, a);
	}
	o->addresses =
	    arena_get(&r->program->arena, o->address_count + 1u, sizeof *o->addresses);
	if (list)
		memcpy(o->addresses, list, o->address_count * sizeof *list);
	free(list);
}

static void read_declaration(struct gimple_reader *r, enum object_kind kind)
{
	struct function *f = r->function;
	struct object o = {.kind = (uint8_t)kind, .unit = r->unit};
	const struct token name = scan_token(&r->scan);

	o.name = arena_string(&r->program->arena, name.text, name.length);
	o.has_size = !scan_take(&r->scan, "?");
	if (o.has_size)
		o.size = scan_number(&r->scan);
	read_object_flags(r, &o);
	o.source_name = read_text(r);
	if (!scan_at_end(&r->scan))
		o.bytes = read_bytes(r, o.size);
	read_addresses(r, &o);
	if (kind == OBJECT_CONST && !o.bytes)
		scan_fail(&r->scan, "constant %s without contents", o.name);
	scan_line(&r->scan);
	ARRAY_ADD(f->objects, f->object_count, r->object_room, o);
}

static bool read_declarations(struct gimple_reader *r)
{
	static const struct {
		const char *word;
		enum object_kind kind;
	} kinds[] = {{"local", OBJECT_LOCAL},
		     {"argument", OBJECT_ARGUMENT},
		     {"const", OBJECT_CONST},
		     {"global", OBJECT_GLOBAL}};

	for (size_t i = 0; i < 4; i++)
		if (scan_take(&r->scan, kinds[i].word)) {
			read_declaration(r, kinds[i].kind);
			return true;
		}
	return false;
}

static void read_parameter(struct gimple_reader *r)
{
	struct function *f = r->function;
	struct function_parameter p = {.name = GIMPLE_NONE, .object = GIMPLE_NONE};

	p.type = read_type(r);
	if (scan_peek(&r->scan).length && scan_peek(&r->scan).text[0] == '%') {
		p.name = read_name(r);
		if (!r->scan.failed) {
			f->names[p.name].type = p.type;
			f->names[p.name].defined = true;
		}
	} else if (!scan_take(&r->scan, "-")) {
		p.object = read_object(r);
	}
	p.source_name = read_text(r);
	if (!scan_at_end(&r->scan))
		p.target_size = scan_number(&r->scan);
	scan_line(&r->scan);
	ARRAY_ADD(f->parameters, f->parameter_count, r->parameter_room, p);
}

static void read_undefined(struct gimple_reader *r)
{
	const struct type type = read_type(r);
	const uint32_t name = read_name(r);

	scan_line(&r->scan);
	if (r->scan.failed)
		return;
	r->function->names[name].type = type;
	r->function->names[name].defined = true;
}

/* ---- blocks */

static void read_block(struct gimple_reader *r)
{
	struct function *f = r->function;
	struct block b = {.line = r->scan.line};
	size_t phi_room = 0, statement_room = 0;

	b.number = (uint32_t)scan_number(&r->scan);
	scan_line(&r->scan);
	while (!r->scan.failed && scan_take(&r->scan, "phi")) {
		ARRAY_ADD(b.phis, b.phi_count, phi_room, read_phi(r));
	}
	while (!r->scan.failed && !read_end(r, &b.end)) {
		if (!scan_more(&r->scan)) {
			scan_fail(&r->scan, "the text ends inside of a function");
			break;
		}
		ARRAY_ADD(b.statements, b.statement_count, statement_room,
			  read_statement(r));
	}
	ARRAY_ADD(f->blocks, f->block_count, r->block_room, b);
}

/* ---- forward references: blocks by number, types of names */

/* Most blocks stand near the one that was looked for before. */
static uint32_t block_index(struct gimple_reader *r, uint32_t number)
{
	const struct function *f = r->function;

	for (uint32_t i = 0; i < f->block_count; i++) {
		const uint32_t at = (r->last_block + i) % f->block_count;
		if (f->blocks[at].number == number)
			return r->last_block = at;
	}
	scan_fail(&r->scan, "%s has no block %" PRIu32, f->name, number);
	return 0;
}

static void settle_operand(struct gimple_reader *r, struct gimple_operand *o)
{
	if (o->kind == OPERAND_NAME)
		o->type = r->function->names[o->number].type;
}

static void settle_address(struct gimple_reader *r, struct address *a)
{
	if (!a)
		return;
	settle_operand(r, &a->base);
	for (uint32_t i = 0; i < a->indices; i++)
		settle_operand(r, &a->index[i]);
}

static void settle_choice(const struct block_end *end, struct switch_choice *c)
{
	const struct type type = end->operands[0].type;

	c->low = value_truncate(type, (struct value){c->low, 0}).low;
	c->high = value_truncate(type, (struct value){c->high, 0}).low;
}

static void settle_block(struct gimple_reader *r, struct block *b)
{
	for (uint32_t i = 0; i < b->phi_count; i++)
		for (uint32_t k = 0; k < b->phis[i].count; k++) {
			b->phis[i].from[k] = block_index(r, b->phis[i].from[k]);
			settle_operand(r, &b->phis[i].values[k]);
		}
	for (uint32_t i = 0; i < b->statement_count; i++) {
		struct statement *s = &b->statements[i];
		for (uint32_t k = 0; k < s->operand_count; k++)
			settle_operand(r, &s->operands[k]);
		settle_address(r, s->address);
		settle_address(r, s->source);
	}
	for (uint32_t i = 0; i < b->end.edge_count; i++)
		b->end.edges[i].block = block_index(r, b->end.edges[i].block);
	settle_operand(r, &b->end.operands[0]);
	settle_operand(r, &b->end.operands[1]);
	for (uint32_t i = 0; i < b->end.choice_count; i++)
		settle_choice(&b->end, &b->end.choices[i]);
}

static void reader_settle(struct gimple_reader *r)
{
	struct function *f = r->function;

	for (uint32_t i = 0; i < f->name_count; i++)
		if (!f->names[i].defined)
			scan_fail(&r->scan, "%s: %%%s is used and never defined",
				  f->name, f->names[i].text);
	f->entry = block_index(r, f->entry);
	r->last_block = 0;
	for (uint32_t i = 0; i < f->block_count && !r->scan.failed && !stop_asked();
	     i++)
		settle_block(r, &f->blocks[i]);
}

/* ---- functions */

static void read_head(struct gimple_reader *r)
{
	struct function *f = r->function;

	scan_expect(&r->scan, "source");
	f->file = read_text(r);
	f->line = (uint32_t)scan_number(&r->scan);
	f->source_name = read_text(r);
	scan_line(&r->scan);
	scan_expect(&r->scan, "flags");
	f->is_static = scan_take(&r->scan, "static");
	f->is_variadic = scan_take(&r->scan, "variadic");
	scan_take(&r->scan, "nested"); /* what is shared is a hidden parameter */
	f->is_open = scan_take(&r->scan, "open");
	f->is_placed = scan_take(&r->scan, "placed");
	r->program->has_constructors |= scan_take(&r->scan, "constructor");
	scan_line(&r->scan);
	scan_expect(&r->scan, "result");
	f->has_result = !scan_take(&r->scan, "void");
	if (f->has_result)
		f->result = read_type(r);
	scan_line(&r->scan);
}

static void check_hash(struct gimple_reader *r, const char *start, const char *end)
{
	uint64_t hash = ME_IR_HASH_START;
	bool comment = false;

	for (const char *c = start; c < end; c++) {
		comment = *c != '\n' && (comment || *c == '#');
		if (comment)
			continue;
		hash = (hash ^ (unsigned char)*c) * ME_IR_HASH_PRIME;
	}
	if (hash != r->function->hash)
		scan_fail(&r->scan, "the text of %s is damaged: its hash differs",
			  r->function->name);
}

static void read_body(struct gimple_reader *r)
{
	read_head(r);
	while (!r->scan.failed && read_declarations(r))
		;
	while (!r->scan.failed && scan_take(&r->scan, "param"))
		read_parameter(r);
	while (!r->scan.failed && scan_take(&r->scan, "undefined"))
		read_undefined(r);
	scan_expect(&r->scan, "entry");
	r->function->entry = (uint32_t)scan_number(&r->scan);
	scan_line(&r->scan);
	while (!r->scan.failed && !stop_asked() && scan_take(&r->scan, "block"))
		read_block(r);
}

static void read_function(struct gimple_reader *r)
{
	struct gimple_program *p = r->program;
	struct token name, hash;

	scan_expect(&r->scan, "function");
	name = scan_token(&r->scan);
	hash = scan_token(&r->scan);
	p->functions =
	    array_grow(p->functions, p->function_count, &p->room, sizeof *p->functions);
	r->function = &p->functions[p->function_count++];
	*r->function = (struct function){
	    .name = arena_string(&p->arena, name.text, name.length), .unit = r->unit};
	if (!token_number(hash, 16, &r->function->hash))
		scan_fail(&r->scan, "a function without a hash");
	scan_line(&r->scan);
	r->object_room = r->parameter_room = r->name_room = r->block_room =
	    r->goal_room = 0;
	free(r->table);
	r->table = NULL;
	r->table_size = 0;
	const char *start = r->scan.at;
	read_body(r);
	const char *end = r->scan.at;
	scan_expect(&r->scan, "end");
	scan_line(&r->scan);
	if (!r->scan.failed)
		check_hash(r, start, end);
	if (!r->scan.failed)
		reader_settle(r);
}

static const char *read_symbol(struct gimple_reader *r, bool *is_static)
{
	const struct token name = scan_token(&r->scan);

	*is_static = scan_take(&r->scan, "static");
	if (!*is_static)
		scan_expect(&r->scan, "public");
	return arena_string(&r->program->arena, name.text, name.length);
}

static void read_alias(struct gimple_reader *r)
{
	struct gimple_program *p = r->program;
	struct alias a = {.unit = r->unit};

	scan_expect(&r->scan, "alias");
	a.name = read_symbol(r, &a.is_static);
	a.target = read_symbol(r, &a.target_is_static);
	a.is_open = scan_take(&r->scan, "open");
	scan_line(&r->scan);
	ARRAY_ADD(p->aliases, p->alias_count, p->alias_room, a);
}

static void read_unit(struct gimple_reader *r)
{
	scan_expect(&r->scan, "me-ir");
	const uint64_t version = scan_number(&r->scan);

	if (!r->scan.failed && version != ME_IR_VERSION)
		scan_fail(&r->scan,
			  "version %" PRIu64 ", this program reads %d: build the "
			  "target again",
			  version, ME_IR_VERSION);
	const char *source = read_text(r);
	scan_line(&r->scan);
	char *unit = arena_get(&r->program->arena, strlen(source) + 12, 1);
	sprintf(unit, "%s%c%" PRIu32, source, GIMPLE_UNIT_MARK, r->unit_count++);
	r->unit = unit;
}

int gimple_read(struct gimple_program *program, const char *text, size_t size,
		char *why)
{
	struct gimple_reader r = {.scan = {text, text + size, 1, false, why},
				  .program = program};

	memset(program, 0, sizeof *program);
	if (size == 0)
		scan_fail(&r.scan, "it is empty");
	else
		read_unit(&r);
	while (scan_more(&r.scan)) {
		if (stop_asked())
			break;
		if (token_is(scan_peek(&r.scan), "me-ir"))
			read_unit(&r);
		else if (token_is(scan_peek(&r.scan), "alias"))
			read_alias(&r);
		else
			read_function(&r);
	}
	free(r.table);
	if (stop_asked())
		scan_fail(&r.scan, "%s", stop_why());
	if (r.scan.failed)
		return -1;
	symbol_settle(program);
	facts_find(program);
	return 0;
}

static void function_done(struct function *f)
{
	for (uint32_t i = 0; i < f->block_count; i++) {
		free(f->blocks[i].phis);
		free(f->blocks[i].statements);
		free(f->blocks[i].end.edges);
		free(f->blocks[i].end.choices);
	}
	free(f->blocks);
	free(f->objects);
	free(f->parameters);
	free(f->names);
	free(f->goals);
}

void gimple_done(struct gimple_program *program)
{
	for (size_t i = 0; i < program->function_count; i++)
		function_done(&program->functions[i]);
	free(program->functions);
	free(program->aliases);
	arena_done(&program->arena);
	memset(program, 0, sizeof *program);
}
