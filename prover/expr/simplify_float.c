/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simplify_float.c - simpler floating point. A constant is TOFP of a constant.
 * Unless all that is asked is of runs that round to nearest,
 * arithmetic of constants is done here only if the result is the same in all rounding
 * modes: exact, not 0 (whose sign depends on the mode) and no NaN (whose bits are
 * unconstrained).
 */
#include <fenv.h>
#include <math.h>
#include <string.h>

#include "prover/expr/node.h"

static bool float_const(const struct expr_store *s, expr e, uint64_t *bits)
{
	return node_is_op(s, e, EXPR_TOFP) && expr_is_const(s, expr_at(s, e)->a, bits);
}

/* No bits of the wide formats are constants (expr_is_const): the rules for constants
 * are not for them. */
static uint64_t float_sign_of(unsigned sort)
{
	return (uint64_t)1 << (sort == SORT_F32 ? 31 : 63);
}

/* ---- from bits */

static expr simplify_tofp(struct expr_store *s, const struct expr_node *n)
{
	const struct expr_node a = *expr_at(s, n->a);
	const uint64_t sign = float_sign_of(n->sort);
	uint64_t k;

	if (a.op == EXPR_BITS)
		return a.a;
	if (a.op == EXPR_ITE)
		return expr_ite(s, a.a, expr_convert(s, EXPR_TOFP, n->sort, a.b),
				expr_convert(s, EXPR_TOFP, n->sort, a.c));
	if ((a.op != EXPR_BITXOR && a.op != EXPR_BITAND) || !expr_is_const(s, a.b, &k))
		return EXPR_NONE;
	if (k != (a.op == EXPR_BITXOR ? sign : sign - 1))
		return EXPR_NONE;
	return expr_unary(s, a.op == EXPR_BITXOR ? EXPR_FNEG : EXPR_FABS,
			  expr_convert(s, EXPR_TOFP, n->sort, a.a));
}

/* ---- arithmetic of constants */

const int node_modes[EXPR_MODES] = {[EXPR_MODE_NEAREST] = FE_TONEAREST,
				    [EXPR_MODE_DOWN] = FE_DOWNWARD,
				    [EXPR_MODE_UP] = FE_UPWARD,
				    [EXPR_MODE_ZERO] = FE_TOWARDZERO};

/* The operation in its mode, or to nearest; false where it is a NaN and, unless `rounds`, where
 * it is not exact or 0. */
static bool exact(const struct expr_node *n, unsigned sort, const uint64_t operands[3],
		  bool rounds, uint64_t *bits)
{
	fenv_t kept;

	if (n->op == EXPR_TO_SIGNED || feholdexcept(&kept))
		return false;
	fesetround(n->value & EXPR_FIXED_MODE ? node_modes[n->value & ~EXPR_FIXED_MODE]
					      : FE_TONEAREST);
	const bool done = expr_compute(n, sort, operands, bits);
	const bool rounded = fetestexcept(FE_INEXACT | FE_UNDERFLOW | FE_OVERFLOW |
					  FE_INVALID | FE_DIVBYZERO);
	fesetenv(&kept);
	return done && !isnan(node_number(n->sort, *bits)) &&
	       (rounds || (!rounded && node_number(n->sort, *bits) != 0));
}

static bool is_arithmetic(enum expr_op op)
{
	return (op >= EXPR_FADD && op <= EXPR_FSQRT) || op == EXPR_FRINT ||
	       op == EXPR_FRESIZE || op == EXPR_FROM_SIGNED || op == EXPR_FROM_UNSIGNED;
}

static expr fold_arithmetic(struct expr_store *s, const struct expr_node *n)
{
	uint64_t operands[3] = {0, 0, 0}, bits;
	if (n->sort > SORT_F64)
		return EXPR_NONE;
	const bool from_integer =
	    n->op == EXPR_FROM_SIGNED || n->op == EXPR_FROM_UNSIGNED;

	if (!(from_integer ? expr_is_const(s, n->a, &operands[0])
			   : float_const(s, n->a, &operands[0])))
		return EXPR_NONE;
	if (n->b != EXPR_NONE && !float_const(s, n->b, &operands[1]))
		return EXPR_NONE;
	const bool rounds = s->nearest || n->value & EXPR_FIXED_MODE;
	if (n->op == EXPR_FRINT && !rounds)
		return EXPR_NONE;
	if (!exact(n, expr_sort(s, n->a), operands, rounds, &bits)) {
		s->has_rounding = true;
		return EXPR_NONE;
	}
	return expr_number(s, n->sort, bits);
}

