/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * planted.c - a small numerical library with 12 bugs, `bug N` where each shows, and a bytes
 * target that calls it: make bench-triage. Most bugs are reached through several callers,
 * some in functions that the compiler inlines.
 *
 * An input: which routine, by which caller, a whole number of 4 bytes, 4 doubles.
 */
#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 8, BINS = 16, NUMBERS = 4 };

static volatile double result;

/* ---- matrices */

struct matrix {
	int rows, columns;
	double elements[SIDE * SIDE];
};

static inline double element(const struct matrix *m, long row, long column)
{
	return m->elements[row * m->columns + column]; /* bug 1: no check */
}

static double diagonal_sum(const struct matrix *m, long first, long step)
{
	double sum = 0;

	for (long i = 0; i < m->rows; i++)
		sum += element(m, first + i * step, i);
	return sum;
}

static double trace(const struct matrix *m, int n)
{
	return diagonal_sum(m, 0, n);
}

static double shifted_trace(const struct matrix *m, int n)
{
	return diagonal_sum(m, n, 1) / 2;
}

static double norm(const struct matrix *m, int n)
{
	return fabs(diagonal_sum(m, n, n));
}

static double matrix_routine(int caller, int n, const double *x)
{
	struct matrix m = {SIDE, SIDE, {0}};

	for (int i = 0; i < SIDE; i++)
		m.elements[i * SIDE + i] = x[i % NUMBERS];
	switch (caller % 3) {
	case 0:
		return trace(&m, n);
	case 1:
		return shifted_trace(&m, n);
	default:
		return norm(&m, n);
	}
}

/* ---- statistics */

static void count_into(double *bins, double low, double width, double x)
{
	bins[(long)((x - low) / width)] += 1; /* bug 2: x is outside of the range */
}

static double histogram(int caller, const double *x)
{
	static double bins[BINS];

	memset(bins, 0, sizeof bins);
	if (caller % 2)
		for (int i = 1; i < NUMBERS; i++)
			count_into(bins, 0, 1.0 / BINS, x[i]);
	else
		count_into(bins, 0, 1, x[1]);
	return bins[0];
}

static int per_class(int total, int classes)
{
	return total / classes; /* bug 3: no classes */
}

static double quantile(int caller, int n, const double *x)
{
	if (caller % 2)
		return x[0] * per_class(1000, n);
	return x[1] + per_class(n + 7, n);
}

static double variance(double sum, double square_sum, int n)
{
	const double v = square_sum / n - sum / n * (sum / n);

	if (v < -1)
		abort(); /* bug 4: rounding, or sums that belong to no numbers */
	return v;
}

static double deviation(int caller, const double *x)
{
	if (caller % 2)
		return sqrt(variance(x[0], x[1], 3));
	return variance(x[2], x[3], 2) / 2;
}

/* ---- units */

struct unit {
	const char *name;
	double factor;
};

static const struct unit *unit_find(int code)
{
	static const struct unit units[] = {{"m", 1}, {"ft", 0.3048}, {"mi", 1609.344}};

	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (units[i].name[0] == code)
			return &units[i];
	return NULL;
}

static inline double factor_of(int code)
{
	return unit_find(code)->factor; /* bug 5: an unknown unit */
}

static double convert(int caller, int n, const double *x)
{
	switch (caller % 3) {
	case 0:
		return x[0] * factor_of(n & 127);
	case 1:
		return x[0] / factor_of(n & 127);
	default:
		return x[1] * factor_of(n & 127) / factor_of('f');
	}
}

/* ---- integration and roots */

static double simpson(double a, double b)
{
	return (b - a) / 6 * (sin(a) + 4 * sin((a + b) / 2) + sin(b));
}

static __attribute__((noinline)) double adaptive(double a, double b, double tolerance)
{
	volatile double local[256];
	const double m = (a + b) / 2, halves = simpson(a, m) + simpson(m, b);

	local[0] = halves;
	if (fabs(halves - simpson(a, b)) < tolerance)
		return local[0];
	return adaptive(a, m, tolerance / 2) + /* bug 6: a tolerance of 0, or NaN */
	       adaptive(m, b, tolerance / 2);
}

