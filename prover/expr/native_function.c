/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prover/expr/native_function.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#define ONE(name)                                                                      \
	{#name, 64, 1, .one = name},                                                   \
	{                                                                              \
#name "f", 32, 1, .one_float = name##f                                 \
	}
#define TWO(name)                                                                      \
	{#name, 64, 2, .two = name},                                                   \
	{                                                                              \
#name "f", 32, 2, .two_float = name##f                                 \
	}

static const struct native_function functions[] = {
    ONE(sin),	ONE(cos),   ONE(tan),	    ONE(asin),	    ONE(acos),	ONE(atan),
    ONE(sinh),	ONE(cosh),  ONE(tanh),	    ONE(asinh),	    ONE(acosh), ONE(atanh),
    ONE(exp),	ONE(exp2),  ONE(expm1),	    ONE(log),	    ONE(log2),	ONE(log10),
    ONE(log1p), ONE(logb),  ONE(cbrt),	    ONE(erf),	    ONE(erfc),	ONE(tgamma),
    ONE(j0),	ONE(j1),    ONE(y0),	    ONE(y1),	    TWO(pow),	TWO(atan2),
    TWO(fmod),	TWO(hypot), TWO(remainder), TWO(nextafter), TWO(fdim)};

const struct native_function *native_function_find(const char *name)
{
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
		if (strcmp(functions[i].name, name) == 0)
			return &functions[i];
	return NULL;
}

static double number(unsigned bits, uint64_t value)
{
	double d;
	float f;

	if (bits == 64) {
		memcpy(&d, &value, sizeof d);
		return d;
	}
	memcpy(&f, &value, sizeof f);
	return f;
}

static uint64_t call_float(const struct native_function *f, double x, double y)
{
	const float result =
	    f->count == 1 ? f->one_float((float)x) : f->two_float((float)x, (float)y);
	uint32_t bits;

	memcpy(&bits, &result, sizeof bits);
	return bits;
}

static uint64_t call_double(const struct native_function *f, double x, double y)
{
	const double result = f->count == 1 ? f->one(x) : f->two(x, y);
	uint64_t bits;

	memcpy(&bits, &result, sizeof bits);
	return bits;
}

uint64_t native_function_call(const struct native_function *f,
			      const uint64_t arguments[NATIVE_ARGUMENTS])
{
	const double x = number(f->bits, arguments[0]);
	const double y = number(f->bits, arguments[1]);
	const int before = errno;
	const uint64_t result =
	    f->bits == 32 ? call_float(f, x, y) : call_double(f, x, y);

	errno = before;
	return result;
}
