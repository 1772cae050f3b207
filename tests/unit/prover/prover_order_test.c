/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * prover_order_test.c - a path that compares the same two operands again: each three of
 * the comparisons, joined plain and simplified, on values of all orders. What no values
 * meet is false without a solver.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "prover/expr/expr.h"
#include "tests/unit/me_check.h"

enum { CONDITIONS = 16, VALUES = 5 };

struct world {
	struct expr_store store;
	expr conditions[CONDITIONS];
	unsigned count;
};

static void add(struct world *w, expr e)
{
	w->conditions[w->count++] = e;
	w->conditions[w->count++] = expr_not(&w->store, e);
}

/* Both sides of each operation, and of NaNs. */
static void begin(struct world *w, bool is_plain, const enum expr_op ops[3],
		  bool is_float)
{
	struct expr_store *s = &w->store;

	w->count = 0;
	expr_init(s);
	s->plain = is_plain;
	expr x = expr_var(s, 64, VARIABLE_FRESH, 0, "x");
	expr y = expr_var(s, 64, VARIABLE_FRESH, 0, "y");
	if (is_float) {
		x = expr_make(s, EXPR_TOFP, SORT_F64, x, EXPR_NONE, EXPR_NONE, 0);
		y = expr_make(s, EXPR_TOFP, SORT_F64, y, EXPR_NONE, EXPR_NONE, 0);
	}
	for (int i = 0; i < 3; i++) {
		add(w, expr_binary(s, ops[i], x, y));
		add(w, expr_binary(s, ops[i], y, x));
	}
	if (is_float) {
		add(w, expr_unary(s, EXPR_FNAN, x));
		add(w, expr_unary(s, EXPR_FNAN, y));
	}
}

static uint64_t value(bool is_float, unsigned i)
{
	static const uint64_t words[VALUES] = {0, 1, UINT64_MAX, (uint64_t)1 << 63, 77};
	static const double numbers[VALUES] = {NAN, -0.0, 0, 1, -INFINITY};
	uint64_t bits = words[i];

	if (is_float)
		memcpy(&bits, &numbers[i], sizeof bits);
	return bits;
}

struct found {
	unsigned differ, met, never, seen;
};

/* One path of three conditions. */
static void check_path(struct world w[2], const unsigned c[3], bool is_float,
		       struct found *found)
{
	bool met = false;
	expr e[2];

	for (int i = 0; i < 2; i++) {
		struct expr_store *s = &w[i].store;
		e[i] = expr_and(
		    s, expr_and(s, w[i].conditions[c[0]], w[i].conditions[c[1]]),
		    w[i].conditions[c[2]]);
	}
	for (unsigned i = 0; i < VALUES * VALUES; i++) {
		const uint64_t values[2] = {value(is_float, i / VALUES),
					    value(is_float, i % VALUES)};
		const uint64_t truth = expr_evaluate(&w[0].store, e[0], values);
		met |= truth;
		found->differ += truth != expr_evaluate(&w[1].store, e[1], values);
	}
	found->met += met;
	found->never += !met;
	found->seen += expr_is_false(&w[1].store, e[1]);
}

static void check_relations(const char *name, const enum expr_op ops[3], bool is_float)
{
	struct found found = {0, 0, 0, 0};
	struct world w[2];

	for (int i = 0; i < 2; i++)
		begin(&w[i], i == 0, ops, is_float);
	for (unsigned i = 0; i < w[0].count * w[0].count * w[0].count; i++) {
		const unsigned c[3] = {i % w[0].count, i / w[0].count % w[0].count,
				       i / w[0].count / w[0].count};
		check_path(w, c, is_float, &found);
	}
	printf("# %s: %u met, %u never, %u of them seen\n", name, found.met,
	       found.never, found.seen);
	check(found.differ == 0 && found.met && found.seen == found.never, name,
	      "see above");
	for (int i = 0; i < 2; i++)
		expr_done(&w[i].store);
}

int main(void)
{
	check_relations("floats", (const enum expr_op[]){EXPR_FLT, EXPR_FLE, EXPR_FEQ},
			true);
	check_relations("signed", (const enum expr_op[]){EXPR_SLT, EXPR_SLE, EXPR_EQ},
			false);
	check_relations("unsigned", (const enum expr_op[]){EXPR_ULT, EXPR_ULE, EXPR_EQ},
			false);
	return 0;
}
