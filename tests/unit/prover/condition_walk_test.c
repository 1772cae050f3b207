/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * condition_walk_test.c - Concolic Walk, move by move: where it starts, that it stays in
 * the polytope, what is tabu and for how long, and polytopes that are none.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "prover/expr/node.h"
#include "prover/search/condition_method.h"
#include "prover/search/condition_search.h"
#include "tests/unit/me_check.h"

enum { SIZE_MOST = 64, SCALARS_MOST = 8 };

static struct expr_store store;
static struct conjunct conjuncts[16];
static size_t count, size;
static struct condition_scalar scalars[SCALARS_MOST];
static size_t scalar_count;
static struct condition_options options;
static unsigned char start[SIZE_MOST];
static struct condition_problem problem;
static struct condition_walk walk;
static gsl_rng *rng;

/* ---- conditions */

static void begin(void)
{
	expr_init(&store);
	count = size = scalar_count = 0;
	memset(start, 0, sizeof start);
	memset(&options, 0, sizeof options);
}

static expr input(unsigned bits, struct axis axis)
{
	const expr e = expr_var(&store, bits, VARIABLE_INPUT, (uint32_t)size, "x");

	scalars[scalar_count++] =
	    (struct condition_scalar){axis, (uint32_t)size, bits / 8};
	size += bits / 8;
	return e;
}

static expr number(void)
{
	return expr_convert(&store, EXPR_TOFP, SORT_F64,
			    input(64, axis_full(AXIS_F64)));
}

static expr integer(void)
{
	return input(32, (struct axis){AXIS_INTEGER, INT32_MIN, INT32_MAX});
}

static expr constant(double d)
{
	return expr_number(&store, SORT_F64, node_bits(SORT_F64, d));
}

static expr two(enum expr_op op, expr a, expr b)
{
	return expr_binary(&store, op, a, b);
}

static void want(expr condition)
{
	conjuncts[count++] = (struct conjunct){condition, true};
}

/* ---- walks */

static void walk_begin(size_t limit)
{
	rng = gsl_rng_alloc(gsl_rng_mt19937);
	gsl_rng_set(rng, 1);
	condition_problem_init(&problem, &store, &options, conjuncts, count, scalars,
			       scalar_count, start, size);
	problem.limit = limit;
	condition_walk_init(&walk, &problem, rng);
}

static void walk_end(void)
{
	condition_walk_done(&walk);
	condition_problem_done(&problem);
	gsl_rng_free(rng);
	expr_done(&store);
}

static double at(size_t k)
{
	return axis_to_double(problem.axes[k].kind, walk.at[k]);
}

static double solution(size_t offset)
{
	double d;

	memcpy(&d, problem.input + offset, sizeof d);
	return d;
}

static void finish(void)
{
	while (condition_walk_step(&walk) != WALK_OVER)
		;
}

/* ---- the start */

#ifdef ME_HAS_GLPK

/* x > 2 and x + y <= 1 are the polytope; x * y == -21 is searched. */
static void test_start(void)
{
	begin();
	const expr x = number(), y = number();
	want(two(EXPR_FLT, constant(2), x));
	want(two(EXPR_FLE, two(EXPR_FADD, x, y), constant(1)));
	want(two(EXPR_FEQ, two(EXPR_FMUL, x, y), constant(-21)));
	walk_begin(1000);
	check(walk.point == POINT_FOUND && walk.linear.count == 2 &&
		  walk.nonlinear == 1 && walk.in_polytope[0] && walk.in_polytope[1] &&
		  !walk.in_polytope[2],
	      "walk_divides", "two linear conjuncts and one other");
	check(at(0) > 2 && at(0) + at(1) <= 1, "walk_starts_inside",
	      "the start is no point of the polytope");
	check(walk.tenure == 3 && walk.neighbours == 10 && walk.steps_most == 150,
	      "walk_parameters", "not the paper's T, R and I");
	walk_end();
}

