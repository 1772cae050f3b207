/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "value/scalar_value.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mcmc/axis.h"
#include "value/type.h"

/* Where the fraction of a NaN begins in scalar_value.bits. */
enum { FRACTION = 112 };

/* ---- bits */

static scalar_bits bits_get(enum me_type type, const uint8_t *bytes)
{
	scalar_bits bits = 0;

	for (size_t i = 0; i < type_scalar_size(type); i++)
		bits |= (scalar_bits)bytes[i] << (8 * i);
	return bits;
}

static void bits_put(enum me_type type, scalar_bits bits, uint8_t *bytes)
{
	for (size_t i = 0; i < type_scalar_size(type); i++)
		bytes[i] = (uint8_t)(bits >> (8 * i));
}

static scalar_bits mask(unsigned bits)
{
	return bits >= 128 ? ~(scalar_bits)0 : ((scalar_bits)1 << bits) - 1;
}

/* The bits of a float of the type but its sign, as one number, the fraction lowest, in
 * which an F80 has no integer bit; and that of an infinity. */
struct magnitude {
	bool negative;
	unsigned fraction; /* bits */
	scalar_bits bits, infinity;
};

static struct magnitude magnitude_of(enum me_type type, scalar_bits bits)
{
	const struct axis axis = type_axis(type);
	struct magnitude m = {bits >> 127, 112, bits & mask(127),
			      (scalar_bits)0x7fff << 112};

	if (type == ME_F128)
		return m;
	const coord c = axis_from_bits(axis.kind, bits);
	m.negative = c < 0;
	m.bits = (scalar_bits)(c < 0 ? -1 - c : c);
	m.fraction = axis_fraction_bits(axis.kind);
	m.infinity = mask(axis_width(&axis) - 1) & ~mask(m.fraction);
	return m;
}

static scalar_bits bits_of_magnitude(enum me_type type, const struct magnitude *m)
{
	if (type == ME_F128)
		return (scalar_bits)m->negative << 127 | m->bits;
	return axis_to_bits(type_axis(type).kind,
			    m->negative ? -1 - (coord)m->bits : (coord)m->bits);
}

static scalar_float float_of(enum me_type type, scalar_bits bits)
{
	scalar_float quad;

	if (type != ME_F128)
		return type_number(type, type_from_bits(type, bits));
	memcpy(&quad, &bits, sizeof quad);
	return quad;
}

/* The bits of the nearest number of the type. */
static scalar_bits bits_of_float(enum me_type type, scalar_float v)
{
	const struct axis axis = type_axis(type);
	scalar_bits bits;

	memcpy(&bits, &v, sizeof bits);
	return type == ME_F128
		   ? bits
		   : axis_to_bits(axis.kind,
				  axis_from_long_double(&axis, type == ME_F32 ? (float)v
							       : type == ME_F64
								   ? (double)v
								   : (long double)v));
}

static bool is_infinite(scalar_float v)
{
	return v - v != 0; /* and a NaN, which is none of these values */
}

/* ---- loading */

static void load_float(enum me_type type, scalar_bits bits, struct scalar_value *v)
{
	const struct magnitude m = magnitude_of(type, bits);

	v->negative = m.negative;
	v->kind = m.bits > m.infinity ? SCALAR_NAN : SCALAR_FLOAT;
	if (v->kind == SCALAR_NAN)
		v->bits = (m.bits - m.infinity) << (FRACTION - m.fraction);
	else
		v->value = float_of(type, bits);
}

void scalar_load(enum me_type type, const uint8_t *bytes, struct scalar_value *v)
{
	const unsigned width = type_bits(type);
	const scalar_bits bits = bits_get(type, bytes) & mask(width);

	*v = (struct scalar_value){.kind = SCALAR_INTEGER};
	if (type_is_float(type)) {
		load_float(type, bits, v);
		return;
	}
	v->negative = type_is_signed(type) && bits >> (width - 1) & 1;
	v->bits = v->negative ? (0 - bits) & mask(width) : bits;
}

/* ---- storing */

static enum scalar_fit store_integer(enum me_type type, scalar_bits magnitude,
				     bool negative, uint8_t *bytes)
{
	const unsigned is_signed = (unsigned)type_is_signed(type);
	scalar_bits most = mask(type_bits(type) - is_signed);

	if (negative && magnitude)
		most = is_signed ? most + 1 : 0;
	if (magnitude > most)
		return SCALAR_UNFIT;
	bits_put(type, negative ? 0 - magnitude : magnitude, bytes);
	return SCALAR_EXACT;
}

static enum scalar_fit store_nan(enum me_type type, const struct scalar_value *v,
				 uint8_t *bytes)
{
	struct magnitude m = magnitude_of(type, 0);
	const unsigned lost = FRACTION - m.fraction;
	const scalar_bits fraction = v->bits >> lost;

	m.negative = v->negative;
	/* Of fraction 0 it would be an infinity. */
	m.bits =
	    m.infinity | (fraction ? fraction : (scalar_bits)1 << (m.fraction - 1));
	bits_put(type, bits_of_magnitude(type, &m), bytes);
	return fraction && fraction << lost == v->bits ? SCALAR_EXACT : SCALAR_ROUNDED;
}

