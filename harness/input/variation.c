/* SPDX-License-Identifier: GPL-3.0-or-later */
/* variation.c - finds literals, and changes texts and bytes. */
#include "harness/input/variation.h"

#include <stdlib.h>
#include <string.h>

#include "harness/runtime/trace.h"
#include "value/type.h"

enum { CASES_MOST = 64 };

/* The second operand of a site. */
struct literal_site {
	unsigned char seen, varies;
	unsigned char value;
};

void literals_init(struct literals *l)
{
	memset(l, 0, sizeof *l);
}

/* ---- characters */

static void add_literal(struct literals *l, unsigned char c)
{
	if (!l->uses[c]++)
		l->characters[l->count++] = c;
}

static void drop_literal(struct literals *l, unsigned char c)
{
	size_t i = 0;

	if (--l->uses[c])
		return;
	while (l->characters[i] != c)
		i++;
	l->characters[i] = l->characters[--l->count];
}

/* ---- sites */

/* Room for the site; null when out of memory. */
static struct literal_site *literal_site_of(struct literals *l, uint32_t id)
{
	if (id >= l->site_room) {
		const size_t room = trace.program->site_count;
		struct literal_site *grown = realloc(l->sites, room * sizeof *grown);
		if (!grown)
			return NULL;
		memset(grown + l->site_room, 0, (room - l->site_room) * sizeof *grown);
		l->sites = grown;
		l->site_room = room;
	}
	return &l->sites[id];
}

static int is_character(coord c)
{
	return c > 0 && c < 256;
}

static void note_cases(struct literals *l, struct literal_site *s,
		       const struct me_site *site)
{
	if (s->seen)
		return;
	s->seen = 1;
	for (uint32_t i = 0; i < site->case_count && i < CASES_MOST; i++)
		if (is_character(site->cases[i].low))
			add_literal(l, (unsigned char)site->cases[i].low);
}

static void note_operand(struct literals *l, struct literal_site *s, coord c)
{
	if (s->varies || (s->seen && s->value == c))
		return;
	if (s->seen) {
		s->varies = 1;
		drop_literal(l, s->value);
	} else if (is_character(c)) {
		s->value = (unsigned char)c;
		add_literal(l, s->value);
	} else {
		s->varies = 1;
	}
	s->seen = 1;
}

static int is_integer(enum me_type type)
{
	return !type_is_float(type) && type < ME_F80;
}

void literals_note_run(struct literals *l)
{
	for (uint32_t t = 0; t < trace.record.touched_count; t++) {
		const uint32_t id = trace.touched[t];
		const struct me_site *site = trace.program->sites[id];
		struct literal_site *s = literal_site_of(l, id);
		if (!s || s->varies)
			continue;
		if (site->op == ME_SWITCH)
			note_cases(l, s, site);
		else if (site->op < ME_OP_COMPARISONS && is_integer(site->type))
			note_operand(
			    l, s,
			    type_from_bits(site->type, trace.sites[id].operand[1]));
	}
}

/* ---- texts */

enum { CHANGES_MOST = 6, PIECE = 4 };

struct edited_text {
	unsigned char *bytes;
	size_t length, most;
	const struct text_sources *from;
	gsl_rng *rng;
};

static size_t text_below(const struct edited_text *t, size_t n)
{
	return gsl_rng_uniform_int(t->rng, n);
}

static unsigned char any_of(const struct edited_text *t, struct text_piece p)
{
	return p.bytes[text_below(t, p.length)];
}

/* What the program compares with, most often; what the text has already; anything. */
static unsigned char character(const struct edited_text *t)
{
	const size_t how = text_below(t, 8);

	if (how < 4 && t->from->literals.length)
		return any_of(t, t->from->literals);
	if (how < 6 && t->length)
		return t->bytes[text_below(t, t->length)];
	return how == 7 ? (unsigned char)text_below(t, 256)
			: (unsigned char)(' ' + text_below(t, 0x7f - ' '));
}

/* Opens a gap of at most n bytes; returns how many fit in. */
static size_t open_gap(struct edited_text *t, size_t at, size_t n)
{
	n = n < t->most - at ? n : t->most - at;
	const size_t behind = t->length - at, room = t->most - at - n;

	memmove(t->bytes + at + n, t->bytes + at, behind < room ? behind : room);
	t->length = at + n + (behind < room ? behind : room);
	return n;
}

/* Small numbers mostly. */
static size_t piece_length(const struct edited_text *t, size_t most)
{
	return 1 + (text_below(t, 2) ? 0 : text_below(t, most < PIECE ? most : PIECE));
}

static void remove_at(struct edited_text *t, size_t at, size_t n)
{
	memmove(t->bytes + at, t->bytes + at + n, t->length - at - n);
	t->length -= n;
}

/* Where there is no room, another one leaves: the last one may end what is parsed. */
static void insert_character(struct edited_text *t)
{
	const unsigned char c = character(t);

	if (t->length == t->most)
		remove_at(t, text_below(t, t->length), 1);
	const size_t at = text_below(t, t->length + 1);
	open_gap(t, at, 1);
	t->bytes[at] = c;
}

