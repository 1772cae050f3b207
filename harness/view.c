/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view.c - numbers in the texts of an input as coordinates. */
#include "harness/view.h"

#include <stdlib.h>
#include <string.h>

#include "harness/type.h"

/* Room for a number, whatever else has to stand in the text. */
enum { ROOM_LEAST = 8 };

/* ---- life */

static enum objective_status evaluate(void *context, const coord *numbers,
				      struct reading *out)
{
	struct view *v = context;

	view_store(v, numbers, v->x);
	return v->whole->eval(v->whole->context, v->x, out);
}

int view_init(struct view *v, const struct layout *l, const struct objective *whole)
{
	memset(v, 0, sizeof *v);
	v->layout = l;
	v->whole = whole;
	v->objective = (struct objective){0, v->axes, evaluate, v};
	v->base = calloc(l->n + 1, sizeof *v->base);
	v->x = calloc(l->n + 1, sizeof *v->x);
	v->text = malloc(l->n + NUMBER_LONGEST + 1);
	if (v->base && v->x && v->text)
		return 0;
	view_done(v);
	return -1;
}

void view_done(struct view *v)
{
	free(v->base);
	free(v->x);
	free(v->text);
	memset(v, 0, sizeof *v);
}

/* ---- taking an input */

static int is_before(const struct view_number *a, const struct view_number *b)
{
	if (a->place.span != b->place.span)
		return a->place.span < b->place.span;
	return a->place.offset < b->place.offset;
}

static size_t end_of(const struct view_number *n)
{
	return n->place.offset + n->length;
}

/* Two readings of one text, whole or in part, are one number. */
static int overlaps(const struct view_number *a, const struct view_number *b)
{
	if (a->place.span != b->place.span)
		return 0;
	return a->place.offset == b->place.offset ||
	       (a->place.offset < end_of(b) && b->place.offset < end_of(a));
}

static void insert(struct view *v, const struct view_number *n, coord value)
{
	size_t at = v->objective.n;

	if (at == VIEW_NUMBERS)
		return;
	for (size_t i = 0; i < at; i++)
		if (overlaps(&v->numbers[i], n))
			return;
	for (; at && is_before(n, &v->numbers[at - 1]); at--) {
		v->numbers[at] = v->numbers[at - 1];
		v->axes[at] = v->axes[at - 1];
		v->start[at] = v->start[at - 1];
	}
	v->numbers[at] = *n;
	v->axes[at] = type_axis(n->form.type);
	v->start[at] = value;
	v->objective.n++;
}

coord view_value(const struct heard_number *h)
{
	char text[HEARD_BYTES + 1] = "";

	memcpy(text, h->bytes, h->length < HEARD_BYTES ? h->length : HEARD_BYTES);
	return number_read(h->form, text);
}

static void take_number(struct view *v, const struct heard_number *h)
{
	struct view_number n = {{NULL, 0}, h->length, h->form};

	if (h->length > HEARD_BYTES ||
	    !spans_find(v->spans, v->span_count, v->base, h->at, h->bytes, h->length,
			&n.place))
		return;
	insert(v, &n, view_value(h));
}

size_t view_take(struct view *v, const coord *x, uint32_t first)
{
	uint32_t count = heard_number_count();

	memcpy(v->base, x, v->layout->n * sizeof *x);
	v->objective.n = 0;
	v->span_count = spans_of(v->layout, x, v->spans, VIEW_SPANS);
	for (uint32_t i = 0; i < count; i++)
		take_number(v, &heard.numbers[(i + first) % count]);
	return v->objective.n;
}

/* ---- storing one */

/* The text of a span being written. */
struct writing {
	const struct view *view;
	const struct span *span;
	unsigned char *text;
	size_t length, old; /* bytes written; bytes of the old text dealt with */
};

static void copy_until(struct writing *w, size_t end)
{
	for (; w->old < end; w->old++)
		if (w->length < w->span->room)
			w->text[w->length++] =
			    span_byte(w->span, w->view->base, w->old);
}

/* What of the old text other than numbers is still to be written. */
static size_t rest_of(const struct writing *w, size_t k, size_t end, size_t old_length)
{
	size_t rest = old_length > w->old ? old_length - w->old : 0;

	for (; k < end; k++)
		rest -= w->view->numbers[k].length < rest ? w->view->numbers[k].length
							  : rest;
	return rest;
}

/* Writes number k, one of the numbers up to `end` of its span. */
static void write_number(struct writing *w, size_t k, size_t end, coord value,
			 size_t old_length)
{
	const struct view_number *n = &w->view->numbers[k];
	int touches = w->length && w->old == n->place.offset && k &&
		      w->view->numbers[k - 1].place.span == n->place.span &&
		      end_of(&w->view->numbers[k - 1]) == n->place.offset;

	copy_until(w, n->place.offset);
	if (touches && w->length < w->span->room)
		w->text[w->length++] = ' ';
	size_t left = w->span->room - w->length, rest = rest_of(w, k, end, old_length);
	size_t room = (left > rest ? left - rest : 0) / (end - k);
	if (room < ROOM_LEAST)
		room = left < ROOM_LEAST ? left : ROOM_LEAST;
	w->length += number_write(n->form, value, (char *)w->text + w->length, room);
	w->old = end_of(n);
}

/* Writes the span of number k with all its numbers; returns the first of the next span.
 */
static size_t store_span(const struct view *v, size_t k, const coord *numbers, coord *x)
{
	const struct span *span = v->numbers[k].place.span;
	struct writing w = {v, span, v->text, 0, 0};
	size_t old_length = span_length(span, v->base), end = k;

	while (end < v->objective.n && v->numbers[end].place.span == span)
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
	for (size_t k = 0; k < v->objective.n;)
		k = store_span(v, k, numbers, x);
}
