/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A scalar of each type in each of its forms, bytes, memory and texts, is the same value when
 * it is read again. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mcmc/axis.h"
#include "tests/unit/me_check.h"
#include "tests/unit/me_random.h"
#include "value/scalar_text.h"
#include "value/scalar_value.h"
#include "value/type.h"

enum { ROUNDS = 500, BYTES = 16 };

struct scalar {
	enum me_type type;
	unsigned parts;
	enum me_type part[2];
	coord c[2];
	unsigned char bytes[BYTES]; /* of a file */
};

static coord random_coordinate(const struct axis *axis)
{
	const ucoord width = (ucoord)(axis->high - axis->low) + 1;
	const ucoord r = (ucoord)random_word() << 64 | random_word();

	switch (random_word() % 8) {
	case 0:
		return axis->low + (coord)(r % 3 % width);
	case 1:
		return axis->high - (coord)(r % 3 % width);
	case 2:
		return axis_from_double(axis, (double)(int64_t)(r % 2001) - 1000);
	case 3:
		return axis_from_double(axis, (double)(r % 100) / 8);
	case 4:
		return axis_from_double(axis, r % 2 ? HUGE_VAL : -HUGE_VAL);
	default:
		return axis->low + (coord)(r % width);
	}
}

static void draw_scalar(enum me_type type, struct scalar *s)
{
	unsigned char *at = s->bytes;

	*s = (struct scalar){.type = type, .parts = type_parts(type, s->part)};
	s->parts = type_parts(type, s->part);
	for (unsigned k = 0; k < s->parts; k++) {
		const struct axis axis = type_axis(s->part[k]);
		s->c[k] = random_coordinate(&axis);
		type_store(s->part[k], s->c[k], at);
		at += type_file_size(s->part[k]);
	}
}

static int is_kept_in_memory(const struct scalar *s)
{
	unsigned char memory[BYTES], *at = memory;
	int good = type_scalar_size(s->type) <= type_memory_size(s->type);

	for (unsigned k = 0; k < s->parts; k++) {
		type_store_memory(s->part[k], s->c[k], at);
		good &= type_load_memory(s->part[k], at) == s->c[k];
		at += type_file_size(s->part[k]);
	}
	return good;
}

static int is_text_of(const struct scalar *s, const char *text)
{
	struct scalar_value v;
	unsigned char bytes[BYTES] = {0};

	return !scalar_read(text, &v) &&
	       scalar_store(s->type, &v, bytes) == SCALAR_EXACT &&
	       !memcmp(bytes, s->bytes, type_scalar_size(s->type));
}

/* The nearest number of the type is the value. */
static int is_decimal_of(const struct scalar *s, const char *text)
{
	struct scalar_value v;
	unsigned char bytes[BYTES] = {0};

	return !scalar_read(text, &v) &&
	       scalar_store(s->type, &v, bytes) != SCALAR_UNFIT &&
	       !memcmp(bytes, s->bytes, type_scalar_size(s->type));
}

/* (__int128)1ll << 64 | 2ull */
static int is_shift_of(const struct scalar *s, const char *text)
{
	char *end;
	const unsigned long long high =
	    strtoull(strchr(strchr(text, '_'), ')') + 1, &end, 10);
	const unsigned long long low = strtoull(strchr(end, '|') + 1, NULL, 10);

	return !memcmp(s->bytes, &low, 8) && !memcmp(s->bytes + 8, &high, 8);
}

/* real(z'7ff0', 8) */
static int is_pattern_of(const struct scalar *s, const char *text)
{
	const char *digits = strchr(text, '\'') + 1;
	const size_t size = type_scalar_size(s->type);

	for (size_t i = 0; i < size; i++) {
		unsigned byte;
		if (sscanf(digits + 2 * i, "%2x", &byte) != 1 ||
		    byte != s->bytes[size - 1 - i])
			return 0;
	}
	return 1;
}

