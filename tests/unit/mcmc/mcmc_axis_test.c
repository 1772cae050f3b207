/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Axes: every bit pattern has its coordinate, and the order is the order of values. */
#include "tests/unit/mcmc/mcmc_check.h"

#include <float.h>
#include <gsl/gsl_rng.h>
#include <string.h>

#define SAMPLES 20000

static const struct kind {
	enum axis_kind kind;
	const char *name;
	unsigned bits; /* of the magnitude */
} kinds[] = {
    {AXIS_F32, "f32", 31},   {AXIS_F64, "f64", 63},	    {AXIS_F80, "f80", 78},
    {AXIS_F128, "f128", 95}, {AXIS_INTEGER, "integer", 64},
};

#define KINDS (sizeof kinds / sizeof *kinds)

static gsl_rng *rng;

static ucoord random_bits(unsigned bits)
{
	ucoord r = 0;

	for (unsigned k = 0; k < bits; k++)
		r = r << 1 | gsl_rng_uniform_int(rng, 2);
	return r;
}

static coord random_coordinate(const struct kind *k)
{
	const coord m = (coord)random_bits(k->bits);

	/* Small ones often, so that zero and subnormals are among them. */
	const coord c = m >> gsl_rng_uniform_int(rng, k->bits);

	return gsl_rng_uniform_int(rng, 2) ? -1 - c : c;
}

static void check_roundtrips(const struct kind *k)
{
	const struct axis axis = axis_full(k->kind);
	const unsigned lost = k->kind == AXIS_F128 ? 80 - 63 : 0;
	size_t bits = 0, number = 0, clamped = 0;
	char name[64];

	for (int s = 0; s < SAMPLES; s++) {
		const coord c = axis_clamp(&axis, random_coordinate(k));
		const long double v = axis_to_long_double(k->kind, c);

		bits += axis_from_bits(k->kind, axis_to_bits(k->kind, c)) != c;
		/* A conversion may change the payload of a NaN, and an F128 has more
		 * bits than a long double. */
		if (!isnan(v))
			number += axis_from_long_double(&axis, v) >> lost != c >> lost;
		clamped += axis_clamp(&axis, c) != c;
	}
	snprintf(name, sizeof name, "%s: bits and back", k->name);
	check(name, bits == 0, "%zu differ", bits);
	snprintf(name, sizeof name, "%s: number and back", k->name);
	check(name, number == 0 && clamped == 0, "%zu differ", number);
}

static void check_order(const struct kind *k)
{
	size_t wrong = 0;
	char name[64];

	for (int s = 0; s < SAMPLES; s++) {
		const coord a = random_coordinate(k), b = random_coordinate(k);
		const long double va = axis_to_long_double(k->kind, a);
		const long double vb = axis_to_long_double(k->kind, b);

		if (!isnan(va) && !isnan(vb))
			wrong += (a < b && va > vb) || (va < vb && a >= b);
	}
	snprintf(name, sizeof name, "%s: order of values", k->name);
	check(name, wrong == 0, "%zu pairs", wrong);
}

/* -NaN, -inf, -min, -0, +0, min, inf, NaN follow each other as documented. */
static void check_landmarks(const struct kind *k)
{
	const struct axis axis = axis_full(k->kind);
	const coord infinity = axis_from_double(&axis, INFINITY);
	char name[64];

	snprintf(name, sizeof name, "%s: landmarks", k->name);
	check(name,
	      axis_from_double(&axis, 0.0) == 0 &&
		  axis_from_double(&axis, -0.0) == -1 &&
		  axis_from_double(&axis, -INFINITY) == -1 - infinity &&
		  isnan(axis_to_double(k->kind, infinity + 1)) &&
		  isnan(axis_to_double(k->kind, -2 - infinity)) &&
		  isfinite(axis_to_long_double(k->kind, infinity - 1)) &&
		  signbit(axis_to_double(k->kind, -1)) && axis.low == -1 - axis.high &&
		  isnan(axis_to_double(k->kind, axis.high)) &&
		  axis_negate(&axis, infinity) == -1 - infinity,
	      "infinity at %g", (double)infinity);
}

