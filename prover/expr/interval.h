/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * interval.h - expressions over intervals: what an expression may be while each variable
 * is in an interval of its own. Every value that an assignment gives is in the result,
 * in any rounding mode; values that none gives may be too.
 *
 * R. E. Moore, Interval Analysis, 1966: bounds of the results are rounded outward.
 */
#ifndef PROVER_INTERVAL_H
#define PROVER_INTERVAL_H

#include "prover/expr/interval_value.h"

void interval_begin(struct interval_sweep *sweep);
void interval_end(struct interval_sweep *sweep);
/* Sets values[e] of an expression that is no variable; its operands have theirs. */
void interval_compute(struct interval_sweep *sweep, expr e);

/* Whether it computes: it is no comparison, choice, conversion of bits or change of a sign. */
bool interval_is_arithmetic(const struct expr_node *node);

/* ---- interval_sum.c: integers that have something in common */

/* What an integer is made of by a choice that is known and by conversions that lose
 * nothing. */
expr interval_source(const struct interval_sweep *sweep, expr e);
/* The number, F32 or F64, of which an integer is the whole part, toward 0, and in whose range
 * it is; EXPR_NONE: of none. */
expr interval_whole_source(const struct interval_sweep *sweep, expr e);
/* What is left of the truth of a comparison, EXPR_EQ to EXPR_SLE of bit-vectors. */
struct value_interval interval_of_difference(const struct interval_sweep *sweep,
					     const struct expr_node *n,
					     struct value_interval truth);

/* ---- interval_narrow.c */

/* Narrows values[] of the operands of an expression to what its own value leaves of them. */
void interval_narrow(struct interval_sweep *sweep, expr e);

/* ---- interval_float.c: floating point */

/* An operation of floating point, from EXPR_TOFP on, whose operand a has that sort. */
struct value_interval interval_compute_float(const struct interval_sweep *sweep,
					     const struct expr_node *node,
					     unsigned sort);

/* ---- interval_related.c: numbers that are related */

/* A difference of a number and a whole one beside it, F32 or F64: exact, but for the floor of a
 * negative number, which is rounded to 1 at the most. */
void interval_narrow_fraction(const struct expr_store *store,
			      const struct expr_node *difference,
			      struct value_interval *interval);

/* What is left of the truth of a comparison, EXPR_FLT, EXPR_FLE, EXPR_FEQ or EXPR_FNAN. `nan`:
 * one of its operands may be NaN. */
struct value_interval interval_related(const struct interval_sweep *sweep,
				       const struct expr_node *node, bool nan,
				       struct value_interval truth);

/* By what the parts of an EXPR_FDIV, F32 or F64, have in common; its operands are computed. */
void interval_narrow_ratio(const struct interval_sweep *sweep, const struct expr_node *quotient,
			   struct value_interval *interval);
/* Of an EXPR_FADD: the squares of a sine and a cosine. */
void interval_narrow_circle(const struct interval_sweep *sweep, const struct expr_node *sum,
			    struct value_interval *interval);

/* ---- interval_library.c: calls of the mathematical library */

/* What the result may be for arguments in x[0], x[1], in any library whose errors are as small as
 * glibc's, in any rounding mode or only to nearest. False: nothing is known. */
bool interval_of_call(const struct native_function *function,
		      const struct value_interval *x, bool nearest,
		      struct value_interval *result);
/* A variable's bits as a number. Of the result of a call, only what its function makes of
 * the arguments: that is empty, and no NaN, where the variable's interval has none. */
struct value_interval interval_of_variable(const struct interval_sweep *sweep,
					   unsigned sort, expr bits);

#endif
