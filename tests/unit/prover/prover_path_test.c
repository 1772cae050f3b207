/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * prover_path_test.c - what a walk by prefixes rests on, against all values of small
 * variables: sums in one form mean the same, what a path makes of an expression is the
 * same there, bounds and polytopes contradict only what cannot hold, and steps end
 * where they should.
 */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "prover/explore/path_tree.h"
#include "prover/solver/integers.h"
#include "prover/sample/polytope.h"
#include "prover/sample/sample.h"

enum { VARIABLES = 3, WIDTH = 8, LOW = -128, HIGH = 127, STEP = 5, ROUNDS = 300 };

static uint64_t state = 88172645463325252u;

static unsigned below(unsigned n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned)(state * 0x2545f4914f6cdd1du >> 33) % n;
}

struct world {
	struct expr_store store;
	expr variables[VARIABLES];
};

static void begin(struct world *w, bool integers)
{
	memset(w, 0, sizeof *w);
	expr_init(&w->store);
	w->store.integers = integers;
	for (uint32_t i = 0; i < VARIABLES; i++)
		w->variables[i] = expr_var(&w->store, WIDTH, VARIABLE_INPUT, i, "x");
}

/* A sum of some depth, made alike in both worlds. */
static void make_sum(struct world *w, unsigned depth, expr *sums)
{
	const unsigned kind = depth ? below(6) : below(2);
	const uint64_t number = below(9) - 4u;
	const unsigned variable = below(VARIABLES);
	expr a[2] = {0}, b[2] = {0};

	if (kind > 1)
		make_sum(w, depth - 1, a);
	if (kind > 1 && kind < 5)
		make_sum(w, depth - 1, b);
	for (int i = 0; i < 2; i++) {
		struct expr_store *s = &w[i].store;
		if (kind == 0)
			sums[i] = expr_const(s, WIDTH, number);
		else if (kind == 1)
			sums[i] = w[i].variables[variable];
		else if (kind == 5)
			sums[i] = expr_binary(s, EXPR_MUL, a[i],
					      expr_const(s, WIDTH, number));
		else
			sums[i] =
			    expr_binary(s, kind == 2 ? EXPR_SUB : EXPR_ADD, a[i], b[i]);
	}
}

static void make_comparison(struct world *w, expr *comparisons)
{
	static const enum expr_op ops[] = {EXPR_SLE, EXPR_SLT, EXPR_EQ};
	const enum expr_op op = ops[below(3)];
	const bool no = below(2);
	expr a[2], b[2];

	make_sum(w, 3, a);
	make_sum(w, below(2), b);
	for (int i = 0; i < 2; i++) {
		comparisons[i] = expr_binary(&w[i].store, op, a[i], b[i]);
		if (no)
			comparisons[i] = expr_not(&w[i].store, comparisons[i]);
	}
}

static void end(struct world *w)
{
	expr_done(&w->store);
}

/* ---- sums */

/* The plain store keeps the operations; both are computed without bounds. */
static void check_sums(void)
{
	size_t known = 0;

	for (int round = 0; round < ROUNDS; round++) {
		struct world w[2];
		struct sample values[2];
		expr comparison[2];
		begin(&w[0], false);
		w[0].store.plain = true;
		begin(&w[1], true);
		make_comparison(w, comparison);
		for (int i = 0; i < 2; i++)
			sample_init(&values[i], &w[i].store, true);
		for (int turn = 0; turn < 40; turn++) {
			for (int v = 0; v < VARIABLES; v++)
				values[0].values[v] = values[1].values[v] =
				    (int)below(256) + LOW;
			sample_changed(&values[0]);
			sample_changed(&values[1]);
			const enum sample_truth a =
			    sample_says(&values[0], comparison[0]);
			assert(a == sample_says(&values[1], comparison[1]));
			known += a != TRUTH_UNKNOWN;
		}
		for (int i = 0; i < 2; i++) {
			sample_done(&values[i]);
			end(&w[i]);
		}
	}
	assert(known == ROUNDS * 40);
}

/* x + x - 2 x is 0, 4 x + 2 y <= 7 is 2 x + y <= 3, 2 x == 7 is false. */
static void check_forms(void)
{
	struct world w;

	begin(&w, true);
	struct expr_store *s = &w.store;
	const expr x = w.variables[0], y = w.variables[1];
	const expr two = expr_const(s, WIDTH, 2), seven = expr_const(s, WIDTH, 7);
	const expr xx = expr_binary(s, EXPR_ADD, x, x);
	const expr yy = expr_binary(s, EXPR_MUL, two, y);
	assert(expr_binary(s, EXPR_SUB, xx, expr_binary(s, EXPR_MUL, x, two)) ==
	       expr_const(s, WIDTH, 0));
	assert(expr_binary(
		   s, EXPR_SLE,
		   expr_binary(s, EXPR_ADD, expr_binary(s, EXPR_ADD, xx, xx), yy),
		   seven) == expr_binary(s, EXPR_SLE, expr_binary(s, EXPR_ADD, y, xx),
					 expr_const(s, WIDTH, 3)));
	assert(expr_is_false(s, expr_eq(s, xx, seven)));
	/* A factor that the width does not hold stays as it stands. */
	expr large = x;
	for (int i = 0; i < 9; i++)
		large = expr_binary(s, EXPR_ADD, large, large);
	assert(expr_at(s, large)->op == EXPR_ADD);
	assert(expr_at(s, large)->a == expr_at(s, large)->b);
	end(&w);
}

