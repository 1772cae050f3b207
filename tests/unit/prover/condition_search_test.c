/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * condition_search_test.c - path conditions solved by search: what is sent to a method,
 * and what each method finds within how many evaluations.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "prover/side/dependents.h"
#include "prover/expr/node.h"
#include "prover/search/condition_search.h"
#include "tests/unit/me_check.h"

enum { SIZE_MOST = 64 };

static struct expr_store store;
static expr conditions[16];
static size_t condition_count, input_size;
static unsigned char start[SIZE_MOST], found[SIZE_MOST];

static void begin(void)
{
	expr_init(&store);
	condition_count = input_size = 0;
	memset(start, 0, sizeof start);
	memset(found, 0xee, sizeof found);
}

/* ---- what conditions are made of */

static expr input(unsigned bits)
{
	const expr e =
	    expr_var(&store, bits, VARIABLE_INPUT, (uint32_t)input_size, "x");

	input_size += bits / 8;
	return e;
}

static expr number_of(expr bits)
{
	return expr_convert(&store, EXPR_TOFP, SORT_FLOAT + expr_sort(&store, bits),
			    bits);
}

static expr number(void)
{
	return number_of(input(64));
}

static expr constant(double d)
{
	return number_of(expr_const(&store, 64, node_bits(SORT_F64, d)));
}

static expr bits_of(expr number)
{
	static uint64_t made;

	return expr_make(&store, EXPR_BITS, 64, number, EXPR_NONE, EXPR_NONE, ++made);
}

static expr call(const char *name, expr x, expr y)
{
	const expr arguments[NATIVE_ARGUMENTS] = {bits_of(x),
						  y == EXPR_NONE ? y : bits_of(y)};

	return number_of(expr_call(&store, native_function_find(name), arguments));
}

static expr two(enum expr_op op, expr a, expr b)
{
	return expr_binary(&store, op, a, b);
}

static void want(expr condition)
{
	conditions[condition_count++] = condition;
}

/* ---- searching */

static double value(size_t offset)
{
	double d;

	memcpy(&d, found + offset, sizeof d);
	return d;
}

static float single(size_t offset)
{
	float f;

	memcpy(&f, found + offset, sizeof f);
	return f;
}

static int32_t word(size_t offset)
{
	int32_t i;

	memcpy(&i, found + offset, sizeof i);
	return i;
}

static enum search_answer search(struct condition_search *s, const char *method,
				 size_t budget)
{
	condition_search_init(s, &store);
	s->method = condition_method_find(method);
	s->budget = budget;
	return condition_search(s, conditions, condition_count, start, input_size,
				found);
}

/* ---- methods */

/* x > 3 && 2 y < -x && z == 7: numbers and an integer. */
static void test_methods(void)
{
	static const char *const methods[] = {"avm", "es", "cw", "relay"};
	static const size_t most[] = {5000, 1000, 400, 2000};

	for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
		struct condition_search s;
		char name[64];
		begin();
		const expr x = number(), y = number(), z = input(32);
		want(two(EXPR_FLT, constant(3), x));
		want(two(EXPR_FLT, two(EXPR_FADD, y, y),
			 two(EXPR_FMUL, x, constant(-1))));
		want(expr_eq(&store, z, expr_const(&store, 32, 7)));
		const enum search_answer answer = search(&s, methods[i], most[i]);
		snprintf(name, sizeof name, "planted_%s", methods[i]);
		check(answer == SEARCH_FOUND && value(0) > 3 &&
			  2 * value(8) < -value(0) && word(16) == 7 &&
			  s.evaluations <= most[i] &&
			  s.solved_by == condition_method_name(s.method),
		      name, "not solved within the budget");
		expr_done(&store);
	}
}

/* f * f == 2.25 && f < 0, of floats. */
static void want_float(void)
{
	const expr f = number_of(input(32));

	want(two(EXPR_FEQ, two(EXPR_FMUL, f, f),
		 number_of(expr_const(&store, 32, node_bits(SORT_F32, 2.25)))));
	want(two(EXPR_FLT, f, number_of(expr_const(&store, 32, 0))));
}

/* (double)f + d * n == 100 && n > 3 && f > d, of a float, a double and an int. */
static void want_mixed(void)
{
	const expr f =
	    expr_convert(&store, EXPR_FRESIZE, SORT_F64, number_of(input(32)));
	const expr d = number(), n = input(32);
	const expr times = expr_convert(&store, EXPR_FROM_SIGNED, SORT_F64, n);

	want(two(EXPR_FEQ, two(EXPR_FADD, f, two(EXPR_FMUL, d, times)), constant(100)));
	want(two(EXPR_SLT, expr_const(&store, 32, 3), n));
	want(two(EXPR_FLT, d, f));
}

