/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "value/scalar_text.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "value/type.h"
#include "mcmc/axis.h"

/* ---- shortest decimals */

enum { DIGITS_MOST = 36 }; /* of a binary128 */

/* A finite number that is not negative. */
struct decimal_digits {
	char digits[DIGITS_MOST + 1]; /* without the point, and zeros at the end */
	int exponent; /* of the first digit */
};

/*
 * Without its sign. Of a binary128 nothing is computed: libgcc's functions for it would bring
 * instructions into the program that load x87's control word, of which proofs take notice.
 */
struct float_value {
	enum axis_kind kind;
	int negative, finite;
	long double number; /* but of a binary128 */
	ucoord bits; /* of a binary128 */
};

static struct float_value value_of(enum axis_kind kind, const coord *parts)
{
	const ucoord sign = (ucoord)1 << 127, exponent = (ucoord)0x7fff << 112;
	struct float_value v = {.kind = kind, .negative = parts[kind == AXIS_F128] < 0};

	if (kind == AXIS_F128) {
		v.bits =
		    (axis_to_bits(kind, parts[1]) << 32 | (ucoord)(uint32_t)parts[0]) &
		    ~sign;
		v.finite = (v.bits & exponent) != exponent;
		return v;
	}
	v.number = axis_to_long_double(kind, *parts);
	v.finite = v.number - v.number == 0;
	if (v.negative)
		v.number = -v.number;
	return v;
}

static void print_digits(const struct float_value *v, int digits, char *out,
			 size_t size)
{
	char format[8];
	_Float128 wide;

	if (v->kind != AXIS_F128) {
		snprintf(out, size, "%.*Le", digits, v->number);
		return;
	}
	memcpy(&wide, &v->bits, sizeof wide);
	snprintf(format, sizeof format, "%%.%de", digits);
	strfromf128(out, size, format, wide);
}

static int is_read_as(const struct float_value *v, const char *text)
{
	_Float128 wide;

	switch (v->kind) {
	case AXIS_F32:
		return strtof(text, NULL) == (float)v->number;
	case AXIS_F64:
		return strtod(text, NULL) == (double)v->number;
	case AXIS_F80:
		return strtold(text, NULL) == v->number;
	default:
		wide = strtof128(text, NULL);
		return !memcmp(&wide, &v->bits, sizeof wide);
	}
}

static void find_digits(const struct float_value *v, struct decimal_digits *d)
{
	char text[64];
	size_t n = 0;

	for (int digits = 0; digits < DIGITS_MOST; digits++) {
		print_digits(v, digits, text, sizeof text);
		if (is_read_as(v, text))
			break;
	}
	const char *e = strchr(text, 'e');
	for (const char *at = text; at < e; at++)
		if (*at != '.')
			d->digits[n++] = *at;
	while (n > 1 && d->digits[n - 1] == '0')
		n--;
	d->digits[n] = 0;
	d->exponent = atoi(e + 1);
}

/* Whether the number is written without an exponent: few zeros stand at its ends. */
static int is_positional(const struct decimal_digits *d)
{
	const int n = (int)strlen(d->digits);

	return d->exponent >= -5 && (d->exponent < 7 || d->exponent < n + 2);
}

static int print_positional(const struct decimal_digits *d, int whole, char *out,
			    size_t size)
{
	const int n = (int)strlen(d->digits), e = d->exponent;

	if (e < 0)
		return snprintf(out, size, "0.%.*s%s", -e - 1, "0000", d->digits);
	if (e >= n - 1)
		return snprintf(out, size, "%s%.*s%s", d->digits, e - n + 1, "0000000",
				whole ? "" : ".0");
	return snprintf(out, size, "%.*s.%s", e + 1, d->digits, d->digits + e + 1);
}

/* A finite number. `whole`: 2, not 2.0. exponent: the letter in front of it; 'd': there is
 * one always. */
static int print_decimal(const struct float_value *v, int whole, char exponent,
			 char *out, size_t size)
{
	struct decimal_digits d;
	char text[DIGITS_MOST + 16];

	find_digits(v, &d);
	const int is_short = is_positional(&d);
	if (is_short)
		print_positional(&d, whole, text, sizeof text);
	else
		snprintf(text, sizeof text, "%c%s%s%c%d", *d.digits,
			 d.digits[1] ? "." : "", d.digits + 1, exponent, d.exponent);
	return snprintf(out, size, "%s%s%s", v->negative ? "-" : "", text,
			is_short && exponent == 'd' ? "d0" : "");
}

/* ---- C */

static int print_integer(enum me_type type, coord c, enum text_form form, char *out,
			 size_t size)
{
	const int is_plain = form == TEXT_PLAIN, wide = type_file_size(type) == 8;

	if (type_is_signed(type))
		return snprintf(out, size, "%lld%s", (long long)c,
				wide && !is_plain ? "ll" : "");
	return snprintf(out, size, "%llu%s", (unsigned long long)c,
			type == ME_BOOL || is_plain ? ""
			: wide			    ? "ull"
						    : "u");
}