/* ---- bounds and steps, against all values */

static bool some_value(struct sample *w, const expr *conditions, size_t count)
{
	for (int x = LOW; x <= HIGH; x += 1)
		for (int y = LOW; y <= HIGH; y += STEP)
			for (int z = LOW; z <= HIGH; z += STEP * STEP) {
				bool holds = true;
				w->values[0] = x;
				w->values[1] = y;
				w->values[2] = z;
				sample_changed(w);
				for (size_t i = 0; i < count && holds; i++)
					holds =
					    sample_says(w, conditions[i]) == TRUTH_YES;
				if (holds)
					return true;
			}
	return false;
}

struct counts {
	size_t contradicted, emptied, reached, points;
};

static void check_one_list(struct counts *counts)
{
	struct world w[2];
	struct sample values;
	struct polytope *polytope;
	expr conditions[6];
	size_t count = 0;

	begin(&w[0], true);
	begin(&w[1], true);
	sample_init(&values, &w[0].store, true);
	polytope = polytope_new(&w[0].store);
	while (count < 6) {
		expr comparison[2];
		int64_t before[VARIABLES];
		make_comparison(w, comparison);
		conditions[count++] = comparison[0];
		memcpy(before, values.values, sizeof before);
		if (sample_reach(&values, conditions, count)) {
			for (size_t i = 0; i < count; i++)
				assert(sample_says(&values, conditions[i]) ==
				       TRUTH_YES);
			assert(
			    !bounds_contradict(&w[0].store, conditions, count, true));
			assert(!polytope_is_empty(polytope, conditions, count));
			counts->reached++;
			continue;
		}
		assert(memcmp(before, values.values, sizeof before) == 0);
		if (bounds_contradict(&w[0].store, conditions, count, true)) {
			assert(!some_value(&values, conditions, count));
			counts->contradicted++;
		}
		if (polytope_is_empty(polytope, conditions, count)) {
			assert(!some_value(&values, conditions, count));
			counts->emptied++;
		} else if (polytope_point(polytope, values.values)) {
			sample_changed(&values);
			counts->points += sample_reach(&values, conditions, count);
		}
		memcpy(values.values, before, sizeof before);
		sample_changed(&values);
		count--;
		if (below(3) == 0)
			break;
	}
	sample_done(&values);
	polytope_free(polytope);
	end(&w[0]);
	end(&w[1]);
}

static void check_lists(void)
{
	struct counts counts = {0, 0, 0, 0};

	for (int round = 0; round < 60; round++)
		check_one_list(&counts);
	printf("# contradicted %zu, emptied %zu, reached %zu, points %zu\n",
	       counts.contradicted, counts.emptied, counts.reached, counts.points);
	assert(counts.contradicted > 10 && counts.reached > 50);
#ifdef ME_HAS_GLPK
	assert(counts.emptied > 10 && counts.points > 0);
#endif
}

#ifdef ME_HAS_GLPK
/* x + y <= 0, y + z <= 0 and x + z <= 0, but x + y + z >= 1: no two of them tell. Taken
 * back and asked again. */
static void check_polytope(void)
{
	struct world w;

	begin(&w, true);
	struct expr_store *s = &w.store;
	const expr *v = w.variables, none = expr_const(s, WIDTH, 0);
	const expr xy = expr_binary(s, EXPR_ADD, v[0], v[1]);
	const expr list[] = {
	    expr_binary(s, EXPR_SLE, xy, none),
	    expr_binary(s, EXPR_SLE, expr_binary(s, EXPR_ADD, v[1], v[2]), none),
	    expr_binary(s, EXPR_SLE, expr_binary(s, EXPR_ADD, v[0], v[2]), none),
	    expr_binary(s, EXPR_SLE, expr_const(s, WIDTH, 1),
			expr_binary(s, EXPR_ADD, xy, v[2]))};
	struct polytope *p = polytope_new(s);
	int64_t point[VARIABLES] = {99, 99, 99};
	assert(!bounds_contradict(s, list, 4, true));
	for (int turn = 0; turn < 3; turn++) {
		assert(!polytope_is_empty(p, list, 0));
		assert(polytope_is_empty(p, list, 4));
		assert(!polytope_is_empty(p, list, 3));
		assert(!polytope_is_empty(p, list + 1, 3));
	}
	assert(polytope_point(p, point) && point[0] + point[1] + point[2] >= 0);
	polytope_free(p);
	end(&w);
}