static double integral(int caller, const double *x)
{
	const double a = fmod(x[0], 3), tolerance = x[1] > 1e-6 ? x[1] : 0 * x[1];

	return caller % 2 ? adaptive(a, a + 2, tolerance)
			  : adaptive(a - 1, a + 1, tolerance);
}

static double polynomial(double x)
{
	return x * x * x - 2 * x - 5;
}

static double bracketed(double low, double high)
{
	assert(polynomial(low) * polynomial(high) <= 0); /* bug 7 */
	for (int i = 0; i < 60; i++) {
		const double middle = (low + high) / 2;
		if (polynomial(low) * polynomial(middle) <= 0)
			high = middle;
		else
			low = middle;
	}
	return low;
}

static double root(int caller, const double *x)
{
	return caller % 2 ? bracketed(x[0], x[0] + fabs(x[1]))
			  : bracketed(x[2] - 1, x[2]);
}

static __attribute__((noinline)) double newton_step(double x, double y)
{
	return (x + y / x) / 2;
}

static __attribute__((noinline)) double square_root(double y, double tolerance)
{
	double x = y > 1 ? y : 1;

	while (!(fabs(x * x - y) <= tolerance)) /* bug 8: y is negative, or NaN */
		x = newton_step(x, y);
	return x;
}

static double hypotenuse(int caller, const double *x)
{
	return caller % 2 ? square_root(x[0], 1e-3)
			  : square_root(x[1] * fabs(x[1]), fabs(x[1]));
}

/* ---- whole numbers */

static int factorial(int n)
{
	int product = 1;

	for (int i = 2; i <= n; i++)
		product = product * i; /* bug 9: it does not fit */
	return product;
}

static double binomial(int caller, int n)
{
	const int k = n & 31;

	return caller % 2 ? factorial(k) / 2.0 : factorial(k % 20) + 1.0;
}

/* ---- memory */

static void give_up(double *list, double *copy, int is_shared)
{
	free(list);
	if (!is_shared)
		free(copy);
	free(list); /* bug 10: once more */
}

static double sorted(int caller, const double *x)
{
	double *list = malloc(sizeof *list * NUMBERS), first;

	if (!list)
		return 0;
	memcpy(list, x, sizeof *list * NUMBERS);
	first = list[0];
	if (isnan(first) || (caller % 2 && first < 0)) {
		give_up(list, NULL, caller % 2);
		return -1;
	}
	free(list);
	return first;
}

static double *volatile last_table;

static double *table_new(long size, double start)
{
	double *table = malloc((size_t)size * sizeof *table);

	last_table = table;
	table[0] = start; /* bug 11: there is no memory for it */
	return table;
}

static double tabulate(int caller, int n, const double *x)
{
	const long size = n < 0 ? (1l << 55) - n : n % 1000 + 1;
	double *table = caller % 2 ? table_new(size, x[0]) : table_new(size + 1, x[1]);
	const double value = table[0];

	free(table);
	return value;
}

/* ---- errors */

static void fatal(const char *what)
{
	fprintf(stderr, "planted: %s\n", what);
	exit(3); /* bug 12: a library ends the program */
}

static double logarithm(int caller, const double *x)
{
	const double v = caller % 2 ? x[0] : x[1] - 1;

	if (v <= 0)
		fatal("the logarithm of no positive number");
	return log(v);
}

/* ---- the target */

static double routine(int which, int caller, int n, const double *x)
{
	switch (which) {
	case 1:
		return matrix_routine(caller, n, x);
	case 2:
		return histogram(caller, x);
	case 3:
		return quantile(caller, n, x);
	case 4:
		return deviation(caller, x);
	case 5:
		return convert(caller, n, x);
	case 6:
		return integral(caller, x);
	case 7:
		return root(caller, x);
	case 8:
		return hypotenuse(caller, x);
	case 9:
		return binomial(caller, n);
	case 10:
		return sorted(caller, x);
	case 11:
		return tabulate(caller, n, x);
	case 12:
		return logarithm(caller, x);
	default:
		return 0;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	double x[NUMBERS];
	int n;

	if (size < 2 + sizeof n + sizeof x)
		return 0;
	memcpy(&n, data + 2, sizeof n);
	memcpy(x, data + 2 + sizeof n, sizeof x);
	result = routine(data[0], data[1], n, x);
	return 0;
}
