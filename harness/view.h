/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * view.h - an input seen as the numbers that the program reads from its texts.
 *
 * The program parses "x=1.5" and compares the number with another: no step on bytes
 * leads from one value to the next, but one coordinate that is the number does. A view
 * keeps an input as it is but for the numbers that a run was heard to read (heard.h);
 * its objective's coordinates are their values, and each point of it is an input in
 * which they are written as text, the rest of the text moving with them.
 */
#ifndef HARNESS_VIEW_H
#define HARNESS_VIEW_H

#include "harness/heard.h"
#include "harness/spans.h"

enum { VIEW_NUMBERS = 8, VIEW_SPANS = 64 };

struct view_number {
	struct span_place place;
	size_t length; /* of its text in the input kept */
	struct number_form form;
};

struct view {
	const struct layout *layout;
	const struct objective *whole; /* over the input itself */
	struct objective objective; /* over the numbers */
	size_t span_count;
	struct span spans[VIEW_SPANS];
	struct view_number numbers[VIEW_NUMBERS]; /* in the order of their places */
	struct axis axes[VIEW_NUMBERS];
	coord start[VIEW_NUMBERS]; /* the values in the input kept */
	coord *base, *x; /* the input kept; room for another one */
	unsigned char *text; /* room for the text of a span */
};

/* The layout and the objective outlive the view. 0 or -1 when out of memory. */
int view_init(struct view *v, const struct layout *l, const struct objective *whole);
void view_done(struct view *v);

/*
 * Keeps the input that was run last and listened to; returns how many numbers there are
 * (v->objective.n), 0: the view is of no use. Where one text was read as several
 * numbers, it is the first of them, counted from number `first` on.
 */
size_t view_take(struct view *v, const coord *x, uint32_t first);

/* The value of a number that was heard, as a coordinate of its type. */
coord view_value(const struct heard_number *h);

/* The input with these numbers in their places. */
void view_store(const struct view *v, const coord *numbers, coord *x);

#endif