static void check_neighbours(void)
{
	const struct axis f32 = axis_full(AXIS_F32), f64 = axis_full(AXIS_F64);
	const struct axis f80 = axis_full(AXIS_F80);
	size_t wrong = 0;

	for (int s = 0; s < SAMPLES; s++) {
		const double d = (gsl_rng_uniform(rng) - 0.5) * 1e3;
		const long double l = d;
		const float f = (float)d;

		wrong += axis_from_double(&f64, nextafter(d, INFINITY)) !=
			 axis_from_double(&f64, d) + 1;
		wrong += axis_from_long_double(&f80, nextafterl(l, -INFINITY)) !=
			 axis_from_long_double(&f80, l) - 1;
		wrong += axis_from_double(&f32, nextafterf(f, INFINITY)) !=
			 axis_from_double(&f32, f) + 1;
	}
	check("a step of 1 is one ulp", wrong == 0, "%zu are not", wrong);
}

/* Every coordinate of an F80 is an encoding that the processor takes, and as it is. */
static void check_f80_encodings(void)
{
	const struct axis axis = axis_full(AXIS_F80);
	const ucoord integer_bit = (ucoord)1 << 63;
	size_t wrong = 0;

	for (int s = 0; s < SAMPLES; s++) {
		const ucoord bits =
		    axis_to_bits(AXIS_F80, random_coordinate(&kinds[2]));
		const ucoord exponent = bits >> 64 & 0x7fff;

		wrong +=
		    bits >> 80 != 0 || (exponent != 0) != ((bits & integer_bit) != 0);
	}
	check("f80: valid encodings", wrong == 0, "%zu are not", wrong);
	check("f80: invalid encodings are made valid",
	      axis_from_bits(AXIS_F80, (ucoord)0x3fff << 64) ==
		      axis_from_long_double(&axis, 1) &&
		  axis_from_bits(AXIS_F80, integer_bit) ==
		      axis_from_long_double(&axis, LDBL_MIN),
	      "unnormal or pseudo-denormal");
}

static void check_bounds(void)
{
	const struct axis small = {AXIS_INTEGER, -5, 250};
	const struct axis f64 = {AXIS_F64, -100, 1000};
	const coord far = (coord)1 << 99;

	check("integer bounds",
	      axis_from_double(&small, 1e300) == 250 &&
		  axis_from_double(&small, -INFINITY) == -5 &&
		  axis_from_double(&small, NAN) == 0 &&
		  axis_from_double(&small, 2.5) == 2 && axis_width(&small) == 8 &&
		  axis_negate(&small, 7) == -5,
	      "clamped wrongly");
	check("float bounds",
	      axis_from_double(&f64, 1.0) == 1000 &&
		  axis_from_double(&f64, NAN) == 1000 &&
		  axis_from_double(&f64, -1.0) == -100,
	      "clamped wrongly");
	check("saturating addition",
	      axis_add(&small, 3, far) == 250 && axis_add(&small, 3, -far) == -5 &&
		  axis_add(&small, 3, 4) == 7 && axis_add(&small, -5, 255) == 250,
	      "wrong sum");
}

static void check_overflow(void)
{
	const struct axis f32 = axis_full(AXIS_F32), f64 = axis_full(AXIS_F64);
	const struct axis wide = axis_full(AXIS_INTEGER);

	check(
	    "overflow",
	    isinf(axis_to_double(AXIS_F32, axis_from_double(&f32, 1e300))) &&
		isinf(axis_to_double(AXIS_F64, axis_from_long_double(&f64, 1e4000L))) &&
		axis_from_double(&wide, 1e30) == (coord)UINT64_MAX &&
		axis_from_double(&wide, -1e30) == (coord)INT64_MIN,
	    "not infinity or the bound");
}

int main(void)
{
	rng = gsl_rng_alloc(gsl_rng_taus2);
	for (size_t k = 0; k < KINDS; k++) {
		check_roundtrips(&kinds[k]);
		check_order(&kinds[k]);
		if (kinds[k].kind != AXIS_INTEGER)
			check_landmarks(&kinds[k]);
	}
	check_neighbours();
	check_f80_encodings();
	check_bounds();
	check_overflow();
	gsl_rng_free(rng);
	return check_failures != 0;
}
