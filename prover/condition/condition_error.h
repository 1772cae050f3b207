/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * condition_error.h - how far a point is from meeting a condition: finite, >= 0, and 0
 * exactly when it holds (Dinges and Agha, Solving Complex Path Conditions through
 * Heuristic Search on Induced Polytopes, 2014, Algorithm 2):
 *
 *	a == b		|a - b|
 *	a != b		0 or 1
 *	a < b and so on	0, or |a - b| + 1
 *
 * Where a - b is no number, the error is ERROR_NAN; where a truth value is not known, it
 * is ERROR_MOST. Of a conjunction the errors add, of a disjunction the least counts; a
 * test such as isnan has 0 or 1. FloPSy's fitness (Lakhotia and others, 2010, Table 1) adds
 * 1 to an inequality only where a equals b: elsewhere it falls to 0 without a step.
 */
#ifndef PROVER_CONDITION_ERROR_H
#define PROVER_CONDITION_ERROR_H

#include "prover/condition/condition_program.h"
#include "prover/condition/condition_options.h"

#define ERROR_NAN 0x1p900
#define ERROR_MOST 0x1p960 /* of one condition */

struct condition_errors {
	const struct condition_program *program;
	enum condition_distance distance;
	bool is_flat; /* FloPSy's form */
	/* By step + 1, of truth values: the error when it is to be true, and when it is
	 * to be false. */
	double (*errors)[2];
};

void condition_errors_init(struct condition_errors *errors,
			   const struct condition_program *program,
			   enum condition_distance distance);
void condition_errors_done(struct condition_errors *errors);

/* After a run of the program: the errors of all its truth values. */
void condition_errors_read(struct condition_errors *errors);

/* The error when the condition is to be `holds`. */
static inline double condition_error(const struct condition_errors *errors, expr e,
				     bool holds)
{
	return errors->errors[errors->program->slot[e]][holds];
}

/* a - b of a comparison, in the sense of its operands' sort, or 0 for what compares no
 * numbers; may be NaN or infinite. Its sign tells on which side of equality it is. */
double condition_difference(const struct condition_errors *errors, expr comparison);

/* Whether it compares two numbers. */
bool condition_is_comparison(const struct expr_store *store, expr e);

#endif