/* Integers: 3 x + 5 y == 7, x > 10. The start is whole. */
static void test_integers(void)
{
	begin();
	const expr x = integer(), y = integer();
	const expr sum = two(EXPR_ADD, two(EXPR_MUL, x, expr_const(&store, 32, 3)),
			     two(EXPR_MUL, y, expr_const(&store, 32, 5)));
	want(expr_eq(&store, sum, expr_const(&store, 32, 7)));
	want(two(EXPR_SLT, expr_const(&store, 32, 10), x));
	walk_begin(100);
	check(problem.found && 3 * at(0) + 5 * at(1) == 7 && at(0) > 10 &&
		  problem.evaluations == 1,
	      "walk_integers", "a linear system of integers has a whole point");
	walk_end();
}

/* ---- moves */

/* All of a step's promises. */
static bool step_keeps(size_t *seen)
{
	const double error = walk.error;
	unsigned tabu[SCALARS_MOST] = {0};

	memcpy(tabu, walk.tabu, problem.n * sizeof *tabu);
	const enum walk_status status = condition_walk_step(&walk);
	bool good = status == WALK_OVER || (at(0) > 2 && at(0) + at(1) <= 1000);
	seen[status]++;
	for (size_t k = 0; k < problem.n; k++) {
		if (status == WALK_MOVED)
			good = good && walk.tabu[k] == tabu[k] - (tabu[k] > 0);
		if (status == WALK_TABU)
			good = good && walk.tabu[k] ==
					   (k == walk.moved ? walk.tenure : tabu[k]);
		if (status == WALK_JUMPED)
			good = good && walk.tabu[k] == 0 && tabu[k] > 0;
	}
	if (status == WALK_MOVED)
		good = good && walk.error < error && tabu[walk.moved] == 0;
	if (status == WALK_TABU)
		good = good && walk.error == error;
	return good && problem.evaluations <= problem.limit;
}

/* y * y == x, x * y == -3 and x * x == 7 have no solution: all kinds of steps are made. */
static void test_moves(void)
{
	size_t seen[4] = {0};
	bool good = true;

	begin();
	const expr x = number(), y = number();
	want(two(EXPR_FLT, constant(2), x));
	want(two(EXPR_FLE, two(EXPR_FADD, x, y), constant(1000)));
	want(two(EXPR_FEQ, two(EXPR_FMUL, y, y), x));
	want(two(EXPR_FEQ, two(EXPR_FMUL, x, y), constant(-3)));
	want(two(EXPR_FEQ, two(EXPR_FMUL, x, x), constant(7)));
	walk_begin(1000000);
	while (!seen[WALK_OVER])
		good = step_keeps(seen) && good;
	check(good, "walk_moves", "a step broke a promise");
	check(seen[WALK_MOVED] && seen[WALK_TABU] && seen[WALK_JUMPED] &&
		  walk.steps == 450 && !problem.found,
	      "walk_ends", "after I steps for each of three conjuncts");
	walk_end();
}

/* x + y == 10 holds at each point, and x * y == 21 is found. */
static void test_equality(void)
{
	bool good = true;

	begin();
	const expr x = number(), y = number();
	want(two(EXPR_FEQ, two(EXPR_FADD, x, y), constant(10)));
	want(two(EXPR_FEQ, two(EXPR_FMUL, x, y), constant(21)));
	walk_begin(20000);
	while (condition_walk_step(&walk) != WALK_OVER)
		good = good && at(0) + at(1) == 10;
	check(good && walk.equalities.count == 1, "walk_repairs",
	      "a point violates the equality");
	check(problem.found && solution(0) * solution(8) == 21 &&
		  solution(0) + solution(8) == 10,
	      "walk_equality", "3 and 7 were not found");
	walk_end();
}

/* Three chained equalities: one scalar moves, the others follow. */
static void test_chain(void)
{
	begin();
	const expr x = number(), y = number(), z = number(), w = number();
	want(two(EXPR_FEQ, two(EXPR_FADD, x, y), constant(8)));
	want(two(EXPR_FEQ, two(EXPR_FSUB, y, z), constant(2)));
	want(two(EXPR_FEQ, two(EXPR_FADD, z, w), constant(32)));
	want(two(EXPR_FLT, constant(1000), two(EXPR_FMUL, x, w)));
	walk_begin(5000);
	finish();
	check(problem.found && solution(0) + solution(8) == 8 &&
		  solution(8) - solution(16) == 2 && solution(16) + solution(24) == 32,
	      "walk_chain", "chained equalities");
	walk_end();
}