static void remove_piece(struct edited_text *t)
{
	const size_t at = text_below(t, t->length);

	remove_at(t, at, piece_length(t, t->length - at));
}

static void replace_character(struct edited_text *t)
{
	t->bytes[text_below(t, t->length)] = character(t);
}

/* One character many times: a number with more digits than its type has, or a text that fills what
 * it is copied to. */
static void repeat_character(struct edited_text *t)
{
	const size_t at = text_below(t, t->length);
	const unsigned char c = t->bytes[at];

	memset(t->bytes + at, c, open_gap(t, at, 1 + text_below(t, t->most - at)));
}

/* Inserts a piece of the text, mostly in front of itself. */
static void repeat_piece(struct edited_text *t)
{
	unsigned char piece[PIECE];
	const size_t from = text_below(t, t->length);
	const size_t n = piece_length(t, t->length - from);
	const size_t at = text_below(t, 2) ? from : text_below(t, t->length);

	memcpy(piece, t->bytes + from, n);
	memcpy(t->bytes + at, piece, open_gap(t, at, n));
}

/* Exchanges two characters, mostly neighbours. */
static void exchange(struct edited_text *t)
{
	const size_t i = text_below(t, t->length);
	const size_t k =
	    text_below(t, 2) ? (i + 1) % t->length : text_below(t, t->length);
	const unsigned char c = t->bytes[i];

	t->bytes[i] = t->bytes[k];
	t->bytes[k] = c;
}

/* A piece of the other text, of any length, comes in, or takes the place of as much. */
static void splice(struct edited_text *t)
{
	const struct text_piece p = t->from->other;
	const size_t from = text_below(t, p.length), at = text_below(t, t->length + 1);
	size_t n = 1 + text_below(t, p.length - from);

	if (text_below(t, 2)) {
		n = open_gap(t, at, n);
	} else {
		n = n < t->most - at ? n : t->most - at;
		t->length = at + n > t->length ? at + n : t->length;
	}
	memcpy(t->bytes + at, p.bytes + from, n);
}

static void change_text(struct edited_text *t)
{
	switch (t->length ? text_below(t, 8) : 0) {
	case 0:
	case 1:
		insert_character(t);
		break;
	case 2:
		remove_piece(t);
		break;
	case 3:
	case 4:
		replace_character(t);
		break;
	case 5:
		if (text_below(t, 4))
			repeat_piece(t);
		else
			repeat_character(t);
		break;
	case 6:
		exchange(t);
		break;
	default:
		if (t->from->other.length)
			splice(t);
		else
			replace_character(t);
	}
}

size_t text_vary(unsigned char *text, size_t length, size_t most,
		 const struct text_sources *from, gsl_rng *rng)
{
	struct edited_text t = {text, length, most, from, rng};

	change_text(&t);
	for (int i = 1; i < CHANGES_MOST && text_below(&t, 2); i++)
		change_text(&t);
	return t.length;
}

/* ---- bytes */

enum { BYTES_CHANGES = 4, BYTES_BLOCK = 64 };

static size_t below_of(gsl_rng *rng, size_t n)
{
	return gsl_rng_uniform_int(rng, n);
}

uint8_t vary_byte(gsl_rng *rng)
{
	return (uint8_t)below_of(rng, below_of(rng, 2) ? 32 : 256);
}

static size_t insert_bytes(uint8_t *data, size_t size, size_t most, gsl_rng *rng)
{
	size_t room = most - size < BYTES_BLOCK ? most - size : BYTES_BLOCK;

	if (!room)
		return size;
	size_t at = below_of(rng, size + 1), n = 1 + below_of(rng, room);
	memmove(data + at + n, data + at, size - at);
	memset(data + at, vary_byte(rng), n);
	return size + n;
}

static size_t delete_bytes(uint8_t *data, size_t size, gsl_rng *rng)
{
	size_t at = below_of(rng, size), n = 1 + below_of(rng, size - at);

	memmove(data + at, data + at + n, size - at - n);
	return size - n;
}

static void copy_bytes(uint8_t *data, size_t size, gsl_rng *rng)
{
	size_t from = below_of(rng, size), to = below_of(rng, size);
	size_t end = from > to ? from : to;

	memmove(data + to, data + from, 1 + below_of(rng, size - end));
}

size_t vary_bytes(uint8_t *data, size_t size, size_t most, gsl_rng *rng)
{
	for (size_t n = 1 + below_of(rng, BYTES_CHANGES); n; n--) {
		size_t how = size ? below_of(rng, 6) : 3;
		if (how < 3)
			data[below_of(rng, size)] = vary_byte(rng);
		else if (how == 3)
			size = insert_bytes(data, size, most, rng);
		else if (how == 4)
			size = delete_bytes(data, size, rng);
		else
			copy_bytes(data, size, rng);
	}
	return size;
}
