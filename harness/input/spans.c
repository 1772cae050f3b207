/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spans.c - texts inside an input. */
#include "harness/input/spans.h"

#include <string.h>

#include "harness/runtime/type.h"
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

/* The number of elements that are passed: none through a null pointer. */
static size_t elements(const struct layout_parameter *p, const coord *x)
{
	if (p->null != LAYOUT_NONE && x[p->null])
		return 0;
	return p->length == LAYOUT_NONE ? p->record->count : (size_t)x[p->length];
}

struct walk {
	struct span *out;
	size_t count, most;
	const unsigned char *bytes; /* of the vector */
	int joins; /* the next bytes belong to the same span */
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
		w->out[w->count++] =
		    (struct span){first, count, w->terminated ? count : count - 1,
				  w->bytes + first, where};
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

size_t spans_of(const struct layout *l, const coord *x, unsigned char *bytes,
		struct span *out, size_t most)
{
	struct walk w = {out, 0, most, bytes, 0, 0};

	for (size_t i = 0; i < l->n; i++)
		bytes[i] = (unsigned char)(ucoord)x[i];
	for (size_t i = 0; i < l->parameter_count; i++)
		add_parameter(&w, &l->parameters[i], x);
	if (w.count && out[w.count - 1].count < SHORTEST)
		w.count--;
	return w.count;
}

/* ---- bytes */

size_t span_length(const struct span *s)
{
	size_t n = s->count;

	while (n && !s->bytes[n - 1])
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

static int find_address(const struct span *s, const unsigned char *at,
			struct span_place *out)
{
	size_t most = s->room < s->count ? s->room : s->count;

	if (!at || !s->at || at < s->at || at - s->at > (ptrdiff_t)most)
		return 0;
	*out = (struct span_place){s, (size_t)(at - s->at)};
	return 1;
}

static size_t find_copies(const struct span *s, const unsigned char *bytes,
			  size_t length, struct span_place *out, size_t most)
{
	size_t n = 0;

	for (size_t i = 0; n < most && i + length <= s->count; i++)
		if (!memcmp(s->bytes + i, bytes, length))
			out[n++] = (struct span_place){s, i};
	return n;
}

static size_t places_of_nothing(const struct span *s, struct span_place *out,
				size_t most)
{
	size_t n = 0;

	if (n < most && s->count && s->room > s->count)
		out[n++] = (struct span_place){s, s->count};
	if (n < most)
		out[n++] = (struct span_place){s, 0};
	return n;
}

size_t spans_find(const struct span *spans, size_t count, const unsigned char *at,
		  const unsigned char *bytes, size_t length, struct span_place *out,
		  size_t most)
{
	size_t n = 0;

	for (size_t k = 0; k < count; k++)
		if (most && find_address(&spans[k], at, out))
			return 1;
	if (!length)
		return count ? places_of_nothing(&spans[0], out, most) : 0;
	for (size_t k = 0; k < count; k++)
		n += find_copies(&spans[k], bytes, length, out + n, most - n);
	return n;
}
