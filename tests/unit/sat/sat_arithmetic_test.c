/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact arithmetic against the machine's, in all rounding modes that it has; ties away
 * from zero, and small formats, against what is nearest by hand. */
#include <fenv.h>
#include <math.h>
#include <string.h>

#include "sat/number/float_arithmetic.h"
#include "tests/unit/me_check.h"
#include "tests/unit/me_random.h"

#pragma STDC FENV_ACCESS ON

enum { TRIALS = 20000 };

static const struct {
	enum rounding_mode rounding;
	int mode;
} modes[] = {{ROUND_NEAREST_EVEN, FE_TONEAREST},
	     {ROUND_UP, FE_UPWARD},
	     {ROUND_DOWN, FE_DOWNWARD},
	     {ROUND_ZERO, FE_TOWARDZERO}};

static const struct sort single = {SORT_FLOAT, 32, 8, 24};
static const struct sort twice = {SORT_FLOAT, 64, 11, 53};

static uint64_t bits_of(double x)
{
	uint64_t bits;

	memcpy(&bits, &x, sizeof(bits));
	return bits;
}

static double double_of(uint64_t bits)
{
	double x;

	memcpy(&x, &bits, sizeof(x));
	return x;
}

static uint32_t bits_of_float(float x)
{
	uint32_t bits;

	memcpy(&bits, &x, sizeof(bits));
	return bits;
}

static float float_from(uint32_t bits)
{
	float x;

	memcpy(&x, &bits, sizeof(x));
	return x;
}

/* Half of them near in exponent to each other, some special. */
static uint64_t operand(void)
{
	static const double special[] = {0.0,	    -0.0,      INFINITY,
					 -INFINITY, NAN,       1.0,
					 -1.0,	    0x1p-1074, 0x1.fffffffffffffp1023};
	uint64_t bits = random_word();

	switch (random_below(4)) {
	case 0:
		return bits_of(special[random_below(9)]);
	case 1:
		return bits;
	default:
		return (bits & 0x800fffffffffffff) | (uint64_t)(1020 + random_below(8))
							 << 52;
	}
}

static double machine(enum float_operation operation, const volatile double *x)
{
	switch (operation) {
	case FLOAT_ADD:
		return x[0] + x[1];
	case FLOAT_SUBTRACT:
		return x[0] - x[1];
	case FLOAT_MULTIPLY:
		return x[0] * x[1];
	case FLOAT_DIVIDE:
		return x[0] / x[1];
	case FLOAT_FMA:
		return fma(x[0], x[1], x[2]);
	case FLOAT_SQRT:
		return sqrt(x[0]);
	case FLOAT_REMAINDER:
		return remainder(x[0], x[1]);
	default:
		/* GCC's rint in line has the wrong zero when it rounds down. */
		switch (fegetround()) {
		case FE_UPWARD:
			return ceil(x[0]);
		case FE_DOWNWARD:
			return floor(x[0]);
		case FE_TOWARDZERO:
			return trunc(x[0]);
		default:
			return rint(x[0]);
		}
	}
}

static int doubles_agree(void)
{
	for (int i = 0; i < TRIALS; i++) {
		const enum float_operation operation = random_below(FLOAT_ROUND + 1);
		/* glibc's remainder is exact in one mode alone. */
		const unsigned m = operation == FLOAT_REMAINDER ? 0 : random_below(4);
		volatile double x[3];
		volatile double wanted;
		word values[3], got;

		for (int k = 0; k < 3; k++) {
			const uint64_t bits = operand();

			x[k] = double_of(bits);
			values[k] = float_canonical(twice, bits);
		}
		fesetround(modes[m].mode);
		wanted = machine(operation, x);
		fesetround(FE_TONEAREST);
		got = float_compute(operation, twice, modes[m].rounding, values);
		if (got != float_canonical(twice, bits_of(wanted))) {
			printf("# %d in mode %u of %a %a %a: %a, got %a\n", operation,
			       m, x[0], x[1], x[2], wanted, double_of((uint64_t)got));
			return 0;
		}
	}
	return 1;
}

static int narrowing_agrees(void)
{
	for (int i = 0; i < TRIALS; i++) {
		const uint64_t bits = operand() ^ (uint64_t)random_below(2) << 60;
		const unsigned m = random_below(4);
		volatile double x = double_of(bits);
		volatile float wanted;
		word got;

		fesetround(modes[m].mode);
		wanted = (float)x;
		fesetround(FE_TONEAREST);
		got = float_of_float(single, modes[m].rounding, twice,
				     float_canonical(twice, bits));
		if (got != float_canonical(single, bits_of_float(wanted)))
			return 0;
		if (!isnan(wanted) && float_of_float(twice, ROUND_ZERO, single, got) !=
					  bits_of(float_from((uint32_t)got)))
			return 0;
	}
	return 1;
}

