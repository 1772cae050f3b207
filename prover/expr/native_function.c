/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prover/expr/expr.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "prover/expr/node.h"

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

/* With numbers of the format f->bits, of which its function is. */
static uint64_t call_native(const struct native_function *f, const uint64_t *a)
{
	const bool single = f->bits == 32;
	const bool is_order = f->form == NATIVE_ORDER;
	const unsigned sort = single ? SORT_F32 : SORT_F64;
	const double x = node_number(sort, a[is_order]);
	const float x_f = (float)x;
	int whole;
	double y;

	switch (f->form) {
	case NATIVE_ONE:
		y = single ? f->call.one_float(x_f) : f->call.one(x);
		break;
	case NATIVE_TWO:
		y = node_number(sort, a[1]);
		y = single ? f->call.two_float(x_f, (float)y) : f->call.two(x, y);
		break;
	case NATIVE_SCALED:
		whole = (int)(uint32_t)a[1];
		y = single ? f->call.scaled_float(x_f, whole)
			   : f->call.scaled(x, whole);
		break;
	case NATIVE_SCALED_LONG:
		y = single ? f->call.scaled_long_float(x_f, (long)a[1])
			   : f->call.scaled_long(x, (long)a[1]);
		break;
	case NATIVE_ORDER:
		whole = (int)(uint32_t)a[0];
		y = single ? f->call.order_float(whole, x_f) : f->call.order(whole, x);
		break;
	default:
		return (uint32_t)(single ? f->call.whole_float(x_f) : f->call.whole(x));
	}
	return node_bits(sort, y);
}

uint64_t native_function_call(const struct native_function *f,
			      const uint64_t arguments[NATIVE_ARGUMENTS])
{
	const int before = errno;
	const uint64_t result = call_native(f, arguments);

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
