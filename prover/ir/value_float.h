/* SPDX-License-Identifier: GPL-3.0-or-later */
/* value_float.h - the part of value_compute() that is for floating point. */
#ifndef PROVER_VALUE_FLOAT_H
#define PROVER_VALUE_FLOAT_H

#include "prover/ir/value.h"

/* At least one of the types is of floating point. */
bool value_float_compute(enum code code, struct type type, const struct type *types,
			 const struct value *operands, unsigned count,
			 struct value *result);

#endif
