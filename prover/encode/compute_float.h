/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compute_float.h - the part of compute() that is for floating point. */
#ifndef PROVER_COMPUTE_FLOAT_H
#define PROVER_COMPUTE_FLOAT_H

#include "prover/encode/encode_internal.h"

/* Each returns EXPR_NONE where the code has no formula. */

/* Of two numbers; of sort Bool. */
expr compute_float_compare(struct encoding *e, enum code code, expr a, expr b);

/* The bits of the result, of two operands of `type`. */
expr compute_float_two(struct encoding *e, enum code code, struct type type, expr a,
		       expr b);

/* Of one operand; `type` may be an integer. */
expr compute_float_one(struct encoding *e, enum code code, struct type type,
		       struct type from, expr a);

/* The number of an integer of at most 64 bits. */
expr compute_float_of_word(struct encoding *e, struct type type, struct type from,
			   expr a);

#endif
