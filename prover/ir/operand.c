/* SPDX-License-Identifier: GPL-3.0-or-later */
/* operand.c - reads types, names, operands and addresses. */
#include <stdlib.h>
#include <string.h>

#include "prover/ir/reader.h"

const char *read_text(struct gimple_reader *r)
{
	char text[READER_TEXT + 1];
	const size_t n = scan_quoted(&r->scan, text, sizeof text);

	return arena_string(&r->program->arena, text, n);
}

/* ---- types */

/* N or N/M: bits of precision, and in memory. */
static bool read_bits(struct token token, uint64_t *bits, uint64_t *memory)
{
	const char *slash = memchr(token.text, '/', token.length);
	const size_t length = slash ? (size_t)(slash - token.text) : token.length;

	*memory = 0;
	if (!token_number((struct token){token.text, length}, 10, bits) || *bits < 1 ||
	    *bits > 128)
		return false;
	if (!slash)
		return true;
	const struct token behind = {slash + 1, token.length - length - 1};
	return token_number(behind, 10, memory) && *memory >= *bits && *memory <= 128 &&
	       *memory % 8 == 0;
}

static bool is_type(struct token token, struct type *type)
{
	uint64_t bits, memory;

	*type = (struct type){TYPE_OTHER, 0, 0};
	if (token_is(token, "?"))
		return true;
	if (token_is(token, "ptr")) {
		*type = (struct type){TYPE_POINTER, 64, 0};
		return true;
	}
	if (token.length < 2 || !strchr("iuf", token.text[0]) ||
	    !read_bits((struct token){token.text + 1, token.length - 1}, &bits,
		       &memory))
		return false;
	type->kind = token.text[0] == 'i'   ? TYPE_SIGNED
		     : token.text[0] == 'u' ? TYPE_UNSIGNED
					    : TYPE_FLOAT;
	type->bits = (uint8_t)bits;
	type->size = (uint8_t)(memory / 8);
	return type->kind != TYPE_FLOAT ||
	       (!memory && (bits == 32 || bits == 64 || bits == 80 || bits == 128));
}

struct type read_type(struct gimple_reader *r)
{
	const struct token token = scan_token(&r->scan);
	struct type type;

	if (!is_type(token, &type))
		scan_fail(&r->scan, "'%.*s' is no type", (int)token.length, token.text);
	return type;
}

/* ---- names */

static size_t hash_text(const char *text, size_t length)
{
	size_t hash = 5381;

	for (size_t i = 0; i < length; i++)
		hash = 33 * hash + (unsigned char)text[i];
	return hash;
}

static uint32_t *name_slot(struct gimple_reader *r, const char *text, size_t length)
{
	const struct function *f = r->function;
	size_t i = hash_text(text, length) & (r->table_size - 1);

	for (; r->table[i] != GIMPLE_NONE; i = (i + 1) & (r->table_size - 1)) {
		const char *other = f->names[r->table[i]].text;
		if (strncmp(other, text, length) == 0 && other[length] == '\0')
			break;
	}
	return &r->table[i];
}

static void grow_table(struct gimple_reader *r)
{
	struct function *f = r->function;

	if (2 * (f->name_count + 1) <= r->table_size)
		return;
	free(r->table);
	r->table_size = r->table_size ? 2 * r->table_size : 256;
	r->table = array_new(r->table_size, sizeof *r->table);
	for (size_t i = 0; i < r->table_size; i++)
		r->table[i] = GIMPLE_NONE;
	for (uint32_t i = 0; i < f->name_count; i++)
		*name_slot(r, f->names[i].text, strlen(f->names[i].text)) = i;
}

static uint32_t operand_name(struct gimple_reader *r, struct token token)
{
	struct function *f = r->function;

	if (token.length < 2 || token.text[0] != '%') {
		scan_fail(&r->scan, "'%.*s' is no name", (int)token.length, token.text);
		return 0;
	}
	grow_table(r);
	uint32_t *slot = name_slot(r, token.text + 1, token.length - 1);
	if (*slot != GIMPLE_NONE)
		return *slot;
	f->names = array_grow(f->names, f->name_count, &r->name_room, sizeof *f->names);
	f->names[f->name_count] = (struct ssa_name){
	    .text = arena_string(&r->program->arena, token.text + 1, token.length - 1)};
	return *slot = f->name_count++;
}

uint32_t read_name(struct gimple_reader *r)
{
	return operand_name(r, scan_token(&r->scan));
}

uint32_t read_definition(struct gimple_reader *r, struct type *type)
{
	const uint32_t name = read_name(r);

	*type = read_type(r);
	if (r->scan.failed)
		return 0;
	if (r->function->names[name].defined)
		scan_fail(&r->scan, "%%%s is defined twice",
			  r->function->names[name].text);
	r->function->names[name].defined = true;
	r->function->names[name].type = *type;
	return name;
}

