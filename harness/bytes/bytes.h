/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bytes.h - the user's LLVMFuzzerTestOneInput as a subject. The frame of a descent is a
 * list of fields (field.h) in a base input: the bytes that move the reading at the
 * goal's site (taint.h), interpreted as values of a type.
 *
 * harness/bytes makes inputs of bytes accessible to the search: which bytes matter, what
 * they may mean, and how much of the session minimisation may spend on it.
 */
#ifndef HARNESS_BYTES_H
#define HARNESS_BYTES_H

#include <gsl/gsl_rng.h>

#include "harness/bytes/taint.h"
#include "harness/goals/subject.h"
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

/* ---- the meaning of bytes */

enum { INTERPRET_MOST = 16 }; /* fields of one frame */

/* What the bytes that influence a site may be: bytes that equal an operand, or runs of
 * bytes that are split into values of one type. An interpretation is drawn the more often,
 * the more goals it has closed. */
enum interpretation {
	INTERPRET_OPERANDS, /* bytes that equal an operand */
	INTERPRET_SITE, /* values of the site's type */
	INTERPRET_F64,
	INTERPRET_F32,
	INTERPRET_F80,
	INTERPRET_I64,
	INTERPRET_I32,
	INTERPRET_I16,
	INTERPRET_BYTE,
	INTERPRET_TEXT, /* decimal numbers */
	INTERPRET_PLACE, /* decimal numbers, in place */
	INTERPRET_SIZE, /* the input's size alone */
	INTERPRET_LOGGED, /* the numbers that the target reads */
	INTERPRET_COUNT
};

/* What is known about an input at a goal's site. */
struct interpret_case {
	const uint8_t *base;
	size_t size;
	const struct taint *taint;
	const struct typed_operand *operands; /* two */
	const struct field *logged; /* by the comparison log, at most INTERPRET_MOST */
	size_t logged_count;
	int comparison_log_evident; /* one of them is an operand */
};

/* The statistics of each interpretation. */
struct interpreter {
	struct interpret_arm {
		double closed, cost; /* goals; evaluations */
	} arms[INTERPRET_COUNT];
	uint8_t *wanted; /* room: one byte for each of an input */
	size_t room;
};

void interpret_init(struct interpreter *i);

/* Lists the fields of one interpretation in the order of their offsets, FIELD_SIZE
 * last; at most INTERPRET_MOST. `rng` decides what the bytes leave open. */
size_t interpret(struct interpreter *i, const struct interpret_case *c,
		 enum interpretation how, gsl_rng *rng, struct field *out);

/* Whether the draw among all interpretations gives the logged numbers, which need no
 * taint inference. */
int interpret_draw_logged(const struct interpreter *i, const struct interpret_case *c,
			  gsl_rng *rng);

/* Draws another interpretation that gives fields; returns their number, or 0. */
size_t interpret_draw(struct interpreter *i, const struct interpret_case *c,
		      gsl_rng *rng, struct field *out, enum interpretation *how);

void interpret_account(struct interpreter *i, enum interpretation how, unsigned closed,
		       double cost);

/* ---- the subject */

typedef int bytes_fn(const uint8_t *data, size_t size);

/* Sites of equalities that are repaired wherever they stand. */
enum { EQUALITIES_MOST = 16 };

struct bytes_target {
	struct subject subject; /* the first member */
	bytes_fn *target;
	struct bytes_input in;
	struct bytes_buffer origin; /* what is varied */
	struct field fields[INTERPRET_MOST];
	struct axis axes[INTERPRET_MOST];
	enum me_type types[INTERPRET_MOST];
	coord direct[INTERPRET_MOST]; /* a vector to try */
	struct goal_place place; /* where the base's run shows the goal */
	enum interpretation how;
	unsigned long long began, closed; /* the search's, when `begin` was called */
	struct interpreter interpreter;
	struct taint_cache cache;
	struct listener listener;
	uint32_t turned; /* level where the run turned away before it was repaired */
	uint32_t equalities[EQUALITIES_MOST]; /* sites that hold in the base's run */
	uint32_t equality_count;
	unsigned char
	    *watched; /* one byte a site: it is one of them, or may be; or null */
};

/* `seeks_run`: the only goal is one over a whole run (program.h), and the session ends
 * with it. 0, or -1 when out of memory. */
int bytes_init(struct bytes_target *b, bytes_fn *target, int seeks_run);

/* bytes_start.c: the kind's `begin` (subject.h). */
int bytes_start(struct subject *subject, struct search *s, uint32_t goal,
		struct input base, coord *x);

/* equalities.c: none is watched any more. */
void equalities_forget(struct bytes_target *b, struct search *s);
/* Runs the base and notes which equalities hold in it; they are watched from now on. */
void equalities_find(struct bytes_target *b, struct search *s);
/* The first one of them that failed in the last run, and its operands; or PROGRAM_NONE. */
uint32_t equalities_broken(const struct bytes_target *b,
			   struct typed_operand operands[2]);

#endif
