/* SPDX-License-Identifier: GPL-3.0-or-later */
/* type.c - sizes, ranges and representations of the scalar types. */
#include "harness/runtime/type.h"

#include <stdio.h>
#include <string.h>

#include "mcmc/axis.h"

struct type_row {
	unsigned char file_size, memory_size, bits;
	unsigned char is_signed;
	enum axis_kind kind;
};

static const struct type_row rows[ME_TYPE_COUNT] = {
    [ME_BOOL] = {1, 1, 1, 0, AXIS_INTEGER},
    [ME_I8] = {1, 1, 8, 1, AXIS_INTEGER},
    [ME_I16] = {2, 2, 16, 1, AXIS_INTEGER},
    [ME_I32] = {4, 4, 32, 1, AXIS_INTEGER},
    [ME_I64] = {8, 8, 64, 1, AXIS_INTEGER},
    [ME_U8] = {1, 1, 8, 0, AXIS_INTEGER},
    [ME_U16] = {2, 2, 16, 0, AXIS_INTEGER},
    [ME_U32] = {4, 4, 32, 0, AXIS_INTEGER},
    [ME_U64] = {8, 8, 64, 0, AXIS_INTEGER},
    [ME_F32] = {4, 4, 32, 1, AXIS_F32},
    [ME_F64] = {8, 8, 64, 1, AXIS_F64},
    [ME_F80] = {10, 16, 80, 1, AXIS_F80},
    [ME_PTR] = {0, 8, 64, 0, AXIS_INTEGER},
    [ME_I128] = {0, 16, 128, 1, AXIS_INTEGER},
    [ME_U128] = {0, 16, 128, 0, AXIS_INTEGER},
    [ME_F128] = {12, 16, 96, 1, AXIS_F128},
};

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

static coord from_bits(enum me_type type, ucoord bits)
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
	return from_bits(type, bits);
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
	return from_bits(type, bits);
}

coord type_from_operand(enum me_type type, uint64_t bits)
{
	return from_bits(type, bits);
}

/* ---- printing */

static int print_integer(enum me_type type, coord c, char *out, size_t size)
{
	int wide = rows[type].bits == 64;

	if (type_is_signed(type))
		return snprintf(out, size, "%lld%s", (long long)c, wide ? "ll" : "");
	return snprintf(out, size, "%llu%s", (unsigned long long)c,
			type == ME_BOOL ? ""
			: wide		? "ull"
					: "u");
}

/* C has no constant of 128 bits. */
static int print_wide(enum me_type type, coord low, coord high, char *out, size_t size)
{
	int is_signed = type == ME_I128;

	if (is_signed && high == -(low >> 63))
		return print_integer(ME_I64, (int64_t)low, out, size);
	if (!is_signed && !high)
		return print_integer(ME_U64, low, out, size);
	return snprintf(out, size,
			is_signed ? "((__int128)%lldll << 64 | %lluull)"
				  : "((unsigned __int128)%lluull << 64 | %lluull)",
			(long long)high, (unsigned long long)low);
}

/* An infinity (fraction 0) or a NaN as a GCC builtin, bit for bit. `quiet` is the
 * highest bit of the fraction; suffix is that of the builtin: "", "f", "l", "f128". */
static int print_special(int negative, ucoord fraction, ucoord quiet,
			 const char *suffix, char *out, size_t size)
{
	const char *sign = negative ? "-" : "";
	ucoord payload = fraction & ~quiet;

	if (!fraction)
		return snprintf(out, size, "%s__builtin_inf%s()", sign, suffix);
	return snprintf(out, size, "%s__builtin_nan%s%s(\"0x%llx\")", sign,
			fraction & quiet ? "" : "s", suffix,
			(unsigned long long)payload);
}

/* All 112 bits of the fraction as hexadecimal digits, without zeros at the end. */
static int print_f128(coord low, coord high, char *out, size_t size)
{
	ucoord magnitude = (ucoord)(high < 0 ? -1 - high : high);
	int exponent = (int)(magnitude >> 80), normal = exponent != 0;
	ucoord fraction = (magnitude & (((ucoord)1 << 80) - 1)) << 32 | (ucoord)low;
	const char *sign = high < 0 ? "-" : "";
	char digits[32] = ".";
	int n = 1;

	if (exponent == 0x7fff)
		return print_special(high < 0, fraction, (ucoord)1 << 111, "f128", out,
				     size);
	for (ucoord rest = fraction; rest; rest = rest << 4 & (((ucoord)1 << 112) - 1))
		digits[n++] = "0123456789abcdef"[rest >> 108];
	digits[n > 1 ? n : 0] = 0;
	if (!exponent)
		exponent = fraction ? 1 : 16383;
	return snprintf(out, size, "%s0x%d%sp%+dF128", sign, normal, digits,
			exponent - 16383);
}

int type_print(enum me_type type, const coord *parts, char *out, size_t size)
{
	enum axis_kind kind = rows[type].kind;
	unsigned fraction = axis_fraction_bits(kind);
	coord c = *parts;

	if (type == ME_I128 || type == ME_U128)
		return print_wide(type, parts[0], parts[1], out, size);
	if (type == ME_F128)
		return print_f128(parts[0], parts[1], out, size);
	if (kind == AXIS_INTEGER)
		return print_integer(type, c, out, size);
	long double v = axis_to_long_double(kind, c);
	ucoord bits = axis_to_bits(kind, c) & (((ucoord)1 << fraction) - 1);
	if (v != v || v - v != 0)
		return print_special(c < 0, bits, (ucoord)1 << (fraction - 1),
				     kind == AXIS_F32	? "f"
				     : kind == AXIS_F80 ? "l"
							: "",
				     out, size);
	if (kind == AXIS_F80)
		return snprintf(out, size, "%LaL", v);
	return snprintf(out, size, "%a%s", (double)v, kind == AXIS_F32 ? "f" : "");
}