static uint32_t object_of(struct gimple_reader *r, const char *text, size_t length)
{
	const struct function *f = r->function;

	for (uint32_t i = 0; i < f->object_count; i++)
		if (strncmp(f->objects[i].name, text, length) == 0 &&
		    f->objects[i].name[length] == '\0')
			return i;
	scan_fail(&r->scan, "object %.*s is not declared", (int)length, text);
	return 0;
}

uint32_t read_object(struct gimple_reader *r)
{
	const struct token token = scan_token(&r->scan);

	return object_of(r, token.text, token.length);
}

/* ---- operands */

/* -12 or 12 */
static bool signed_number(const char *text, size_t length, int64_t *value)
{
	const bool negative = length && text[0] == '-';
	uint64_t magnitude;

	if (!token_number((struct token){text + negative, length - negative}, 10,
			  &magnitude))
		return false;
	*value = (int64_t)(negative ? -magnitude : magnitude);
	return true;
}

/* &OBJECT+N or &&FUNCTION, without the first & */
static struct gimple_operand address_operand(struct gimple_reader *r,
					     struct token token)
{
	struct gimple_operand o = {.kind = OPERAND_ADDRESS, .type = {TYPE_POINTER, 64}};
	const char *plus = memrchr(token.text, '+', token.length);

	if (token.length && token.text[0] == '&') {
		o.kind = OPERAND_FUNCTION;
		o.text =
		    arena_string(&r->program->arena, token.text + 1, token.length - 1);
		return o;
	}
	if (!plus ||
	    !signed_number(plus + 1, (size_t)(token.text + token.length - plus - 1),
			   &o.offset))
		scan_fail(&r->scan, "'&%.*s' is no address", (int)token.length,
			  token.text);
	else
		o.number = object_of(r, token.text, (size_t)(plus - token.text));
	return o;
}

/* TYPE:HEX */
static struct gimple_operand constant_operand(struct gimple_reader *r,
					      struct token token)
{
	struct gimple_operand o = {.kind = OPERAND_CONSTANT};
	const char *colon = memchr(token.text, ':', token.length);
	const size_t length = colon ? (size_t)(colon - token.text) : 0;
	struct token digits = {colon + 1, token.length - length - 1};

	if (!colon || !is_type((struct token){token.text, length}, &o.type) ||
	    o.type.kind == TYPE_OTHER)
		goto fail;
	if (digits.length > 16) {
		const struct token high = {digits.text, digits.length - 16};
		if (digits.length > 32 || !token_number(high, 16, &o.high))
			goto fail;
		digits = (struct token){digits.text + high.length, 16};
	}
	if (token_number(digits, 16, &o.low))
		return o;
fail:
	scan_fail(&r->scan, "'%.*s' is no operand", (int)token.length, token.text);
	return o;
}

static struct gimple_operand operand_of(struct gimple_reader *r, struct token token)
{
	struct gimple_operand o = {.kind = OPERAND_UNCONSTRAINED};

	if (token.length && token.text[0] == '%') {
		o.kind = OPERAND_NAME;
		o.number = operand_name(r, token);
		return o; /* reader.c sets its type, which may follow later */
	}
	if (token.length && token.text[0] == '=') {
		o = address_operand(r,
				    (struct token){token.text + 1, token.length - 1});
		o.kind = OPERAND_WHOLE;
		o.type = (struct type){TYPE_OTHER, 0, 0};
		return o;
	}
	if (token.length && token.text[0] == '&')
		return address_operand(
		    r, (struct token){token.text + 1, token.length - 1});
	if (!token.length || token.text[0] != '?')
		return constant_operand(r, token);
	if (token.length > 1 &&
	    !is_type((struct token){token.text + 1, token.length - 1}, &o.type))
		scan_fail(&r->scan, "'%.*s' is no operand", (int)token.length,
			  token.text);
	return o;
}

struct gimple_operand read_operand(struct gimple_reader *r)
{
	return operand_of(r, scan_token(&r->scan));
}

/* ---- addresses */

/* N or OPERAND*N */
static void read_term(struct gimple_reader *r, struct address *a)
{
	const struct token token = scan_token(&r->scan);
	const char *star = memrchr(token.text, '*', token.length);
	int64_t number;
	const char *text = star ? star + 1 : token.text;

	if (!signed_number(text, (size_t)(token.text + token.length - text), &number) ||
	    (star && a->indices == 4)) {
		scan_fail(&r->scan, "'%.*s' is no part of an address",
			  (int)token.length, token.text);
	} else if (star) {
		const struct token index = {token.text, (size_t)(star - token.text)};
		a->index[a->indices] = operand_of(r, index);
		a->scale[a->indices++] = number;
	} else {
		a->offset += number;
	}
}

struct address *read_address(struct gimple_reader *r)
{
	struct address *a = arena_get(&r->program->arena, 1, sizeof *a);

	scan_expect(&r->scan, "[");
	a->base = read_operand(r);
	while (!r->scan.failed && scan_take(&r->scan, "+"))
		read_term(r, a);
	scan_expect(&r->scan, "]");
	return a;
}
