/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spans.c - texts inside the input of a typed target. */
#include "harness/spans.h"

#include "harness/type.h"
#include "mcmc/axis.h"

enum { SHORTEST = 2 };

/* ---- where they are */

static int is_byte(enum me_type type)
{
	return type == ME_I8 || type == ME_U8;
}

static size_t coordinates_of(const struct me_field *field)
{
	enum me_type part[2];

	return (size_t)field->count * type_parts(field->type, part);
}

/* How many elements are passed: none behind a null pointer. */
static size_t elements(const struct layout_parameter *p, const coord *x)
{
	if (p->null != LAYOUT_NONE && x[p->null])
		return 0;
	return p->length == LAYOUT_NONE ? p->record->count : (size_t)x[p->length];
}

struct walk {
	struct span *out;
	size_t count, most;
	int joins; /* what follows belongs to the span before */
	int terminated; /* a NUL follows the parameter */
};

static void add(struct walk *w, size_t first, size_t count, const char *at)
{
	struct span *last = w->count ? &w->out[w->count - 1] : NULL;
	const unsigned char *where = (const unsigned char *)at;

	if (w->joins && last && last->first + last->count == first &&
	    last->at + last->count == where) {
		last->count += count;
		last->room += count;
		return;
	}
	if (last && last->count < SHORTEST)
		w->count--;
	if (w->count < w->most)
		w->out[w->count++] = (struct span){
		    first, count, w->terminated ? count : count - 1, where};
}

static void add_parameter(struct walk *w, const struct layout_parameter *p,
			  const coord *x)
{
	const struct me_parameter *r = p->record;
	size_t i = p->first, n = elements(p, x);
	const char *element = p->memory + (r->count - n) * r->size;

	/* An array of bytes is one span, but neighbours in a struct are not. */
	w->terminated = !!(r->flags & ME_PARAMETER_STRING);
	for (size_t k = 0; k < n; k++, element += r->size) {
		w->joins = k && r->field_count == 1 && r->size == r->fields[0].count;
		for (uint32_t f = 0; f < r->field_count; f++) {
			const struct me_field *field = &r->fields[f];
			if (is_byte(field->type))
				add(w, i, field->count, element + field->offset);
			i += coordinates_of(field);
		}
	}
}

size_t spans_of(const struct layout *l, const coord *x, struct span *out, size_t most)
{
	struct walk w = {out, 0, most, 0, 0};

	for (size_t i = 0; i < l->parameter_count; i++)
		add_parameter(&w, &l->parameters[i], x);
	if (w.count && out[w.count - 1].count < SHORTEST)
		w.count--;
	return w.count;
}

/* ---- bytes */

unsigned char span_byte(const struct span *s, const coord *x, size_t i)
{
	return (unsigned char)(ucoord)x[s->first + i];
}

size_t span_length(const struct span *s, const coord *x)
{
	size_t n = s->count;

	while (n && !span_byte(s, x, n - 1))
		n--;
	return n;
}

void span_set(const struct layout *l, const struct span *s, coord *x, size_t i,
	      unsigned char byte)
{
	size_t at = s->first + i;
	coord c = l->types[at] == ME_I8 ? (coord)(int8_t)byte : (coord)byte;

	x[at] = axis_clamp(&l->axes[at], c);
}

/* ---- finding */

static int stands_at(const struct span *s, const coord *x, size_t offset,
		     const unsigned char *bytes, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (span_byte(s, x, offset + i) != bytes[i])
			return 0;
	return 1;
}

static int find_copy(const struct span *s, const coord *x, const unsigned char *bytes,
		     size_t length, struct span_place *out)
{
	for (size_t i = 0; i + length <= s->count; i++)
		if (stands_at(s, x, i, bytes, length)) {
			*out = (struct span_place){s, i};
			return 1;
		}
	return 0;
}

int spans_find(const struct span *spans, size_t count, const coord *x,
	       const unsigned char *at, const unsigned char *bytes, size_t length,
	       struct span_place *out)
{
	for (size_t k = 0; k < count; k++)
		if (at && at >= spans[k].at &&
		    at - spans[k].at <= (ptrdiff_t)spans[k].room) {
			*out =
			    (struct span_place){&spans[k], (size_t)(at - spans[k].at)};
			return 1;
		}
	for (size_t k = 0; k < count; k++)
		if (find_copy(&spans[k], x, bytes, length, out))
			return 1;
	return 0;
}