/* 2 x + 3 y == 1 and 5 x - 7 z == 1: the corners are no whole numbers, (-4, 3, -3) is a
 * point. To look for one changes nothing in what is empty. */
static void check_whole(void)
{
	struct world w;

	begin(&w, true);
	struct expr_store *s = &w.store;
	const expr *v = w.variables, one = expr_const(s, WIDTH, 1);
	const expr x2 = expr_binary(s, EXPR_MUL, v[0], expr_const(s, WIDTH, 2));
	const expr x5 = expr_binary(s, EXPR_MUL, v[0], expr_const(s, WIDTH, 5));
	const expr y3 = expr_binary(s, EXPR_MUL, v[1], expr_const(s, WIDTH, 3));
	const expr z7 = expr_binary(s, EXPR_MUL, v[2], expr_const(s, WIDTH, 7));
	const expr list[] = {expr_eq(s, expr_binary(s, EXPR_ADD, x2, y3), one),
			     expr_eq(s, expr_binary(s, EXPR_SUB, x5, z7), one),
			     expr_binary(s, EXPR_SLE, expr_const(s, WIDTH, 90), v[0])};
	struct polytope *p = polytope_new(s);
	int64_t x[VARIABLES] = {0};
	assert(!polytope_is_empty(p, list, 2));
	assert(polytope_point(p, x));
	assert(2 * x[0] + 3 * x[1] == 1 && 5 * x[0] - 7 * x[2] == 1);
	assert(!polytope_is_empty(p, list, 3));
	polytope_free(p);
	end(&w);
}
#endif

/* Large values come nearer to 0 as far as the conditions let them. */
static void check_shrink(void)
{
	struct expr_store s;
	struct sample w;

	expr_init(&s);
	s.integers = true;
	const expr x = expr_var(&s, 32, VARIABLE_INPUT, 0, "x");
	const expr y = expr_var(&s, 32, VARIABLE_INPUT, 4, "y");
	const expr least = expr_binary(&s, EXPR_SLE, expr_const(&s, 32, 100000), x);
	sample_init(&w, &s, true);
	w.values[0] = 2000000000;
	w.values[1] = -2000000000;
	sample_changed(&w);
	assert(y && sample_says(&w, least) == TRUTH_YES);
	sample_shrink(&w, &least, 1);
	assert(sample_says(&w, least) == TRUTH_YES);
	assert(w.values[0] < 10000000 && w.values[1] > -4096);
	sample_done(&w);
	expr_done(&s);
}

/* ---- paths */

/* x < y ? x - y : y - x, then the same comparison again */
static void check_given(void)
{
	struct world w;
	struct path_condition g;

	begin(&w, false);
	struct expr_store *s = &w.store;
	const expr x = w.variables[0], y = w.variables[1];
	const expr less = expr_binary(s, EXPR_SLT, x, y);
	const expr a = expr_binary(s, EXPR_SUB, x, y),
		   b = expr_binary(s, EXPR_SUB, y, x);
	const expr chosen = expr_ite(s, less, a, b);
	const expr sum = expr_binary(s, EXPR_ADD, chosen, w.variables[2]);
	const expr both = expr_and(s, less, expr_eq(s, chosen, y));
	path_condition_init(&g, s);
	assert(path_condition_value(&g, sum) == sum);
	for (int holds = 0; holds < 2; holds++) {
		path_condition_undo(&g, 0);
		path_condition_assume(&g, less, holds);
		assert(path_condition_value(&g, chosen) == (holds ? a : b));
		assert(path_condition_value(&g, sum) ==
		       expr_binary(s, EXPR_ADD, holds ? a : b, w.variables[2]));
		assert(expr_is_false(s, path_condition_value(&g, both)) == !holds);
	}
	/* A conjunction that holds tells of its parts; a step back forgets that. */
	path_condition_undo(&g, 0);
	const size_t before = g.change_count;
	path_condition_assume(&g, both, true);
	assert(path_condition_value(&g, chosen) == a);
	path_condition_undo(&g, before);
	assert(path_condition_value(&g, chosen) == chosen);
	path_condition_done(&g);
	end(&w);
}

int main(void)
{
	check_sums();
	printf("ok sums_mean_the_same\n");
	check_forms();
	printf("ok one_form\n");
	check_lists();
	printf("ok bounds_and_steps\n");
#ifdef ME_HAS_GLPK
	check_polytope();
	check_whole();
	printf("ok polytope\n");
#else
	printf("SKIP polytope: GLPK was missing when ME was built\n");
#endif
	check_shrink();
	printf("ok small_values\n");
	check_given();
	printf("ok path_condition_decisions\n");
	return 0;
}
