/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Single facts of distances: what is near 0, one step, sums, cases of a switch,
 * pointers.
 */
#include "harness/runtime/distance.h"

#include <float.h>
#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#include "tests/unit/me_property.h"

static uint64_t double_bits(double d)
{
	uint64_t bits;

	memcpy(&bits, &d, 8);
	return bits;
}

/* The square of 1e-20 is above 0, that of 1e-200 is not: neither is met at 0. */
static void check_real_underflow(void)
{
	static const double bounds[] = {1e-20, 1e-200, 4.9e-324};
	struct distance d;

	for (int i = 0; i < 3; i++) {
		distance_of(DISTANCE_REAL, ME_GE, ME_F64, 0, double_bits(bounds[i]),
			    &d);
		if (d.to[0] == 0 || d.to[1] != 0)
			say_why("0 >= %g counts as met", bounds[i]);
		if (distance_value(DISTANCE_REAL, d.to[0]) <= 0)
			say_why("0 >= %g has the value 0", bounds[i]);
	}
	check_property("distance_real_underflow");
}

/* A neighbour is one step away. */
static void check_steps(void)
{
	const uint64_t one = double_bits(1);
	struct distance d;

	distance_of(DISTANCE_ULP, ME_EQ, ME_F64, one, one + 1, &d);
	check(d.to[0] == 1 && d.to[1] == 0, "distance_one_ulp", "not 1");
	distance_of(DISTANCE_ULP, ME_LT, ME_F64, one, one, &d);
	check(d.to[0] == 1 && d.to[1] == 0, "distance_lt_at_equality", "not 1");
}

static double flopsy(enum me_op op, double a, double b, int side)
{
	struct distance d;

	distance_of(DISTANCE_FLOPSY, op, ME_F64, double_bits(a), double_bits(b), &d);
	return distance_value(DISTANCE_FLOPSY, d.to[side]);
}

/* |a - b|, and 1 more where equality is not enough; what underflows or overflows is
 * neither 0 nor infinite, and less than what does not reach the site. */
static void check_flopsy(void)
{
	static const struct {
		enum me_op op;
		double a, b, to[2];
	} facts[] = {
	    {ME_EQ, 2.5, -1, {3.5, 0}},	   {ME_EQ, 7, 7, {0, 1}},
	    {ME_NE, 7, 7, {1, 0}},	   {ME_NE, 2.5, -1, {0, 3.5}},
	    {ME_LT, 7, 7, {1, 0}},	   {ME_LT, 7.25, 7, {1.25, 0}},
	    {ME_LT, 5, 7, {0, 2}},	   {ME_LE, 7.25, 7, {0.25, 0}},
	    {ME_LE, 7, 7, {0, 1}},	   {ME_GT, 7, 7, {1, 0}},
	    {ME_GT, 5, 7, {3, 0}},	   {ME_GE, 5, 7, {2, 0}},
	    {ME_UNLT, 7.25, 7, {1.25, 0}}, {ME_GE, 7, 7, {0, 1}},
	};

	for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
		for (int side = 0; side < 2; side++) {
			const double d =
			    flopsy(facts[i].op, facts[i].a, facts[i].b, side);
			if (d != facts[i].to[side])
				say_why("fact %zu, side %d: %g", i, side, d);
		}
	const double tiny = flopsy(ME_GE, 0, 4.9e-324, 0);
	const double large = flopsy(ME_EQ, 1e200, 0, 0);
	const double larger = flopsy(ME_EQ, -DBL_MAX, DBL_MAX, 0);
	if (!(tiny > 0 && large < larger && larger < OBJECTIVE_UNREACHED))
		say_why("%g, %g and %g", tiny, large, larger);
	check_property("distance_flopsy");
}

/* Parts of a conjunction add up as numbers do. */
static void check_sum_of(enum distance_kind kind, const char *name)
{
	const uint64_t sum = distance_add(kind, double_bits(2.5), double_bits(0.25));

	check(sum == double_bits(2.75), name, "not 2.75");
}

static void check_sums(void)
{
	static const enum distance_kind kinds[] = {DISTANCE_ULP, DISTANCE_REAL,
						   DISTANCE_FLOPSY};
	const uint64_t images[] = {
	    0,	       1, 2, double_bits(1e-300), double_bits(1e300), UINT64_MAX - 1,
	    UINT64_MAX};

	for (int k = 0; k < 3; k++)
		for (int i = 0; i < 7; i++)
			for (int j = 0; j < 7; j++) {
				uint64_t a = images[i], b = images[j];
				uint64_t sum = distance_add(kinds[k], a, b);
				if ((sum == 0) != (a == 0 && b == 0) || sum < a ||
				    sum < b)
					say_why("kind %d: %" PRIx64 " and %" PRIx64
						" give %" PRIx64,
						kinds[k], a, b, sum);
			}
	check_property("distance_sums");
}

static void check_cases(void)
{
	const coord ends[] = {INT64_MIN, INT64_MIN + 1,	   -1, 0, 1,
			      INT64_MAX, (coord)UINT64_MAX};

	for (int i = 0; i < 7; i++)
		for (int k = 0; k < 7; k++) {
			uint64_t d = distance_between(ends[i], ends[k]);
			if ((d == 0) != (i == k) ||
			    d != distance_between(ends[k], ends[i]))
				say_why("cases %d and %d: %" PRIu64, i, k, d);
		}
	check_property("distance_between_cases");
}

/* Where things lie must not matter: pointers far apart, and null and any other, are all
 * as far from each other; within an object the difference counts. */
static void check_pointers(void)
{
	const uint64_t base[] = {0x10000, 0x555555554000, 0x7ffff7a00000};
	struct distance d, e;

	for (int i = 0; i < 3; i++) {
		distance_of(DISTANCE_ULP, ME_LT, ME_PTR, base[i] + 40, base[i], &d);
		distance_of(DISTANCE_ULP, ME_LT, ME_PTR, base[0] + 40, base[0], &e);
		if (d.to[0] != 41 || d.sign != 40 || e.to[0] != d.to[0])
			say_why("near at %d", i);
		distance_of(DISTANCE_ULP, ME_EQ, ME_PTR, base[i], 0, &d);
		distance_of(DISTANCE_ULP, ME_EQ, ME_PTR, base[0], 0, &e);
		if (!d.to[0] || d.to[0] != e.to[0] || d.sign || e.sign)
			say_why("null at %d", i);
		distance_of(DISTANCE_ULP, ME_EQ, ME_PTR, base[i], base[(i + 1) % 3],
			    &d);
		if (!d.to[0] || d.to[0] != e.to[0] || d.sign)
			say_why("far at %d", i);
	}
	check_property("distance_pointers");
}

int main(void)
{
	check_real_underflow();
	check_steps();
	check_flopsy();
	check_sum_of(DISTANCE_FLOPSY, "distance_flopsy_sum");
	check_sum_of(DISTANCE_REAL, "distance_real_sum");
	check_sums();
	check_cases();
	check_pointers();
	return me_check_failures != 0;
}
