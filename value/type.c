/* SPDX-License-Identifier: GPL-3.0-or-later */
/* type.c - sizes, ranges and representations of the scalar types. */
#include "value/type.h"

#include <string.h>

#include "mcmc/axis.h"

struct type_row {
	const char *name; /* of a field */
	unsigned char file_size, memory_size, bits;
	unsigned char is_signed;
	enum axis_kind kind;
};

static const struct type_row rows[ME_TYPE_COUNT] = {
    [ME_BOOL] = {"bool", 1, 1, 1, 0, AXIS_INTEGER},
    [ME_I8] = {"i8", 1, 1, 8, 1, AXIS_INTEGER},
    [ME_I16] = {"i16", 2, 2, 16, 1, AXIS_INTEGER},
    [ME_I32] = {"i32", 4, 4, 32, 1, AXIS_INTEGER},
    [ME_I64] = {"i64", 8, 8, 64, 1, AXIS_INTEGER},
    [ME_U8] = {"u8", 1, 1, 8, 0, AXIS_INTEGER},
    [ME_U16] = {"u16", 2, 2, 16, 0, AXIS_INTEGER},
    [ME_U32] = {"u32", 4, 4, 32, 0, AXIS_INTEGER},
    [ME_U64] = {"u64", 8, 8, 64, 0, AXIS_INTEGER},
    [ME_F32] = {"f32", 4, 4, 32, 1, AXIS_F32},
    [ME_F64] = {"f64", 8, 8, 64, 1, AXIS_F64},
    [ME_F80] = {"f80", 10, 16, 80, 1, AXIS_F80},
    [ME_PTR] = {NULL, 0, 8, 64, 0, AXIS_INTEGER},
    [ME_I128] = {"i128", 0, 16, 128, 1, AXIS_INTEGER},
    [ME_U128] = {"u128", 0, 16, 128, 0, AXIS_INTEGER},
    [ME_F128] = {"f128", 12, 16, 96, 1, AXIS_F128},
};

const char *type_name(enum me_type type)
{
	return type < ME_TYPE_COUNT && rows[type].name ? rows[type].name : "?";
}

size_t type_scalar_size(enum me_type type)
{
	return type == ME_F80 ? 10 : rows[type].memory_size;
}

unsigned type_parts(enum me_type type, enum me_type part[2])
{
	part[0] = part[1] = type;
	if (type != ME_I128 && type != ME_U128 && type != ME_F128)
		return 1;
	part[0] = type == ME_F128 ? ME_U32 : ME_U64;
	if (type != ME_F128)
		part[1] = type == ME_I128 ? ME_I64 : ME_U64;
	return 2;
}

size_t type_file_size(enum me_type type)
{
	return rows[type].file_size;
}

unsigned type_bits(enum me_type type)
{
	return type == ME_F128 ? 128 : rows[type].bits;
}

size_t type_memory_size(enum me_type type)
{
	return rows[type].memory_size;
}

int type_is_float(enum me_type type)
{
	return rows[type].kind != AXIS_INTEGER;
}

int type_is_signed(enum me_type type)
{
	return rows[type].is_signed;
}

struct axis type_axis(enum me_type type)
{
	const struct type_row *row = &rows[type];
	struct axis axis = {AXIS_INTEGER, 0, 0};

	if (type_is_float(type))
		return axis_full(row->kind);
	/* Values of u128 are searched as two numbers: a coordinate holds half of them. */
	enum { COORDINATE_BITS = 127 };
	const unsigned bits = row->bits - row->is_signed;
	const unsigned held = bits < COORDINATE_BITS ? bits : COORDINATE_BITS;

	axis.high = (coord)(((ucoord)1 << held) - 1);
	axis.low = row->is_signed ? -axis.high - 1 : 0;
	return axis;
}

coord type_from_bits(enum me_type type, ucoord bits)
{
	const struct type_row *row = &rows[type];

	if (type_is_float(type))
		return axis_from_bits(row->kind, bits);
	bits &= ((ucoord)1 << row->bits) - 1;
	if (row->is_signed && bits >> (row->bits - 1))
		return (coord)bits - ((coord)1 << row->bits);
	return (coord)bits;
}

static ucoord to_bits(enum me_type type, coord c)
{
	return type_is_float(type) ? axis_to_bits(rows[type].kind, c) : (ucoord)c;
}