/* Inputs of 32 bits, alone and beside others. */
static void test_floats(void)
{
	static const char *const methods[] = {"avm", "es", "cw"};

	for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
		struct condition_search s;
		begin();
		want_float();
		check(search(&s, methods[i], 5000) == SEARCH_FOUND &&
			  single(0) == -1.5f && s.variables == 1,
		      "floats", methods[i]);
		expr_done(&store);
		begin();
		want_mixed();
		check(search(&s, methods[i], 20000) == SEARCH_FOUND && word(12) > 3 &&
			  (double)single(0) + value(4) * word(12) == 100 &&
			  single(0) > value(4) && s.variables == 3,
		      "floats_mixed", methods[i]);
		expr_done(&store);
	}
}

/* Random bits are as often below 0 as above. */
static void test_random(void)
{
	struct condition_search s;

	begin();
	want(two(EXPR_FLT, number(), constant(-1)));
	check(search(&s, "random", 100) == SEARCH_FOUND && value(0) < -1, "random",
	      "not found in 100 points");
	expr_done(&store);
}

/* The budget is what is evaluated, and an input that does not hold is not given. */
static void test_budget(void)
{
	struct condition_search s;

	begin();
	const expr x = number();
	want(two(EXPR_FLT, x, constant(-1)));
	want(two(EXPR_FLT, constant(1), x));
	check(search(&s, "avm", 500) == SEARCH_NONE && s.evaluations == 500 &&
		  found[0] == 0xee && !s.solved_by,
	      "budget", "a condition without solution");
	expr_done(&store);
}

/* sin(x) > 0.99 && y * y < x && x > 50, and who has solved the most so far is first. */
static void test_portfolio(void)
{
	struct condition_search s;
	const char *first[2];
	size_t solved = 0, evaluations = 0;

	for (int k = 0; k < 2; k++) {
		begin();
		const expr x = number(), y = number();
		want(two(EXPR_FLT, constant(0.99), call("sin", x, EXPR_NONE)));
		want(two(EXPR_FLT, two(EXPR_FMUL, y, y), x));
		want(two(EXPR_FLT, constant(50), x));
		condition_search_init(&s, &store);
		s.budget = 20000;
		if (k)
			s.options.yields[3] = (struct method_yield){100, 1000};
		const enum search_answer answer = condition_search(
		    &s, conditions, condition_count, start, input_size, found);
		check(answer == SEARCH_FOUND && sin(value(0)) > 0.99 && value(0) > 50 &&
			  value(8) * value(8) < value(0),
		      "portfolio", "not solved");
		first[k] = s.solved_by ? s.solved_by : "";
		expr_done(&store);
	}
	for (int i = 0; i < METHODS_MOST; i++) {
		solved += s.options.yields[i].solved;
		evaluations += s.options.yields[i].evaluations;
	}
	check(strcmp(first[0], "cw") == 0 && strcmp(first[1], "es") == 0,
	      "portfolio_order", first[1]);
	check(solved == 101 && evaluations == 1000 + s.evaluations, "portfolio_yields",
	      "the yields are not what was done");
}

/* The same seed, the same solution. */
static void test_seeds(void)
{
	struct condition_search s;
	double first = 0;
	size_t evaluations = 0;

	for (int k = 0; k < 2; k++) {
		begin();
		const expr x = number();
		want(two(EXPR_FLT, constant(0.9), call("sin", x, EXPR_NONE)));
		want(two(EXPR_FLT, call("cos", x, EXPR_NONE), constant(-0.2)));
		check(search(&s, "cw", 5000) == SEARCH_FOUND, "seeds_solved", "not");
		check(k == 0 || (value(0) == first && s.evaluations == evaluations),
		      "seeds", "one seed gave two results");
		first = value(0);
		evaluations = s.evaluations;
		expr_done(&store);
	}
}

/* ---- what is sent */

static void test_start_holds(void)
{
	struct condition_search s;

	begin();
	want(two(EXPR_FLE, number(), constant(0)));
	check(search(&s, "avm", 10) == SEARCH_FOUND && s.evaluations == 0 &&
		  !s.solved_by && found[0] == 0,
	      "start_holds", "nothing was to be searched");
	expr_done(&store);
}

