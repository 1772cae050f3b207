/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * input_texts.h - the texts in an input and the numbers in them.
 *
 * Texts are bytes that are adjacent in the input and in memory. In a typed target they are
 * those of `char *`, of an array of char in a struct, of CHARACTER; the input of a bytes
 * target is one span. The numbers that a run read from texts are those of its comparison
 * log (comparison_log.h).
 */
#ifndef HARNESS_INPUT_TEXTS_H
#define HARNESS_INPUT_TEXTS_H

#include <gsl/gsl_rng.h>

#include "harness/input/arguments.h"
#include "harness/runtime/comparison_log.h"

/* ---- spans */

struct input_span {
	size_t first; /* coordinate of a typed target's vector */
	size_t count; /* bytes */
	size_t room; /* bytes that a text may have: count - 1 if a NUL must fit in, more
			than count if the size of the input varies */
	const unsigned char *bytes; /* the input's */
	const unsigned char *at; /* their address in the target */
};

/* The spans of a vector, the first `most` of them; returns how many. `bytes` gets one
 * byte for each coordinate and stays as long as the spans do. */
size_t spans_of(const struct layout *l, const coord *x, unsigned char *bytes,
		struct input_span *out, size_t most);

/* A position in a span. */
struct span_place {
	const struct input_span *span;
	size_t offset; /* at most span->count */
};

/*
 * Finds the positions in the input of a text that the run had at address `at`: by the
 * address or, for a copy, the first positions with these bytes. An empty text without a
 * position may be at the end of the first span, if sizes vary, and at its start.
 * Returns their number, at most `most`.
 */
size_t spans_find(const struct input_span *spans, size_t count, const unsigned char *at,
		  const unsigned char *bytes, size_t length, struct span_place *out,
		  size_t most);

/* The number of bytes of a span without zeros at the end. */
size_t span_length(const struct input_span *s);

/* Sets byte i of a span of x. */
void span_set(const struct layout *l, const struct input_span *s, coord *x, size_t i,
	      unsigned char byte);

/* ---- numbers */

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

/* A number with the best rating, or sometimes any, of at least one logged. */
uint32_t text_numbers_choose(struct text_numbers_rating *r, gsl_rng *rng);

/*
 * Lists the logged numbers in these spans, in the order of their positions; at most
 * `most`. Of several numbers that were read from one text, only the first is listed,
 * counted from number `first` on.
 */
size_t text_numbers_find(const struct input_span *spans, size_t count, uint32_t first,
			 struct text_number *out, size_t most);

/* The end of the number's text. */
static inline size_t text_number_end(const struct text_number *f)
{
	return f->place.offset + f->length;
}

/* ---- numbers as coordinates */

enum { VIEW_SPANS = 64 };

/*
 * An input of a typed target as the numbers that the program reads from its texts. The
 * program parses "x=1.5" and compares the number with another: no step on bytes leads from
 * one value to the next, but a step on the number does. A view consists of an input and the
 * numbers that a run read from it. Its coordinates are the values of these numbers. Each
 * point is an input in which they are written as text; the rest of the text stays and moves
 * with them.
 */
struct view {
	const struct layout *layout;
	size_t n; /* numbers */
	struct text_number numbers[TEXT_NUMBERS_MOST]; /* by their positions */
	struct axis axes[TEXT_NUMBERS_MOST];
	enum me_type types[TEXT_NUMBERS_MOST];
	size_t span_count;
	struct input_span spans[VIEW_SPANS];
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
