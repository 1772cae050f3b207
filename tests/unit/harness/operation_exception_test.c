/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Exceptions of operations, as properties over pairs of special and random values: the
 * distance is 0 exactly when the predicate of plugin/exceptions/fpe_goals.cc holds, here
 * computed in floating point; it leads where the result says nothing; and no exception
 * is passed over.
 */

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "harness/runtime/distance.h"
#include "tests/unit/harness/distance_values.h"
#include "tests/unit/me_property.h"

static struct value_list lists[] = {{.type = ME_F32, .name = "f32"},
				    {.type = ME_F64, .name = "f64"}};

static bool is_single; /* what is computed with */
static bool is_y1; /* what ME_NOT_NEGATIVE is; else sqrt */

static double number(uint64_t bits, bool single)
{
	const uint32_t low = (uint32_t)bits;
	double d;
	float f;

	memcpy(&d, &bits, 8);
	memcpy(&f, &low, 4);
	return single ? (double)f : d;
}

static uint64_t bits_of(double value, bool single)
{
	const float f = (float)value;
	uint64_t bits = 0;

	memcpy(&bits, single ? (const void *)&f : (const void *)&value, single ? 4 : 8);
	return bits;
}

/* ---- operations */

static double as_one(double d, float f)
{
	return is_single ? (double)f : d;
}

/* What the machine computes; of floats in floats. */
static double compute(enum me_arithmetic code, volatile double a, volatile double b)
{
	const volatile float x = (float)a, y = (float)b;

	switch (code) {
	case ME_ADD:
		return as_one(a + b, x + y);
	case ME_SUBTRACT:
		return as_one(a - b, x - y);
	case ME_MULTIPLY:
		return as_one(a * b, x * y);
	case ME_DIVIDE:
		return as_one(a / b, x / y);
	case ME_NARROW:
		return (double)(float)a;
	case ME_EXP:
		return as_one(exp(a), expf(x));
	case ME_EXP2:
		return as_one(exp2(a), exp2f(x));
	case ME_COSH:
		return as_one(cosh(a), coshf(x));
	case ME_ERFC:
		return as_one(erfc(a), erfcf(x));
	case ME_NOT_NEGATIVE:
		return is_y1 ? as_one(y1(a), y1f(x)) : as_one(sqrt(a), sqrtf(x));
	case ME_LOG1P:
		return as_one(log1p(a), log1pf(x));
	case ME_ACOSH:
		return as_one(acosh(a), acoshf(x));
	case ME_ACOS:
		return as_one(acos(a), acosf(x));
	case ME_COS:
		return as_one(cos(a), cosf(x));
	case ME_POW:
		return as_one(pow(a, b), powf(x, y));
	case ME_FMOD:
		return as_one(fmod(a, b), fmodf(x, y));
	case ME_GAMMA:
		return as_one(lgamma(a), lgammaf(x));
	case ME_TGAMMA:
		return as_one(tgamma(a), tgammaf(x));
	default:
		return as_one(hypot(a, b), hypotf(x, y));
	}
}

enum { ALL = 15, OVERFLOW = 1, INVALID = 2, DIVZERO = 4, UNDERFLOW = 8 };

static const struct store_row {
	enum me_arithmetic code;
	const char *name;
	unsigned exceptions; /* 1 << enum me_exception, or-ed */
	bool has_b;
} rows[] = {{ME_ADD, "add", OVERFLOW | INVALID, true},
	    {ME_SUBTRACT, "subtract", OVERFLOW | INVALID, true},
	    {ME_MULTIPLY, "multiply", OVERFLOW | INVALID | UNDERFLOW, true},
	    {ME_DIVIDE, "divide", ALL, true},
	    {ME_NARROW, "narrow", OVERFLOW | UNDERFLOW, false},
	    {ME_EXP, "exp", OVERFLOW | UNDERFLOW, false},
	    {ME_EXP2, "exp2", OVERFLOW | UNDERFLOW, false},
	    {ME_COSH, "cosh", OVERFLOW, false},
	    {ME_ERFC, "erfc", UNDERFLOW, false},
	    {ME_NOT_NEGATIVE, "sqrt", INVALID, false},
	    {ME_NOT_NEGATIVE, "y1", OVERFLOW | INVALID | DIVZERO, false},
	    {ME_LOG1P, "log1p", INVALID | DIVZERO, false},
	    {ME_ACOSH, "acosh", INVALID, false},
	    {ME_ACOS, "acos", INVALID, false},
	    {ME_COS, "cos", INVALID, false},
	    {ME_POW, "pow", ALL, true},
	    {ME_GAMMA, "lgamma", OVERFLOW | DIVZERO, false},
	    {ME_TGAMMA, "tgamma", ALL, false},
	    {ME_FMOD, "fmod", INVALID, true},
	    {ME_FUNCTION_2, "hypot", OVERFLOW, true}};

