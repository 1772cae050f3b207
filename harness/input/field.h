/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * field.h - typed values in the bytes of an input: binary numbers of any type at any
 * offset, little- or big-endian, decimal numbers written as text, and the input's size.
 * A field is a coordinate of an objective (mcmc/objective.h).
 */
#ifndef HARNESS_FIELD_H
#define HARNESS_FIELD_H

#include <stddef.h>

#include "mcmc/objective.h"
#include "me/abi.h"

enum field_form {
	FIELD_LITTLE,
	FIELD_BIG,
	FIELD_TEXT, /* decimal; the bytes after it move when its length changes */
	FIELD_PLACE, /* decimal, in the same bytes: truncated or padded with zeros */
	FIELD_NUMBER, /* text that the target read, as logged; else like FIELD_TEXT */
	FIELD_SIZE, /* the size of the input */
};

struct field {
	size_t offset, width; /* bytes of the base input */
	enum me_type type; /* of 64 bits at most, or F80; of a TEXT I64 or F64 */
	enum field_form form;
	unsigned char base; /* of a NUMBER's integers; 0: 10 */
	uint16_t most; /* characters of a NUMBER; 0: any */
};

/* All values that can be written: finite ones of a TEXT, a size up to max_size. */
struct axis field_axis(const struct field *f, size_t max_size);

/* The field's value in the base input; 0 if the bytes are no number. */
coord field_read(const struct field *f, const uint8_t *base, size_t size);

/* Writes a binary field's bytes to `at`. */
void field_store(const struct field *f, coord value, uint8_t *at);

/* A base input with fields, which do not overlap; FIELD_SIZE is the last one. */
struct fields {
	const uint8_t *base;
	size_t size;
	const struct field *list; /* in the order of their offsets */
	size_t count;
};

/*
 * Writes a copy of the base with the values x to out, which has room for max_size
 * bytes; returns its size. A text that would make the copy longer than max_size stays
 * unchanged. If the size grows, the new bytes are zeros.
 */
size_t fields_write(const struct fields *f, const coord *x, uint8_t *out,
		    size_t max_size);

/* *width: bytes of the decimal number around `offset`, or 0; returns its start. */
size_t field_number(const uint8_t *base, size_t size, size_t offset, size_t *width,
		    int *is_float);

/* ---- operands */

/* Raw bits of an operand as hooks get them (trace.h), and its type. */
struct typed_operand {
	enum me_type type;
	uint64_t bits;
};

/*
 * Finds an operand of a comparison literally in an input: as it is, widened from a shorter
 * integer, converted from another type, or written as text; little- and big-endian. Lists
 * the fields that hold its value, wide ones first; at most `most`.
 * `wanted` has one byte for each of the input: a field has one that is not 0. Null: all
 * bytes will do, and texts are not looked for.
 */
size_t operand_find(const struct typed_operand *o, const uint8_t *base, size_t size,
		    const uint8_t *wanted, struct field *out, size_t most);

/* The coordinate of a field that gives it the operand's value, or the nearest one. */
coord operand_value(const struct typed_operand *o, const struct field *f,
		    size_t max_size);

#endif
