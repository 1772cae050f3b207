/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * prover_expr_test.c - what the store simplifies means the same: random expressions are
 * made twice, plain and simplified, and evaluated on random values.
 */
#include <assert.h>
#include <fenv.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "prover/expr/expr.h"
#include "tests/expr_evaluate.h"
#include "tests/unit/me_property.h"

enum {
	VARIABLES = 6,
	POOL = 90,
	ROUNDS = 4000,
	SAMPLES = 12,
	MADE_MOST = 5 /* at once */
};

static uint64_t state = 88172645463325252u;

static uint64_t draw(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state * 0x2545f4914f6cdd1du;
}

static unsigned below(unsigned n)
{
	return (unsigned)(draw() >> 33) % n;
}

/* ---- the same expression in both stores */

struct twin {
	expr plain, simple;
	unsigned sort;
};

static struct expr_store plain, simple;
static struct twin pool[POOL + MADE_MOST];
static unsigned pool_count;

static void add(unsigned sort, expr p, expr q)
{
	assert(expr_sort(&plain, p) == sort && expr_sort(&simple, q) == sort);
	pool[pool_count++] = (struct twin){p, q, sort};
}

static uint64_t draw_bits(void)
{
	static const uint64_t special[] = {0,
					   1,
					   2,
					   UINT64_MAX,
					   (uint64_t)1 << 63,
					   0x3ff0000000000000u,
					   0x7ff0000000000000u,
					   0x7ff8000000000000u,
					   0xffffffffu,
					   0x7fffffffu,
					   0x80000000u,
					   0x3f800000u,
					   0x4330000000000000u};

	switch (below(3)) {
	case 0:
		return special[below(sizeof special / sizeof *special)];
	case 1:
		return draw() % 9;
	default:
		return draw();
	}
}

/* One of the pool of that sort; there always is one. */
static struct twin pick(unsigned sort)
{
	unsigned i = below(pool_count);

	while (pool[i].sort != sort)
		i = (i + 1) % pool_count;
	return pool[i];
}

static bool is_unary(enum expr_op op)
{
	return op == EXPR_NOT || op == EXPR_FSQRT ||
	       (op >= EXPR_FRINT && op <= EXPR_FABS) || op == EXPR_FNAN ||
	       op == EXPR_NEG || op == EXPR_BITNOT;
}

static void make(enum expr_op op, unsigned sort, const struct twin *o, unsigned count,
		 uint64_t value)
{
	const struct twin none = {0};

	if (is_unary(op))
		count = 1;
	const struct twin a = o[0], b = count > 1 ? o[1] : none,
			  c = count > 2 ? o[2] : none;

	add(sort, expr_make(&plain, op, sort, a.plain, b.plain, c.plain, value),
	    expr_make(&simple, op, sort, a.simple, b.simple, c.simple, value));
}

static unsigned draw_width(void)
{
	static const unsigned widths[] = {1, 8, 16, 32, 32, 64, 64};

	return widths[below(7)];
}

static void add_leaves(void)
{
	for (unsigned i = 0; i < VARIABLES; i++) {
		const unsigned sort = i < 2 ? 64 : i < 4 ? 32 : i == 4 ? 8 : SORT_BOOL;
		add(sort, expr_var(&plain, sort, VARIABLE_FRESH, 0, ""),
		    expr_var(&simple, sort, VARIABLE_FRESH, 0, ""));
	}
	static const unsigned sorts[] = {1, 8, 16, 32, 64, SORT_BOOL};
	for (unsigned i = 0; i < 10; i++) {
		const unsigned sort = sorts[i % 6];
		const uint64_t value = draw_bits();
		add(sort, expr_const(&plain, sort, value),
		    expr_const(&simple, sort, value));
	}
	for (unsigned i = 0; i < 3; i++) {
		struct twin o = pick(i == 0 ? 32 : 64);
		make(EXPR_TOFP, i == 0 ? SORT_F32 : SORT_F64, &o, 1, 0);
	}
}

/* ---- growing it at random */

