/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prover/expr/expr.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/* ---- functions that store beside their result: only that */

#define STORES(name, number, type, function)                                           \
	static number name(number x)                                                   \
	{                                                                              \
		type stored;                                                           \
                                                                                       \
		return function(x, &stored);                                           \
	}
STORES(fraction, double, int, frexp)
STORES(fraction_float, float, int, frexpf)
STORES(part, double, double, modf)
STORES(part_float, float, float, modff)
STORES(log_gamma, double, int, lgamma_r)
STORES(log_gamma_float, float, int, lgammaf_r)

static double rest(double x, double y)
{
	int quotient;

	return remquo(x, y, &quotient);
}

static float rest_float(float x, float y)
{
	int quotient;

	return remquof(x, y, &quotient);
}

/* ---- the table */

#define BOTH(name, form, member, of_double, of_float, stores)                          \
	{name, 64, form, stores, {.member = of_double}},                               \
	{                                                                              \
		name "f", 32, form, stores,                                            \
		{                                                                      \
			.member##_float = of_float                                     \
		}                                                                      \
	}
#define ONE(name) BOTH(#name, NATIVE_ONE, one, name, name##f, false)
#define TWO(name) BOTH(#name, NATIVE_TWO, two, name, name##f, false)
#define SCALED(name) BOTH(#name, NATIVE_SCALED, scaled, name, name##f, false)
#define SCALED_LONG(name)                                                              \
	BOTH(#name, NATIVE_SCALED_LONG, scaled_long, name, name##f, false)
#define ORDER(name) BOTH(#name, NATIVE_ORDER, order, name, name##f, false)
#define WHOLE(name) BOTH(#name, NATIVE_WHOLE, whole, name, name##f, false)

static const struct native_function functions[] = {
    ONE(sin),
    ONE(cos),
    ONE(tan),
    ONE(asin),
    ONE(acos),
    ONE(atan),
    ONE(sinh),
    ONE(cosh),
    ONE(tanh),
    ONE(asinh),
    ONE(acosh),
    ONE(atanh),
    ONE(exp),
    ONE(exp2),
    ONE(exp10),
    ONE(expm1),
    ONE(log),
    ONE(log2),
    ONE(log10),
    ONE(log1p),
    ONE(logb),
    ONE(significand),
    ONE(cbrt),
    ONE(erf),
    ONE(erfc),
    ONE(tgamma),
    ONE(j0),
    ONE(j1),
    ONE(y0),
    ONE(y1),
    TWO(pow),
    TWO(atan2),
    TWO(fmod),
    TWO(hypot),
    TWO(remainder),
    TWO(drem),
    TWO(nextafter),
    TWO(fdim),
    TWO(scalb),
    SCALED(ldexp),
    SCALED(scalbn),
    SCALED_LONG(scalbln),
    ORDER(jn),
    ORDER(yn),
    WHOLE(ilogb),
    BOTH("lgamma", NATIVE_ONE, one, log_gamma, log_gamma_float, false),
    BOTH("gamma", NATIVE_ONE, one, log_gamma, log_gamma_float, false),
    BOTH("frexp", NATIVE_ONE, one, fraction, fraction_float, true),
    BOTH("modf", NATIVE_ONE, one, part, part_float, true),
    BOTH("remquo", NATIVE_TWO, two, rest, rest_float, true),
    {"lgamma_r", 64, NATIVE_ONE, true, {.one = log_gamma}},
    {"lgammaf_r", 32, NATIVE_ONE, true, {.one_float = log_gamma_float}}};

const struct native_function *native_function_find(const char *name)
{
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
		if (strcmp(functions[i].name, name) == 0)
			return &functions[i];
	return NULL;
}

/* ---- types */

unsigned native_function_count(const struct native_function *f)
{
	if (f->form == NATIVE_OPAQUE)
		return f->call.opaque->count;
	return f->form == NATIVE_ONE || f->form == NATIVE_WHOLE ? 1 : 2;
}

static struct native_type native_number(unsigned bits)
{
	return (struct native_type){.is_float = true, .bits = bits};
}

static struct native_type integer(unsigned bits)
{
	return (struct native_type){.bits = bits};
}

struct native_type native_function_argument(const struct native_function *f, unsigned i)
{
	if (f->form == NATIVE_OPAQUE)
		return f->call.opaque->arguments[i];
	if (f->form == NATIVE_ORDER && i == 0)
		return integer(32);
	if (f->form == NATIVE_SCALED && i == 1)
		return integer(32);
	if (f->form == NATIVE_SCALED_LONG && i == 1)
		return integer(64);
	return native_number(f->bits);
}

struct native_type native_function_result(const struct native_function *f)
{
	if (f->form == NATIVE_OPAQUE)
		return f->call.opaque->result;
	return f->form == NATIVE_WHOLE ? integer(32) : native_number(f->bits);
}

/* ---- calls */

static double double_of(uint64_t bits)
{
	double x;

	memcpy(&x, &bits, sizeof x);
	return x;
}

static float float_of(uint64_t bits)
{
	const uint32_t low = (uint32_t)bits;
	float x;

	memcpy(&x, &low, sizeof x);
	return x;
}

static int int_of(uint64_t bits)
{
	return (int)(uint32_t)bits;
}

static uint64_t bits_of_double(double x)
{
	uint64_t bits;

	memcpy(&bits, &x, sizeof bits);
	return bits;
}

static uint64_t bits_of_float(float x)
{
	uint32_t bits;

	memcpy(&bits, &x, sizeof bits);
	return bits;
}

static uint64_t call_double(const struct native_function *f, const uint64_t *a)
{
	switch (f->form) {
	case NATIVE_ONE:
		return bits_of_double(f->call.one(double_of(a[0])));
	case NATIVE_TWO:
		return bits_of_double(f->call.two(double_of(a[0]), double_of(a[1])));
	case NATIVE_SCALED:
		return bits_of_double(f->call.scaled(double_of(a[0]), int_of(a[1])));
	case NATIVE_SCALED_LONG:
		return bits_of_double(f->call.scaled_long(double_of(a[0]), (long)a[1]));
	case NATIVE_ORDER:
		return bits_of_double(f->call.order(int_of(a[0]), double_of(a[1])));
	default:
		return (uint32_t)f->call.whole(double_of(a[0]));
	}
}

static uint64_t call_float(const struct native_function *f, const uint64_t *a)
{
	switch (f->form) {
	case NATIVE_ONE:
		return bits_of_float(f->call.one_float(float_of(a[0])));
	case NATIVE_TWO:
		return bits_of_float(f->call.two_float(float_of(a[0]), float_of(a[1])));
	case NATIVE_SCALED:
		return bits_of_float(
		    f->call.scaled_float(float_of(a[0]), int_of(a[1])));
	case NATIVE_SCALED_LONG:
		return bits_of_float(
		    f->call.scaled_long_float(float_of(a[0]), (long)a[1]));
	case NATIVE_ORDER:
		return bits_of_float(f->call.order_float(int_of(a[0]), float_of(a[1])));
	default:
		return (uint32_t)f->call.whole_float(float_of(a[0]));
	}
}

uint64_t native_function_call(const struct native_function *f,
			      const uint64_t arguments[NATIVE_ARGUMENTS])
{
	const int before = errno;
	const uint64_t result =
	    f->bits == 32 ? call_float(f, arguments) : call_double(f, arguments);

	errno = before;
	return result;
}

bool native_function_try(const struct native_function *f,
			 const uint64_t arguments[NATIVE_ARGUMENTS], uint64_t *result)
{
	if (f->form == NATIVE_OPAQUE) {
		const struct native_caller *caller = f->call.opaque->caller;
		return caller->call(caller->context, f, arguments, result);
	}
	*result = native_function_call(f, arguments);
	return true;
}
