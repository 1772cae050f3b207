/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fault_drivers.c - drivers as people write them for libFuzzer, one for each function of C and of
 * Fortran: the parameters out of the input, arrays of the size that the function expects.
 */
#include "bench/faults/fault_values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/faults/fault_arithmetic.c"
#include "bench/faults/fault_assertions.c"
#include "bench/faults/fault_indices.c"
#include "bench/faults/fault_loops.c"

double above_(const double *p);
double linear_(const double *t);
int interval_(const int *samples, const int *rate);
double cube_root_(const double *x);

/* A success whose result is not finite is what these are to tell. */
static void check(int status, double result)
{
	if (!status && !isfinite(result))
		abort();
}

#define DOUBLE take_double()
#define INT take_int()
#define CALLS(X)                                                                       \
	X(colour, colour(DOUBLE))                                                      \
	X(year_part, year_part(INT, INT))                                              \
	X(ones, ones(take_long()))                                                     \
	X(element, element(INT, INT))                                                  \
	X(gcd, gcd(INT, INT))                                                          \
	X(seconds, seconds(INT, INT, INT, INT))                                        \
	X(frame_ms, frame_ms(INT))                                                     \
	X(lines, lines(INT, INT))                                                      \
	X(stretch, stretch(INT, INT, INT))                                             \
	X(middle, middle(INT, INT))                                                    \
	X(zigzag, zigzag(take_long()))                                                 \
	X(whole_part, whole_part(INT, INT))                                            \
	X(rounded, rounded(DOUBLE, INT))                                               \
	X(ticks, ticks(DOUBLE, DOUBLE, DOUBLE))                                        \
	X(newton_sqrt, newton_sqrt(DOUBLE))                                            \
	X(power_of_two, power_of_two(INT))                                             \
	X(iterations, iterations(DOUBLE, DOUBLE, DOUBLE))                              \
	X(between, between(DOUBLE, DOUBLE, DOUBLE, DOUBLE))                            \
	X(decimal_exponent, decimal_exponent(DOUBLE, INT))                             \
	X(area, area(DOUBLE, DOUBLE))                                                  \
	X(year_of, year_of(INT))                                                       \
	X(refinements, refinements(DOUBLE, DOUBLE))                                    \
	X(hue, hue(INT, INT, INT))                                                     \
	X(red_of_grey, red_of_grey(DOUBLE))                                            \
	X(whole_seconds, whole_seconds(DOUBLE))                                        \
	X(octant, octant(DOUBLE))

#define DRIVER(name, call)                                                             \
	static void drive_##name(void)                                                 \
	{                                                                              \
		call;                                                                  \
	}
CALLS(DRIVER)

static void drive_ring_mean(void)
{
	const int n = take_below(17), pops = take_below(17);
	double *x = take_doubles(n);

	ring_mean(x, n, pops);
	free(x);
}

#define ARRAY_AND_NUMBER(name)                                                         \
	static void drive_##name(void)                                                 \
	{                                                                              \
		const int n = take_below(9);                                           \
		const double number = take_double();                                   \
		double *x = take_doubles(n);                                           \
                                                                                       \
		name(x, n, number);                                                    \
		free(x);                                                               \
	}
ARRAY_AND_NUMBER(quantile)
ARRAY_AND_NUMBER(below)

static void drive_fullest_bin(void)
{
	const int n = take_below(9);
	const double low = take_double(), high = take_double();
	double *x = take_doubles(n);

	fullest_bin(x, n, low, high);
	free(x);
}

static void drive_digits(void)
{
	const int value = take_int(), base = take_below(20);
	char out[40];

	digits(value, base, out);
}

static void drive_interpolated(void)
{
	const int n = take_below(9);
	const double t = take_double();
	double *x = take_doubles(n), *y = take_doubles(n);

	interpolated(x, y, n, t);
	free(x);
	free(y);
}

static void drive_decoded(void)
{
	char *text = take_text(12);

	decoded(text);
	free(text);
}

static void drive_scaled_rows(void)
{
	const int n = take_below(4);
	double *m = take_doubles(n * n);

	scaled_rows(m, n);
	free(m);
}

static void drive_code_points(void)
{
	char *text = take_text(12);
	const size_t n = strlen(text);
	unsigned char *bytes = malloc(n);

	memcpy(bytes, text, n);
	code_points(bytes, (int)n);
	free(bytes);
	free(text);
}

static void drive_mantissa(void)
{
	char *text = take_text(40);

	mantissa(text);
	free(text);
}

static void drive_drop_above(void)
{
	struct reading *first = NULL;

	for (int n = take_below(5); n > 0; n--) {
		struct reading *r = malloc(sizeof *r);
		*r = (struct reading){take_double(), first};
		first = r;
	}
	drop_above(&first, take_double());
	while (first) {
		struct reading *next = first->next;
		free(first);
		first = next;
	}
}

static void drive_number(void)
{
	char *text = take_text(16);

	number(text);
	free(text);
}

static void drive_varint(void)
{
	char *text = take_text(12);

	varint((unsigned char *)text, strlen(text));
	free(text);
}

static void drive_newton_step(void)
{
	double next = 0;
	const int status = newton_step(take_double(), &next);

	check(status, next);
}

static void drive_saturation(void)
{
	const double red = take_double(), green = take_double();
	double part = 0;

	check(saturation(red, green, &part), part);
}

#ifdef FORTRAN
static void drive_above(void)
{
	const double p = take_double();

	above_(&p);
}

static void drive_linear(void)
{
	const double t = take_double();

	linear_(&t);
}

static void drive_interval(void)
{
	const int samples = take_int(), rate = take_int();

	interval_(&samples, &rate);
}

static void drive_cube_root(void)
{
	const double x = take_double();

	cube_root_(&x);
}
#endif

driver_fn *driver_of(const char *name)
{
#define ROW(name, call) {#name, drive_##name},
#define NAMED(name)                                                                    \
	{                                                                              \
#name, drive_##name                                                    \
	}
	static const struct {
		const char *name;
		driver_fn *driver;
	} drivers[] = {
	    CALLS(ROW) NAMED(ring_mean),
	    NAMED(quantile),
	    NAMED(fullest_bin),
	    NAMED(digits),
	    NAMED(interpolated),
	    NAMED(decoded),
	    NAMED(below),
	    NAMED(scaled_rows),
	    NAMED(code_points),
	    NAMED(mantissa),
	    NAMED(drop_above),
	    NAMED(number),
	    NAMED(varint),
	    NAMED(newton_step),
	    NAMED(saturation),
#ifdef FORTRAN
	    NAMED(above),
	    NAMED(linear),
	    NAMED(interval),
	    NAMED(cube_root),
#endif
	};

	for (size_t i = 0; name && i < sizeof drivers / sizeof *drivers; i++)
		if (!strcmp(drivers[i].name, name))
			return drivers[i].driver;
	return NULL;
}
