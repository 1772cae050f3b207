/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * text_numbers.h - the numbers that a run was heard to read (comparison_log.h): where
 * in the input their texts stand, and which of them a goal's comparison may be about.
 */
#ifndef HARNESS_TEXT_NUMBERS_H
#define HARNESS_TEXT_NUMBERS_H

#include <gsl/gsl_rng.h>

#include "harness/runtime/comparison_log.h"
#include "harness/input/spans.h"

enum { FIGURES_MOST = 8 };

struct figure {
	struct span_place place;
	size_t length; /* of its text */
	struct number_form form;
	coord value; /* of its type */
};

/* How well each number that was heard suits the goal's operands. */
struct text_numbers_rating {
	unsigned char of[HEARD_NUMBERS];
	unsigned turn; /* choices made */
};

/* After the run that was listened to: rates its numbers by type and value, for the site
 * that is aimed at. */
void text_numbers_rate(struct text_numbers_rating *r);

/* A number that suits best, or in some turns any. At least one was heard. */
uint32_t text_numbers_choose(struct text_numbers_rating *r, gsl_rng *rng);

/*
 * Lists the numbers heard that stand in these spans, in the order of their places; at
 * most `most`. Where one text was read as several numbers, it is the first of them,
 * counted from number `first` on.
 */
size_t text_numbers_find(const struct span *spans, size_t count, uint32_t first,
			 struct figure *out, size_t most);

/* Where the figure's text ends. */
static inline size_t figure_end(const struct figure *f)
{
	return f->place.offset + f->length;
}

#endif
