/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "corpus/tools/scalar_value.h"

#include <ctype.h>
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prover/ir/entry_layout.h"

/* Where the fraction of a NaN begins in scalar_value.bits. */
enum { FRACTION = 112 };

struct scalar_type {
	const char *name;
	unsigned char bits, fraction; /* of the value; of a float: stored fraction */
	bool is_signed, is_float;
};

static const struct scalar_type types[ME_TYPE_COUNT] = {
    [ME_BOOL] = {"bool", 1, 0, false, false},
    [ME_I8] = {"i8", 8, 0, true, false},
    [ME_I16] = {"i16", 16, 0, true, false},
    [ME_I32] = {"i32", 32, 0, true, false},
    [ME_I64] = {"i64", 64, 0, true, false},
    [ME_I128] = {"i128", 128, 0, true, false},
    [ME_U8] = {"u8", 8, 0, false, false},
    [ME_U16] = {"u16", 16, 0, false, false},
    [ME_U32] = {"u32", 32, 0, false, false},
    [ME_U64] = {"u64", 64, 0, false, false},
    [ME_U128] = {"u128", 128, 0, false, false},
    [ME_F32] = {"f32", 32, 23, true, true},
    [ME_F64] = {"f64", 64, 52, true, true},
    [ME_F80] = {"f80", 80, 63, true, true},
    [ME_F128] = {"f128", 128, 112, true, true},
};

const char *scalar_type_name(enum me_type type)
{
	return type < ME_TYPE_COUNT && types[type].name ? types[type].name : "?";
}

/* ---- bits */

static scalar_bits bits_get(enum me_type type, const uint8_t *bytes)
{
	scalar_bits bits = 0;

	for (size_t i = 0; i < entry_scalar_size(type); i++)
		bits |= (scalar_bits)bytes[i] << (8 * i);
	return bits;
}

static void bits_put(enum me_type type, scalar_bits bits, uint8_t *bytes)
{
	for (size_t i = 0; i < entry_scalar_size(type); i++)
		bytes[i] = (uint8_t)(bits >> (8 * i));
}

static scalar_bits mask(unsigned bits)
{
	return bits >= 128 ? ~(scalar_bits)0 : ((scalar_bits)1 << bits) - 1;
}

/* A float in its parts; the integer bit of an F80 is in none. */
struct float_parts {
	bool negative;
	unsigned exponent, exponent_most;
	scalar_bits fraction;
};

static struct float_parts parts_of(enum me_type type, scalar_bits bits)
{
	const struct scalar_type *row = &types[type];
	const unsigned integer = type == ME_F80;
	struct float_parts p = {
	    .negative = bits >> (row->bits - 1) & 1,
	    .exponent_most = (1u << (row->bits - row->fraction - integer - 1)) - 1,
	    .fraction = bits & mask(row->fraction)};

	p.exponent = (unsigned)(bits >> (row->fraction + integer)) & p.exponent_most;
	if (integer && !p.exponent && bits >> row->fraction & 1)
		p.exponent = 1; /* a pseudo-denormal */
	return p;
}

static scalar_bits parts_join(enum me_type type, const struct float_parts *p)
{
	const struct scalar_type *row = &types[type];
	const unsigned integer = type == ME_F80;
	scalar_bits bits = (scalar_bits)p->exponent << (row->fraction + integer);

	if (integer && p->exponent)
		bits |= (scalar_bits)1 << row->fraction;
	return bits | p->fraction | (scalar_bits)p->negative << (row->bits - 1);
}

/* ---- a float and its bits */

static scalar_float float_of(enum me_type type, scalar_bits bits)
{
	scalar_float quad;
	double wide;
	float narrow;

	switch (type) {
	case ME_F32: {
		const uint32_t word = (uint32_t)bits;
		memcpy(&narrow, &word, sizeof narrow);
		return narrow;
	}
	case ME_F64: {
		const uint64_t word = (uint64_t)bits;
		memcpy(&wide, &word, sizeof wide);
		return wide;
	}
#if LDBL_MANT_DIG == 64
	case ME_F80: {
		long double extended = 0;
		memcpy(&extended, &bits, 10);
		return extended;
	}
#endif
	default:
		memcpy(&quad, &bits, sizeof quad);
		return quad;
	}
}

