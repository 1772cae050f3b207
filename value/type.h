/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * type.h - the scalar types of include/me/abi.h: names, sizes, ranges, bytes.
 *
 * The folder value/ has what a scalar is, for the runtime, the prover and the command alike:
 * its type, its bytes in a file and in memory, its place in the order of values, its texts.
 */
#ifndef VALUE_TYPE_H
#define VALUE_TYPE_H

#include <stddef.h>

#include "mcmc/objective.h"
#include "me/abi.h"

/*
 * A scalar is one coordinate, but one of 128 bits is two, which are adjacent in files
 * and in memory, the lower bits first: 64 and 64 bits of an integer, 32 and 96 of a
 * float. Returns their number and the type of each; as the type of a coordinate ME_F128
 * means the upper 96 bits, and ME_I128 and ME_U128 do not occur. The functions below
 * are about coordinates.
 */
unsigned type_parts(enum me_type type, enum me_type part[2]);

/* "f64"; "?" of a type that is no field. */
const char *type_name(enum me_type type);
/* Bytes of a whole scalar in an input file: 16 of one that is two coordinates. */
size_t type_scalar_size(enum me_type type);
/* Bytes of a coordinate in an input file: 10 for ME_F80; 0 for a type that is no field. */
size_t type_file_size(enum me_type type);
/* Bytes of a whole scalar in memory: 16 for ME_F80. */
size_t type_memory_size(enum me_type type);
/* Significant bits of a whole scalar: 1 of a bool, 80 of ME_F80. */
unsigned type_bits(enum me_type type);
/* All values of the type as ordered integers. */
struct axis type_axis(enum me_type type);
int type_is_float(enum me_type type);
int type_is_signed(enum me_type type);

/* Little-endian bytes of a file <-> coordinate; every byte pattern is a value. */
coord type_load(enum me_type type, const unsigned char *bytes);
void type_store(enum me_type type, coord c, unsigned char *bytes);
/* The same value in memory. */
void type_store_memory(enum me_type type, coord c, void *to);
coord type_load_memory(enum me_type type, const void *from);

/* The coordinate of raw bits, as hooks have operands (include/me/abi.h); higher ones are
 * ignored. */
coord type_from_bits(enum me_type type, ucoord bits);
/* The number at a coordinate. */
long double type_number(enum me_type type, coord c);

/*
 * ---- decimal floating-point numbers of 32, 64 and 128 bits as ordered
 * integers: IEEE 754-2008, Sect. 3.5.2, in the encoding with a binary coefficient.
 */

/* The meaning of a bit pattern. Every pattern is valid: a coefficient that is too large
 * means 0. */
struct decimal {
	ucoord coefficient; /* of a number: the value is coefficient * 10^exponent */
	int exponent;
	int negative; /* the sign bit */
	int is_infinite, is_nan;
};

/* type is ME_D32, ME_D64 or ME_D128; higher bits than it has are 0. */
void decimal_read(enum me_type type, ucoord bits, struct decimal *out);

/*
 * The key of a number or an infinity: its position among the values of its type. The
 * key of 0 is 0, equal values (1.0 and 1.00) have equal keys, the next value above has
 * the key plus 1, and all keys are below 2^127 in magnitude.
 */
coord decimal_key(enum me_type type, const struct decimal *d);
/* The key of infinity. */
coord decimal_infinity(enum me_type type);

/* The approximate number; raises floating-point exceptions. */
double decimal_to_double(const struct decimal *d);

#endif
