/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * input_to_state.h - the direct step of a descent: where a comparison of texts has one
 * of them from the input, the other one is written there.
 */
#ifndef HARNESS_INPUT_TO_STATE_H
#define HARNESS_INPUT_TO_STATE_H

#include "harness/input/text_numbers.h"
#include "harness/search/search.h"

/* How a text stands in an input: what follows it. */
enum ending {
	ENDING_NONE, /* what was there */
	ENDING_NUL,
	ENDING_BLANKS, /* to the end of the text that was there */
	/* Where the size of an input varies: */
	ENDING_REST, /* what followed the text that was there */
	ENDING_CUT, /* nothing: it is the end */
};

struct edit {
	const struct span *span;
	size_t offset;
	size_t old; /* bytes of the text that is there */
	const unsigned char *bytes; /* of the new one */
	size_t length;
	enum ending ending;
};

/* What keeps the best input so far, and edits it. */
struct input_to_state_kind {
	/* Has the subject hold the best input. */
	void (*hold)(void *context);
	/* After a run of it: lists its spans, which stay until `keep`. */
	size_t (*spans)(void *context, struct span *out, size_t most);
	/* Has the subject hold the best input with this edit; 0 when there is no need
	 * to run that. */
	int (*edit)(void *context, const struct edit *e);
	/* What was held for the last edit is the best input now. */
	void (*keep)(void *context);
	int resizes; /* the size of an input varies */
};

struct input_to_state {
	const struct input_to_state_kind *kind;
	void *context;
	struct text_numbers_rating rating; /* of the best input's numbers */
};

/*
 * Runs the best input and listens, and with more than one run allowed writes texts that
 * were heard into it as long as the reading for the goal of the descent falls. What was
 * heard last is then the best input (unless the search has to stop, which is what it
 * returns).
 */
enum {
	DIRECT_RUNS = 512
}; /* a text that only its end bounds is heard a byte at a time */
enum objective_status input_to_state_texts(struct input_to_state *d, struct search *s,
					   unsigned runs);

#endif
