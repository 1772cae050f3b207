/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rings: the difference of two numbers stays, and the end of the range lies between
 * them. */
#include "tests/unit/mcmc/mcmc_check.h"

#include "mcmc/special.h"

static const struct axis bytes = {AXIS_INTEGER, -128, 127};
static const struct axis words = {AXIS_INTEGER, 0, UINT64_MAX};

static void check_axes(void)
{
	const struct axis few = {AXIS_INTEGER, 0, 127}, odd = {AXIS_INTEGER, 0, 1000};
	const struct axis floats = axis_full(AXIS_F64);
	const struct axis ints = {AXIS_INTEGER, INT32_MIN, INT32_MAX};

	check("types are whole", ring_is_whole(&ints) && ring_is_whole(&words),
	      "not all numbers of a type");
	check("promoted types do not wrap", !ring_is_whole(&bytes), "bytes are whole");
	check("parts of types are not",
	      !ring_is_whole(&few) && !ring_is_whole(&odd) && !ring_is_whole(&floats),
	      "a part, or floats, are whole");
}

static bool is_inside(const struct axis *axis, coord c)
{
	return c >= axis->low && c <= axis->high;
}

/* Both in the order in which they were given; 2^n divides what the difference lost. */
static bool straddles(const struct axis *axis, unsigned way, coord a, coord b)
{
	const coord count = axis->high - axis->low + 1, d = a - b;
	const bool greater = a > b;

	if (!ring_straddle(axis, way, &a, &b))
		return d == 0;
	return d != 0 && greater != (a > b) && ((a - b) - d) % count == 0 &&
	       is_inside(axis, a) && is_inside(axis, b) &&
	       (way ? a == axis->low || b == axis->low
		    : a == axis->high || b == axis->high);
}

static void check_bytes(unsigned way)
{
	size_t wrong = 0;

	for (coord a = bytes.low; a <= bytes.high; a++)
		for (coord b = bytes.low; b <= bytes.high; b++)
			wrong += !straddles(&bytes, way, a, b);
	check("all pairs of bytes", wrong == 0, "%zu wrong with way %u", wrong, way);
}

int main(void)
{
	check_axes();
	for (unsigned way = 0; way < RING_WAYS; way++) {
		check_bytes(way);
		check("wide ones", straddles(&words, way, 5, words.high - 5),
		      "wrong with way %u", way);
	}
	return check_failures != 0;
}
