/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * condition_error_test.c - the error of each comparison and connective at points that are
 * given, and that it is 0 exactly where the condition holds.
 */
#include "prover/condition/condition_problem.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "prover/expr/node.h"
#include "tests/expr_evaluate.h"
#include "tests/unit/me_check.h"

enum { ROUNDS = 4000 };

static struct expr_store store;
static uint64_t state = 88172645463325252u;

static uint64_t draw(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state * 0x2545f4914f6cdd1du;
}

static expr input(unsigned bits, uint32_t offset)
{
	return expr_var(&store, bits, VARIABLE_INPUT, offset, "x");
}

static expr number(uint32_t offset)
{
	return expr_convert(&store, EXPR_TOFP, SORT_F64, input(64, offset));
}

/* The error when the condition is to be `holds`. */
static double error_at(expr condition, bool holds, const void *bytes, size_t size,
		       enum condition_distance distance)
{
	struct condition_program program;
	struct condition_errors errors;

	condition_program_init(&program, &store, &condition, 1);
	condition_errors_init(&errors, &program, distance);
	condition_program_run(&program, bytes, size);
	condition_errors_read(&errors);
	const double error = condition_error(&errors, condition, holds);
	condition_errors_done(&errors);
	condition_program_done(&program);
	return error;
}

/* ---- comparisons */

static void check_numbers(void)
{
	static const struct {
		enum expr_op op;
		bool holds;
		double a, b, error;
	} rows[] = {{EXPR_FEQ, true, 3, 5, 2},
		    {EXPR_FEQ, true, 5, 5, 0},
		    {EXPR_FEQ, false, 5, 5, 1},
		    {EXPR_FEQ, false, 3, 5, 0},
		    {EXPR_FLT, true, 5, 5, 1},
		    {EXPR_FLT, true, 7, 5, 3},
		    {EXPR_FLT, true, 4, 5, 0},
		    {EXPR_FLT, false, 4, 5, 2},
		    {EXPR_FLE, true, 7, 5, 3},
		    {EXPR_FLE, false, 5, 5, 1},
		    {EXPR_FEQ, true, 0x1p-1074, 0, 0x1p-1074},
		    {EXPR_FEQ, true, NAN, 5, ERROR_NAN},
		    {EXPR_FLT, true, INFINITY, INFINITY, 1},
		    {EXPR_FLT, true, NAN, 5, ERROR_NAN},
		    {EXPR_FLT, false, NAN, 5, 0},
		    {EXPR_FLT, true, INFINITY, 5, ERROR_NAN}};

	expr_init(&store);
	store.plain = true;
	const expr a = number(0), b = number(8);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const double point[2] = {rows[i].a, rows[i].b};
		const double error =
		    error_at(expr_binary(&store, rows[i].op, a, b), rows[i].holds,
			     point, sizeof point, DISTANCE_VALUE);
		char why[80];
		snprintf(why, sizeof why, "row %zu: %g instead of %g", i, error,
			 rows[i].error);
		check(error == rows[i].error, "error_of_numbers", why);
	}
	const double near[2] = {1, 1 + 4 * 0x1p-52}, far[2] = {-0x1p-1074, 0x1p-1074};
	const expr same = expr_binary(&store, EXPR_FEQ, a, b);
	check(error_at(same, true, near, sizeof near, DISTANCE_ORDERED) == 4 &&
		  error_at(same, true, far, sizeof far, DISTANCE_ORDERED) == 3,
	      "error_ordered", "not the numbers between them");
	expr_done(&store);
}

static void check_words(void)
{
	const int32_t point[2] = {-1, 1};

	expr_init(&store);
	store.plain = true;
	const expr a = input(32, 0), b = input(32, 4);
	const expr less = expr_binary(&store, EXPR_SLT, b, a);
	const expr below = expr_binary(&store, EXPR_ULT, a, b);
	check(error_at(less, true, point, sizeof point, DISTANCE_VALUE) == 3 &&
		  error_at(below, true, point, sizeof point, DISTANCE_VALUE) ==
		      0x1p32 - 2 + 1 &&
		  error_at(expr_eq(&store, a, b), true, point, sizeof point,
			   DISTANCE_VALUE) == 2,
	      "error_of_words", "signed and unsigned words");
	expr_done(&store);
}

/* FloPSy's form has no step but at equality. */
static void check_flat(void)
{
	struct condition_program program;
	struct condition_errors errors;
	static const double points[2][2] = {{7, 5}, {5, 5}};
	double error[2];

	expr_init(&store);
	store.plain = true;
	const expr less = expr_binary(&store, EXPR_FLT, number(0), number(8));
	condition_program_init(&program, &store, &less, 1);
	condition_errors_init(&errors, &program, DISTANCE_VALUE);
	errors.is_flat = true;
	for (int i = 0; i < 2; i++) {
		condition_program_run(&program, (const unsigned char *)points[i],
				      sizeof points[i]);
		condition_errors_read(&errors);
		error[i] = condition_error(&errors, less, true);
	}
	check(error[0] == 2 && error[1] == 1, "error_flat", "7 < 5 and 5 < 5");
	condition_errors_done(&errors);
	condition_program_done(&program);
	expr_done(&store);
}

/* ---- connectives */

/* A random condition over four numbers, of so many levels. */
static expr random_condition(const expr *numbers, int depth)
{
	static const enum expr_op compares[] = {EXPR_FLT, EXPR_FLE, EXPR_FEQ};
	const uint64_t what = draw() >> 33;

	if (depth == 0)
		return expr_binary(&store, compares[what % 3], numbers[draw() >> 62],
				   numbers[draw() >> 62]);
	const expr a = random_condition(numbers, depth - 1);
	const expr b = random_condition(numbers, depth - 1);
	switch (what % 5) {
	case 0:
		return expr_and(&store, a, b);
	case 1:
		return expr_or(&store, a, b);
	case 2:
		return expr_not(&store, a);
	case 3:
		return expr_eq(&store, a, b);
	default:
		return expr_ite(&store, a, b, random_condition(numbers, depth - 1));
	}
}

/* The error is 0 exactly where the condition has the value that it is to have. */
static void check_zero(void)
{
	static const double values[] = {0, -0.0, 1, 2, -1e300, 1e300, INFINITY, NAN};
	size_t wrong = 0, met = 0;

	expr_init(&store);
	store.plain = true;
	const expr numbers[4] = {number(0), number(8), number(16), number(24)};
	for (int i = 0; i < ROUNDS / 20; i++) {
		const expr condition = random_condition(numbers, 3);
		for (int k = 0; k < 20; k++) {
			double point[4];
			uint64_t bits[4];
			for (int j = 0; j < 4; j++)
				point[j] = values[draw() >> 61];
			memcpy(bits, point, sizeof bits);
			const bool is = expr_evaluate(&store, condition, bits) != 0;
			const double met_error = error_at(condition, is, point,
							  sizeof point, DISTANCE_VALUE);
			const double error = error_at(condition, !is, point,
						      sizeof point, DISTANCE_VALUE);
			wrong += met_error != 0 || !(error > 0) || !isfinite(error);
			met += is;
		}
	}
	check(wrong == 0 && met > ROUNDS / 10 && met < ROUNDS - ROUNDS / 10,
	      "error_zero", "0 where it does not hold, or not where it does");
	expr_done(&store);
}

int main(void)
{
	check_numbers();
	check_words();
	check_flat();
	check_zero();
	return me_check_failures != 0;
}
