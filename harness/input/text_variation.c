/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text_variation.c - see text_variation.h. */
#include "harness/input/text_variation.h"

#include <string.h>

enum { CHANGES_MOST = 6, PIECE = 4 };

struct text {
	unsigned char *bytes;
	size_t length, most;
	const struct text_sources *from;
	gsl_rng *rng;
};

static size_t below(const struct text *t, size_t n)
{
	return gsl_rng_uniform_int(t->rng, n);
}

static unsigned char any_of(const struct text *t, struct text_piece p)
{
	return p.bytes[below(t, p.length)];
}

/* What the program compares with, most often; what the text has already; anything. */
static unsigned char character(const struct text *t)
{
	const size_t how = below(t, 8);

	if (how < 4 && t->from->literals.length)
		return any_of(t, t->from->literals);
	if (how < 6 && t->length)
		return t->bytes[below(t, t->length)];
	return how == 7 ? (unsigned char)below(t, 256)
			: (unsigned char)(' ' + below(t, 0x7f - ' '));
}

/* Opens a gap of at most n bytes; returns how many fit in. */
static size_t open_gap(struct text *t, size_t at, size_t n)
{
	n = n < t->most - at ? n : t->most - at;
	const size_t behind = t->length - at, room = t->most - at - n;

	memmove(t->bytes + at + n, t->bytes + at, behind < room ? behind : room);
	t->length = at + n + (behind < room ? behind : room);
	return n;
}

/* Small numbers mostly. */
static size_t piece_length(const struct text *t, size_t most)
{
	return 1 + (below(t, 2) ? 0 : below(t, most < PIECE ? most : PIECE));
}

static void remove_at(struct text *t, size_t at, size_t n)
{
	memmove(t->bytes + at, t->bytes + at + n, t->length - at - n);
	t->length -= n;
}

/* Where there is no room, another one leaves: the last one may end what is parsed. */
static void insert_character(struct text *t)
{
	const unsigned char c = character(t);

	if (t->length == t->most)
		remove_at(t, below(t, t->length), 1);
	const size_t at = below(t, t->length + 1);
	open_gap(t, at, 1);
	t->bytes[at] = c;
}

static void remove_piece(struct text *t)
{
	const size_t at = below(t, t->length);

	remove_at(t, at, piece_length(t, t->length - at));
}

static void replace_character(struct text *t)
{
	t->bytes[below(t, t->length)] = character(t);
}

/* Inserts a piece of the text, mostly in front of itself. */
static void repeat_piece(struct text *t)
{
	unsigned char piece[PIECE];
	const size_t from = below(t, t->length);
	const size_t n = piece_length(t, t->length - from);
	const size_t at = below(t, 2) ? from : below(t, t->length);

	memcpy(piece, t->bytes + from, n);
	memcpy(t->bytes + at, piece, open_gap(t, at, n));
}

/* Exchanges two characters, mostly neighbours. */
static void exchange(struct text *t)
{
	const size_t i = below(t, t->length);
	const size_t k = below(t, 2) ? (i + 1) % t->length : below(t, t->length);
	const unsigned char c = t->bytes[i];

	t->bytes[i] = t->bytes[k];
	t->bytes[k] = c;
}

/* A piece of the other text, of any length, comes in, or takes the place of as much. */
static void splice(struct text *t)
{
	const struct text_piece p = t->from->other;
	const size_t from = below(t, p.length), at = below(t, t->length + 1);
	size_t n = 1 + below(t, p.length - from);

	if (below(t, 2)) {
		n = open_gap(t, at, n);
	} else {
		n = n < t->most - at ? n : t->most - at;
		t->length = at + n > t->length ? at + n : t->length;
	}
	memcpy(t->bytes + at, p.bytes + from, n);
}

static void change(struct text *t)
{
	switch (t->length ? below(t, 8) : 0) {
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
		repeat_piece(t);
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
	struct text t = {text, length, most, from, rng};

	change(&t);
	for (int i = 1; i < CHANGES_MOST && below(&t, 2); i++)
		change(&t);
	return t.length;
}