static enum scalar_fit store_float(enum me_type type, scalar_float v, uint8_t *bytes)
{
	const scalar_bits bits = bits_of_float(type, v);
	const scalar_float stored = float_of(type, bits);

	if (is_infinite(stored) && !is_infinite(v))
		return SCALAR_UNFIT;
	bits_put(type, bits, bytes);
	return stored == v ? SCALAR_EXACT : SCALAR_ROUNDED;
}

static enum scalar_fit store_whole(enum me_type type, scalar_float v, uint8_t *bytes)
{
	const scalar_float magnitude = v < 0 ? -v : v;

	if (is_infinite(v) || magnitude >= 0x1p127F128 * 2 ||
	    (scalar_float)(scalar_bits)magnitude != magnitude)
		return SCALAR_UNFIT;
	return store_integer(type, (scalar_bits)magnitude, v < 0, bytes);
}

enum scalar_fit scalar_store(enum me_type type, const struct scalar_value *v,
			     uint8_t *bytes)
{
	const bool is_float = type_is_float(type);
	scalar_float value;

	if (!type_scalar_size(type))
		return SCALAR_UNFIT;
	switch (v->kind) {
	case SCALAR_NAN:
		return is_float ? store_nan(type, v, bytes) : SCALAR_UNFIT;
	case SCALAR_FLOAT:
		return is_float ? store_float(type, v->value, bytes)
				: store_whole(type, v->value, bytes);
	default:
		break;
	}
	if (!is_float)
		return store_integer(type, v->bits, v->negative, bytes);
	value = (scalar_float)v->bits;
	const bool is_rounded =
	    value >= 0x1p127F128 * 2 || (scalar_bits)value != v->bits;
	const enum scalar_fit fit =
	    store_float(type, v->negative ? -value : value, bytes);
	return fit == SCALAR_EXACT && is_rounded ? SCALAR_ROUNDED : fit;
}

/* ---- text */

static bool scalar_print_integer(const struct scalar_value *v, char *text)
{
	char digits[SCALAR_TEXT];
	size_t n = 0;
	scalar_bits rest = v->bits;

	do {
		digits[n++] = (char)('0' + (int)(rest % 10));
		rest /= 10;
	} while (rest);
	if (v->negative)
		*text++ = '-';
	while (n)
		*text++ = digits[--n];
	*text = '\0';
	return v->bits <= (scalar_bits)1 << 53;
}

/* The digits of the fraction behind the point, without zeros at the end. */
static void print_nan(const struct scalar_value *v, char *text)
{
	scalar_bits rest = v->bits;
	char *at = text + sprintf(text, "%snan", v->negative ? "-" : "");

	if (rest == (scalar_bits)1 << (FRACTION - 1))
		return;
	*at++ = ':';
	for (; rest; rest = rest << 4 & mask(FRACTION))
		*at++ = "0123456789abcdef"[(unsigned)(rest >> (FRACTION - 4))];
	*at = '\0';
}

bool scalar_print(const struct scalar_value *v, char text[SCALAR_TEXT])
{
	if (v->kind == SCALAR_INTEGER)
		return scalar_print_integer(v, text);
	if (v->kind == SCALAR_NAN)
		print_nan(v, text);
	else
		strfromf128(text, SCALAR_TEXT, "%a", v->value);
	return false;
}

/* The digits behind "nan:". */
static int read_fraction(const char *text, struct scalar_value *v)
{
	unsigned at = FRACTION;

	for (; isxdigit((unsigned char)*text) && at; text++) {
		const char c = (char)tolower((unsigned char)*text);
		at -= 4;
		v->bits |= (scalar_bits)(unsigned)(c <= '9' ? c - '0' : c - 'a' + 10)
			   << at;
	}
	return *text || !v->bits ? -1 : 0;
}

static int read_nan(const char *text, struct scalar_value *v)
{
	v->kind = SCALAR_NAN;
	if (!*text)
		v->bits = (scalar_bits)1 << (FRACTION - 1);
	return !*text ? 0 : *text == ':' ? read_fraction(text + 1, v) : -1;
}

static int read_integer(const char *text, struct scalar_value *v)
{
	v->kind = SCALAR_INTEGER;
	for (; *text; text++) {
		const unsigned digit = (unsigned)(*text - '0');
		if (v->bits > (~(scalar_bits)0 - digit) / 10)
			return -1;
		v->bits = 10 * v->bits + digit;
	}
	return 0;
}

static int read_float(const char *text, struct scalar_value *v)
{
	char *end;

	if (!isdigit((unsigned char)*text) && *text != '.' &&
	    strcmp(text, "inf") != 0 && strcmp(text, "infinity") != 0)
		return -1;
	v->kind = SCALAR_FLOAT;
	v->value = strtof128(text, &end);
	if (v->negative)
		v->value = -v->value;
	return *end || end == text ? -1 : 0;
}

int scalar_read(const char *text, struct scalar_value *v)
{
	*v = (struct scalar_value){.negative = *text == '-'};
	text += *text == '-' || *text == '+';
	if (strncmp(text, "nan", 3) == 0)
		return read_nan(text + 3, v);
	if (*text && strspn(text, "0123456789") == strlen(text))
		return read_integer(text, v);
	return read_float(text, v);
}