static void add_bits(void)
{
	const enum expr_op op = EXPR_ADD + below(EXPR_ASHR - EXPR_ADD + 1);
	const unsigned w = draw_width();
	const struct twin o[2] = {pick(w), pick(w)};

	make(op, w, o, 2, 0);
}

/* a / b * b + a % b, and a - a / b * b. */
static void add_division(void)
{
	const bool is_signed = below(2), is_first = below(2);
	const unsigned w = draw_width();
	const struct twin o[2] = {pick(w), pick(w)};
	struct twin factors[2] = {o[1], o[1]};

	make(is_signed ? EXPR_SREM : EXPR_UREM, w, o, 2, 0);
	const struct twin rest = pool[pool_count - 1];
	make(is_signed ? EXPR_SDIV : EXPR_UDIV, w, o, 2, 0);
	factors[is_first] = pool[pool_count - 1];
	make(EXPR_MUL, w, factors, 2, 0);
	const struct twin product = pool[pool_count - 1];
	make(EXPR_SUB, w, (struct twin[]){o[0], product}, 2, 0);
	make(EXPR_ADD, w,
	     is_first ? (struct twin[]){rest, product} : (struct twin[]){product, rest},
	     2, 0);
}

static void add_bool(void)
{
	static const enum expr_op comparisons[] = {EXPR_EQ, EXPR_ULT, EXPR_ULE,
						   EXPR_SLT, EXPR_SLE};
	const unsigned w = draw_width();
	struct twin o[2] = {pick(SORT_BOOL), pick(SORT_BOOL)};

	if (below(2)) {
		make(EXPR_NOT + below(3), SORT_BOOL, o, 2, 0);
		return;
	}
	o[0] = pick(w);
	o[1] = pick(w);
	make(comparisons[below(5)], SORT_BOOL, o, 2, 0);
}

static void add_part(void)
{
	const unsigned w = draw_width();
	struct twin o[2] = {pick(w), pick(w)};

	switch (below(4)) {
	case 0:
		if (w <= 32 && w != 1)
			make(EXPR_CONCAT, 2 * w, o, 2, 0);
		break;
	case 1:
		if (w >= 16)
			make(EXPR_EXTRACT, w / 2, o, 1, below(w / 2 + 1));
		break;
	case 2:
		if (w >= 16)
			make(EXPR_EXTRACT, 8, o, 1, 8 * below(w / 8));
		break;
	default:
		if (w < 64)
			make(below(2) ? EXPR_ZEXT : EXPR_SEXT, w < 32 ? 32 : 64, o, 1,
			     0);
	}
}

static void add_choice(void)
{
	static const unsigned sorts[] = {SORT_BOOL, 32, 64, SORT_F64, 8, 1};
	const unsigned sort = sorts[below(6)];
	const struct twin o[3] = {pick(SORT_BOOL), pick(sort), pick(sort)};

	make(EXPR_ITE, sort, o, 3, 0);
}

static void add_float(void)
{
	const unsigned sort = below(3) ? SORT_F64 : SORT_F32;
	struct twin o[3] = {pick(sort), pick(sort), pick(sort)};

	switch (below(6)) {
	case 0:
		make(EXPR_FADD + below(EXPR_FMA - EXPR_FADD), sort, o, 2, 0);
		break;
	case 1:
		make(EXPR_FMA + below(EXPR_FABS - EXPR_FMA + 1), sort, o, 3, 0);
		break;
	case 2:
		make(EXPR_FRESIZE, sort == SORT_F32 ? SORT_F64 : SORT_F32, o, 1, 0);
		break;
	case 3:
		o[0] = pick(below(2) ? 32 : 64);
		make(below(2) ? EXPR_FROM_SIGNED : EXPR_FROM_UNSIGNED, sort, o, 1, 0);
		break;
	case 4:
		o[0] = pick(sort - 256);
		make(EXPR_TOFP, sort, o, 1, 0);
		break;
	default:
		make(EXPR_FLT + below(4), SORT_BOOL, o, 2, 0);
	}
}

