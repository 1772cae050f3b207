/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points by their sizes: inside the axes, and related where uniform bits hardly are. */
#include "tests/unit/mcmc/mcmc_check.h"

#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mcmc/scatter.h"

#define DRAWS 8000

static gsl_rng *rng;

static int exponent(const struct axis *axis, coord c)
{
	const struct axis full = axis_full(axis->kind);
	const unsigned f = axis_fraction_bits(axis->kind);

	return (int)((c < 0 ? -1 - c : c) >> f) -
	       (int)(axis_from_double(&full, 1.0) >> f);
}

/* What is counted over many points of two coordinates of one kind. */
struct counts {
	int outside, equal, opposite, moderate, extreme;
};

typedef void draw_fn(const struct objective *f, gsl_rng *rng, coord *x);

static struct counts count(const struct axis *axes, draw_fn *draw)
{
	const struct objective f = {2, axes, NULL, NULL};
	struct counts n = {0, 0, 0, 0, 0};
	coord x[2];

	for (int k = 0; k < DRAWS; k++) {
		draw(&f, rng, x);
		const int a = exponent(&axes[0], x[0]), b = exponent(&axes[1], x[1]);
		for (int i = 0; i < 2; i++)
			n.outside += axis_clamp(&axes[i], x[i]) != x[i];
		n.equal += abs(a - b) <= 2 && abs(a) > 16;
		n.opposite += abs(a + b) <= 2 && abs(a) > 16;
		n.moderate += abs(a) <= 8 && abs(b) <= 8;
		n.extreme += abs(a) > 100 && abs(b) > 100;
	}
	return n;
}

static void check_kind(enum axis_kind kind)
{
	const struct axis full[] = {axis_full(kind), axis_full(kind)};
	const struct counts n = count(full, scatter_sizes),
			    bits = count(full, scatter_bits);

	check("inside the axes", n.outside == 0, "%d", n.outside);
	check("equal exponents", n.equal > DRAWS / 100, "%d", n.equal);
	check("opposite exponents", n.opposite > DRAWS / 100, "%d", n.opposite);
	check("moderate numbers", n.moderate > DRAWS / 10, "%d", n.moderate);
	if (kind == AXIS_F32)
		return;
	check("large exponents", n.extreme > DRAWS / 20, "%d", n.extreme);
	check("more than uniform bits", n.equal > 4 * bits.equal, "%d", bits.equal);
}

/* The ends of a narrow axis are kept, of floats and integers. */
static void check_narrow(void)
{
	const struct axis full = axis_full(AXIS_F64);
	const struct axis floats = {AXIS_F64, axis_from_double(&full, 1.0),
				    axis_from_double(&full, 1.5)};
	const struct axis integers = {AXIS_INTEGER, -3, 12};
	const struct axis axes[] = {floats, integers};
	const struct objective f = {2, axes, NULL, NULL};
	int outside = 0, seen = 0;
	coord x[2];

	for (int k = 0; k < DRAWS; k++) {
		scatter_sizes(&f, rng, x);
		scatter_size(&f, rng, x, k % 2);
		for (int i = 0; i < 2; i++)
			outside += axis_clamp(&axes[i], x[i]) != x[i];
		seen |= 1 << (int)(x[1] + 3);
	}
	check("inside narrow axes", outside == 0, "%d", outside);
	check("all of an integer's values", seen == 0xffff, "%x", (unsigned)seen);
}

/* Of a number, ten bytes, a flag and a number: only bytes change, to others of the row, and runs of
 * all lengths come up. */
static void check_repeat(void)
{
	enum { FIRST = 1, BYTES = 10 };
	struct axis axes[BYTES + 3];
	coord x[BYTES + 3];
	const struct objective f = {BYTES + 3, axes, NULL, NULL};
	int strange = 0, longest = 0, pairs = 0;

	axes[0] = axes[BYTES + 2] = axis_full(AXIS_F64);
	for (int i = 0; i < BYTES; i++)
		axes[FIRST + i] = (struct axis){AXIS_INTEGER, 0, 255};
	axes[FIRST + BYTES] = (struct axis){AXIS_INTEGER, 0, 1};
	check("bytes are a text", scatter_has_text(&f), "%d", 0);
	for (int k = 0; k < DRAWS; k++) {
		for (int i = 0; i < BYTES + 3; i++)
			x[i] = i;
		scatter_repeat(&f, rng, x);
		strange += x[0] != 0 || x[BYTES + 1] != BYTES + 1 ||
			   x[BYTES + 2] != BYTES + 2 || x[FIRST] != FIRST;
		int same = 1;
		while (same < BYTES && x[FIRST + same] == x[FIRST])
			same++;
		longest += same == BYTES;
		pairs += x[9] == 1 && x[8] == 2;
		for (int i = FIRST; i <= BYTES; i++)
			strange += x[i] < FIRST || x[i] > i;
	}
	check("only bytes are repeated", strange == 0, "%d", strange);
	check("to the end", longest > 0, "%d", longest);
	check("in pairs", pairs > 0, "%d", pairs);
	axes[4].high = 1;
	axes[8].high = 1;
	check("flags are no text", !scatter_has_text(&f), "%d", 0);
}

/* Numbers of all kinds keep their ratios; zeros and NaNs stay, and nothing leaves its axis. */
static void check_scale(void)
{
	const struct axis integer = axis_full(AXIS_INTEGER), wide = axis_full(AXIS_F64),
			  single = axis_full(AXIS_F32);
	const struct axis axes[] = {integer, wide, single,
				    wide,    wide, {AXIS_INTEGER, 0, 7}};
	const coord from[] = {
	    axis_from_double(&integer, 1e6), axis_from_double(&wide, -2e6),
	    axis_from_double(&single, 4e6),  axis_from_double(&wide, -0.0),
	    axis_from_double(&wide, NAN),    7};
	const struct objective f = {sizeof axes / sizeof *axes, axes, NULL, NULL};
	int torn = 0, changed = 0, outside = 0, small = 0, great = 0, less = 0;

	for (int k = 0; k < DRAWS; k++) {
		coord x[sizeof axes / sizeof *axes];
		memcpy(x, from, sizeof x);
		scatter_scale(&f, rng, x);
		const double factor = axis_to_double(AXIS_F64, x[1]) / -2e6;
		torn +=
		    fabs(axis_to_double(AXIS_INTEGER, x[0]) - factor * 1e6) > 0.51 ||
		    fabs(axis_to_double(AXIS_F32, x[2]) / (factor * 4e6) - 1) > 1e-6;
		changed += x[3] != from[3] || x[4] != from[4];
		outside += axis_clamp(&axes[5], x[5]) != x[5];
		small += fabs(log2(factor)) < 0.1;
		great += fabs(log2(factor)) > 4;
		less += factor < 1;
	}
	check("ratios", torn == 0, "%d", torn);
	check("zero and NaN", changed == 0, "%d", changed);
	check("scaled inside a narrow axis", outside == 0, "%d", outside);
	check("small factors", small > DRAWS / 8, "%d", small);
	check("great factors", great > DRAWS / 8, "%d", great);
	check("factors below 1", abs(less - DRAWS / 2) < DRAWS / 16, "%d", less);
}

int main(void)
{
	rng = gsl_rng_alloc(gsl_rng_mt19937);
	check_kind(AXIS_F32);
	check_kind(AXIS_F64);
	check_kind(AXIS_F80);
	check_kind(AXIS_F128);
	check_narrow();
	check_scale();
	check_repeat();
	gsl_rng_free(rng);
	return check_failures != 0;
}
