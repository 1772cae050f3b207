/* SPDX-License-Identifier: GPL-3.0-or-later */
/* operation_float.h - the part of operation_compute() that is for floating point. */
#ifndef PROVER_OPERATION_FLOAT_H
#define PROVER_OPERATION_FLOAT_H

#include "prover/ir/gimple.h"

/* At least one of the types is of floating point. */
bool operation_float_compute(enum code code, struct type type, const struct type *types,
			     const struct value *operands, unsigned count,
			     struct value *result);

#endif
