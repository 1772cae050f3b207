/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which numbers are simple, and that each that takes another's place is simpler. */
#include "value/simple_number.h"

#include "mcmc/axis.h"
#include "tests/unit/me_check.h"
#include "tests/unit/me_random.h"

static coord of(const struct axis *axis, long double v)
{
	return axis_from_long_double(axis, v);
}

/* From simple to not. */
static void check_order(void)
{
	static const double values[] = {0,   1,	  -1,  2,   3,	    10,	  20,	80,
					-80, 100, 1.5, 123, 123.25, 1e20, 1e200};
	const struct axis axis = axis_full(AXIS_F64);
	unsigned last = 0;
	int good = 1;

	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		const unsigned rank = simple_number_rank(&axis, of(&axis, values[i]));
		good &= i ? rank > last : !rank;
		last = rank;
	}
	check(good, "simple_order", "a number ranks before a simpler one");
	check(simple_number_rank(&axis, of(&axis, 1.0 / 3)) <
		  simple_number_rank(&axis, of(&axis, 1 / 0.0)),
	      "simple_infinity", "it is simpler than a number");
}

/* Of any number, in an axis that may have no 0. */
static int are_simpler(const struct axis *axis, coord c)
{
	coord list[SIMPLE_NUMBERS];
	const size_t count = simple_numbers(axis, c, list);

	for (size_t i = 0; i < count; i++) {
		if (list[i] < axis->low || list[i] > axis->high ||
		    simple_number_rank(axis, list[i]) >= simple_number_rank(axis, c))
			return 0;
		for (size_t k = 0; k < i; k++)
			if (list[k] == list[i])
				return 0;
	}
	return 1;
}

static void check_simpler(void)
{
	struct axis axes[] = {axis_full(AXIS_F32),
			      axis_full(AXIS_F64),
			      axis_full(AXIS_F80),
			      axis_full(AXIS_INTEGER),
			      {AXIS_INTEGER, 7, 5000}};
	int good = 1;

	for (size_t a = 0; a < sizeof axes / sizeof *axes; a++)
		for (int i = 0; i < 80; i++) {
			const coord bits =
			    (coord)random_word() * (i % 2 ? 1 : -1) >> i % 40;
			good &= are_simpler(&axes[a], axis_clamp(&axes[a], bits));
		}
	check(good, "simple_candidates", "one is not simpler, or outside, or twice");
}

static void check_finds(void)
{
	const struct axis axis = axis_full(AXIS_F64);
	coord list[SIMPLE_NUMBERS];
	const size_t count = simple_numbers(&axis, of(&axis, 12345.678), list);
	int found = 0;

	for (size_t i = 0; i < count; i++)
		found |= list[i] == of(&axis, 12345) ? 1
			 : list[i] == of(&axis, 1e4) ? 2
						     : 0;
	check(found == 3, "simple_shorter", "12345 or 10000 is missing");
	check(count && list[0] == of(&axis, 0), "simple_first",
	      "0 does not come first");
	check(!simple_numbers(&axis, of(&axis, 0), list), "simple_zero",
	      "0 has a simpler one");
}

int main(void)
{
	check_order();
	check_simpler();
	check_finds();
	return me_check_failures != 0;
}