/* -__builtin_nansf("0x12"); all bits of a fraction but the longest ones. */
static int is_builtin_of(const struct scalar *s, const char *text)
{
	static const unsigned fractions[ME_TYPE_COUNT] = {
	    [ME_F32] = 23, [ME_F64] = 52, [ME_F80] = 63, [ME_F128] = 112};
	const char *payload = strchr(text, '"');
	const unsigned bits = fractions[s->type];
	struct scalar_value v = {SCALAR_NAN, *text == '-', 0, 0};
	unsigned char bytes[BYTES] = {0};

	if (!payload)
		return is_text_of(s, *text == '-' ? "-inf" : "inf");
	v.bits = strtoull(payload + 1, NULL, 16);
	if (!strstr(text, "nans"))
		v.bits |= (scalar_bits)1 << (bits - 1);
	v.bits <<= 112 - bits;
	scalar_store(s->type, &v, bytes);
	return s->type == ME_F128 ||
	       !memcmp(bytes, s->bytes, type_scalar_size(s->type));
}

/* A constant of C or Fortran, without its suffix. */
static int is_constant_of(const struct scalar *s, char *text)
{
	const char *low = type_axis(s->type).low < 0 ? "(-huge" : "-";
	char *letter = strchr(text, 'd');

	if (strstr(text, "__int128"))
		return is_shift_of(s, text);
	if (strchr(text, '\''))
		return is_pattern_of(s, text);
	if (strstr(text, "builtin"))
		return is_builtin_of(s, text);
	if (*text == '.')
		return is_text_of(s, text[1] == 't' ? "1" : "0");
	if (!strncmp(text, low, 6) && *low == '(')
		return s->c[0] == type_axis(s->type).low;
	if (letter && !strchr(text, 'x'))
		*letter = 'e';
	text[strcspn(text, "_FLlu")] = 0;
	if (text[strlen(text) - 1] == 'f')
		text[strlen(text) - 1] = 0;
	return is_decimal_of(s, text);
}

/* As a person reads it, who does not tell NaNs apart. */
static int is_plain_of(const struct scalar *s, char *text)
{
	struct scalar_value v;

	if (!strstr(text, "nan"))
		return strchr(text, '(') || *text == '.' ? is_constant_of(s, text)
							 : is_decimal_of(s, text);
	scalar_load(s->type, s->bytes, &v);
	return v.kind == SCALAR_NAN && v.negative == (*text == '-');
}

static int is_read_again(const struct scalar *s, char *which)
{
	struct scalar_value v;
	char exact[SCALAR_TEXT], text[100];

	scalar_load(s->type, s->bytes, &v);
	scalar_print(&v, exact);
	snprintf(which, 200, "%s as %s", type_name(s->type), exact);
	if (!is_kept_in_memory(s) || !is_text_of(s, exact))
		return 0;
	for (int form = TEXT_PLAIN; form <= TEXT_HEX; form++) {
		scalar_text_c(s->type, s->c, (enum text_form)form, text, sizeof text);
		snprintf(which, 200, "%s, of C: %s", exact, text);
		if (form == TEXT_PLAIN ? !is_plain_of(s, text)
				       : !is_constant_of(s, text))
			return 0;
	}
	/* Fortran has no integers without a sign. */
	if (type_axis(s->part[1]).low == 0 && s->type != ME_BOOL)
		return 1;
	for (int form = TEXT_PLAIN; form <= TEXT_SOURCE; form++) {
		scalar_text_fortran(s->type, s->c, 0, (enum text_form)form, text,
				    sizeof text);
		snprintf(which, 200, "%s, of Fortran: %s", exact, text);
		if (form == TEXT_PLAIN ? !is_plain_of(s, text)
				       : !is_constant_of(s, text))
			return 0;
	}
	return 1;
}

int main(void)
{
	for (int type = 0; type < ME_TYPE_COUNT; type++) {
		char name[40], which[200] = "";
		struct scalar s;
		int good = 1;

		if (*type_name((enum me_type)type) == '?')
			continue;
		for (int round = 0; round < ROUNDS && good; round++) {
			draw_scalar((enum me_type)type, &s);
			good = is_read_again(&s, which);
		}
		snprintf(name, sizeof name, "scalar_forms_%s",
			 type_name((enum me_type)type));
		check(good, name, which);
	}
	return me_check_failures != 0;
}
