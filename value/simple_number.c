/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "value/simple_number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "mcmc/axis.h"

enum { DIGITS_MOST = 21, SMALL_MOST = 10, PLAIN_DIGITS = 6 };

static const long double PLAIN_MOST = 1e6L;

static long double shortened(long double v, int digits)
{
	char text[64];

	snprintf(text, sizeof text, "%.*Le", digits - 1, v);
	return strtold(text, NULL);
}

/* The least number of significant digits by which the number is itself again; `most`,
 * where it is not with fewer. */
static int digits_of(const struct axis *axis, coord c, long double v, int most)
{
	for (int n = 1; n < most; n++)
		if (axis_from_long_double(axis, shortened(v, n)) == c)
			return n;
	return most;
}

unsigned simple_number_rank(const struct axis *axis, coord c)
{
	const long double v = axis_to_long_double(axis->kind, c), size = fabsl(v);
	const unsigned negative = signbit(v) != 0;

	if (isnan(v))
		return 10002 + (c != axis_from_double(axis, NAN));
	if (isinf(v))
		return 10000 + negative;
	if (size == 0)
		return negative;
	const unsigned whole = size == floorl(size);
	if (whole && size <= SMALL_MOST)
		return 2 * (unsigned)size + negative;
	/* A long exponent reads worse than a few digits; 2000 reads better than 8000. */
	const long double scale = floorl(log10l(size));
	const unsigned leading = (unsigned)(size / powl(10, scale));
	return 60 + 60 * (unsigned)digits_of(axis, c, v, DIGITS_MOST) +
	       20 * (unsigned)fminl(fabsl(scale), 200) + 40 * !whole + 2 * leading +
	       negative;
}

int simple_number_is_small(const struct axis *axis, coord c)
{
	const long double v = axis_to_long_double(axis->kind, c);

	return v >= 0 && v <= SMALL_MOST && v == floorl(v) && !signbit(v);
}

int simple_number_is_plain(const struct axis *axis, coord c)
{
	const long double v = axis_to_long_double(axis->kind, c), size = fabsl(v);

	if (size == floorl(size))
		return size < PLAIN_MOST;
	return size >= 1 / PLAIN_MOST && size < PLAIN_MOST &&
	       digits_of(axis, c, v, PLAIN_DIGITS + 1) <= PLAIN_DIGITS;
}

struct number_list {
	const struct axis *axis;
	coord *out; /* by rank */
	unsigned ranks[SIMPLE_NUMBERS];
	size_t count;
	unsigned rank; /* of the number that is to be replaced */
};

static void add_simple_number(struct number_list *l, long double v)
{
	const coord c = axis_clamp(l->axis, axis_from_long_double(l->axis, v));
	const unsigned rank = simple_number_rank(l->axis, c);
	size_t at = l->count;

	if (l->count == SIMPLE_NUMBERS || rank >= l->rank)
		return;
	for (size_t i = 0; i < l->count; i++)
		if (l->out[i] == c)
			return;
	for (; at && l->ranks[at - 1] > rank; at--) {
		l->out[at] = l->out[at - 1];
		l->ranks[at] = l->ranks[at - 1];
	}
	l->out[at] = c;
	l->ranks[at] = rank;
	l->count++;
}

static void add_shorter_numbers(struct number_list *l, long double v)
{
	for (int n = 1; n <= PLAIN_DIGITS; n++)
		add_simple_number(l, shortened(v, n));
}

size_t simple_numbers(const struct axis *axis, coord c, coord out[SIMPLE_NUMBERS])
{
	static const long double few[] = {0,   1,   -1,	 2,    3,    5,	    10,
					  -2,  0.5, 4,	 -0.5, 1.5,  100,   1000,
					  -10, 1e6, 1e9, -1e6, 1e20, 1e100, 1e300};
	const long double v = axis_to_long_double(axis->kind, c);
	struct number_list list = {
	    .axis = axis, .out = out, .rank = simple_number_rank(axis, c)};

	for (size_t i = 0; i < sizeof few / sizeof *few; i++)
		add_simple_number(&list, few[i]);
	if (isnan(v) || isinf(v)) {
		add_simple_number(&list, isnan(v) ? NAN : INFINITY);
		return list.count;
	}
	add_simple_number(&list, truncl(v));
	if (v != 0)
		add_simple_number(&list,
				  copysignl(powl(10, floorl(log10l(fabsl(v)))), v));
	add_shorter_numbers(&list, v);
	add_simple_number(&list, -v);
	for (int i = 1; i <= 8; i++) /* towards 0, for bounds */
		add_shorter_numbers(&list, ldexpl(v, -i));
	return list.count;
}

coord simple_number_shorten(const struct axis *axis, coord c, int digits)
{
	const long double v = axis_to_long_double(axis->kind, c);

	if (v == 0 || v - v != 0)
		return c;
	return axis_clamp(axis, axis_from_long_double(axis, shortened(v, digits)));
}
