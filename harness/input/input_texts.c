/* SPDX-License-Identifier: GPL-3.0-or-later */
/* input_texts.c - finds texts and their numbers, and writes numbers into texts. */
#include "harness/input/input_texts.h"

#include <stdlib.h>
#include <string.h>

#include "harness/input/arguments.h"
#include "harness/runtime/trace.h"
#include "value/type.h"
#include "mcmc/axis.h"

enum { SPAN_SHORTEST = 2 };

/* ---- where texts are */

static int is_byte(enum me_type type)
{
	return type == ME_I8 || type == ME_U8;
}

static size_t coordinates_of(const struct me_field *field)
{
	enum me_type part[2];

	return (size_t)field->count * type_parts(field->type, part);
}

struct span_walk {
	struct input_span *out;
	size_t count, most;
	const unsigned char *bytes; /* of the vector */
	int joins; /* the next bytes belong to the same span */
	int terminated; /* a NUL follows the parameter */
};

static void add_span(struct span_walk *w, size_t first, size_t count, const char *at)
{
	struct input_span *last = w->count ? &w->out[w->count - 1] : NULL;
	const unsigned char *where = (const unsigned char *)at;

	if (w->joins && last && last->first + last->count == first &&
	    last->at + last->count == where) {
		last->count += count;
		last->room += count;
		return;
	}
	if (last && last->count < SPAN_SHORTEST)
		w->count--;
	if (w->count < w->most)
		w->out[w->count++] =
		    (struct input_span){first, count, w->terminated ? count : count - 1,
					w->bytes + first, where};
}

static void add_parameter(struct span_walk *w, const struct layout *l,
			  const struct layout_parameter *p, const coord *x)
{
	const struct me_parameter *r = p->record;
	size_t i = p->first, n = layout_length(p, x);
	const char *element =
	    p->memory + (r->count - n + arguments_behind_text(l, p, x)) * r->size;

	/* An array of bytes is one span, but neighbours in a struct are not. */
	w->terminated = !!(r->flags & ME_PARAMETER_STRING);
	for (size_t k = 0; k < n; k++, element += r->size) {
		w->joins = k && r->field_count == 1 && r->size == r->fields[0].count;
		for (uint32_t f = 0; f < r->field_count; f++) {
			const struct me_field *field = &r->fields[f];
			if (is_byte(field->type))
				add_span(w, i, field->count, element + field->offset);
			i += coordinates_of(field);
		}
	}
}

size_t spans_of(const struct layout *l, const coord *x, unsigned char *bytes,
		struct input_span *out, size_t most)
{
	struct span_walk w = {out, 0, most, bytes, 0, 0};

	for (size_t i = 0; i < l->n; i++)
		bytes[i] = (unsigned char)(ucoord)x[i];
	for (size_t i = 0; i < l->parameter_count; i++)
		add_parameter(&w, l, &l->parameters[i], x);
	if (w.count && out[w.count - 1].count < SPAN_SHORTEST)
		w.count--;
	return w.count;
}

/* ---- bytes */

size_t span_length(const struct input_span *s)
{
	size_t n = s->count;

	while (n && !s->bytes[n - 1])
		n--;
	return n;
}

void span_set(const struct layout *l, const struct input_span *s, coord *x, size_t i,
	      unsigned char byte)
{
	size_t at = s->first + i;
	coord c = l->types[at] == ME_I8 ? (coord)(int8_t)byte : (coord)byte;

	x[at] = axis_clamp(&l->axes[at], c);
}

/* ---- finding */

static int find_address(const struct input_span *s, const unsigned char *at,
			struct span_place *out)
{
	size_t most = s->room < s->count ? s->room : s->count;

	if (!at || !s->at || at < s->at || at - s->at > (ptrdiff_t)most)
		return 0;
	*out = (struct span_place){s, (size_t)(at - s->at)};
	return 1;
}

static size_t find_copies(const struct input_span *s, const unsigned char *bytes,
			  size_t length, struct span_place *out, size_t most)
{
	size_t n = 0;

	for (size_t i = 0; n < most && i + length <= s->count; i++)
		if (!memcmp(s->bytes + i, bytes, length))
			out[n++] = (struct span_place){s, i};
	return n;
}

