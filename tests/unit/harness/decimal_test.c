/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Distances of decimal numbers over pairs of special and random ones: the way to an
 * outcome is 0 exactly when libgcc's comparison has it, its sign is that of the
 * difference, equal numbers of one cohort are one, and the next number is one step
 * away.
 */
#include "value/type.h"

#include <fenv.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "harness/runtime/distance.h"
#include "tests/unit/me_property.h"
#include "tests/unit/me_random.h"

enum { VALUES = 150 };

struct format {
	enum me_type type;
	const char *name;
	unsigned exponent_bits, coefficient_bits, digits;
};

static const struct format formats[] = {{ME_D32, "d32", 8, 23, 7},
					{ME_D64, "d64", 10, 53, 16},
					{ME_D128, "d128", 14, 113, 34}};

static void report(const struct format *f, const char *property)
{
	char name[64];

	snprintf(name, sizeof name, "decimal_%s_%s", f->name, property);
	check_property(name);
}

static ucoord random_bits(unsigned n)
{
	ucoord bits = (ucoord)random_word() << 64 | random_word();

	return n < 128 ? bits & (((ucoord)1 << n) - 1) : bits;
}

static ucoord power_of_ten(unsigned n)
{
	return n ? 10 * power_of_ten(n - 1) : 1;
}

/* ---- encodings */

static unsigned width(const struct format *f)
{
	return 1 + f->exponent_bits + f->coefficient_bits;
}

static ucoord most(const struct format *f)
{
	return power_of_ten(f->digits) - 1;
}

static ucoord encode(const struct format *f, bool negative, ucoord exponent, ucoord c)
{
	unsigned w = width(f);

	if (!(c >> f->coefficient_bits))
		return (ucoord)negative << (w - 1) | exponent << f->coefficient_bits |
		       c;
	return (ucoord)negative << (w - 1) | (ucoord)3 << (w - 3) |
	       exponent << (f->coefficient_bits - 2) |
	       (c & (((ucoord)1 << (f->coefficient_bits - 2)) - 1));
}

/* A number of few digits in the middle of the range, so that pairs may be equal. */
static ucoord random_number(const struct format *f)
{
	ucoord c = random_word() % power_of_ten(random_word() % 7);
	unsigned zeros = random_word() % 4, middle = 3u << (f->exponent_bits - 3);

	if (c * power_of_ten(zeros) > most(f))
		zeros = 0;
	return encode(f, random_word() & 1, middle + random_word() % 4 - zeros,
		      c * power_of_ten(zeros));
}

/* Zeros, the ends, infinities, NaNs and coefficients that are too large. */
static size_t special_values(const struct format *f, ucoord *list)
{
	const ucoord last = ((ucoord)3 << (f->exponent_bits - 2)) - 1;
	const ucoord infinity = (ucoord)15 << (width(f) - 5);
	const ucoord nan = (ucoord)31 << (width(f) - 6);
	const ucoord some[] = {
	    encode(f, 0, 0, 0),
	    encode(f, 0, last, 0),
	    encode(f, 0, 0, 1),
	    encode(f, 0, 1, 1),
	    encode(f, 0, 0, 10),
	    encode(f, 0, 0, most(f)),
	    encode(f, 0, 1, power_of_ten(f->digits - 1)),
	    encode(f, 0, last, most(f)),
	    encode(f, 0, last, 1),
	    infinity,
	    infinity | 5, /* what is behind it says nothing */
	    nan,
	    nan | 1,
	    nan | (ucoord)1 << (width(f) - 7), /* signaling */
	    (ucoord)3 << (width(f) - 3) | (((ucoord)1 << 20) - 1),
	    (ucoord)3 << (width(f) - 3) |
		(((ucoord)1 << (f->coefficient_bits - 2)) - 1), /* too large: 0 */
	};
	size_t n = 0;

	for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
		list[n++] = some[i];
		list[n++] = some[i] | (ucoord)1 << (width(f) - 1);
	}
	return n;
}

