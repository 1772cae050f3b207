/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * operation.h - the result of each GIMPLE code on this machine, bit for bit: integers
 * wrap, shift counts are taken modulo the width, a number out of an integer's range
 * becomes the result of cvttsd2si, floating point rounds in the mode of the thread.
 */
#ifndef PROVER_OPERATION_H
#define PROVER_OPERATION_H

#include "prover/ir/gimple.h"

/* The result of `code` on operands of these types. False if the code is unknown or does
 * not apply to the types, or if a division has no result. */
bool operation_compute(enum code code, struct type type, const struct type *types,
		       const struct value *operands, unsigned count,
		       struct value *result);

#endif
