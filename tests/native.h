/* SPDX-License-Identifier: GPL-3.0-or-later */
/* native.h - arguments at random and calls of compiled functions, for checks of what
 * the prover thinks that they do. */
#ifndef TESTS_NATIVE_H
#define TESTS_NATIVE_H

#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/interpret/interpret.h"

enum { BUFFER = 16, ARGUMENTS = 6 };

/* In the calling convention of x86-64 integers and doubles are counted apart, so that
 * one type serves all functions of at most 6 of each. */
typedef double double_fn(long, long, long, long, long, long, double, double, double,
			 double, double, double);
typedef long integer_fn(long, long, long, long, long, long, double, double, double,
			double, double, double);

/* What the library calls is its own, not what this program is linked with. */
#ifdef __SANITIZE_ADDRESS__
#define OPEN_FLAGS RTLD_NOW /* the sanitizer's runtime allows no more */
#else
#define OPEN_FLAGS (RTLD_NOW | RTLD_DEEPBIND)
#endif

static void *library;
static uint64_t state;

static uint64_t draw(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state * 0x2545f4914f6cdd1du;
}

/* ---- native calls */

static bool call_native(void *function, const struct type *types,
			const struct value *values, unsigned count, struct type type,
			struct value *result)
{
	long i[ARGUMENTS] = {0};
	double d[ARGUMENTS] = {0};
	unsigned integers = 0, doubles = 0;

	if (!function || type.bits > 64)
		return false;
	for (unsigned k = 0; k < count; k++) {
		if (types[k].bits > 64 || integers == ARGUMENTS ||
		    doubles == ARGUMENTS || types[k].kind == TYPE_OTHER)
			return false;
		if (types[k].kind == TYPE_FLOAT)
			memcpy(&d[doubles++], &values[k].low, 8);
		else
			i[integers++] = value_extend(types[k], values[k]);
	}
	if (type.kind == TYPE_FLOAT) {
		const double x =
		    ((double_fn *)function)(i[0], i[1], i[2], i[3], i[4], i[5], d[0],
					    d[1], d[2], d[3], d[4], d[5]);
		memcpy(&result->low, &x, 8);
	} else {
		result->low = (uint64_t)((integer_fn *)function)(
		    i[0], i[1], i[2], i[3], i[4], i[5], d[0], d[1], d[2], d[3], d[4],
		    d[5]);
	}
	*result = value_truncate(type, *result);
	return true;
}

static bool call_outside(void *context, const char *name, const struct type *types,
			 const struct value *values, unsigned count, struct type type,
			 struct value *result)
{
	(void)context;
	return call_native(dlsym(library, name), types, values, count, type, result);
}

/* ---- arguments */

static double draw_double(void)
{
	static const double special[] = {
	    0.0,    1.0,    0.5,      2.0,	1e-300, 1e300,	  INFINITY,
	    NAN,    5e-324, 3.0,      2.2e-308, 1e-10,	0x1p52,	  0x1p31,
	    0x1p63, M_PI,   M_PI_2,   709.78,	-1.0,	1e22,	  0.1,
	    1e-5,   42.5,   0x1p1023, 1.7e308,	745.1,	0x1p-1022};
	const uint64_t r = draw();
	double x;

	switch (r % 4) {
	case 0:
		x = special[r / 4 % (sizeof special / sizeof *special)];
		break;
	case 1:
		x = (double)(int64_t)(r >> 16) * 0x1p-30 * (double)(r / 4 % 7);
		break;
	case 2: { /* a special value's neighbour */
		uint64_t bits;
		x = special[r / 4 % (sizeof special / sizeof *special)];
		memcpy(&bits, &x, 8);
		bits += r / 1024 % 5 - 2;
		memcpy(&x, &bits, 8);
		break;
	}
	default: {
		const uint64_t bits = draw();
		memcpy(&x, &bits, 8);
	}
	}
	return draw() % 2 ? x : -x;
}

static struct value draw_value(struct type type, double *buffer)
{
	struct value v = {0, 0};

	if (type.kind == TYPE_POINTER) {
		for (int i = 0; i < BUFFER; i++)
			buffer[i] = draw_double();
		v.low = (uint64_t)(uintptr_t)buffer;
	} else if (type.kind == TYPE_FLOAT && type.bits == 64) {
		const double x = draw_double();
		memcpy(&v.low, &x, 8);
	} else if (type.kind == TYPE_FLOAT) {
		const float x = (float)draw_double();
		memcpy(&v.low, &x, 4);
	} else {
		v.low = draw() % 2 ? draw() : draw() % 17 - 8;
	}
	return value_truncate(type, v);
}

#endif
