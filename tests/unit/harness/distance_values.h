/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * distance_values.h - operands of each type for tests of distances, special ones and
 * some at random; the outcomes of comparisons.
 */
#ifndef TESTS_UNIT_DISTANCE_VALUES_H
#define TESTS_UNIT_DISTANCE_VALUES_H

#include <stdbool.h>
#include <string.h>

#include "harness/runtime/distance.h"
#include "tests/unit/me_random.h"

enum { VALUES_MAX = 160, RANDOM_VALUES = 60 };

/* An operand; of F80 `wide` alone counts. */
struct value {
	uint64_t bits;
	long double wide;
};

struct value_list {
	enum me_type type;
	const char *name;
	size_t count;
	struct value list[VALUES_MAX];
};

static inline void add(struct value_list *l, uint64_t bits)
{
	if (l->count < VALUES_MAX)
		l->list[l->count++] = (struct value){bits, 0};
}

static inline void add_wide(struct value_list *l, unsigned top, uint64_t mantissa)
{
	struct value v = {0, 0};
	const uint16_t short_top = (uint16_t)top;

	memcpy(&v.wide, &mantissa, 8);
	memcpy((char *)&v.wide + 8, &short_top, 2);
	if (l->count < VALUES_MAX)
		l->list[l->count++] = v;
}

/* The bits as a hook gets them: sign- or zero-extended from `width`. */
static inline uint64_t extend(uint64_t bits, unsigned width, bool is_signed)
{
	const unsigned unused = 64 - width;

	if (is_signed)
		return (uint64_t)((int64_t)(bits << unused) >> unused);
	return bits << unused >> unused;
}

static inline void add_integers(struct value_list *l, unsigned width, bool is_signed)
{
	static const uint64_t special[] = {0, 1, 2, 3, 10, 0x7f, 0x80, 0xff};
	const uint64_t top = (uint64_t)1 << (width - 1);

	for (size_t i = 0; i < sizeof special / sizeof *special; i++) {
		add(l, extend(special[i], width, is_signed));
		add(l, extend(-special[i], width, is_signed));
		add(l, extend(top + special[i], width, is_signed));
		add(l, extend(top - special[i], width, is_signed));
	}
	for (int i = 0; i < RANDOM_VALUES; i++)
		add(l, extend(random_word() >> random_word() % 64, width, is_signed));
}

/* Zeros, subnormals, 1, bounds, infinities, quiet and signalling NaNs, of both signs.
 */
static inline void add_floats(struct value_list *l, unsigned width, unsigned fraction)
{
	const uint64_t sign = (uint64_t)1 << (width - 1);
	const uint64_t infinity = (sign - 1) >> fraction << fraction;
	const uint64_t least = (uint64_t)1 << fraction,
		       one = infinity / 2 >> fraction << fraction;
	const uint64_t special[] = {0,
				    1,
				    2,
				    least - 1,
				    least,
				    least + 1,
				    one - 1,
				    one,
				    one + 1,
				    one + least,
				    infinity - 1,
				    infinity,
				    infinity + 1,
				    infinity + 2,
				    sign - 1,
				    infinity | least / 2};

	for (size_t i = 0; i < sizeof special / sizeof *special; i++) {
		add(l, special[i]);
		add(l, special[i] | sign);
	}
	for (int i = 0; i < RANDOM_VALUES; i++)
		add(l, random_word() & (sign | (sign - 1)));
}

static inline void add_wides(struct value_list *l)
{
	static const uint64_t integer = (uint64_t)1 << 63;
	static const struct {
		unsigned top;
		uint64_t mantissa;
	} special[] = {
	    {0, 0},
	    {0, 1},
	    {0, 2},
	    {0, integer - 1},
	    {1, integer},
	    {1, integer | 1},
	    {0x3ffe, ~0ull},
	    {0x3fff, integer},
	    {0x3fff, integer | 1},
	    {0x4000, integer},
	    {0x7ffe, ~0ull},
	    {0x7fff, integer},
	    {0x7fff, integer | 1},
	    {0x7fff, integer | 1ull << 62},
	    {0x7fff, ~0ull},
	};

	for (size_t i = 0; i < sizeof special / sizeof *special; i++) {
		add_wide(l, special[i].top, special[i].mantissa);
		add_wide(l, special[i].top | 0x8000, special[i].mantissa);
	}
	for (int i = 0; i < RANDOM_VALUES; i++)
		add_wide(l, 1 + (random_word() & 0xfffe), random_word() | integer);
}

static inline bool is_float(enum me_type type)
{
	return type == ME_F32 || type == ME_F64 || type == ME_F80;
}

static inline bool is_signed(enum me_type type)
{
	return type >= ME_I8 && type <= ME_I64;
}

static inline void fill_list(struct value_list *l)
{
	if (l->type == ME_F32)
		add_floats(l, 32, 23);
	else if (l->type == ME_F64)
		add_floats(l, 64, 52);
	else if (l->type == ME_F80)
		add_wides(l);
	else if (l->type == ME_BOOL)
		add(l, 0), add(l, 1);
	else if (l->type == ME_PTR)
		add_integers(l, 64, false);
	else
		add_integers(l, 8u << ((l->type - ME_I8) & 3), is_signed(l->type));
}

/* What the machine says. */
#define ORDERED_OUTCOME(op, a, b)                                                      \
	((op) == ME_LT	 ? (a) < (b)                                                   \
	 : (op) == ME_LE ? (a) <= (b)                                                  \
	 : (op) == ME_EQ ? (a) == (b)                                                  \
	 : (op) == ME_NE ? (a) != (b)                                                  \
	 : (op) == ME_GE ? (a) >= (b)                                                  \
			 : (a) > (b))

#endif
