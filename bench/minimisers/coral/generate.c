/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * generate NUMBER: prints function NUMBER as C: 1 to 84 are those of make bench-coral,
 * 1 to 300 those of make bench-condition_coral. Each is one if over 1 to 24 variables,
 * with 1 to 10 conjuncts over polynomials and the functions of libm, in the manner of
 * CORAL's benchmark (Souza, Borges, d'Amorim and Pasareanu, 2011).
 *
 * A solution is planted: a point is drawn first, and each conjunct is then an
 * inequality that holds at the point, with a margin of 1e-1 to 1e-4 of the value there.
 * Most conjuncts come in pairs that hold a value between two bounds, and neighbours
 * share a variable, so that they have to be met together.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/base/random.h"

enum {
	COUNT = 84,
	NUMBER_MOST = 300,
	VARIABLES_MOST = 24,
	CONJUNCTS_MOST = 10,
	TERMS_MOST = 3
};

static uint64_t rng;
static double point[VARIABLES_MOST];
static int variables;

static int below(int n)
{
	return (int)(random_draw(&rng) % (unsigned)n);
}

static double between(double low, double high)
{
	return low + (high - low) * (double)(random_draw(&rng) >> 11) * 0x1p-53;
}

enum shape {
	SHAPE_SIN,
	SHAPE_COS,
	SHAPE_TAN,
	SHAPE_ATAN,
	SHAPE_ATAN2,
	SHAPE_EXP,
	SHAPE_LOG,
	SHAPE_POW,
	SHAPE_SQRT,
	SHAPE_PRODUCT,
	SHAPE_CUBE,
	SHAPE_LINEAR,
	SHAPE_COUNT,
};

/* How a term is written, of variables i and j (%1$d, %2$d). */
static const char *const formats[SHAPE_COUNT] = {
    [SHAPE_SIN] = "sin(x%1$d * x%2$d)",
    [SHAPE_COS] = "cos(x%1$d + 2 * x%2$d)",
    [SHAPE_TAN] = "tan(x%1$d / 4)",
    [SHAPE_ATAN] = "atan(x%1$d - x%2$d)",
    [SHAPE_ATAN2] = "atan2(x%1$d, x%2$d)",
    [SHAPE_EXP] = "exp(x%1$d / 4)",
    [SHAPE_LOG] = "log(1 + x%1$d * x%1$d)",
    [SHAPE_POW] = "pow(fabs(x%1$d), 1.5)",
    [SHAPE_SQRT] = "sqrt(x%1$d * x%1$d + x%2$d * x%2$d)",
    [SHAPE_PRODUCT] = "x%1$d * x%2$d",
    [SHAPE_CUBE] = "x%1$d * x%1$d * x%1$d / 10",
    [SHAPE_LINEAR] = "x%1$d",
};

static double value(enum shape shape, double x, double y)
{
	switch (shape) {
	case SHAPE_SIN:
		return sin(x * y);
	case SHAPE_COS:
		return cos(x + 2 * y);
	case SHAPE_TAN:
		return tan(x / 4);
	case SHAPE_ATAN:
		return atan(x - y);
	case SHAPE_ATAN2:
		return atan2(x, y);
	case SHAPE_EXP:
		return exp(x / 4);
	case SHAPE_LOG:
		return log(1 + x * x);
	case SHAPE_POW:
		return pow(fabs(x), 1.5);
	case SHAPE_SQRT:
		return sqrt(x * x + y * y);
	case SHAPE_PRODUCT:
		return x * y;
	case SHAPE_CUBE:
		return x * x * x / 10;
	default:
		return x;
	}
}

/* A sum of terms as text, the first one of variable `first`; its value at the point. */
static double make_sum(int first, char *text, size_t size)
{
	const int terms = 1 + below(TERMS_MOST);
	size_t n = 0;
	double sum = 0;

	for (int t = 0; t < terms; t++) {
		const enum shape shape = (enum shape)below(SHAPE_COUNT);
		const int i = t ? below(variables) : first;
		const int j = below(variables);
		const int factor = 1 + below(5);
		n += (size_t)snprintf(text + n, size - n, "%s%d * ", t ? " + " : "",
				      factor);
		n += (size_t)snprintf(text + n, size - n, formats[shape], i + 1, j + 1);
		/* As the compiler adds: terms from the left, each a product. */
		const double term = factor * value(shape, point[i], point[j]);
		sum = t ? sum + term : term;
	}
	return sum;
}

static void print_bound(const char *sum, int above, double v, double margin)
{
	static int printed;

	printf("%s%s %c %.17g", printed++ ? "\n\t    && " : "", sum, above ? '>' : '<',
	       above ? v - margin : v + margin);
}

/* Prints one or two of the `left` conjuncts that are still to be printed; how many. */
static int print_conjuncts(int k, int left)
{
	static const double widths[] = {1e-1, 1e-2, 1e-3, 1e-4};
	char sum[400];
	const double width = widths[below(4)];
	const int above = below(2), both = left > 1 && below(4);
	const double v = make_sum(k / 2 % variables, sum, sizeof sum);
	const double margin = width * (1 + fabs(v));

	print_bound(sum, above, v, margin);
	if (both)
		print_bound(sum, !above, v, margin);
	return 1 + both;
}

int main(int argc, char **argv)
{
	const int number = argc == 2 ? atoi(argv[1]) : 0;

	if (number < 1 || number > NUMBER_MOST) {
		fprintf(stderr, "usage: generate NUMBER, 1 to %d\n", NUMBER_MOST);
		return 2;
	}
	rng = (uint64_t)number;
	const int place = (number - 1) % COUNT + 1;
	/* Of each 84 the first third has up to 3 variables, the last one up to 24. */
	variables = 1 + below(place <= COUNT / 3 ? 3 : place <= 2 * COUNT / 3 ? 8 : 24);
	const int conjuncts = 1 + below(CONJUNCTS_MOST);
	for (int i = 0; i < variables; i++)
		point[i] = between(-10, 10);
	printf("/* coral%d(", number);
	for (int i = 0; i < variables; i++)
		printf("%s%.17g", i ? ", " : "", point[i]);
	printf(") meets its condition. */\n#include <math.h>\n\n"
	       "void counted_call(void);\nint counted_met(void);\n\n");
	printf("int coral%d(", number);
	for (int i = 0; i < variables; i++)
		printf("%sdouble x%d", i ? ", " : "", i + 1);
	printf(")\n{\n\tcounted_call();\n\tif (");
	for (int k = 0; k < conjuncts;)
		k += print_conjuncts(k, conjuncts - k);
	printf(")\n\t\treturn counted_met();\n\treturn 0;\n}\n");
	return 0;
}
