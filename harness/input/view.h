/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * view.h - an input of a typed target seen as the numbers that the program reads from
 * its texts.
 *
 * The program parses "x=1.5" and compares the number with another: no step on bytes
 * leads from one value to the next, but one coordinate that is the number does. A view
 * keeps an input as it is but for the numbers that a run was heard to read; its
 * coordinates are their values, and each point of it is an input in which they are
 * written as text, the rest of the text moving with them.
 */
#ifndef HARNESS_VIEW_H
#define HARNESS_VIEW_H

#include "harness/input/text_numbers.h"

enum { VIEW_SPANS = 64 };

struct view {
	const struct layout *layout;
	size_t n; /* numbers */
	struct figure numbers[FIGURES_MOST]; /* in the order of their places */
	struct axis axes[FIGURES_MOST];
	enum me_type types[FIGURES_MOST];
	size_t span_count;
	struct span spans[VIEW_SPANS];
	coord *base; /* the input kept */
	unsigned char *bytes; /* of the spans */
	unsigned char *text; /* room for the text of a span */
};

/* The layout outlives the view. 0 or -1 when out of memory. */
int view_init(struct view *v, const struct layout *l);
void view_done(struct view *v);

/*
 * Keeps the input that was run last and listened to; returns how many numbers there are
 * (v->n), 0: the view is of no use. `first` as in text_numbers_find.
 */
size_t view_take(struct view *v, const coord *x, uint32_t first);

/* The input with these numbers in their places. */
void view_store(const struct view *v, const coord *numbers, coord *x);

#endif
