/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view.c - numbers in the texts of an input as coordinates. */
#include "harness/input/view.h"

#include <stdlib.h>
#include <string.h>

#include "harness/runtime/type.h"

/* The least room for a number, whatever the rest of the text needs. */
enum { ROOM_LEAST = 8 };

/* ---- life */

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
struct writing {
	const struct view *view;
	const struct span *span;
	unsigned char *text;
	size_t length, old; /* bytes written; bytes of the old text processed */
};

static void copy_until(struct writing *w, size_t end)
{
	for (; w->old < end; w->old++)
		if (w->length < w->span->room)
			w->text[w->length++] = w->span->bytes[w->old];
}

/* How much of the old text, without numbers, is still to be written. */
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

/* Writes the span of number k with all its numbers; returns the first of the next span.
 */
static size_t store_span(const struct view *v, size_t k, const coord *numbers, coord *x)
{
	const struct span *span = v->numbers[k].place.span;
	struct writing w = {v, span, v->text, 0, 0};
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
