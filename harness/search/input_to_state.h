/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * input_to_state.h - input-to-state for texts: if one text of a comparison comes from
 * the input, the other one is written there.
 */
#ifndef HARNESS_INPUT_TO_STATE_H
#define HARNESS_INPUT_TO_STATE_H

#include "harness/input/input_texts.h"
#include "harness/search/search.h"

/* How a text is written into an input: what follows it. */
enum edit_ending {
	ENDING_NONE, /* what was there */
	ENDING_NUL,
	ENDING_BLANKS, /* to the end of the text that was there */
	/* Where the size of an input varies: */
	ENDING_REST, /* what followed the text that was there */
	ENDING_CUT, /* nothing: it is the end */
};

struct edit {
	const struct input_span *span;
	size_t offset;
	size_t old; /* bytes of the text that is there */
	const unsigned char *bytes; /* of the new one */
	size_t length;
	enum edit_ending ending;
};

/* The owner of the best input so far, which edits it. */
struct input_to_state_kind {
	/* The subject holds the best input. */
	void (*hold)(void *context);
	/* After a run of it: lists its spans, which are valid until `keep`. */
	size_t (*spans)(void *context, struct input_span *out, size_t most);
	/* The subject holds the best input with this edit; 0 if it need not be run. */
	int (*edit)(void *context, const struct edit *e);
	/* The input with the last edit becomes the best input. */
	void (*keep)(void *context);
	int resizes; /* the size of an input varies */
};

struct input_to_state {
	const struct input_to_state_kind *kind;
	void *context;
	struct text_numbers_rating rating; /* of the best input's numbers */
};

/*
 * Runs the best input with the comparison log on. If more than one run is allowed,
 * writes logged texts into it as long as the reading for the goal of the descent
 * decreases. The log is then that of the best input, unless the search has to stop,
 * which the result says.
 */
enum { DIRECT_RUNS = 512 }; /* a text that only a NUL bounds is logged byte by byte */
enum objective_status input_to_state_texts(struct input_to_state *d, struct search *s,
					   unsigned runs);

#endif