static void grow(void)
{
	switch (below(10)) {
	case 9:
		add_division();
		break;
	case 0:
	case 1:
		add_bits();
		break;
	case 2:
		add_bool();
		break;
	case 3:
		add_part();
		break;
	case 4:
		add_choice();
		break;
	default:
		add_float();
	}
}

/* ---- comparing */

static int differ(const struct twin *t, const uint64_t *values)
{
	const uint64_t x = expr_evaluate(&plain, t->plain, values);
	const uint64_t y = expr_evaluate(&simple, t->simple, values);

	if (x == y || t->sort > SORT_BITS_MAX) /* a NaN's bits may differ */
		return 0;
	printf("# op %u: %" PRIx64 " simplified %" PRIx64 "\n",
	       plain.nodes[t->plain].op, x, y);
	return 1;
}

/* Simplified in one mode, as the prover does it to nearest, and evaluated in another. */
static int round_fails(int made_in, int mode)
{
	int failures = 0;

	fesetround(made_in);

	expr_init(&plain);
	expr_init(&simple);
	plain.plain = true;
	pool_count = 0;
	add_leaves();
	while (pool_count < POOL)
		grow();
	fesetround(mode);
	for (unsigned i = 0; i < SAMPLES; i++) {
		uint64_t values[VARIABLES];
		for (unsigned k = 0; k < VARIABLES; k++)
			values[k] = draw_bits();
		for (unsigned k = 0; k < POOL; k++)
			failures += differ(&pool[k], values);
	}
	expr_done(&plain);
	expr_done(&simple);
	return failures;
}

static void check_rounding(const char *name, int mode)
{
	int failures = 0;

	for (int i = 0; i < ROUNDS / 4; i++)
		failures += round_fails(i % 2 ? FE_TONEAREST : mode, mode);
	fesetround(FE_TONEAREST);
	check(failures == 0, name, "see above");
}

/* ---- constants: what is folded to nearest holds in every mode */

static double number_from(uint64_t bits)
{
	double x;

	memcpy(&x, &bits, sizeof x);
	return x;
}

static void compare_fold(const struct twin *t, int mode)
{
	fesetround(mode);
	const uint64_t x = expr_evaluate(&plain, t->plain, NULL);
	const uint64_t y = expr_evaluate(&simple, t->simple, NULL);
	fesetround(FE_TONEAREST);
	if (x != y && !(isnan(number_from(x)) && isnan(number_from(y))))
		say_why("op %u in mode %d: %a, folded %a", plain.nodes[t->plain].op,
			mode, number_from(x), number_from(y));
}

static void check_folds(void)
{
	static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD,
				    FE_TOWARDZERO};
	static const double numbers[] = {1,	 -1, 0.1,  3,	    1e300,
					 5e-324, 0,  -0.0, INFINITY};
	enum { NUMBERS = sizeof numbers / sizeof *numbers };

	expr_init(&plain);
	expr_init(&simple);
	plain.plain = true;
	pool_count = 0;
	for (unsigned i = 0; i < NUMBERS; i++) {
		uint64_t bits;
		memcpy(&bits, &numbers[i], sizeof bits);
		add(64, expr_const(&plain, 64, bits), expr_const(&simple, 64, bits));
		const struct twin o = pool[pool_count - 1];
		make(EXPR_TOFP, SORT_F64, &o, 1, 0);
	}
	for (enum expr_op op = EXPR_FADD; op <= EXPR_FSQRT; op++)
		for (unsigned i = 0; i < NUMBERS * NUMBERS; i++) {
			const struct twin o[2] = {pool[2 * (i / NUMBERS) + 1],
						  pool[2 * (i % NUMBERS) + 1]};
			make(op, SORT_F64, o, 2, 0);
			const struct twin *made = &pool[--pool_count];
			for (unsigned m = 0; m < 4; m++)
				compare_fold(made, modes[m]);
		}
	check_property("folds_in_all_modes");
	expr_done(&plain);
	expr_done(&simple);
}

/* ---- what the encoder relies on */

