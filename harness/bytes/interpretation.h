/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * interpretation.h - interprets the bytes that influence a site as fields: bytes that
 * equal an operand, or runs of bytes that are split into values of one type. An
 * interpretation is drawn the more often, the more goals it has closed.
 */
#ifndef HARNESS_INTERPRETATION_H
#define HARNESS_INTERPRETATION_H

#include <gsl/gsl_rng.h>

#include "harness/bytes/taint.h"
#include "harness/input/operand_fields.h"

enum { INTERPRET_MOST = 16 }; /* fields of one frame */

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
	INTERPRET_PLACE, /* the same, in place */
	INTERPRET_SIZE, /* the input's size alone */
	INTERPRET_HEARD, /* the numbers that the target reads */
	INTERPRET_COUNT
};

/* What is known about an input at a goal's site. */
struct interpret_case {
	const uint8_t *base;
	size_t size;
	const struct taint *influence;
	const struct operand *operands; /* two */
	const struct field
	    *logged; /* as numbers in the comparison log, at most INTERPRET_MOST */
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
void interpret_done(struct interpreter *i);

/* Lists the fields of one interpretation in the order of their offsets, FIELD_SIZE
 * last; at most INTERPRET_MOST. `rng` decides what the bytes leave open. */
size_t interpret(struct interpreter *i, const struct interpret_case *c,
		 enum interpretation how, gsl_rng *rng, struct field *out);

/* Whether the draw among all interpretations gives the logged numbers, which need no
 * taint inference. */
int interpret_draw_heard(const struct interpreter *i, const struct interpret_case *c,
			 gsl_rng *rng);

/* Draws another interpretation that gives fields; returns their number, 0 if none does.
 */
size_t interpret_draw(struct interpreter *i, const struct interpret_case *c,
		      gsl_rng *rng, struct field *out, enum interpretation *how);

void interpret_account(struct interpreter *i, enum interpretation how, unsigned closed,
		       double cost);

#endif
