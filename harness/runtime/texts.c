/* SPDX-License-Identifier: GPL-3.0-or-later */
/* texts.c - the first difference of two texts, and the nearest match of a search. */
#include "harness/runtime/texts.h"

#include <string.h>

enum {
	MOST_COMMON = 1 << 20, /* a longer common prefix counts as this */
	MOST_PLACES = 1 << 16, /* a search is measured at no more positions */
	DIFFERENCE_BITS = 9, /* of two bytes, or of a byte and the end */
};

struct text text_of(const void *pointer, uint64_t size)
{
	struct text t = {pointer, size & ME_SIZE_MOST, !!(size & ME_SIZE_TEXT)};

	if (size & ME_SIZE_OBJECT) {
		memcpy(&t.bytes, pointer, 8);
		memcpy(&t.size, (const char *)pointer + 8, 8);
		t.size &= ME_SIZE_MOST;
	}
	return t;
}

/* ---- the bytes of a text */

static int ended(const struct text *t, uint64_t i)
{
	return i >= t->size || (t->ends && !t->bytes[i]);
}

/* A byte for the comparison, 1 to 256; 0 is the end. */
static int value_at(const struct text *t, uint64_t i, enum me_op op)
{
	if (ended(t, i))
		return op == ME_COMPARE_PADDED ? ' ' + 1 : 0;
	int c = t->bytes[i];
	int nocase = op == ME_COMPARE_NOCASE || op == ME_FIND_NOCASE;
	return (nocase && c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) + 1;
}

/* ---- comparing */

struct difference {
	uint64_t common; /* bytes before it */
	int between; /* first minus second byte there; 0: there is none */
};

static struct difference first_difference(const struct text *a, const struct text *b,
					  enum me_op op)
{
	struct difference d = {0, 0};

	while (!ended(a, d.common) || !ended(b, d.common)) {
		d.between = value_at(a, d.common, op) - value_at(b, d.common, op);
		if (d.between)
			break;
		d.common++;
	}
	return d;
}

static uint64_t image(struct difference d)
{
	uint64_t common = d.common < MOST_COMMON ? d.common : MOST_COMMON;
	int between = d.between < 0 ? -d.between : d.between;

	return (MOST_COMMON - common) << DIFFERENCE_BITS | (unsigned)between;
}

/* How much of a text may be read if the function has read `seen` bytes. */
static uint64_t known_of(const struct text *t, uint64_t seen)
{
	if (!t->ends)
		return t->size;
	uint64_t n = 0;
	while (n < seen && !ended(t, n))
		n++;
	return n;
}

static uint64_t compare(struct text_call *c, int *between)
{
	struct difference d = first_difference(&c->a, &c->b, c->op);

	c->known[0] = known_of(&c->a, d.common + 1);
	c->known[1] = known_of(&c->b, d.common + 1);
	*between = d.between;
	if (c->result && d.between)
		return image(d);
	return 1;
}

uint64_t texts_difference(struct text_call *c)
{
	int between;

	c->result = 1;
	const uint64_t far = compare(c, &between);
	c->result = between;
	return between ? far : 0;
}

enum { PAGE = 4096 }; /* or a part of one */

/* Memory that may be a variable's beside the text. */
__attribute__((no_sanitize("address"))) uint64_t texts_word(const struct text *t,
							    uint64_t known)
{
	uint64_t n = known;

	if (!t->ends || !known)
		return known;
	for (; n < TEXT_WORD_MOST && n < t->size && (uintptr_t)(t->bytes + n) % PAGE;
	     n++)
		if (!t->bytes[n])
			return n;
	return n == t->size ? n : known;
}

/* ---- finding */

/* The distance of the second text to the first text from a position on. */
static struct difference difference_at(const struct text *a, uint64_t place,
				       const struct text *b, enum me_op op)
{
	struct difference d = {0, 0};

	while (!ended(b, d.common)) {
		d.between =
		    value_at(a, place + d.common, op) - value_at(b, d.common, op);
		if (d.between)
			break;
		d.common++;
	}
	return d;
}

static uint64_t find(struct text_call *c, int *between)
{
	unsigned char character = (unsigned char)c->b.size;
	struct text b = c->b, one = {&character, 1, 0};
	uint64_t least = ~(uint64_t)0, place = 0;

	*between = 0;
	if (c->op == ME_FIND_CHAR)
		b = one;
	c->known[0] = 0;
	c->known[1] = c->op == ME_FIND_CHAR ? 0 : known_of(&b, b.size);
	if (c->result)
		return 1;
	do {
		struct difference d = difference_at(&c->a, place, &b, c->op);
		if (image(d) < least) {
			least = image(d);
			*between = d.between;
		}
	} while (!ended(&c->a, place) && place++ < MOST_PLACES);
	c->known[0] = place;
	return *between ? least : 1;
}

/* ---- */

/* The image of a small number for this kind of distance; the conversion is exact and
 * raises no exception. */
static uint64_t as_kind(enum distance_kind kind, uint64_t d)
{
	if (kind == DISTANCE_REAL || kind == DISTANCE_FLOPSY) {
		double real = (double)(int64_t)d;
		memcpy(&d, &real, 8);
	}
	return d;
}

static int sign_of(int64_t v)
{
	return (v > 0) - (v < 0);
}

void texts_distance(enum distance_kind kind, struct text_call *c, struct distance *out)
{
	int between, finds = c->op >= ME_FIND_BYTES;
	uint64_t far = finds ? find(c, &between) : compare(c, &between);
	int way = finds ? 0 : 1; /* the outcome that a distance leads to */

	out->to[0] = out->to[1] = 0;
	if (c->result ? way == 1 : way == 0)
		out->to[way] = as_kind(kind, far);
	else
		out->to[!way] = as_kind(kind, 1);
	out->sign = between;
	if (!finds && sign_of(c->result) != sign_of(between))
		out->sign = sign_of(c->result);
}