/* ---- predicates, as the plugin writes them */

static bool is_not_zero(double a)
{
	return a < 0 || a > 0;
}

static bool is_pole(enum me_arithmetic code, double a, double b, double r)
{
	switch (code) {
	case ME_DIVIDE:
		return is_not_zero(a) && isfinite(a) && b == 0;
	case ME_LOG1P:
		return a == -1;
	case ME_POW:
		return a == 0 && b < 0 && isfinite(b);
	case ME_GAMMA:
		return a <= 0 && isfinite(a) && isinf(r);
	case ME_TGAMMA:
	case ME_NOT_NEGATIVE: /* y1 */
		return a == 0;
	default:
		return false;
	}
}

static bool overflows(enum me_arithmetic code, double a, double b, double r)
{
	return isfinite(a) && isfinite(b) && (code != ME_DIVIDE || is_not_zero(b)) &&
	       isinf(r) && !is_pole(code, a, b, r);
}

static bool is_invalid(enum me_arithmetic code, double a, double b, double r)
{
	switch (code) {
	case ME_MULTIPLY:
		return (a == 0 && isinf(b)) || (b == 0 && isinf(a));
	case ME_DIVIDE:
		return (a == 0 && b == 0) || (isinf(a) && isinf(b));
	case ME_ADD:
	case ME_SUBTRACT:
		return isinf(a) && isinf(b) && isnan(r);
	default:
		return !isnan(a) && !isnan(b) && isnan(r);
	}
}

static bool underflows(enum me_arithmetic code, double a, double b, double r)
{
	const double least = is_single || code == ME_NARROW ? FLT_MIN : DBL_MIN;

	if (!(fabs(r) < least))
		return false;
	switch (code) {
	case ME_MULTIPLY:
		return is_not_zero(a) && is_not_zero(b);
	case ME_DIVIDE:
		return is_not_zero(a) && isfinite(b);
	case ME_NARROW:
		return is_not_zero(a);
	case ME_POW:
		return isfinite(a) && isfinite(b) && is_not_zero(a);
	default:
		return isfinite(a) && isfinite(b);
	}
}

static bool holds(enum me_arithmetic code, enum me_exception exception, double a,
		  double b, double r)
{
	switch (exception) {
	case ME_OVERFLOW:
		return overflows(code, a, b, r);
	case ME_INVALID:
		return is_invalid(code, a, b, r);
	case ME_DIVZERO:
		return is_pole(code, a, b, r);
	default:
		return underflows(code, a, b, r);
	}
}

/* ---- properties */

static uint64_t distance(enum me_arithmetic code, enum me_exception exception, double a,
			 double b)
{
	struct operation o;
	const double r = compute(code, a, b);
	coord sign;

	operation_read(&o, code, is_single ? ME_F32 : ME_F64,
		       bits_of(r, is_single || code == ME_NARROW),
		       bits_of(a, is_single), bits_of(b, is_single));
	return operation_distance(&o, exception, &sign);
}

static void zero_exactly_when_met(const struct store_row *row, uint64_t x, uint64_t y)
{
	const double a = number(x, is_single),
		     b = row->has_b ? number(y, is_single) : 0;
	const double r = compute(row->code, a, b);

	for (int e = ME_OVERFLOW; e <= ME_UNDERFLOW; e++)
		if ((row->exceptions >> e & 1) &&
		    holds(row->code, e, a, b, r) != !distance(row->code, e, a, b))
			say_why("exception %d of %a and %a, which give %a", e, a, b, r);
}

/* What is passed over without a look at its exceptions has none; and normal numbers
 * are. */
static void plain_without_exception(const struct store_row *row, uint64_t x, uint64_t y)
{
	const double a = number(x, is_single),
		     b = row->has_b ? number(y, is_single) : 0;
	const double r = compute(row->code, a, b);
	const bool is_short = is_single || row->code == ME_NARROW;
	const bool is_normal = isfinite(r) && fabs(r) >= (is_short ? FLT_MIN : DBL_MIN);
	const bool is_plain =
	    operation_is_plain(row->code, is_single, bits_of(r, is_short),
			       bits_of(a, is_single), bits_of(b, is_single));

	if (is_normal && !is_plain)
		say_why("the normal result %a of %a and %a is not plain", r, a, b);
	for (int e = ME_OVERFLOW; e <= ME_UNDERFLOW; e++)
		if (is_plain && (row->exceptions >> e & 1) &&
		    holds(row->code, e, a, b, r))
			say_why("exception %d of %a and %a, which give %a, is passed "
				"over",
				e, a, b, r);
}

