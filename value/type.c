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
	if (row->is_signed) {
		axis.low = -((coord)1 << (row->bits - 1));
		axis.high = -(axis.low + 1);
	} else {
		axis.high = ((coord)1 << row->bits) - 1;
	}
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
