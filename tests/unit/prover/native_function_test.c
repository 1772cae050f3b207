/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * native_function_test.c - calls of the mathematical library that a search executes: the
 * results of each form, what a call leaves as it was, and which functions are not called.
 */
#include <errno.h>
#include <math.h>

#include "prover/expr/expr.h"
#include "prover/expr/node.h"
#include "tests/unit/me_check.h"

static uint64_t bits_of_float(float x)
{
	return node_bits(SORT_F32, (double)x);
}

static uint64_t bits_of_double(double x)
{
	return node_bits(SORT_F64, x);
}

/* Each form of arguments and results, of double and float. */
static void test_native_forms(void)
{
	const struct {
		const char *name;
		uint64_t arguments[NATIVE_ARGUMENTS], result;
	} rows[] = {
	    {"ldexp", {bits_of_double(0.75), 5}, bits_of_double(24)},
	    {"ldexpf", {bits_of_float(0.75f), 5}, bits_of_float(24)},
	    {"scalbn", {bits_of_double(3), (uint32_t)-1}, bits_of_double(1.5)},
	    {"scalbnf", {bits_of_float(3), (uint32_t)-1}, bits_of_float(1.5f)},
	    {"scalbln", {bits_of_double(1), (uint64_t)-3}, bits_of_double(0.125)},
	    {"scalblnf", {bits_of_float(1), (uint64_t)-3}, bits_of_float(0.125f)},
	    {"jn", {2, bits_of_double(1.5)}, bits_of_double(jn(2, 1.5))},
	    {"ynf", {2, bits_of_float(1.5f)}, bits_of_float(ynf(2, 1.5f))},
	    {"ilogb", {bits_of_double(24), 0}, 4},
	    {"ilogbf", {bits_of_float(0.1f), 0}, (uint32_t)-4},
	    {"lgamma", {bits_of_double(-0.5), 0}, bits_of_double(lgamma(-0.5))},
	    {"gammaf", {bits_of_float(9), 0}, bits_of_float(lgammaf(9))},
	    {"lgammaf_r", {bits_of_float(9), 0}, bits_of_float(lgammaf(9))},
	    {"frexp", {bits_of_double(24), 0}, bits_of_double(0.75)},
	    {"frexpf", {bits_of_float(24), 0}, bits_of_float(0.75f)},
	    {"modf", {bits_of_double(-2.5), 0}, bits_of_double(-0.5)},
	    {"modff", {bits_of_float(2.25f), 0}, bits_of_float(0.25f)},
	    {"remquo", {bits_of_double(7), bits_of_double(4)}, bits_of_double(-1)},
	    {"remainderf", {bits_of_float(7), bits_of_float(4)}, bits_of_float(-1)},
	    {"fdim", {bits_of_double(7), bits_of_double(4)}, bits_of_double(3)}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct native_function *f = native_function_find(rows[i].name);
		check(f && native_function_call(f, rows[i].arguments) == rows[i].result,
		      "native_forms", rows[i].name);
	}
}

static bool is_type(struct native_type type, bool is_float, unsigned bits)
{
	return type.is_float == is_float && type.bits == bits;
}

static void test_native_types(void)
{
	static const char *const none[] = {"rand", "abort", "ldexpl", "nexttoward",
					   "sincos"};
	const struct native_function *scaled = native_function_find("scalblnf"),
				     *order = native_function_find("jn"),
				     *whole = native_function_find("ilogb"),
				     *stores = native_function_find("frexp");

	check(native_function_count(scaled) == 2 &&
		  is_type(native_function_argument(scaled, 0), true, 32) &&
		  is_type(native_function_argument(scaled, 1), false, 64) &&
		  is_type(native_function_result(scaled), true, 32),
	      "native_types", "scalblnf");
	check(native_function_count(order) == 2 &&
		  is_type(native_function_argument(order, 0), false, 32) &&
		  is_type(native_function_argument(order, 1), true, 64),
	      "native_types", "jn");
	check(native_function_count(whole) == 1 &&
		  is_type(native_function_result(whole), false, 32),
	      "native_types", "ilogb");
	check(native_function_count(stores) == 1 && stores->stores && !whole->stores,
	      "native_types", "frexp");
	for (size_t i = 0; i < sizeof none / sizeof *none; i++)
		check(!native_function_find(none[i]), "calls_with_state", none[i]);
}

/* What a call leaves behind. */
static void test_native_state(void)
{
	static const struct {
		const char *name;
		double x;
		uint64_t y;
	} rows[] = {{"log", -1, 0}, {"ldexp", 1, 100000}, {"lgamma", -1, 0}};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const uint64_t arguments[NATIVE_ARGUMENTS] = {bits_of_double(rows[i].x),
							      rows[i].y};
		errno = 0;
		const uint64_t result =
		    native_function_call(native_function_find(rows[i].name), arguments);
		check(!isfinite(node_number(SORT_F64, result)) && errno == 0,
		      "calls_keep_errno", rows[i].name);
	}
	const uint64_t negative[NATIVE_ARGUMENTS] = {bits_of_double(-0.5), 0};
	signgam = 7;
	native_function_call(native_function_find("lgamma"), negative);
	check(signgam == 7, "calls_keep_signgam", "lgamma(-0.5)");
}

int main(void)
{
	test_native_forms();
	test_native_types();
	test_native_state();
	return me_check_failures != 0;
}
