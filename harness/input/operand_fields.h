/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * operand_fields.h - operands of comparisons found literally in an input: as they are,
 * widened from a shorter integer, converted from another type, or written as text;
 * little- and big-endian.
 */
#ifndef HARNESS_OPERAND_FIELDS_H
#define HARNESS_OPERAND_FIELDS_H

#include "harness/input/field.h"

/* Raw bits of an operand as hooks get them (trace.h), and its type. */
struct operand {
	enum me_type type;
	uint64_t bits;
};

/*
 * Lists the fields that hold the operand's value, wide ones first; at most `most`.
 * `wanted` has one byte for each of the input: a field has one that is not 0. Null: all
 * bytes will do, and texts are not looked for.
 */
size_t operand_find(const struct operand *o, const uint8_t *base, size_t size,
		    const uint8_t *wanted, struct field *out, size_t most);

/* The coordinate of a field that gives it the operand's value, or the nearest one. */
coord operand_value(const struct operand *o, const struct field *f, size_t max_size);

#endif