/* a < b < c are dependents; d > -1 shares nothing with them, and e is free. */
static void test_dependents(void)
{
	struct condition_search s;
	double d = 5;

	begin();
	const expr a = number(), b = number(), c = number(), e = number();
	memcpy(start + 24, &d, sizeof d);
	want(two(EXPR_FLE, a, b));
	want(two(EXPR_FLT, b, c));
	want(two(EXPR_FLT, constant(-1), e));
	check(search(&s, "avm", 1000) == SEARCH_FOUND && s.variables == 3 &&
		  s.conjuncts == 2 && value(24) == 5,
	      "dependents", "other variables or conjuncts were sent");
	expr_done(&store);
}

static void test_has_floats(void)
{
	begin();
	const expr x = input(8), compared = two(EXPR_FLT, number(), constant(1));
	const expr integers[] = {
	    expr_binary(&store, EXPR_ULT, x, expr_const(&store, 8, 9)),
	    expr_bool(&store, true)};
	const expr both[] = {integers[0], compared};

	check(!dependents_has_floats(&store, integers, NULL, 2), "has_floats",
	      "integers have none");
	check(dependents_has_floats(&store, both, NULL, 2), "has_floats",
	      "a comparison of doubles has");
	check(!dependents_has_floats(&store, both, (bool[]){true, false}, 2),
	      "has_floats", "it is not wanted");
	expr_done(&store);
}

/* Bytes that are read as one number are one variable. */
static void test_grouped_bytes(void)
{
	struct condition_search s;

	begin();
	expr bits = input(8);
	for (int i = 1; i < 8; i++)
		bits = two(EXPR_CONCAT, input(8), bits);
	want(expr_binary(&store, EXPR_FEQ, number_of(bits), constant(12)));
	check(search(&s, "avm", 300) == SEARCH_FOUND && s.variables == 1 &&
		  value(0) == 12,
	      "grouped_bytes", "eight bytes of a double");
	expr_done(&store);
}

/* x == 1 && x == 2, or x == 40: the first clause is nearer and has no solution. */
static void test_disjunction(void)
{
	struct condition_search s;

	begin();
	const expr x = number(), y = number();
	const expr none = two(EXPR_AND, two(EXPR_FLT, x, constant(-1)),
			      two(EXPR_FLT, constant(1), x));
	const expr far = two(EXPR_FEQ, two(EXPR_FADD, x, y), constant(4000));
	want(two(EXPR_OR, none, far));
	check(search(&s, "avm", 3000) == SEARCH_FOUND && s.paths > 1 &&
		  value(0) + value(8) == 4000,
	      "disjunction", "each clause is a path");
	expr_done(&store);
}

/* Only what floats depend on moves; the integers are a solver's. */
static void test_floats_only(void)
{
	struct condition_search s;

	begin();
	const expr i = input(32), x = number();
	want(two(EXPR_FLT, constant(1), x));
	want(expr_eq(&store, i, expr_const(&store, 32, 9)));
	condition_search_init(&s, &store);
	s.method = condition_method_find("avm");
	s.budget = 200;
	s.options.floats_only = true;
	check(condition_search(&s, conditions, condition_count, start, input_size,
			       found) == SEARCH_NONE &&
		  s.variables == 1,
	      "floats_only", "the integer was moved");
	start[0] = 9;
	check(condition_search(&s, conditions, condition_count, start, input_size,
			       found) == SEARCH_FOUND &&
		  value(4) > 1 && word(0) == 9,
	      "floats_corrected", "the number was not");
	expr_done(&store);
}

/* ---- calls */

static void test_native_calls(void)
{
	struct condition_search s;

	begin();
	const expr x = number(), y = number();
	want(two(EXPR_FLT, constant(0.999), call("sin", x, EXPR_NONE)));
	want(two(EXPR_FLT, constant(100), call("pow", y, x)));
	check(search(&s, "avm", 20000) == SEARCH_FOUND && sin(value(0)) > 0.999 &&
		  pow(value(8), value(0)) > 100,
	      "native_calls", "sin and pow are executed");
	expr_done(&store);
}

/* n > 2 && 24 <= ldexp(x, n) && ldexp(x, n) < 25: an argument is an integer. */
static void want_scaled(void)
{
	const expr x = number(), n = input(32);
	const expr scaled[NATIVE_ARGUMENTS] = {bits_of(x), n};
	const expr result =
	    number_of(expr_call(&store, native_function_find("ldexp"), scaled));

	start[8] = 3; /* n */
	want(two(EXPR_SLT, expr_const(&store, 32, 2), n));
	want(two(EXPR_FLE, constant(24), result));
	want(two(EXPR_FLT, result, constant(25)));
}

