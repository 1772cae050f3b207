/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Distances of numbers of 128 bits: 0 exactly where the machine's own comparison has
 * the outcome, its sign is that of the difference, and the farther one is not nearer.
 */
#include "harness/runtime/distance.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#include "tests/unit/harness/distance_values.h"
#include "tests/unit/me_property.h"

enum { WIDE_COUNT = 40 };

static bool wide_outcome(enum me_type type, enum me_op op, ucoord a, ucoord b)
{
	_Float128 x, y;

	if (type == ME_I128)
		return ORDERED_OUTCOME(op, (coord)a, (coord)b);
	if (type == ME_U128)
		return ORDERED_OUTCOME(op, a, b);
	memcpy(&x, &a, 16);
	memcpy(&y, &b, 16);
	if (op == ME_UNORDERED)
		return x != x || y != y;
	if (op == ME_UNLT)
		return !(x >= y);
	if (op == ME_LTGT)
		return x < y || x > y;
	return ORDERED_OUTCOME(op, x, y);
}

static void check_wide_pair(enum me_type type, enum me_op op, ucoord a, ucoord b)
{
	static const enum distance_kind kinds[] = {DISTANCE_ULP, DISTANCE_REAL,
						   DISTANCE_FLOPSY};
	const bool truth = wide_outcome(type, op, a, b);

	for (int k = 0; k < 3; k++) {
		struct distance d;
		distance_of_128(kinds[k], op, type, a, b, &d);
		const int sign =
		    wide_outcome(type, ME_GT, a, b) - wide_outcome(type, ME_LT, a, b);
		if ((d.to[0] == 0) != truth || (d.to[1] == 0) != !truth)
			say_why("type %d, op %d, kind %d: 0 on the wrong side", type,
				op, kinds[k]);
		if ((d.sign > 0) - (d.sign < 0) != sign)
			say_why("type %d, op %d: sign", type, op);
	}
}

/* Operands that differ in one bit alone, and random ones; the farther one is not
 * nearer. */
static void check_wide(enum me_type type, const char *name)
{
	static const enum me_op ops[] = {ME_LT, ME_LE,	      ME_EQ,   ME_NE,  ME_GE,
					 ME_GT, ME_UNORDERED, ME_UNLT, ME_LTGT};
	const size_t count = type == ME_F128 ? 9 : 6;
	ucoord list[WIDE_COUNT] = {0,
				   1,
				   ~(ucoord)0,
				   (ucoord)1 << 127,
				   ~((ucoord)1 << 127),
				   (ucoord)0x7fff << 112,
				   (ucoord)0xffff << 112};
	uint64_t last = 0;

	for (int i = 7; i < WIDE_COUNT; i++)
		list[i] = i & 1 ? (ucoord)random_word() << 64 | random_word()
				: list[i - 1] ^ (ucoord)1 << (random_word() % 128);
	for (size_t op = 0; op < count; op++)
		for (int i = 0; i < WIDE_COUNT; i++)
			for (int k = 0; k < WIDE_COUNT; k++)
				check_wide_pair(type, ops[op], list[i], list[k]);
	for (unsigned bit = 0; bit < 126; bit++) {
		struct distance d;
		distance_of_128(DISTANCE_ULP, ME_EQ, type, (ucoord)1 << bit, 0, &d);
		if (type != ME_F128 && d.to[0] <= last)
			say_why("2^%u is not farther than the half of it", bit);
		last = d.to[0];
	}
	check_property(name);
}

/* Of three numbers of 128 bits that are far from what is wanted, each step of one
 * counts. */
static void check_wide_sums(void)
{
	const ucoord zero = 0, far = (ucoord)0x3ffe << 112; /* 0.5 */
	const ucoord nearer = far - ((ucoord)1 << 110);
	struct distance a, b;

	distance_of_128(DISTANCE_ULP, ME_EQ, ME_F128, far, zero, &a);
	distance_of_128(DISTANCE_ULP, ME_EQ, ME_F128, nearer, zero, &b);
	for (int first = 0; first < 3; first++) {
		uint64_t all = 0, less = 0;
		for (int i = 0; i < 3; i++) {
			all = distance_add(DISTANCE_ULP, all, a.to[0]);
			less = distance_add(DISTANCE_ULP, less,
					    i == first ? b.to[0] : a.to[0]);
		}
		if (less >= all)
			say_why("%d: %" PRIx64 " is not below %" PRIx64, first, less,
				all);
	}
	check_property("distance_wide_sums");
}

int main(void)
{
	check_wide_sums();
	check_wide(ME_I128, "distance_i128");
	check_wide(ME_U128, "distance_u128");
	check_wide(ME_F128, "distance_f128");
	return me_check_failures != 0;
}
