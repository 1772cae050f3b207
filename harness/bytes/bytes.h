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

#include "harness/bytes/bytes_input.h"
#include "harness/bytes/taint.h"
#include "harness/goals/subject.h"
#include "harness/input/field.h"

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
};

/* `seeks_run`: the only goal is one over a whole run (run_goal.h), and the session ends
 * with it. 0, or -1 when out of memory. */
int bytes_init(struct bytes_target *b, bytes_fn *target, int seeks_run);

/* bytes_start.c: the kind's `begin` (subject.h). */
int bytes_start(struct subject *subject, struct search *s, uint32_t goal,
		struct input base, coord *x);

#endif