/* C has no constant of 128 bits. */
static int print_wide(enum me_type type, const coord *parts, enum text_form form,
		      char *out, size_t size)
{
	const coord low = parts[0], high = parts[1];
	int is_signed = type == ME_I128;

	if (is_signed && high == -(low >> 63))
		return print_integer(ME_I64, (int64_t)low, form, out, size);
	if (!is_signed && !high)
		return print_integer(ME_U64, low, form, out, size);
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

struct float_row {
	const char *constant, *builtin; /* suffixes */
};

static struct float_row float_row_of(enum axis_kind kind)
{
	static const struct float_row rows[] = {[AXIS_F32] = {"f", "f"},
						[AXIS_F64] = {"", ""},
						[AXIS_F80] = {"L", "l"},
						[AXIS_F128] = {"F128", "f128"}};

	return rows[kind];
}

static int print_hex(const struct float_value *v, char *out, size_t size)
{
	const char *sign = v->negative ? "-" : "";
	_Float128 wide;
	char text[64];

	if (v->kind == AXIS_F80)
		return snprintf(out, size, "%s%LaL", sign, v->number);
	if (v->kind == AXIS_F128) {
		memcpy(&wide, &v->bits, sizeof wide);
		strfromf128(text, sizeof text, "%a", wide);
	} else {
		snprintf(text, sizeof text, "%a", (double)v->number);
	}
	return snprintf(out, size, "%s%s%s", sign, text,
			float_row_of(v->kind).constant);
}

/* An infinity or a NaN. */
static int print_not_finite(enum axis_kind kind, const coord *parts,
			    enum text_form form, char *out, size_t size)
{
	const int is_wide = kind == AXIS_F128;
	const coord c = parts[is_wide];
	const unsigned bits = is_wide ? 112 : axis_fraction_bits(kind);
	const ucoord all = is_wide ? axis_to_bits(kind, c) << 32 | (ucoord)parts[0]
				   : axis_to_bits(kind, c);
	const ucoord fraction = all & (((ucoord)1 << bits) - 1);

	if (form == TEXT_PLAIN)
		return snprintf(out, size, "%s%s", c < 0 ? "-" : "",
				fraction ? "nan" : "inf");
	return print_special(c < 0, fraction, (ucoord)1 << (bits - 1),
			     float_row_of(kind).builtin, out, size);
}

static int print_float(enum axis_kind kind, const coord *parts, enum text_form form,
		       char *out, size_t size)
{
	const struct float_value v = value_of(kind, parts);
	const char *suffix = form == TEXT_PLAIN ? "" : float_row_of(kind).constant;
	char text[64];

	if (!v.finite)
		return print_not_finite(kind, parts, form, out, size);
	if (form == TEXT_HEX)
		return print_hex(&v, out, size);
	print_decimal(&v, form == TEXT_PLAIN, 'e', text, sizeof text);
	return snprintf(out, size, "%s%s", text, suffix);
}

int scalar_text_c(enum me_type type, const coord *parts, enum text_form form, char *out,
		  size_t size)
{
	if (type == ME_I128 || type == ME_U128)
		return print_wide(type, parts, form, out, size);
	if (!type_is_float(type))
		return print_integer(type, *parts, form, out, size);
	return print_float(type_axis(type).kind, parts, form, out, size);
}

/* ---- Fortran */

/* The bits as a hexadecimal number, for what Fortran has no constant for. */
static int print_bits(const char *function, enum me_type type, const coord *parts,
		      char *out, size_t size)
{
	unsigned char bytes[16];
	char digits[2 * sizeof bytes + 1];
	enum me_type part[2];
	size_t n = 0;

	for (unsigned k = 0, count = type_parts(type, part); k < count; k++) {
		type_store(part[k], parts[k], bytes + n);
		n += type_file_size(part[k]);
	}
	for (size_t i = 0; i < n; i++)
		snprintf(digits + 2 * i, 3, "%02x", bytes[n - 1 - i]);
	return snprintf(out, size, "%s(z'%s', %zu)", function, digits, n);
}

static int fortran_print_integer(enum me_type type, coord c, enum text_form form,
				 char *out, size_t size)
{
	const size_t kind = type_file_size(type);
	char suffix[8] = "";

	if (form == TEXT_PLAIN)
		return snprintf(out, size, "%lld", (long long)c);
	if (kind != 4)
		snprintf(suffix, sizeof suffix, "_%zu", kind);
	/* -128 is minus 128, which is too large. */
	if (c == type_axis(type).low && c < 0)
		return snprintf(out, size, "(-huge(0%s) - 1%s)", suffix, suffix);
	return snprintf(out, size, "%lld%s", (long long)c, suffix);
}

/* 2.5, 2.5d0, 2.5_10, 2.5_16. */
static int fortran_print_real(const struct float_value *v, enum text_form form,
			      char *out, size_t size)
{
	const enum axis_kind kind = v->kind;
	const char *suffix = kind == AXIS_F80 ? "_10" : kind == AXIS_F128 ? "_16" : "";
	char text[64];

	if (form == TEXT_PLAIN)
		return print_decimal(v, 0, 'e', out, size);
	const int is_double = kind == AXIS_F64;
	print_decimal(v, is_double, is_double ? 'd' : 'e', text, sizeof text);
	return snprintf(out, size, "%s%s", text, suffix);
}

int scalar_text_fortran(enum me_type type, const coord *parts, unsigned kind,
			enum text_form form, char *out, size_t size)
{
	const char *truth = *parts ? ".true." : ".false.";

	if (type == ME_BOOL && (!kind || kind == 4 || form == TEXT_PLAIN))
		return snprintf(out, size, "%s", truth);
	if (type == ME_BOOL)
		return snprintf(out, size, "%s_%u", truth, kind);
	if (type == ME_I128)
		return print_bits("int", type, parts, out, size);
	if (!type_is_float(type))
		return fortran_print_integer(type, *parts, form, out, size);
	const enum axis_kind axis = type_axis(type).kind;
	const struct float_value v = value_of(axis, parts);
	if (v.finite)
		return fortran_print_real(&v, form, out, size);
	if (form == TEXT_PLAIN)
		return print_not_finite(axis, parts, form, out, size);
	return print_bits("real", type, parts, out, size);
}
