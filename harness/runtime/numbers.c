/* SPDX-License-Identifier: GPL-3.0-or-later */
/* numbers.c - numbers in texts. */
#include "harness/runtime/numbers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "value/type.h"
#include "mcmc/axis.h"

/* ---- reading, for hooks */

/* The byte at i, or 0 after the end. */
static unsigned char at(const struct text *t, uint64_t i)
{
	return i < t->size ? t->bytes[i] : 0;
}

static int is_blank(unsigned char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* The value of a digit; at least 36 for any other character. */
static unsigned digit(unsigned char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 'a' ^ 'A';
	return c >= 'a' && c <= 'z' ? c - 'a' + 10u : 36;
}

static uint64_t skip_digits(const struct text *t, uint64_t i, unsigned base)
{
	while (digit(at(t, i)) < base)
		i++;
	return i;
}

/* Whether the letters of `word` (lower case) are at i. */
static int has_word(const struct text *t, uint64_t i, const char *word)
{
	for (; *word; word++, i++)
		if ((at(t, i) | ('a' ^ 'A')) != *word)
			return 0;
	return 1;
}

/* The end of the exponent at i, or i if there is none. */
static uint64_t skip_exponent(const struct text *t, uint64_t i, char letter)
{
	uint64_t j = i + 1;

	if ((at(t, i) | ('a' ^ 'A')) != letter)
		return i;
	if (at(t, j) == '+' || at(t, j) == '-')
		j++;
	return digit(at(t, j)) < 10 ? skip_digits(t, j, 10) : i;
}

/* The end of the number without sign at i, or i if there is none. */
static uint64_t skip_float(const struct text *t, uint64_t i)
{
	int hex = at(t, i) == '0' && (at(t, i + 1) | ('a' ^ 'A')) == 'x';
	unsigned base = hex ? 16 : 10;
	uint64_t start = hex ? i + 2 : i, end = skip_digits(t, start, base);
	uint64_t digits = end - start;

	if (has_word(t, i, "inf"))
		return i + (has_word(t, i, "infinity") ? 8 : 3);
	if (has_word(t, i, "nan"))
		return i + 3;
	if (at(t, end) == '.') {
		uint64_t behind = skip_digits(t, end + 1, base);
		digits += behind - end - 1;
		end = behind;
	}
	if (!digits)
		return hex ? i + 1 : i; /* of "0x" the 0 is a number */
	return skip_exponent(t, end, hex ? 'p' : 'e');
}

static uint64_t skip_integer(const struct text *t, uint64_t i, unsigned base)
{
	int hex = at(t, i) == '0' && (at(t, i + 1) | ('a' ^ 'A')) == 'x' &&
		  digit(at(t, i + 2)) < 16;

	if (hex && (base == 0 || base == 16))
		return skip_digits(t, i + 2, 16);
	if (base == 0)
		base = at(t, i) == '0' ? 8 : 10;
	return skip_digits(t, i, base);
}

struct number_place number_find(const struct text *t, struct number_form form)
{
	struct text rest = *t;
	struct number_place n = {t->bytes, 0, form};
	uint64_t blanks = 0;

	while (is_blank(at(t, blanks)))
		blanks++;
	n.at = rest.bytes += blanks;
	rest.size -= blanks;
	if (form.most && rest.size > form.most)
		rest.size = form.most;
	uint64_t sign = at(&rest, 0) == '+' || at(&rest, 0) == '-';
	uint64_t end = type_is_float(form.type) ? skip_float(&rest, sign)
						: skip_integer(&rest, sign, form.base);
	n.length = end > sign ? (uint32_t)end : 0;
	return n;
}

/* ---- values */

coord number_read(struct number_form form, const char *text)
{
	struct axis axis = type_axis(form.type);
	int base = form.base;

	switch (form.type) {
	case ME_F32:
		return axis_from_double(&axis, (double)strtof(text, NULL));
	case ME_F64:
		return axis_from_double(&axis, strtod(text, NULL));
	case ME_F80:
		return axis_from_long_double(&axis, strtold(text, NULL));
	case ME_U64:
		return axis_clamp(&axis, (coord)strtoull(text, NULL, base));
	default:
		return axis_clamp(&axis, (coord)strtoll(text, NULL, base));
	}
}

static const char digit_of[] = "0123456789abcdefghijklmnopqrstuvwxyz";

/* The largest number of that many digits. */
static void write_nines(struct number_form form, int negative, char *text, size_t room)
{
	for (size_t i = 0; i < room; i++)
		text[i] = digit_of[(form.base ? form.base : 10) - 1];
	if (negative && room > 1)
		*text = '-';
	text[room] = 0;
}

/* 1e+05 is 1e5, 1e-05 is 1e-5. */
static void shorten_exponent(char *text)
{
	char *from = strchr(text, 'e'), *to = from;

	if (!from)
		return;
	*to++ = *from++;
	if (*from == '-')
		*to++ = *from;
	from += *from == '-' || *from == '+';
	while (*from == '0' && from[1])
		from++;
	memmove(to, from, strlen(from) + 1);
}

/* 0.5 is .5. */
static void shorten_zero(char *text)
{
	char *zero = text + (*text == '-');

	if (zero[0] == '0' && zero[1] == '.')
		memmove(zero, zero + 1, strlen(zero));
}

static void print_float(long double v, int digits, char *out, size_t room)
{
	snprintf(out, NUMBER_LONGEST, "%.*Lg", digits, v);
	shorten_exponent(out);
	if (strlen(out) > room)
		shorten_zero(out);
}

/* The text with the fewest digits that is read as c, or the longest that fits. */
static void write_float(struct number_form form, coord c, char *text, size_t room)
{
	enum { MOST_DIGITS = 21 };
	long double v = type_number(form.type, c);
	char longer[NUMBER_LONGEST];

	*text = 0;
	for (int digits = 1; digits <= MOST_DIGITS; digits++) {
		print_float(v, digits, longer, room);
		if (strlen(longer) > room)
			continue;
		strcpy(text, longer);
		if (number_read(form, text) == c)
			break;
	}
	if (*text || !room)
		return;
	if (v > -1 && v < 1)
		strcpy(text, "0");
	else
		write_nines(form, v < 0, text, room);
}

static void write_integer(struct number_form form, coord c, char *text)
{
	unsigned base = form.base ? form.base : 10, n = 0;
	ucoord rest = c < 0 ? -(ucoord)c : (ucoord)c;
	char digits[NUMBER_LONGEST];

	do {
		digits[n++] = digit_of[rest % base];
		rest /= base;
	} while (rest);
	if (c < 0)
		*text++ = '-';
	while (n)
		*text++ = digits[--n];
	*text = 0;
}

size_t number_write(struct number_form form, coord c, char *out, size_t room)
{
	char text[NUMBER_LONGEST];

	if (form.most && room > form.most)
		room = form.most;
	if (room >= NUMBER_LONGEST)
		room = NUMBER_LONGEST - 1;
	if (type_is_float(form.type)) {
		write_float(form, c, text, room);
	} else {
		write_integer(form, c, text);
		if (strlen(text) > room)
			write_nines(form, c < 0, text, room);
	}
	memcpy(out, text, strlen(text) + 1);
	return strlen(text);
}
