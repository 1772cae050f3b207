/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bytes_input.h - the inputs of a bytes target's subject: the one that is held, the base of
 * the descent, and the one that is made of it, by the comparison log of the base
 * (comparison_log.h) or by values of fields, and repaired.
 */
#ifndef HARNESS_BYTES_INPUT_H
#define HARNESS_BYTES_INPUT_H

#include "harness/input/field.h"
#include "harness/search/input_to_state.h"

/* ---- repairs */

enum { REPAIR_MOST = 4, REPAIR_SITES = 64, REPAIR_FIELDS = 6, REPAIR_PATIENCE = 32 };

/* Lengths and checksums are repaired: if a run fails at an equality that held before, and
 * the input contains one operand, the other operand is written in its place. */
struct input_repair {
	/* What is known about sites, by their number modulo REPAIR_SITES. */
	struct repair_site {
		uint32_t site;
		unsigned failures; /* in a row; REPAIR_PATIENCE: no further repairs */
		int known; /* writing to `field` has repaired it before */
		struct field field;
	} sites[REPAIR_SITES];
	unsigned repairs; /* of the current input */
	/* The last repair, which is undone if it was wrong. */
	uint32_t site;
	unsigned tries; /* at this site */
	struct field field;
	uint8_t before[16];
	int pending; /* the last repair is not confirmed yet */
};

/* A new input begins. */
void repair_begin(struct input_repair *m);

/*
 * The run of the input failed at an equality with these operands, a != b: tries a
 * repair, and changes the input. Returns 0 if nothing is left to try; then the input is
 * restored.
 */
int repair_try(struct input_repair *m, uint32_t site, const struct typed_operand *a,
	       const struct typed_operand *b, uint8_t *data, size_t size);

/* The run passed the site of the last repair. */
void repair_succeeded(struct input_repair *m);

/* ---- inputs */

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
	struct input_repair repair; /* of `out` */
};

/* Holds an empty input. 0, or -1 when out of memory. */
int bytes_input_init(struct bytes_input *in);

/* Holds these bytes, which stay. */
void bytes_input_hold(struct bytes_input *in, const uint8_t *data, size_t size);
/* Holds `out`, of which nothing has been repaired yet. */
void bytes_input_hold_out(struct bytes_input *in);
/* How long an input made from the base may be; max_size: where the base is shorter. */
size_t bytes_input_most(const struct bytes_input *in, size_t max_size);

/* ---- the comparison log of the base */

enum { LISTEN_TRIED = 4096, LISTEN_MOST = TEXT_NUMBERS_MOST };

/* Texts that the base is compared with are written into it (input_to_state.h), and the
 * numbers that are read from it become fields. */
struct listener {
	struct input_to_state direct;
	struct bytes_input *in;
	size_t max_size; /* of an input longer than the base; set by the caller */
	uint32_t goal;
	const uint8_t *at; /* where the target had the base in the logged run */
	uint64_t tried[LISTEN_TRIED]; /* hashes of edited inputs: each is run once */
	struct field fields[LISTEN_MOST]; /* what bytes_log_numbers found */
	size_t count;
	int evident; /* one of them is an operand at the goal's site */
};

/* The input outlives it. */
void bytes_log_init(struct listener *l, struct bytes_input *in);

/*
 * Runs the base, and up to `most - 1` edits of it: l->in->base is then the best one.
 * What comes next; the logged run need not be the last one.
 */
enum objective_status bytes_log_texts(struct listener *l, struct search *s,
				      uint32_t goal, unsigned most);

/* After bytes_log_texts(): sets the fields of the numbers that were logged for the base,
 * which gets a blank where one number follows another at once. */
void bytes_log_numbers(struct listener *l, struct search *s);

/* Writes a copy of the base with an edit into out, which has room for both and a NUL;
 * returns its size. */
size_t bytes_log_edit(const struct edit *e, const uint8_t *base, size_t size,
		      uint8_t *out);

#endif
