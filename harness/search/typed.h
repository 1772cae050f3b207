/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * typed.h - the entry function as a subject. Its frame is the layout or, if the target
 * reads numbers from the start of a descent, the view of these numbers (input_texts.h).
 */
#ifndef HARNESS_TYPED_H
#define HARNESS_TYPED_H

#include "harness/search/input_to_state.h"
#include "harness/input/arguments.h"
#include "harness/goals/subject.h"
#include "harness/input/input_texts.h"

struct typed {
	struct subject subject; /* the first member */
	struct layout *layout;
	coord *taken; /* the vector of a file */
	const coord *x; /* held: all of the layout's coordinates */
	struct input_to_state direct;
	struct view view;
	int viewed; /* the frame is the view */
	int was_called; /* with what is held: its arrays may be changed */
	int shows_hex; /* floats are hexadecimal where calls are shown */
	unsigned turn; /* descents with logged numbers */
	coord *best, *trial; /* of the direct step; `trial` is also that of the view */
	unsigned char *bytes, *other_bytes; /* of the best one; of another input */
};

/* The layout outlives it; it lasts as long as the process. 0, or -1 when out of memory. */
int typed_init(struct typed *t, struct layout *layout);

/* Of a subject that is one. */
const struct layout *typed_layout(const struct subject *s);

#endif