static int integers_agree(void)
{
	for (int i = 0; i < TRIALS; i++) {
		const int64_t n = (int64_t)(random_word() >> random_below(64));
		const unsigned m = random_below(4);
		volatile int64_t from = n;
		volatile float wanted;
		volatile double back;
		word integer;

		fesetround(modes[m].mode);
		wanted = (float)from;
		back = rint(double_of(bits_of((double)n) ^ random_below(2)));
		fesetround(FE_TONEAREST);
		if (float_of_signed(single, modes[m].rounding, n) !=
		    bits_of_float(wanted))
			return 0;
		if (fabs(back) < 0x1p62 &&
		    (!float_to_signed(twice, modes[m].rounding, bits_of(back), 64,
				      &integer) ||
		     (int64_t)integer != (int64_t)back))
			return 0;
	}
	return 1;
}

/* What does not fit. */
static int limits_hold(void)
{
	const struct sort f = single;
	word integer;

	return float_to_signed(f, ROUND_ZERO, bits_of_float(-128.9f), 8, &integer) &&
	       integer == 0x80 &&
	       !float_to_signed(f, ROUND_DOWN, bits_of_float(-128.9f), 8, &integer) &&
	       !float_to_signed(f, ROUND_UP, bits_of_float(127.1f), 8, &integer) &&
	       float_to_unsigned(f, ROUND_ZERO, bits_of_float(-0.9f), 8, &integer) &&
	       integer == 0 &&
	       !float_to_unsigned(f, ROUND_DOWN, bits_of_float(-0.1f), 8, &integer) &&
	       !float_to_unsigned(f, ROUND_ZERO, bits_of_float(256.0f), 8, &integer) &&
	       !float_to_unsigned(f, ROUND_ZERO, sort_nan(f), 128, &integer) &&
	       !float_to_unsigned(f, ROUND_ZERO, sort_infinity(f, false), 128,
				  &integer);
}

/* A number of 24 bits and one more: exactly between two neighbours. */
static int ties_go_away(void)
{
	for (int i = 0; i < TRIALS; i++) {
		const uint32_t low = (uint32_t)random_word() & 0xff7fffff;
		const float a = float_from(low), b = float_from(low + 1);
		const double middle = ((double)a + (double)b) / 2;
		word got;

		if (!isfinite(a) || !isfinite(b))
			continue;
		got =
		    float_of_float(single, ROUND_NEAREST_AWAY, twice, bits_of(middle));
		if (got != low + 1)
			return 0;
		got = float_of_float(single, ROUND_NEAREST_AWAY, twice,
				     bits_of(middle) - 1);
		if (got != low)
			return 0;
	}
	return 1;
}

/* All sums, products and quotients of a format of eight bits, rounded from doubles,
 * which hold the sums and products exactly. */
static int small_format_agrees(void)
{
	const struct sort tiny = {SORT_FLOAT, 8, 4, 4};

	for (unsigned a = 0; a < 256; a++)
		for (unsigned b = 0; b < 256; b++) {
			const word x[] = {float_canonical(tiny, a),
					  float_canonical(tiny, b)};
			const double p = float_to_double(tiny, x[0]);
			const double q = float_to_double(tiny, x[1]);
			const enum rounding_mode r = (a + b) % ROUNDINGS;
			const double sum = p + q;

			if (float_compute(FLOAT_MULTIPLY, tiny, r, x) !=
			    float_of_float(tiny, r, twice,
					   float_canonical(twice, bits_of(p * q))))
				return 0;
			/* The zero of x - x depends on the mode. */
			if (sum != 0 &&
			    float_compute(FLOAT_ADD, tiny, r, x) !=
				float_of_float(tiny, r, twice,
					       float_canonical(twice, bits_of(sum))))
				return 0;
		}
	return 1;
}

static int fractions_are_read(void)
{
	word a, b, c;

	return float_of_fraction(single, ROUND_UP, "1/10", &a) && a == 0x3dcccccd &&
	       float_of_fraction(single, ROUND_DOWN, "1/10", &b) && b == 0x3dcccccc &&
	       float_of_fraction(single, ROUND_DOWN, "-1/10", &c) && c == 0xbdcccccd &&
	       !float_of_fraction(single, ROUND_UP, "1/0", &a) &&
	       !float_of_fraction(single, ROUND_UP, "x", &a);
}

static int order_is_kept(void)
{
	for (int i = 0; i < TRIALS; i++) {
		const word a = float_canonical(twice, operand());
		const word b = float_canonical(twice, operand());
		const double x = double_of((uint64_t)a), y = double_of((uint64_t)b);

		if (float_less(twice, a, b) != (x < y) ||
		    float_less_equal(twice, a, b) != (x <= y) ||
		    float_equal(twice, a, b) != (x == y) ||
		    float_at(twice, float_order(twice, a)) != a)
			return 0;
	}
	return 1;
}

int main(void)
{
	check(doubles_agree(), "sat_doubles", "an operation differs");
	check(narrowing_agrees(), "sat_narrowing", "a conversion differs");
	check(integers_agree(), "sat_integers", "an integer differs");
	check(limits_hold(), "sat_limits", "an integer that does not fit");
	check(ties_go_away(), "sat_ties_away", "a tie goes elsewhere");
	check(small_format_agrees(), "sat_small_format", "a result differs");
	check(fractions_are_read(), "sat_fractions", "a fraction differs");
	check(order_is_kept(), "sat_order", "a comparison differs");
	return me_check_failures != 0;
}