static void fill(const struct format *f, ucoord *list)
{
	size_t n = special_values(f, list);

	for (; n < VALUES; n++)
		list[n] = n % 3 ? random_number(f) : random_bits(width(f));
}

/* ---- what libgcc says */

struct truth {
	bool less, equal, greater;
};

#define TRUTH_OF(kind_, a_, b_, out_)                                                  \
	do {                                                                           \
		kind_ x_, y_;                                                          \
		memcpy(&x_, &(a_), sizeof x_);                                         \
		memcpy(&y_, &(b_), sizeof y_);                                         \
		(out_).less = x_ < y_;                                                 \
		(out_).equal = x_ == y_;                                               \
		(out_).greater = x_ > y_;                                              \
	} while (0)

static struct truth truth_of(const struct format *f, ucoord a, ucoord b)
{
	struct truth t;

	if (f->type == ME_D32)
		TRUTH_OF(_Decimal32, a, b, t);
	else if (f->type == ME_D64)
		TRUTH_OF(_Decimal64, a, b, t);
	else
		TRUTH_OF(_Decimal128, a, b, t);
	return t;
}

static bool outcome(enum me_op op, const struct truth *t)
{
	const bool unordered = !t->less && !t->equal && !t->greater;
	const bool of[ME_OP_COMPARISONS] = {
	    [ME_LT] = t->less,
	    [ME_LE] = t->less || t->equal,
	    [ME_EQ] = t->equal,
	    [ME_NE] = !t->equal,
	    [ME_GE] = t->greater || t->equal,
	    [ME_GT] = t->greater,
	    [ME_UNORDERED] = unordered,
	    [ME_ORDERED] = !unordered,
	    [ME_UNLT] = unordered || t->less,
	    [ME_UNLE] = !t->greater,
	    [ME_UNGT] = unordered || t->greater,
	    [ME_UNGE] = !t->less,
	    [ME_UNEQ] = unordered || t->equal,
	    [ME_LTGT] = t->less || t->greater,
	};

	return of[op];
}

/* ---- properties */

static struct distance measure(enum distance_kind kind, enum me_op op,
			       const struct format *f, ucoord a, ucoord b)
{
	struct distance d;

	if (f->type == ME_D128)
		distance_of_128(kind, op, f->type, a, b, &d);
	else
		distance_of(kind, op, f->type, (uint64_t)a, (uint64_t)b, &d);
	return d;
}

static void check_pair(const struct format *f, ucoord a, ucoord b)
{
	static const enum distance_kind kinds[] = {DISTANCE_ULP, DISTANCE_REAL,
						   DISTANCE_FLOPSY};
	const struct truth t = truth_of(f, a, b);

	for (int op = 0; op < ME_OP_COMPARISONS; op++)
		for (int k = 0; k < 3; k++) {
			bool truth = outcome((enum me_op)op, &t);
			struct distance d = measure(kinds[k], (enum me_op)op, f, a, b);
			if ((d.to[0] == 0) != truth || (d.to[1] == 0) == truth)
				say_why(
				    "op %d, kind %d: 0 on the wrong side of %llx %llx",
				    op, kinds[k], (unsigned long long)a,
				    (unsigned long long)b);
			if (op < ME_UNORDERED &&
			    (d.sign > 0) - (d.sign < 0) != t.greater - t.less)
				say_why("op %d: sign", op);
		}
}

static void check_outcomes(const struct format *f)
{
	ucoord list[VALUES];

	fill(f, list);
	for (int i = 0; i < VALUES; i++)
		for (int k = 0; k < VALUES; k++)
			check_pair(f, list[i], list[k]);
	report(f, "outcomes");
}

