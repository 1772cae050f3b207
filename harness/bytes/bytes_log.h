/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bytes_log.h - the base of a bytes target's descent is run and listened to
 * (comparison_log.h): texts that it is compared with are written into it
 * (input_to_state.h), and the numbers that are read from it become fields.
 */
#ifndef HARNESS_BYTES_LOG_H
#define HARNESS_BYTES_LOG_H

#include "harness/bytes/bytes_input.h"
#include "harness/input/field.h"
#include "harness/search/input_to_state.h"

enum { LISTEN_TRIED = 4096, LISTEN_MOST = TEXT_NUMBERS_MOST };

struct listener {
	struct input_to_state direct;
	struct bytes_input *in;
	size_t
	    max_size; /* of an input, where the base is shorter: the caller sets it */
	uint32_t goal;
	const uint8_t *at; /* where the target had the base when it was listened to */
	uint64_t tried[LISTEN_TRIED]; /* numbers of inputs that were edited for a goal:
				       * an input is run once */
	struct field fields[LISTEN_MOST]; /* what bytes_log_numbers found */
	size_t count;
	int evident; /* one of them is an operand at the goal's site */
};

/* The input outlives it. */
void bytes_log_init(struct listener *l, struct bytes_input *in);

/*
 * Runs the base, and up to `most - 1` edits of it: l->in->base is then the best one.
 * What comes next; the run that was listened to need not be the last one.
 */
enum objective_status bytes_log_texts(struct listener *l, struct search *s,
				      uint32_t goal, unsigned most);

/* Then: sets the fields that were heard in the base, which gets a blank where one
 * number follows another at once. */
void bytes_log_numbers(struct listener *l, struct search *s);

/* Writes a copy of the base with an edit into out, which has room for both and a NUL;
 * returns its size. */
size_t bytes_log_edit(const struct edit *e, const uint8_t *base, size_t size,
		      uint8_t *out);

#endif
