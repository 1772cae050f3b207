/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * prover_sign_test.c - comparisons with a constant that signs or a root simplify: each
 * of many kinds of number with each constant, made plain and simplified, in all
 * rounding modes, on numbers at the ends of the format and at random.
 */
#include <fenv.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#include "prover/expr/expr.h"
#include "prover/expr/node.h"
#include "tests/expr_evaluate.h"
#include "tests/unit/me_check.h"

enum { VARIABLES = 2, KINDS = 14, SPECIALS = 20, RANDOM = 30, FORMS = 6 };

static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
static uint64_t state = 88172645463325252u;
static unsigned failures, simpler;

static uint64_t draw(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state * 0x2545f4914f6cdd1du;
}

/* What lies at the ends of the format, and where a root of it does. */
static uint64_t special(unsigned sort, unsigned i)
{
	const bool is_float = sort == SORT_F32;
	const double largest = is_float ? 0x1.fffffep127 : 0x1.fffffffffffffp1023;
	const double least = is_float ? 0x1p-149 : 0x1p-1074;
	const double root = is_float ? 0x1p64 : 0x1p512;
	const double list[SPECIALS / 2] = {
	    0, least, 3 * least, 1, 1.5, root / 2, root, 2 * root, largest, INFINITY};
	const double value = list[i / 2];

	return node_bits(sort, i % 2 ? -value : value);
}

/* ---- numbers */

struct numbers {
	struct expr_store store;
	expr x, y, word, choice;
};

static void begin(struct numbers *n, bool is_plain, unsigned sort)
{
	struct expr_store *s = &n->store;

	expr_init(s);
	s->plain = is_plain;
	n->word = expr_var(s, sort - 256, VARIABLE_FRESH, 0, "x");
	n->x = expr_convert(s, EXPR_TOFP, sort, n->word);
	n->y = expr_convert(s, EXPR_TOFP, sort,
			    expr_var(s, sort - 256, VARIABLE_FRESH, 0, "y"));
	n->choice = expr_binary(s, EXPR_FLT, n->x, n->y);
}

static expr make_number(struct numbers *n, unsigned kind, unsigned sort)
{
	struct expr_store *s = &n->store;
	const unsigned other = sort == SORT_F32 ? SORT_F64 : SORT_F32;
	const expr xx = expr_binary(s, EXPR_FMUL, n->x, n->x);
	const expr size = expr_unary(s, EXPR_FABS, n->y);
	const expr root = expr_unary(s, EXPR_FSQRT, n->x);

	switch (kind) {
	case 0:
		return root;
	case 1:
		return expr_binary(s, EXPR_FADD, n->x, n->y);
	case 2:
		return expr_binary(s, EXPR_FSUB, n->x, n->y);
	case 3:
		return xx;
	case 4:
		return size;
	case 5:
		return expr_binary(s, EXPR_FADD, xx,
				   expr_binary(s, EXPR_FMUL, size, root));
	case 6:
		return expr_unary(s, EXPR_FSQRT, size);
	case 7:
		return expr_unary(s, EXPR_FABS, root);
	case 8:
		return expr_convert(s, EXPR_FRESIZE, sort,
				    expr_convert(s, EXPR_FRESIZE, other, xx));
	case 9:
		return expr_convert(s, EXPR_FROM_UNSIGNED, sort, n->word);
	case 10:
		return expr_make(s, EXPR_ITE, sort, n->choice, xx, root, 0);
	case 11:
		return expr_unary(s, EXPR_FFLOOR, xx);
	case 12:
		return expr_make(s, EXPR_FMA, sort, n->x, n->x, size, 0);
	default:
		return expr_binary(s, EXPR_FMUL, n->x, n->y);
	}
}

/* x < c, x <= c, x == c, c < x, c <= x, NaN */
static expr make_form(struct numbers *n, unsigned form, expr x, uint64_t bits,
		      unsigned sort)
{
	static const enum expr_op ops[] = {EXPR_FLT, EXPR_FLE, EXPR_FEQ};
	struct expr_store *s = &n->store;
	const expr c =
	    expr_convert(s, EXPR_TOFP, sort, expr_const(s, sort - 256, bits));

	if (form == FORMS - 1)
		return expr_unary(s, EXPR_FNAN, x);
	return form < 3 ? expr_binary(s, ops[form], x, c)
			: expr_binary(s, ops[form - 3], c, x);
}

/* ---- both alike */

static void compare(const struct numbers n[2], const expr e[2], unsigned sort)
{
	for (unsigned i = 0; i < SPECIALS + RANDOM; i++)
		for (unsigned k = 0; k < SPECIALS; k++) {
			const uint64_t any = sort == SORT_F32 ? draw() >> 32 : draw();
			const uint64_t values[VARIABLES] = {
			    i < SPECIALS ? special(sort, i) : any,
			    i < SPECIALS ? special(sort, k)
					 : draw() >> (sort == SORT_F32) * 32};
			failures += expr_evaluate(&n[0].store, e[0], values) !=
				    expr_evaluate(&n[1].store, e[1], values);
		}
}

static void check_kind(unsigned sort, unsigned kind)
{
	for (unsigned c = 0; c < SPECIALS + 1; c++)
		for (unsigned form = 0; form < FORMS; form++) {
			const uint64_t bits =
			    c < SPECIALS ? special(sort, c) : node_bits(sort, NAN);
			struct numbers n[2];
			expr e[2];
			for (int i = 0; i < 2; i++) {
				begin(&n[i], i == 0, sort);
				e[i] = make_form(&n[i], form,
						 make_number(&n[i], kind, sort), bits,
						 sort);
			}
			const enum expr_op op = expr_at(&n[1].store, e[1])->op;
			simpler += op != expr_at(&n[0].store, e[0])->op;
			compare(n, e, sort);
			expr_done(&n[0].store);
			expr_done(&n[1].store);
		}
}

static void check_mode(int mode)
{
	fesetround(mode);
	for (unsigned kind = 0; kind < KINDS; kind++) {
		check_kind(SORT_F32, kind);
		check_kind(SORT_F64, kind);
	}
	fesetround(FE_TONEAREST);
}

/* ---- what is known without a solver */

static void check_known(void)
{
	struct numbers n;

	begin(&n, false, SORT_F64);
	struct expr_store *s = &n.store;
	const expr zero = expr_number(s, SORT_F64, 0);
	const expr root = expr_unary(s, EXPR_FSQRT, n.x);
	const expr above = expr_binary(s, EXPR_FLT, zero, n.x);
	const bool good =
	    expr_is_false(s, expr_binary(s, EXPR_FLT, root, zero)) &&
	    expr_binary(s, EXPR_FLT, zero, root) == above &&
	    expr_binary(s, EXPR_FEQ, root, zero) ==
		expr_binary(s, EXPR_FEQ, n.x, zero) &&
	    expr_is_false(s,
			  expr_binary(s, EXPR_FLT, make_number(&n, 5, SORT_F64), zero));
	check(good, "signs_known", "not simplified");
	expr_done(s);
}

int main(void)
{
	char why[32];

	for (int i = 0; i < 4; i++)
		check_mode(modes[i]);
	printf("# %u comparisons became simpler\n", simpler);
	snprintf(why, sizeof why, "%u differ", failures);
	check(!failures, "signs_mean_the_same", why);
	check_known();
	return 0;
}
