/* SPDX-License-Identifier: GPL-3.0-or-later */
/* types_number.c - types of numbers, secret values of them, and how they are written.
 */
#include <stdio.h>
#include <string.h>

#include "bench/types/types_function.h"

static const struct number numbers[] = {
    {"i8", {"signed char", "signed char", "integer(1)"}, 0, 8, 1, "", "_1"},
    {"u8", {"unsigned char", "unsigned char", NULL}, 0, 8, 0, "", ""},
    {"i16", {"short", "short", "integer(2)"}, 0, 16, 1, "", "_2"},
    {"u16", {"unsigned short", "unsigned short", NULL}, 0, 16, 0, "", ""},
    {"i32", {"int", "int", "integer(4)"}, 0, 32, 1, "", "_4"},
    {"u32", {"unsigned", "unsigned", NULL}, 0, 32, 0, "u", ""},
    {"i64", {"long", "long long", "integer(8)"}, 0, 64, 1, "ll", "_8"},
    {"u64", {"unsigned long", "unsigned long", NULL}, 0, 64, 0, "ull", ""},
    {"i128", {"__int128", "__int128", "integer(16)"}, 0, 128, 1, "", "_16"},
    {"u128", {"unsigned __int128", "unsigned __int128", NULL}, 0, 128, 0, "", ""},
    {"f32", {"float", "float", "real(4)"}, 1, 32, 1, "f", "_4"},
    {"f64", {"double", "double", "real(8)"}, 1, 64, 1, "", "_8"},
    {"f80", {"long double", "long double", "real(10)"}, 1, 80, 1, "L", "_10"},
    {"f128", {"_Float128", "__float128", "real(16)"}, 1, 128, 1, "Q", "_16"},
};

const struct number *number_pick(struct function *f)
{
	const struct number *type;

	do
		type = &numbers[function_random(f, sizeof numbers / sizeof *numbers)];
	while (!type->text[f->language]);
	return type;
}

/* Small enough that a line or a parabola through it does not overflow, and that floats
 * compute it exactly. */
struct secret number_secret(struct function *f, const struct number *type)
{
	static const int width[] = {[8] = 5, [16] = 12, [32] = 15, [64] = 30};
	const int negative = type->is_signed && function_random(f, 2);
	const int bits = type->is_float	     ? 11
			 : type->bits == 128 ? 60
					     : width[type->bits];
	struct secret s = {(__int128)function_random(f, (uint64_t)1 << bits) + 2, 0};
	if (type->bits == 128 && !type->is_float && function_random(f, 2))
		s.i += (__int128)function_random(f, (uint64_t)1 << 36) << 64;
	if (negative)
		s.i = -s.i;
	s.f = (long double)s.i / 8;
	return s;
}

static const char *wide_text(enum language language, __int128 value, char *out,
			     size_t size)
{
	const char *sign = value < 0 ? "-" : "";
	const unsigned __int128 n =
	    value < 0 ? -(unsigned __int128)value : (unsigned __int128)value;
	char digits[48];
	int at = 47;

	digits[at] = 0;
	for (unsigned __int128 rest = n; rest || at == 47; rest /= 10)
		digits[--at] = (char)('0' + (int)(rest % 10));
	if (language == FORTRAN)
		snprintf(out, size, "%s%s", sign, digits + at);
	else
		snprintf(out, size, "(%s(((__int128)0x%llx << 64) | 0x%llxull))", sign,
			 (unsigned long long)(n >> 64), (unsigned long long)n);
	return out;
}

const char *number_text(const struct function *f, const struct number *type,
			struct secret value)
{
	static char texts[8][100];
	static int next;
	char *out = texts[next++ % 8], digits[80];

	if (type->is_float)
		snprintf(digits, sizeof digits, "%.12Lf", value.f);
	else if (type->bits == 128 && f->language != FORTRAN)
		return wide_text(f->language, value.i, out, sizeof texts[0]);
	else
		wide_text(FORTRAN, value.i, digits, sizeof digits);
	snprintf(out, sizeof texts[0], *digits == '-' ? "(%s%s)" : "%s%s", digits,
		 f->language == FORTRAN ? type->kind : type->suffix);
	return out;
}

void number_put(struct function *f, const struct number *type, struct secret value)
{
	const float f32 = (float)value.f;
	const double f64 = (double)value.f;
	const __float128 f128 = value.f;
	const void *from = &value.i;

	if (type->is_float)
		from = type->bits == 32	  ? (const void *)&f32
		       : type->bits == 64 ? (const void *)&f64
		       : type->bits == 80 ? (const void *)&value.f
					  : (const void *)&f128;
	memcpy(f->input + f->size, from, (size_t)type->bits / 8);
	f->size += (size_t)type->bits / 8;
}