static void check_memory(void)
{
	struct expr_store s;
	expr word = EXPR_NONE;

	expr_init(&s);
	const expr c = expr_var(&s, SORT_BOOL, VARIABLE_FRESH, 0, "c");
	const expr x = expr_var(&s, 64, VARIABLE_FRESH, 0, "x");
	const expr y = expr_var(&s, 64, VARIABLE_FRESH, 0, "y");
	for (unsigned i = 8; i-- > 0;) {
		const expr byte = expr_ite(&s, c, expr_extract(&s, x, 8 * i, 8),
					   expr_extract(&s, y, 8 * i, 8));
		word =
		    word == EXPR_NONE ? byte : expr_binary(&s, EXPR_CONCAT, word, byte);
	}
	check(word == expr_ite(&s, c, x, y), "bytes_join", "see above");
	expr_done(&s);
}

static void check_paths(void)
{
	struct expr_store s;

	expr_init(&s);
	const expr p = expr_var(&s, SORT_BOOL, VARIABLE_FRESH, 0, "p");
	const expr a = expr_var(&s, SORT_BOOL, VARIABLE_FRESH, 0, "a");
	const expr b = expr_var(&s, SORT_BOOL, VARIABLE_FRESH, 0, "b");
	const expr left = expr_and(&s, p, a), right = expr_and(&s, p, expr_not(&s, a));
	check(expr_is_false(&s, expr_and(&s, left, expr_not(&s, a))),
	      "path_contradicts", "see above");
	check(expr_and(&s, expr_and(&s, left, b), a) == expr_and(&s, left, b),
	      "path_repeats", "see above");
	check(left != right, "paths_differ", "see above");
	check(expr_is_true(&s, expr_or(&s, a, expr_not(&s, a))), "either_or",
	      "see above");
	check(expr_or(&s, a, expr_and(&s, expr_not(&s, a), b)) == expr_or(&s, a, b),
	      "short_circuit", "see above");
	check(expr_and(&s, p, a) == left, "stored_once", "see above");
	const expr one = expr_const(&s, 1, 1), none = expr_const(&s, 1, 0);
	const expr x = expr_ite(&s, p, one, none), y = expr_ite(&s, a, none, one);
	check(expr_eq(&s,
		      expr_binary(&s, EXPR_BITAND, x, expr_unary(&s, EXPR_BITNOT, y)),
		      one) == left,
	      "bits_are_truths", "see above");
	expr_done(&s);
}

/* Choices that share their sides: as many ways through them as there are subsets, but each
 * is simplified once. Without that this does not end. */
static void check_shared(void)
{
	enum { CHOICES = 64, NODES_MOST = 40 * CHOICES };
	struct expr_store s;

	expr_init(&s);
	expr x = expr_var(&s, 64, VARIABLE_INPUT, 0, "x");
	expr p = expr_var(&s, SORT_BOOL, VARIABLE_FRESH, 0, "p");
	for (uint64_t i = 0; i < CHOICES; i++) {
		const expr a = expr_var(&s, SORT_BOOL, VARIABLE_FRESH, 0, "a");
		const expr b = expr_var(&s, SORT_BOOL, VARIABLE_FRESH, 0, "b");
		const expr k = expr_const(&s, 64, i + 1);
		x = expr_ite(&s, a, expr_ite(&s, b, x, k), x);
		p = expr_ite(&s, a, expr_ite(&s, b, p, expr_eq(&s, x, k)), p);
	}
	expr_convert(&s, EXPR_TOFP, SORT_F64, x);
	expr_extract(&s, x, 0, 8);
	expr_binary(&s, EXPR_CONCAT, x, x);
	expr_not(&s, p);
	check(s.count < NODES_MOST, "shared_choices",
	      "shared sides were simplified more than once");
	expr_done(&s);
}

int main(void)
{
	check_memory();
	check_shared();
	check_paths();
	check_folds();
	check_rounding("simplified_nearest", FE_TONEAREST);
	check_rounding("simplified_up", FE_UPWARD);
	check_rounding("simplified_down", FE_DOWNWARD);
	check_rounding("simplified_zero", FE_TOWARDZERO);
	return 0;
}
