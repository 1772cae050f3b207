/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * view.h - an input of a typed target as the numbers that the program reads from its
 * texts.
 *
 * The program parses "x=1.5" and compares the number with another: no step on bytes
 * leads from one value to the next, but a step on the number does. A view consists of
 * an input and the numbers that a run read from it, according to the comparison log.
 * Its coordinates are the values of these numbers. Each point is an input in which they
 * are written as text; the rest of the text stays and moves with them.
 */
#ifndef HARNESS_VIEW_H
#define HARNESS_VIEW_H

#include "harness/input/text_numbers.h"

enum { VIEW_SPANS = 64 };

struct view {
	const struct layout *layout;
	size_t n; /* numbers */
	struct text_number
	    numbers[TEXT_NUMBERS_MOST]; /* in the order of their positions */
	struct axis axes[TEXT_NUMBERS_MOST];
	enum me_type types[TEXT_NUMBERS_MOST];
	size_t span_count;
	struct span spans[VIEW_SPANS];
	coord *base; /* the input */
	unsigned char *bytes; /* of the spans */
	unsigned char *text; /* room for the text of a span */
};

/* The layout outlives the view. 0 or -1 when out of memory. */
int view_init(struct view *v, const struct layout *l);
void view_done(struct view *v);

/*
 * Takes the input of the last logged run; returns the number of coordinates (v->n); 0:
 * there are none. `first` as in text_numbers_find().
 */
size_t view_take(struct view *v, const coord *x, uint32_t first);

/* The input with these numbers. */
void view_store(const struct view *v, const coord *numbers, coord *x);

#endif
