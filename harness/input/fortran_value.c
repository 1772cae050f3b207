/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fortran_value.c - values as Fortran writes them. */
#include "harness/input/fortran_value.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/runtime/type.h"
#include "mcmc/axis.h"

enum { DIGITS_MOST = 21 }; /* of a long double */

/* ---- numbers */

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

static int print_integer(enum me_type type, coord c, char *out, size_t size)
{
	const size_t kind = type_file_size(type);
	char suffix[8] = "";

	if (kind != 4)
		snprintf(suffix, sizeof suffix, "_%zu", kind);
	/* -128 is minus 128, which is too large. */
	if (c == type_axis(type).low && c < 0)
		return snprintf(out, size, "(-huge(0%s) - 1%s)", suffix, suffix);
	return snprintf(out, size, "%lld%s", (long long)c, suffix);
}

static int is_read_as(enum axis_kind kind, const char *text, long double v)
{
	switch (kind) {
	case AXIS_F32:
		return strtof(text, NULL) == (float)v;
	case AXIS_F64:
		return strtod(text, NULL) == (double)v;
	default:
		return strtold(text, NULL) == v;
	}
}

/* 1.5e+10 -> 1.5, 10 */
static int cut_exponent(char *text)
{
	char *e = strchr(text, 'e');

	if (!e)
		return 0;
	*e = 0;
	return atoi(e + 1);
}

/* With as few digits as distinguish it from other numbers of its type. */
static int print_real(enum axis_kind kind, long double v, char *out, size_t size)
{
	char text[64], exponent[16] = "";
	int digits = 0, e;

	do
		snprintf(text, sizeof text, "%.*Lg", ++digits, v);
	while (digits < DIGITS_MOST && !is_read_as(kind, text, v));
	e = cut_exponent(text);
	if (kind == AXIS_F64)
		snprintf(exponent, sizeof exponent, "d%d", e);
	else if (e)
		snprintf(exponent, sizeof exponent, "e%d", e);
	return snprintf(out, size, "%s%s%s%s", text,
			strchr(text, '.') || *exponent ? "" : ".0", exponent,
			kind == AXIS_F80 ? "_10" : "");
}

int fortran_print(enum me_type type, const coord *parts, unsigned kind, char *out,
		  size_t size)
{
	const char *truth = *parts ? ".true." : ".false.";

	if (type == ME_BOOL && (!kind || kind == 4))
		return snprintf(out, size, "%s", truth);
	if (type == ME_BOOL)
		return snprintf(out, size, "%s_%u", truth, kind);
	if (type == ME_I128)
		return print_bits("int", type, parts, out, size);
	if (!type_is_float(type))
		return print_integer(type, *parts, out, size);
	if (type == ME_F128)
		return print_bits("real", type, parts, out, size);
	const enum axis_kind axis = type_axis(type).kind;
	const long double v = axis_to_long_double(axis, *parts);
	if (v - v != 0) /* an infinity or a NaN */
		return print_bits("real", type, parts, out, size);
	return print_real(axis, v, out, size);
}

/* ---- texts */

static int is_printed(long character)
{
	return character >= ' ' && character < 0x7f;
}

/* An apostrophe inside of a text is written twice. */
int fortran_print_character(enum me_type type, long before, long character, char *out,
			    size_t size)
{
	const int is_wide = type == ME_U32, is_first = before < 0;
	const char *ends = is_printed(before) ? "'" : "";
	const char *begins = is_printed(before) ? "" : is_wide ? "4_'" : "'";
	const char *joint =
	    is_first || (is_printed(before) && is_printed(character)) ? "" : "//";

	if (character < 0)
		return snprintf(out, size, "%s", is_first ? "''" : ends);
	if (is_printed(character))
		return snprintf(out, size, "%s%s%s%c", joint, begins,
				character == '\'' ? "'" : "", (char)character);
	return snprintf(out, size, "%s%schar(%ld%s)", ends, joint, character,
			is_wide ? ", 4" : "");
}
