/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_libm.c - calls a function of newlib's libm, and checks the range of its result. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

double __ieee754_acos(double), __ieee754_asin(double), __ieee754_cosh(double);
double __ieee754_exp(double), __ieee754_j0(double), __ieee754_j1(double);
double __ieee754_log(double), __ieee754_log10(double), __ieee754_sinh(double);
double __ieee754_sqrt(double), sin(double), cos(double), tan(double), atan(double);
double erf(double), tanh(double), asinh(double), expm1(double), log1p(double);
double __ieee754_atan2(double, double), __ieee754_pow(double, double);
double __ieee754_fmod(double, double), __ieee754_hypot(double, double);

struct function {
	double (*one)(double);
	double (*two)(double, double);
	double low, high; /* of its results, where they are numbers */
};

static const double infinite = 1e308 * 10;

static int is_outside(double y, double low, double high)
{
	return y < low || y > high;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct function functions[] = {
	    {__ieee754_acos, NULL, 0, 3.1416},
	    {__ieee754_asin, NULL, -1.5708, 1.5708},
	    {__ieee754_cosh, NULL, 1, infinite},
	    {__ieee754_exp, NULL, 0, infinite},
	    {__ieee754_j0, NULL, -0.41, 1},
	    {__ieee754_j1, NULL, -0.59, 0.59},
	    {__ieee754_log, NULL, -infinite, infinite},
	    {__ieee754_log10, NULL, -infinite, infinite},
	    {__ieee754_sqrt, NULL, 0, infinite},
	    {NULL, __ieee754_hypot, 0, infinite},
	    {NULL, __ieee754_atan2, -3.1416, 3.1416},
	    {NULL, __ieee754_fmod, -infinite, infinite},
	    {NULL, __ieee754_pow, -infinite, infinite},
	    {sin, NULL, -1, 1},
	    {cos, NULL, -1, 1},
	    {tan, NULL, -infinite, infinite},
	    {atan, NULL, -1.5708, 1.5708},
	    {erf, NULL, -1, 1},
	    {tanh, NULL, -1, 1},
	    {asinh, NULL, -infinite, infinite},
	    {expm1, NULL, -1, infinite},
	    {log1p, NULL, -infinite, infinite},
	    {__ieee754_sinh, NULL, -infinite, infinite},
	};
	const size_t count = sizeof(functions) / sizeof(functions[0]);
	double x, y;

	if (size < 1 + 2 * sizeof(double))
		return -1;
	const struct function *f = functions + data[0] % count;
	memcpy(&x, data + 1, sizeof x);
	memcpy(&y, data + 1 + sizeof x, sizeof y);
	if (is_outside(f->one ? f->one(x) : f->two(x, y), f->low, f->high))
		abort();
	return 0;
}
