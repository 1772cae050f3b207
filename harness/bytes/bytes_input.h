/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bytes_input.h - the inputs that a bytes target's subject has: the one that is held,
 * the base of the descent, and the one that is made of it.
 */
#ifndef HARNESS_BYTES_INPUT_H
#define HARNESS_BYTES_INPUT_H

#include "harness/bytes/repair.h"

/* Bytes of our own. */
struct bytes_buffer {
	uint8_t *data;
	size_t size, room;
};

/* Room for so many bytes; 0 when out of memory. */
int bytes_buffer_room(struct bytes_buffer *b, size_t size);

struct bytes_input {
	const uint8_t *data; /* held */
	size_t size;
	uint8_t *copy; /* what the target gets: of exactly that size, on the heap */
	const uint8_t *at; /* where it was in the last run */
	struct bytes_buffer base, out; /* of the frame; the input of a vector */
	struct repair repair; /* of `out` */
};

/* Holds an empty input. 0, or -1 when out of memory. */
int bytes_input_init(struct bytes_input *in);
void bytes_input_done(struct bytes_input *in);

/* Holds these bytes, which stay. */
void bytes_input_hold(struct bytes_input *in, const uint8_t *data, size_t size);
/* Holds `out`, of which nothing has been repaired yet. */
void bytes_input_hold_out(struct bytes_input *in);
/* How long an input made from the base may be; max_size: where the base is shorter. */
size_t bytes_input_most(const struct bytes_input *in, size_t max_size);

#endif