static void check_row(const struct value_list *l, const struct store_row *row)
{
	char name[80];

	is_single = l->type == ME_F32;
	is_y1 = !strcmp(row->name, "y1");
	if (row->code == ME_NARROW && is_single)
		return;
	for (size_t i = 0; i < l->count; i++)
		for (size_t k = 0; k < (row->has_b ? l->count : 1); k++) {
			zero_exactly_when_met(row, l->list[i].bits, l->list[k].bits);
			plain_without_exception(row, l->list[i].bits, l->list[k].bits);
		}
	snprintf(name, sizeof name, "operation_%s_%s", row->name, l->name);
	check_property(name);
}

/* Each is farther than the next. */
static void check_ways(void)
{
	is_single = false;
	if (distance(ME_EXP, ME_OVERFLOW, -2000, 0) <=
	    distance(ME_EXP, ME_OVERFLOW, -1000, 0))
		say_why("exp (-1000) is not nearer to an overflow than exp (-2000)");
	if (distance(ME_EXP, ME_UNDERFLOW, 2000, 0) <=
	    distance(ME_EXP, ME_UNDERFLOW, 1000, 0))
		say_why("exp (1000) is not nearer to an underflow than exp (2000)");
	if (distance(ME_MULTIPLY, ME_OVERFLOW, INFINITY, 2) <=
	    distance(ME_MULTIPLY, ME_OVERFLOW, 1e-300, 1e-300))
		say_why("a product of infinity is near to an overflow");
	if (distance(ME_NOT_NEGATIVE, ME_INVALID, 1e300, 0) <=
	    distance(ME_NOT_NEGATIVE, ME_INVALID, 1, 0))
		say_why("sqrt (1) is not nearer to being invalid than sqrt (1e300)");
	if (distance(ME_ADD, ME_INVALID, 1, -1) <=
	    distance(ME_ADD, ME_INVALID, 1e300, -1e300))
		say_why("1e300 - 1e300 is not nearer to inf - inf than 1 - 1");
	if (distance(ME_ADD, ME_OVERFLOW, DBL_MAX, -1) <=
	    distance(ME_ADD, ME_OVERFLOW, 1e200, 1e200))
		say_why("1e200 + 1e200 is not nearer to an overflow than DBL_MAX - 1");
	if (distance(ME_SUBTRACT, ME_OVERFLOW, DBL_MAX, 1e300) <=
	    distance(ME_SUBTRACT, ME_OVERFLOW, 1e200, -1e200))
		say_why(
		    "1e200 - -1e200 is not nearer to an overflow than DBL_MAX - 1e300");
	if (distance(ME_ADD, ME_OVERFLOW, DBL_MAX, 1e100) <=
	    distance(ME_ADD, ME_OVERFLOW, 1e307, 1e307))
		say_why(
		    "1e307 + 1e307 is not nearer to an overflow than DBL_MAX + 1e100");
	if (distance(ME_ADD, ME_OVERFLOW, -1e300, -1e300) <=
	    distance(ME_ADD, ME_OVERFLOW, -1e307, -1e307))
		say_why("-2e307 is not nearer to an overflow than -2e300");
	if (distance(ME_DIVIDE, ME_DIVZERO, INFINITY, 1e-300) <=
	    distance(ME_DIVIDE, ME_DIVZERO, 1, 1))
		say_why("inf / 1e-300 is near to a division by zero");
	check_property("operation_ways");
}

/* Images of each kind have the order of the steps. */
static void check_images(void)
{
	static const uint64_t steps[] = {0, 1, 2, 3, 1u << 20, 1ull << 60, ~0ull};

	for (int kind = DISTANCE_ULP; kind <= DISTANCE_FLOPSY; kind++)
		for (size_t i = 1; i < sizeof steps / sizeof *steps; i++) {
			const uint64_t a = distance_image(kind, steps[i - 1]),
				       b = distance_image(kind, steps[i]);
			if (!b || a >= b)
				say_why("kind %d: %" PRIx64 " steps", kind, steps[i]);
			if (distance_value(kind, a) > distance_value(kind, b))
				say_why("kind %d: value of %" PRIx64, kind, steps[i]);
		}
	check_property("operation_images");
}

int main(void)
{
	for (size_t l = 0; l < sizeof lists / sizeof *lists; l++) {
		fill_list(&lists[l]);
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
			check_row(&lists[l], &rows[i]);
	}
	check_ways();
	check_images();
	return me_check_failures != 0;
}