/* From the least number on, over the border of each exponent. */
static void check_steps(const struct format *f)
{
	const ucoord exponents = (ucoord)3 << (f->exponent_bits - 2);
	const ucoord tenth = power_of_ten(f->digits - 1);

	for (ucoord e = 0; e + 1 < exponents; e++) {
		ucoord within = tenth + random_word() % tenth;
		struct distance border =
		    measure(DISTANCE_ULP, ME_EQ, f, encode(f, 0, e, most(f)),
			    encode(f, 0, e + 1, tenth));
		struct distance step =
		    measure(DISTANCE_ULP, ME_EQ, f, encode(f, 1, e, within + 1),
			    encode(f, 1, e, within));
		if (border.to[0] != 1 || border.sign != -1)
			say_why("exponent %u: the border", (unsigned)e);
		if (step.to[0] != 1 || step.sign != -1)
			say_why("exponent %u: a step", (unsigned)e);
	}
	struct distance end =
	    measure(DISTANCE_ULP, ME_LT, f, encode(f, 0, exponents - 1, most(f)),
		    (ucoord)15 << (width(f) - 5));
	if (end.to[1] != 1)
		say_why("infinity is not next to the greatest number");
	report(f, "steps");
}

/* 1.0 and 1.00 are one number, to each other and to a third. */
static void check_cohorts(const struct format *f)
{
	const ucoord third = encode(f, 0, 100, 12345);

	for (unsigned k = 0; k + 3 < f->digits; k++) {
		ucoord a = encode(f, 0, 100, 217), b = encode(f, 0, 100 - k, 217);
		b += 217 * (power_of_ten(k) - 1);
		struct distance same = measure(DISTANCE_ULP, ME_EQ, f, a, b);
		struct distance x = measure(DISTANCE_ULP, ME_LT, f, a, third);
		struct distance y = measure(DISTANCE_ULP, ME_LT, f, b, third);
		if (same.to[0] || same.sign || x.to[1] != y.to[1])
			say_why("217 with %u zeros", k);
	}
	report(f, "cohorts");
}

static double libgcc_double(const struct format *f, ucoord bits)
{
	_Decimal32 s;
	_Decimal64 d;
	_Decimal128 l;

	memcpy(&s, &bits, sizeof s);
	memcpy(&d, &bits, sizeof d);
	memcpy(&l, &bits, sizeof l);
	return f->type == ME_D32   ? (double)s
	       : f->type == ME_D64 ? (double)d
				   : (double)l;
}

static void check_values(const struct format *f)
{
	ucoord list[VALUES];

	fill(f, list);
	for (int i = 0; i < VALUES; i++) {
		struct decimal d;
		decimal_read(f->type, list[i], &d);
		double is = decimal_to_double(&d), was = libgcc_double(f, list[i]);
		if (is != was && !(is != is && was != was) &&
		    !(fabs(is - was) <= fabs(was) * 0x1p-50))
			say_why("%g is read as %g", was, is);
	}
	report(f, "values");
}

/* No flag is raised, and the sign bit is told of NaN too. */
static void check_quiet(const struct format *f)
{
	ucoord list[VALUES];

	fill(f, list);
	feclearexcept(FE_ALL_EXCEPT);
	for (int i = 1; i < VALUES; i++) {
		bool negative = list[i] >> (width(f) - 1) & 1;
		struct distance d =
		    measure(DISTANCE_REAL, ME_SIGNBIT, f, list[i], list[i]);
		if ((d.to[0] == 0) != negative || (d.to[1] == 0) == negative)
			say_why("the sign bit of value %d", i);
		measure(DISTANCE_ULP, ME_LT, f, list[i - 1], list[i]);
		measure(DISTANCE_REAL, ME_LT, f, list[i - 1], list[i]);
	}
	if (fetestexcept(FE_ALL_EXCEPT))
		say_why("flags: %x", fetestexcept(FE_ALL_EXCEPT));
	report(f, "quiet");
}

int main(void)
{
	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
		check_outcomes(&formats[i]);
		check_steps(&formats[i]);
		check_cohorts(&formats[i]);
		check_values(&formats[i]);
		check_quiet(&formats[i]);
	}
	return me_check_failures != 0;
}