/* The bits of the nearest number of the type. */
static scalar_bits bits_of_float(enum me_type type, scalar_float v)
{
	const float narrow = (float)v;
	const double wide = (double)v;
	uint32_t word;
	uint64_t words;
	scalar_bits bits = 0;

	switch (type) {
	case ME_F32:
		memcpy(&word, &narrow, sizeof word);
		return word;
	case ME_F64:
		memcpy(&words, &wide, sizeof words);
		return words;
#if LDBL_MANT_DIG == 64
	case ME_F80: {
		const long double extended = (long double)v;
		memcpy(&bits, &extended, 10);
		return bits;
	}
#endif
	default:
		memcpy(&bits, &v, sizeof bits);
		return bits;
	}
}

static bool is_infinite(scalar_float v)
{
	return v - v != 0; /* and a NaN, which is none of these values */
}

/* ---- loading */

static void load_float(enum me_type type, scalar_bits bits, struct scalar_value *v)
{
	const struct float_parts p = parts_of(type, bits);

	v->negative = p.negative;
	if (p.exponent == p.exponent_most && p.fraction) {
		v->kind = SCALAR_NAN;
		v->bits = p.fraction << (FRACTION - types[type].fraction);
		return;
	}
	v->kind = SCALAR_FLOAT;
	v->value = float_of(type, parts_join(type, &p));
}

void scalar_load(enum me_type type, const uint8_t *bytes, struct scalar_value *v)
{
	const struct scalar_type *row = &types[type];
	scalar_bits bits = bits_get(type, bytes) & mask(row->bits);

	*v = (struct scalar_value){.kind = SCALAR_INTEGER};
	if (row->is_float) {
		load_float(type, bits, v);
		return;
	}
	v->negative = row->is_signed && bits >> (row->bits - 1) & 1;
	v->bits = v->negative ? (0 - bits) & mask(row->bits) : bits;
}

/* ---- storing */

static enum scalar_fit store_integer(enum me_type type, scalar_bits magnitude,
				     bool negative, uint8_t *bytes)
{
	const struct scalar_type *row = &types[type];
	scalar_bits most = mask(row->bits - row->is_signed);

	if (negative && magnitude)
		most = row->is_signed ? most + 1 : 0;
	if (magnitude > most)
		return SCALAR_UNFIT;
	bits_put(type, negative ? 0 - magnitude : magnitude, bytes);
	return SCALAR_EXACT;
}

static enum scalar_fit store_nan(enum me_type type, const struct scalar_value *v,
				 uint8_t *bytes)
{
	const unsigned fraction = types[type].fraction, lost = FRACTION - fraction;
	struct float_parts p = parts_of(type, 0);

	p.negative = v->negative;
	p.exponent = p.exponent_most;
	p.fraction = v->bits >> lost;
	if (!p.fraction) /* an infinity would be another value */
		p.fraction = (scalar_bits)1 << (fraction - 1);
	bits_put(type, parts_join(type, &p), bytes);
	return p.fraction << lost == v->bits ? SCALAR_EXACT : SCALAR_ROUNDED;
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
	const bool is_float = types[type].is_float;
	scalar_float value;

	if (!types[type].name)
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

/* ---- ranges */

/* The place of a value in the order of the type's values. */
static __int128 order_of(enum me_type type, scalar_bits bits)
{
	const struct scalar_type *row = &types[type];
	const scalar_bits sign = (scalar_bits)1 << (row->bits - 1);

	bits &= mask(row->bits);
	if (!row->is_signed || !(bits & sign))
		return (__int128)bits;
	return row->is_float ? -1 - (__int128)(bits & ~sign)
			     : (__int128)(bits | ~mask(row->bits));
}

bool scalar_clamp(enum me_type type, const uint64_t low[2], const uint64_t high[2],
		  uint8_t *bytes)
{
	const scalar_bits least = (scalar_bits)low[1] << 64 | low[0];
	const scalar_bits most = (scalar_bits)high[1] << 64 | high[0];
	const __int128 at = order_of(type, bits_get(type, bytes));
	const bool is_below = at < order_of(type, least);

	if (!is_below && at <= order_of(type, most))
		return false;
	bits_put(type, is_below ? least : most, bytes);
	return true;
}