static size_t places_of_nothing(const struct input_span *s, struct span_place *out,
				size_t most)
{
	size_t n = 0;

	if (n < most && s->count && s->room > s->count)
		out[n++] = (struct span_place){s, s->count};
	if (n < most)
		out[n++] = (struct span_place){s, 0};
	return n;
}

size_t spans_find(const struct input_span *spans, size_t count, const unsigned char *at,
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

enum { ANY_TURN = 3 }; /* every third choice is a random number, whatever its rating */

static coord logged_value(const struct comparison_log_number *h)
{
	char text[COMPARISON_LOG_BYTES + 1] = "";

	memcpy(text, h->bytes,
	       h->length < COMPARISON_LOG_BYTES ? h->length : COMPARISON_LOG_BYTES);
	return number_read(h->form, text);
}

/* ---- the numbers that the goal's comparison wants */

/* How well a logged number matches an operand. */
static unsigned suits(const struct comparison_log_number *h, enum me_type type,
		      uint64_t bits)
{
	enum me_type form = h->form.type;
	unsigned score = (form == type) * 2u;

	if (type == ME_VOID || type == ME_PTR || type >= ME_I128 ||
	    type_is_float(type) != type_is_float(form))
		return 0;
	long double value = type_number(form, logged_value(h));
	coord operand = type_from_bits(type, bits);
	if (type != ME_F80)
		score += (type_number(type, operand) == value) * 4u;
	return score + 1;
}

void text_numbers_rate(struct text_numbers_rating *r)
{
	const struct trace_site *seen;
	enum me_type type;

	memset(r->of, 0, sizeof r->of);
	if (trace.asked.aim == PROGRAM_NONE ||
	    trace.sites[trace.asked.aim].run != trace.run)
		return;
	seen = &trace.sites[trace.asked.aim];
	type = trace.program->sites[trace.asked.aim]->type;
	for (uint32_t i = 0; i < comparison_log_number_count(); i++) {
		unsigned first =
		    suits(&comparison_log.numbers[i], type, seen->operand[0]);
		unsigned second =
		    suits(&comparison_log.numbers[i], type, seen->operand[1]);
		r->of[i] = (unsigned char)(first > second ? first : second);
	}
}

uint32_t text_numbers_choose(struct text_numbers_rating *r, gsl_rng *rng)
{
	uint32_t n = comparison_log_number_count(),
		 at = (uint32_t)gsl_rng_uniform_int(rng, n);
	uint32_t best = at;

	if (++r->turn % ANY_TURN == 0)
		return at;
	for (uint32_t i = 1; i < n; i++)
		if (r->of[(at + i) % n] > r->of[best])
			best = (at + i) % n;
	return best;
}

/* ---- the places of numbers */

static int is_before(const struct text_number *a, const struct text_number *b)
{
	if (a->place.span != b->place.span)
		return a->place.span < b->place.span;
	return a->place.offset < b->place.offset;
}

/* Numbers that were read from the same bytes, or partly so, count as one. */
static int overlaps(const struct text_number *a, const struct text_number *b)
{
	if (a->place.span != b->place.span)
		return 0;
	return a->place.offset == b->place.offset ||
	       (a->place.offset < text_number_end(b) &&
		b->place.offset < text_number_end(a));
}

/* Returns the new count of numbers. */
static size_t insert_number(struct text_number *list, size_t count,
			    const struct text_number *f)
{
	size_t at = count;

	for (size_t i = 0; i < count; i++)
		if (overlaps(&list[i], f))
			return count;
	for (; at && is_before(f, &list[at - 1]); at--)
		list[at] = list[at - 1];
	list[at] = *f;
	return count + 1;
}

size_t text_numbers_find(const struct input_span *spans, size_t count, uint32_t first,
			 struct text_number *out, size_t most)
{
	uint32_t logged_count = comparison_log_number_count();
	size_t n = 0;

	for (uint32_t i = 0; i < logged_count && n < most; i++) {
		const struct comparison_log_number *h =
		    &comparison_log.numbers[(i + first) % logged_count];
		struct text_number f = {{NULL, 0}, h->length, h->form, 0};
		if (h->length > COMPARISON_LOG_BYTES ||
		    !spans_find(spans, count, h->at, h->bytes, h->length, &f.place, 1))
			continue;
		f.value = logged_value(h);
		n = insert_number(out, n, &f);
	}
	return n;
}

/* The least room for a number, whatever the rest of the text needs. */
enum { ROOM_LEAST = 8 };

/* ---- views */

int view_init(struct view *v, const struct layout *l)
{
	memset(v, 0, sizeof *v);
	v->layout = l;
	v->base = calloc(l->n + 1, sizeof *v->base);
	v->bytes = malloc(l->n + 1);
	v->text = malloc(l->n + NUMBER_LONGEST + 1);
	if (v->base && v->bytes && v->text)
		return 0;
	view_done(v);
	return -1;
}

void view_done(struct view *v)
{
	free(v->base);
	free(v->bytes);
	free(v->text);
	memset(v, 0, sizeof *v);
}

/* ---- taking an input */

size_t view_take(struct view *v, const coord *x, uint32_t first)
{
	memcpy(v->base, x, v->layout->n * sizeof *x);
	v->span_count = spans_of(v->layout, x, v->bytes, v->spans, VIEW_SPANS);
	v->n = text_numbers_find(v->spans, v->span_count, first, v->numbers,
				 TEXT_NUMBERS_MOST);
	for (size_t i = 0; i < v->n; i++) {
		v->types[i] = (enum me_type)v->numbers[i].form.type;
		v->axes[i] = type_axis(v->types[i]);
	}
	return v->n;
}

/* ---- storing one */

/* The text of a span being written. */
struct span_writing {
	const struct view *view;
	const struct input_span *span;
	unsigned char *text;
	size_t length, old; /* bytes written; bytes of the old text processed */
};

static void copy_until(struct span_writing *w, size_t end)
{
	for (; w->old < end; w->old++)
		if (w->length < w->span->room)
			w->text[w->length++] = w->span->bytes[w->old];
}

/* How much of the old text, without numbers, is still to be written. */
static size_t rest_of(const struct span_writing *w, size_t k, size_t end,
		      size_t old_length)
{
	size_t rest = old_length > w->old ? old_length - w->old : 0;

	for (; k < end; k++)
		rest -= w->view->numbers[k].length < rest ? w->view->numbers[k].length
							  : rest;
	return rest;
}

/* Writes number k, one of the numbers up to `end` of its span. */
static void write_number(struct span_writing *w, size_t k, size_t end, coord value,
			 size_t old_length)
{
	const struct text_number *n = &w->view->numbers[k];
	int touches = w->length && w->old == n->place.offset && k &&
		      w->view->numbers[k - 1].place.span == n->place.span &&
		      text_number_end(&w->view->numbers[k - 1]) == n->place.offset;

	copy_until(w, n->place.offset);
	if (touches && w->length < w->span->room)
		w->text[w->length++] = ' ';
	size_t left = w->span->room - w->length, rest = rest_of(w, k, end, old_length);
	size_t room = (left > rest ? left - rest : 0) / (end - k);
	if (room < ROOM_LEAST)
		room = left < ROOM_LEAST ? left : ROOM_LEAST;
	w->length += number_write(n->form, value, (char *)w->text + w->length, room);
	w->old = text_number_end(n);
}

/* Writes the span of number k with all its numbers; returns the next one's first. */
static size_t store_span(const struct view *v, size_t k, const coord *numbers, coord *x)
{
	const struct input_span *span = v->numbers[k].place.span;
	struct span_writing w = {v, span, v->text, 0, 0};
	size_t old_length = span_length(span), end = k;

	while (end < v->n && v->numbers[end].place.span == span)
		end++;
	for (; k < end; k++)
		write_number(&w, k, end, numbers[k], old_length);
	copy_until(&w, old_length);
	for (size_t i = 0; i < span->count; i++)
		span_set(v->layout, span, x, i, i < w.length ? w.text[i] : 0);
	return end;
}

void view_store(const struct view *v, const coord *numbers, coord *x)
{
	memcpy(x, v->base, v->layout->n * sizeof *x);
	for (size_t k = 0; k < v->n;)
		k = store_span(v, k, numbers, x);
}