/* On a line, a bisection step meets x * y + x == 96 from two points. */
static void test_bisection(void)
{
	size_t with = 0, without = 0;

	for (int off = 0; off < 2; off++) {
		begin();
		const expr x = number(), y = number();
		want(two(EXPR_FEQ, two(EXPR_FADD, two(EXPR_FMUL, x, y), x),
			 constant(96)));
		options.walk.no_bisection = off;
		walk_begin(100000);
		finish();
		*(off ? &without : &with) = problem.found ? problem.evaluations : 0;
		walk_end();
	}
	check(with && with < 500 && (!without || without > with), "walk_bisection",
	      "it is no help on a line");
}

/* ---- polytopes that are none */

static void test_empty(void)
{
	begin();
	const expr x = number();
	want(two(EXPR_FLT, x, constant(1)));
	want(two(EXPR_FLT, constant(2), x));
	walk_begin(10000);
	check(walk.point == POINT_EMPTY && walk.nonlinear == 2, "walk_empty",
	      "contradicting conjuncts count to N");
	finish();
	check(!problem.found && walk.steps == 300, "walk_empty_ends",
	      "it ends without a solution");
	walk_end();
}

/* x + y == x and y > 0: unsat over the reals, not with doubles. */
static void test_rounding(void)
{
	const double large = 0x1p60;

	begin();
	const expr x = number(), y = number();
	memcpy(start, &large, sizeof large);
	want(two(EXPR_FEQ, two(EXPR_FADD, x, y), x));
	want(two(EXPR_FLT, constant(0), y));
	walk_begin(10000);
	check(walk.point == POINT_EMPTY, "walk_unsat_reals", "y == 0 and y > 0");
	finish();
	check(problem.found && solution(8) > 0 &&
		  solution(0) + solution(8) == solution(0),
	      "walk_rounding", "the hint was taken for a verdict");
	walk_end();
}

/* No double times 249 is 1. */
static void test_no_double(void)
{
	begin();
	const expr x = number(), y = number();
	want(two(EXPR_FEQ, two(EXPR_FMUL, x, constant(249)), constant(1)));
	want(two(EXPR_FEQ, two(EXPR_FMUL, y, y), constant(4)));
	walk_begin(2000);
	check(walk.point == POINT_FOUND && !walk.in_polytope[0] && walk.nonlinear == 2,
	      "walk_no_double", "the equality is not met by a double");
	finish();
	check(!problem.found, "walk_no_double_ends", "249 x == 1 was met");
	walk_end();
}

/* Any x above 5: nothing bounds it. */
static void test_unbounded(void)
{
	begin();
	const expr x = number(), y = number();
	want(two(EXPR_FLT, constant(5), two(EXPR_FSUB, x, y)));
	want(two(EXPR_FLT, constant(1e6), two(EXPR_FMUL, x, y)));
	walk_begin(5000);
	finish();
	check(problem.found && solution(0) - solution(8) > 5 &&
		  solution(0) * solution(8) > 1e6,
	      "walk_unbounded", "an unbounded polytope");
	walk_end();
}

#endif

/* The start is NaN, then 0 / 0: the errors are finite. */
static void test_nan_start(void)
{
	const double nan = NAN;

	begin();
	const expr x = number(), y = number();
	memcpy(start, &nan, sizeof nan);
	want(two(EXPR_FLT, constant(3), two(EXPR_FDIV, y, two(EXPR_FMUL, x, x))));
	walk_begin(3000);
	check(isfinite(walk.error) && walk.error > 1e100, "walk_nan_error",
	      "the error of NaN is a large number");
	finish();
	check(problem.found && solution(8) / (solution(0) * solution(0)) > 3,
	      "walk_nan", "from NaN");
	walk_end();
}

int main(void)
{
#ifdef ME_HAS_GLPK
	test_start();
	test_integers();
	test_moves();
	test_equality();
	test_chain();
	test_bisection();
	test_empty();
	test_rounding();
	test_no_double();
	test_unbounded();
#else
	puts("SKIP walk: built without GLPK, which walks need for linear conditions");
#endif
	test_nan_start();
	return me_check_failures != 0;
}
