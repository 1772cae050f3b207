/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * scalar_value.h - a scalar of an input as bytes of a file, as a number, and as text.
 *
 * The text of a float is hexadecimal and exact, "0x1.8p+1", "-inf"; of a NaN it names the
 * fraction when that is not the quiet bit alone: "nan", "-nan:8000000000001" has the first
 * and the last bit of a double's fraction set. So all bits of a value are in its text,
 * whatever its type.
 */
#ifndef VALUE_SCALAR_VALUE_H
#define VALUE_SCALAR_VALUE_H

#include <stdbool.h>

#include "me/abi.h"

__extension__ typedef unsigned __int128 scalar_bits;
__extension__ typedef _Float128 scalar_float;

struct scalar_value {
	enum scalar_kind { SCALAR_INTEGER, SCALAR_FLOAT, SCALAR_NAN } kind;
	bool negative;
	scalar_bits bits; /* the magnitude of an integer; of a NaN the fraction, its
			     first bit is bit 111 */
	scalar_float value; /* of a float that is no NaN */
};

/* How a value went into a type. */
enum scalar_fit {
	SCALAR_EXACT,
	SCALAR_ROUNDED, /* the nearest number of the type */
	SCALAR_UNFIT, /* it has no place there; nothing is stored */
};

enum { SCALAR_BYTES = 16, SCALAR_TEXT = 64 };

/* The value of type_scalar_size() little-endian bytes. Encodings of a long double that
 * are no value become the valid ones, and a bool is the low bit, as in the harness. */
void scalar_load(enum me_type type, const uint8_t *bytes, struct scalar_value *v);
enum scalar_fit scalar_store(enum me_type type, const struct scalar_value *v,
			     uint8_t *bytes);

/* As text; returns whether it is a plain decimal integer, which any reader of JSON keeps
 * exactly. */
bool scalar_print(const struct scalar_value *v, char text[SCALAR_TEXT]);
/* Reads such a text, and any decimal number; 0, or -1: it is none. */
int scalar_read(const char *text, struct scalar_value *v);

#endif
