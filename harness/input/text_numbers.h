/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * text_numbers.h - the numbers that a run read from texts, from its comparison log
 * (comparison_log.h): their positions in the input, and which of them a goal's
 * comparison may depend on.
 */
#ifndef HARNESS_TEXT_NUMBERS_H
#define HARNESS_TEXT_NUMBERS_H

#include <gsl/gsl_rng.h>

#include "harness/runtime/comparison_log.h"
#include "harness/input/spans.h"

enum { TEXT_NUMBERS_MOST = 8 };

struct text_number {
	struct span_place place;
	size_t length; /* of its text */
	struct number_form form;
	coord value; /* of its type */
};

/* How well each logged number matches the goal's operands. */
struct text_numbers_rating {
	unsigned char of[COMPARISON_LOG_NUMBERS];
	unsigned turn; /* choices made */
};

/* After a logged run: rates its numbers by type and value, for the site of the goal. */
void text_numbers_rate(struct text_numbers_rating *r);

/* A number with the best rating, or sometimes any. At least one must have been logged.
 */
uint32_t text_numbers_choose(struct text_numbers_rating *r, gsl_rng *rng);

/*
 * Lists the logged numbers in these spans, in the order of their positions; at most
 * `most`. Of several numbers that were read from one text, only the first is listed,
 * counted from number `first` on.
 */
size_t text_numbers_find(const struct span *spans, size_t count, uint32_t first,
			 struct text_number *out, size_t most);

/* The end of the number's text. */
static inline size_t text_number_end(const struct text_number *f)
{
	return f->place.offset + f->length;
}

#endif