/* x * 1 and x / 1 are x, whatever x is. */
static expr identity(struct expr_store *s, const struct expr_node *n)
{
	uint64_t bits;

	if (n->op != EXPR_FMUL && n->op != EXPR_FDIV)
		return EXPR_NONE;
	if (float_const(s, n->b, &bits) && node_number(n->sort, bits) == 1)
		return n->a;
	if (n->op == EXPR_FMUL && float_const(s, n->a, &bits) &&
	    node_number(n->sort, bits) == 1)
		return n->b;
	return EXPR_NONE;
}

/* ---- signs, comparisons, integers */

static expr simplify_turned(struct expr_store *s, const struct expr_node *n)
{
	const struct expr_node a = *expr_at(s, n->a);
	uint64_t bits;

	if (float_const(s, n->a, &bits))
		return expr_number(s, n->sort,
				   n->op == EXPR_FNEG ? bits ^ float_sign_of(n->sort)
						      : bits & ~float_sign_of(n->sort));
	if (a.op == EXPR_FNEG)
		return n->op == EXPR_FNEG ? a.a : expr_unary(s, EXPR_FABS, a.a);
	return a.op == EXPR_FABS && n->op == EXPR_FABS ? n->a : EXPR_NONE;
}

static expr simplify_comparison(struct expr_store *s, const struct expr_node *n)
{
	const struct expr_node a = *expr_at(s, n->a);
	const unsigned sort = a.sort;
	uint64_t operands[3] = {0, 0, 0}, value;

	if (float_const(s, n->a, &operands[0]) &&
	    (n->op == EXPR_FNAN || float_const(s, n->b, &operands[1]))) {
		expr_compute(n, sort, operands, &value);
		return expr_bool(s, value);
	}
	if (n->op == EXPR_FNAN) {
		if (a.op == EXPR_FNEG || a.op == EXPR_FABS || a.op == EXPR_FRESIZE ||
		    node_is_whole(&a))
			return expr_unary(s, EXPR_FNAN, a.a);
		return a.op == EXPR_FROM_SIGNED || a.op == EXPR_FROM_UNSIGNED
			   ? expr_bool(s, false)
			   : simplify_sign(s, n);
	}
	if (n->a != n->b)
		return simplify_sign(s, n);
	return n->op == EXPR_FLT ? expr_bool(s, false)
				 : expr_not(s, expr_unary(s, EXPR_FNAN, n->a));
}

static expr simplify_to_signed(struct expr_store *s, const struct expr_node *n)
{
	uint64_t bits;

	if (!float_const(s, n->a, &bits))
		return EXPR_NONE;
	const double x = node_number(expr_sort(s, n->a), bits),
		     limit = ldexp(1, n->sort - 1);
	if (!(x > -limit && x < limit))
		return EXPR_NONE;
	return expr_const(s, n->sort, (uint64_t)(int64_t)x);
}

/* A whole number is one already. */
static expr simplify_whole(struct expr_store *s, const struct expr_node *n)
{
	const struct expr_node a = *expr_at(s, n->a);
	uint64_t operands[3] = {0, 0, 0}, bits;

	if (node_is_whole(&a))
		return n->a;
	if (!float_const(s, n->a, &operands[0]) ||
	    isnan(node_number(n->sort, operands[0])) ||
	    !expr_compute(n, n->sort, operands, &bits))
		return EXPR_NONE;
	return expr_number(s, n->sort, bits);
}

expr simplify_float(struct expr_store *s, const struct expr_node *n)
{
	switch (n->op) {
	case EXPR_TOFP:
		return simplify_tofp(s, n);
	case EXPR_BITS: {
		uint64_t bits;
		if (float_const(s, n->a, &bits) &&
		    !isnan(node_number(expr_sort(s, n->a), bits)))
			return expr_const(s, n->sort, bits);
		return EXPR_NONE;
	}
	case EXPR_FNEG:
	case EXPR_FABS:
		return simplify_turned(s, n);
	case EXPR_FLT:
	case EXPR_FLE:
	case EXPR_FEQ:
	case EXPR_FNAN:
		return simplify_comparison(s, n);
	case EXPR_TO_SIGNED:
		return simplify_to_signed(s, n);
	case EXPR_FFLOOR:
	case EXPR_FCEIL:
	case EXPR_FTRUNC:
	case EXPR_FROUND:
		return simplify_whole(s, n);
	default: {
		if (!is_arithmetic(n->op))
			return EXPR_NONE;
		const expr simple = identity(s, n);
		return simple != EXPR_NONE ? simple : fold_arithmetic(s, n);
	}
	}
}