/* ilogb(x) == 10: the result is an integer. */
static void want_exponent(void)
{
	const expr x[NATIVE_ARGUMENTS] = {bits_of(number())};

	want(expr_eq(&store, expr_call(&store, native_function_find("ilogb"), x),
		     expr_const(&store, 32, 10)));
}

static void test_native_integers(void)
{
	static const char *const methods[] = {"avm", "es", "cw"};

	for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
		struct condition_search s;
		begin();
		want_scaled();
		check(search(&s, methods[i], 5000) == SEARCH_FOUND && word(8) > 2 &&
			  floor(ldexp(value(0), word(8))) == 24,
		      "native_scaled", methods[i]);
		expr_done(&store);
		begin();
		want_exponent();
		check(search(&s, methods[i], 5000) == SEARCH_FOUND &&
			  ilogb(value(0)) == 10,
		      "native_exponent", methods[i]);
		expr_done(&store);
	}
}

/* ---- bad cases */

/* 1 / (x - x) and NaN: the error is finite, so that the search goes on. */
static void test_nan(void)
{
	struct condition_search s;

	begin();
	const expr x = number(), y = number();
	want(two(EXPR_FLT, constant(2), two(EXPR_FDIV, y, two(EXPR_FSUB, x, x))));
	check(search(&s, "avm", 500) == SEARCH_FOUND && value(8) > 0,
	      "division_by_zero", "y / 0 is infinite for y > 0");
	expr_done(&store);
	begin();
	const expr z = number();
	want(expr_unary(&store, EXPR_FNAN, call("log", z, EXPR_NONE)));
	check(search(&s, "random", 100) == SEARCH_FOUND && isnan(log(value(0))), "nan",
	      "log of a number below 0");
	expr_done(&store);
}

static void test_wide(void)
{
	struct condition_search s;

	begin();
	const expr x = two(EXPR_CONCAT, input(16), input(64));
	want(expr_unary(&store, EXPR_FNAN, number_of(x)));
	check(search(&s, "avm", 10) == SEARCH_UNABLE && s.why[0], "wide",
	      "80 bits are refused by name");
	expr_done(&store);
}

static void test_open(void)
{
	struct condition_search s;

	begin();
	const expr x = input(32);
	want(expr_eq(&store, x, expr_var(&store, 32, VARIABLE_FRESH, 0, "a call")));
	want(expr_not(&store, expr_eq(&store, x, expr_const(&store, 32, 0))));
	check(search(&s, "avm", 300) == SEARCH_NONE && s.is_open, "open",
	      "an unknown value is not the search's to choose");
	expr_done(&store);
}

/* ---- opaque calls */

/* Twice its argument; there is no result where that is 12 to 1998. */
static bool call_twice(void *context, const struct native_function *function,
		       const uint64_t arguments[NATIVE_ARGUMENTS], uint64_t *result)
{
	const uint32_t x = (uint32_t)arguments[0] & INT32_MAX;

	(void)function;
	++*(size_t *)context;
	*result = 2 * x;
	return *result < 12 || *result > 1998;
}

/* A value that a search computes is still one that a run may not have, and one that is not
 * known solves nothing. */
static void test_opaque_calls(void)
{
	size_t calls = 0;
	const struct native_caller caller = {call_twice, &calls};
	const struct native_opaque opaque = {
	    1, {{false, 32, false}}, {false, 32, false}, &caller};
	const struct native_function twice = {
	    .name = "twice", .form = NATIVE_OPAQUE, .call.opaque = &opaque};
	struct condition_search s;

	for (int known = 0; known < 2; known++) {
		begin();
		const expr x[NATIVE_ARGUMENTS] = {input(32)};
		want(expr_eq(&store, expr_call(&store, &twice, x),
			     expr_const(&store, 32, known ? 24690 : 246)));
		const enum search_answer answer = search(&s, "avm", 3000);
		check(answer == (known ? SEARCH_FOUND : SEARCH_NONE), "opaque_calls",
		      known ? "a result" : "no result");
		check(s.is_open, "opaque_calls", "a value is open");
		check(!known || (uint32_t)word(0) % (1u << 31) == 12345, "opaque_calls",
		      "its solution");
		expr_done(&store);
	}
	check(calls > 0, "opaque_calls", "they are executed");
}

int main(void)
{
	test_methods();
	test_floats();
	test_random();
	test_portfolio();
	test_seeds();
	test_budget();
	test_start_holds();
	test_dependents();
	test_has_floats();
	test_grouped_bytes();
	test_disjunction();
	test_floats_only();
	test_native_calls();
	test_native_integers();
	test_opaque_calls();
	test_nan();
	test_wide();
	test_open();
	return me_check_failures != 0;
}