coord type_load(enum me_type type, const unsigned char *bytes)
{
	ucoord bits = 0;

	for (size_t i = 0; i < rows[type].file_size; i++)
		bits |= (ucoord)bytes[i] << (8 * i);
	return type_from_bits(type, bits);
}

void type_store(enum me_type type, coord c, unsigned char *bytes)
{
	ucoord bits = to_bits(type, c);

	for (size_t i = 0; i < rows[type].file_size; i++)
		bytes[i] = (unsigned char)(bits >> (8 * i));
}

void type_store_memory(enum me_type type, coord c, void *to)
{
	ucoord bits = to_bits(type, c);

	memcpy(to, &bits, rows[type].file_size);
}

coord type_load_memory(enum me_type type, const void *from)
{
	ucoord bits = 0;

	memcpy(&bits, from, rows[type].file_size);
	return type_from_bits(type, bits);
}

long double type_number(enum me_type type, coord c)
{
	return axis_to_long_double(rows[type].kind, c);
}

/*
 * ---- decimal numbers as ordered integers.
 *
 * A value of p digits has up to p encodings, its cohort. The values are ordered by the
 * encoding with the largest coefficient: with its biased exponent e and its coefficient
 * c, which is 10^(p-1) to 10^p - 1 unless e is 0, the key of the value is
 *
 *	e * 9 * 10^(p-1) + c
 *
 * and the keys of each exponent follow those of the one below without a gap.
 */

struct decimal_encoding {
	unsigned exponent_bits, coefficient_bits, digits;
	int bias; /* of the exponent, the coefficient being an integer */
};

static const struct decimal_encoding *encoding_of(enum me_type type)
{
	static const struct decimal_encoding encodings[] = {
	    {8, 23, 7, 101}, {10, 53, 16, 398}, {14, 113, 34, 6176}};

	return &encodings[type - ME_D32];
}

static ucoord power_of_ten(unsigned n)
{
	ucoord power = 1;

	while (n-- > 0)
		power *= 10;
	return power;
}

static ucoord low_bits(ucoord bits, unsigned n)
{
	return bits & (((ucoord)1 << n) - 1);
}

void decimal_read(enum me_type type, ucoord bits, struct decimal *out)
{
	const struct decimal_encoding *in = encoding_of(type);
	unsigned width = in->exponent_bits + in->coefficient_bits;
	unsigned at = in->coefficient_bits; /* where the exponent begins */
	int special = low_bits(bits >> (width - 4), 4) == 15;

	out->negative = (int)(bits >> width & 1);
	out->is_nan = special && bits >> (width - 5) & 1;
	out->is_infinite = special && !out->is_nan;
	out->coefficient = low_bits(bits, at);
	/* The exponent would begin with 11: it is two bits lower, and the coefficient
	 * begins with 100. */
	if (low_bits(bits >> (width - 2), 2) == 3) {
		at -= 2;
		out->coefficient = low_bits(bits, at) | (ucoord)4 << at;
	}
	out->exponent = (int)low_bits(bits >> at, in->exponent_bits) - in->bias;
	if (out->coefficient >= power_of_ten(in->digits))
		out->coefficient = 0;
}

coord decimal_infinity(enum me_type type)
{
	const struct decimal_encoding *in = encoding_of(type);
	ucoord exponents = (ucoord)3 << (in->exponent_bits - 2);
	ucoord tenth = power_of_ten(in->digits - 1);

	return (coord)(exponents * 9 * tenth + tenth);
}

coord decimal_key(enum me_type type, const struct decimal *d)
{
	const struct decimal_encoding *in = encoding_of(type);
	ucoord tenth = power_of_ten(in->digits - 1), c = d->coefficient;
	ucoord e = (ucoord)(d->exponent + in->bias);

	if (d->is_infinite)
		return d->negative ? -decimal_infinity(type) : decimal_infinity(type);
	if (!c)
		return 0;
	for (; e && c < tenth; e--)
		c *= 10;
	coord key = (coord)(e * 9 * tenth + c);
	return d->negative ? -key : key;
}

double decimal_to_double(const struct decimal *d)
{
	unsigned n = (unsigned)(d->exponent < 0 ? -d->exponent : d->exponent);
	long double scale = 1, value = d->coefficient;

	if (d->is_nan)
		return __builtin_nan("");
	if (d->is_infinite)
		value = __builtin_inf();
	else
		for (long double power = 10; n && value != 0; n >>= 1, power *= power)
			if (n & 1)
				scale *= power;
	value = d->exponent < 0 ? value / scale : value * scale;
	return (double)(d->negative ? -value : value);
}
