/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fpe_goals.cc - floating-point exceptions (kinds=fpe): goals behind each operation of
 * binary floating point, met when its operands have left its range. With L the largest
 * finite number and M the least normal one of the type, a and b the operands, r what
 * came of them:
 *
 *	overflow   |a| <= L & |b| <= L & |r| > L, and of a / b also b != 0
 *	invalid    r is no number and a and b are: 0 / 0, inf - inf, 0 * inf, sqrt (-1);
 *		   of a conversion to an integer: a is none of its numbers
 *	divzero    a / b with b == 0, a != 0 and |a| <= L; a pole of a function: log (0),
 *		   log1p (-1), atanh (1), pow (0, -1), lgamma (-2)
 *	underflow  r == 0 or subnormal though the exact result is not 0: |r| < M, a != 0
 *		   and of a * b also b != 0, of a / b |b| <= L
 *	inexact    of a conversion to an integer: a is in its range and has a fraction
 *
 * The comparisons with L and M are what leads a search out of the range; no flag is
 * looked at. What constants rule out is no goal. For operands of 32 and 64 bits the
 * harness computes all predicates of an operation at once
 * (harness/runtime/distance.h).
 *
 * Of complex numbers each part of a result has goals. Where it comes of all parts of
 * both operands, as in a product, what is asked of a and b is asked of all four parts,
 * but that a part differs from 0 of one of two. A quotient by 0 has parts that are no
 * numbers beside infinite ones, and is invalid where a is 0 too. Products and quotients
 * have no underflow: a part of their result that is small may be exact.
 */
#include "plugin/gcc.h"
#include "plugin/exceptions/fpe.h"

/* ---- predicates */

/* It holds for all parts of all operands. */
static tree of_operands(struct observer_code *c, const struct fpe_operation *o,
			tree (*holds)(struct observer_code *c, tree a))
{
	const tree operands[] = {o->a, o->b, o->third, o->imaginary_a, o->imaginary_b};
	tree truth = NULL_TREE;

	for (unsigned i = 0; i < ARRAY_SIZE(operands); i++)
		truth = observer_and(c, truth, holds(c, operands[i]));
	return truth;
}

/* One of the two parts is neither zero nor NaN. */
static tree has_nonzero_part(struct observer_code *c, tree real, tree imaginary)
{
	tree truth = fpe_is_not_zero(c, real);

	return observer_or(c, truth, fpe_is_not_zero(c, imaginary));
}

/* Where the function of libm has a pole. */
static tree pole(struct observer_code *c, const struct fpe_operation *o)
{
	tree type = TREE_TYPE(o->a), at;

	switch (o->arithmetic) {
	case ME_LOG1P:
		return observer_compare(c, EQ_EXPR, o->a, build_minus_one_cst(type));
	case ME_ACOS:
		return fpe_magnitude(c, o->a, EQ_EXPR, build_one_cst(type));
	case ME_POW:
		at = observer_and(c, fpe_against_zero(c, o->a, EQ_EXPR),
				  fpe_against_zero(c, o->b, LT_EXPR));
		return observer_and(c, at, fpe_is_finite(c, o->b));
	case ME_GAMMA:
		at = observer_and(c, fpe_against_zero(c, o->a, LE_EXPR),
				  fpe_is_finite(c, o->a));
		return observer_and(c, at, fpe_is_infinite(c, o->result));
	default:
		return fpe_against_zero(c, o->a, EQ_EXPR);
	}
}

static tree overflows(struct observer_code *c, const struct fpe_operation *o)
{
	tree truth = of_operands(c, o, fpe_is_finite);

	if (o->code == RDIV_EXPR)
		truth =
		    observer_and(c, truth, has_nonzero_part(c, o->b, o->imaginary_b));
	if (o->code == CALL_EXPR && o->kinds & DIVZERO)
		truth = observer_and(c, truth, observer_not(c, pole(c, o)));
	return observer_and(c, truth, fpe_is_infinite(c, o->result));
}

/* x is zero and y infinite. */
static tree zero_and_infinite(struct observer_code *c, tree x, tree y)
{
	if (fpe_is_constant(x) || fpe_is_constant(y))
		return NULL_TREE;
	tree zero = fpe_against_zero(c, x, EQ_EXPR);

	return observer_and(c, zero, fpe_is_infinite(c, y));
}

static tree both_infinite(struct observer_code *c, const struct fpe_operation *o)
{
	return fpe_is_constant(o->a) || fpe_is_constant(o->b)
		   ? NULL_TREE
		   : observer_and(c, fpe_is_infinite(c, o->a),
				  fpe_is_infinite(c, o->b));
}

/* A condition that was emitted is used: else its operands would keep a use that is in
 * no block. */
static tree both_zero(struct observer_code *c, const struct fpe_operation *o)
{
	if (fpe_is_constant(o->b) || (fpe_is_constant(o->a) && !real_zerop(o->a)))
		return NULL_TREE;
	tree zero = fpe_against_zero(c, o->b, EQ_EXPR);

	return fpe_is_constant(o->a)
		   ? zero
		   : observer_and(c, zero, fpe_against_zero(c, o->a, EQ_EXPR));
}

static tree division_by_zero(struct observer_code *c, const struct fpe_operation *o)
{
	if (o->code == CALL_EXPR)
		return pole(c, o);
	if (fpe_is_constant(o->b))
		return NULL_TREE;
	tree truth = has_nonzero_part(c, o->a, o->imaginary_a);

	truth = observer_and(c, truth, fpe_is_finite(c, o->a));
	truth = observer_and(c, truth, fpe_is_finite(c, o->imaginary_a));
	if (o->imaginary_b)
		truth = observer_and(c, truth,
				     fpe_against_zero(c, o->imaginary_b, EQ_EXPR));
	return observer_and(c, truth, fpe_against_zero(c, o->b, EQ_EXPR));
}

/* The result is no number, and all operands are. */
static tree loses_number(struct observer_code *c, const struct fpe_operation *o)
{
	tree numbers = of_operands(c, o, fpe_is_number);

	return observer_and(c, numbers,
			    observer_compare(c, UNORDERED_EXPR, o->result, o->result));
}

/* By zero only 0 / 0 is invalid, though other quotients have a part that is no number. */
static tree invalid_complex(struct observer_code *c, const struct fpe_operation *o)
{
	const bool divides_zero =
	    fpe_is_constant(o->a) && real_zerop(o->a) && real_zerop(o->imaginary_a);
	tree truth = loses_number(c, o);

	if (o->code != RDIV_EXPR || fpe_is_constant(o->b) || divides_zero)
		return truth;
	tree by_zero = observer_not(c, division_by_zero(c, o));
	return observer_and(c, truth, by_zero);
}

static tree invalid(struct observer_code *c, const struct fpe_operation *o)
{
	tree none;

	if (o->imaginary_a)
		return invalid_complex(c, o);
	switch (o->code) {
	case MULT_EXPR:
		none = observer_or(c, zero_and_infinite(c, o->a, o->b),
				   zero_and_infinite(c, o->b, o->a));
		return none;
	case RDIV_EXPR:
		none = both_zero(c, o);
		return observer_or(c, none, both_infinite(c, o));
	case PLUS_EXPR:
	case MINUS_EXPR:
		none = both_infinite(c, o);
		return none ? observer_and(c, none,
					   observer_compare(c, UNORDERED_EXPR,
							    o->result, o->result))
			    : NULL_TREE;
	default:
		return loses_number(c, o);
	}
}

static tree underflows(struct observer_code *c, const struct fpe_operation *o)
{
	tree type = TREE_TYPE(o->result);
	tree truth =
	    o->code == CALL_EXPR ? fpe_is_finite(c, o->a) : fpe_is_not_zero(c, o->a);

	if (o->code == MULT_EXPR)
		truth = observer_and(c, truth, fpe_is_not_zero(c, o->b));
	else
		truth = observer_and(c, truth, fpe_is_finite(c, o->b));
	if (o->b && o->code == CALL_EXPR) /* pow: 0 to any power is exact */
		truth = observer_and(c, truth, fpe_is_not_zero(c, o->a));
	if (o->third) { /* fma: a sum that is 0 may be exact */
		truth = observer_and(c, truth, fpe_is_finite(c, o->third));
		truth = observer_and(c, truth, fpe_is_not_zero(c, o->result));
	}
	return observer_and(
	    c, truth, fpe_magnitude(c, o->result, LT_EXPR, fpe_least_normal(type)));
}

/* ---- conversions to integers */

/* 2^n, or its opposite. */
static tree power(tree type, int n, bool negative)
{
	REAL_VALUE_TYPE r;

	real_2expN(&r, n, TYPE_MODE(type));
	if (negative)
		r = real_value_negate(&r);
	return build_real(type, r);
}

/* a is above the integers' range, or below it. Their least number less one may be no
 * float; then its neighbours below are. */
static tree is_outside(struct observer_code *c, tree a, tree integer)
{
	const bool wraps = TYPE_UNSIGNED(integer);
	const int bits = TYPE_PRECISION(integer) - !wraps;
	tree type = TREE_TYPE(a);
	const bool exact = REAL_MODE_FORMAT(TYPE_MODE(type))->p > bits;
	tree above = observer_compare(c, GE_EXPR, a, power(type, bits, false));
	tree low = power(type, wraps ? 0 : bits, true);

	if (wraps || !exact)
		return observer_or(
		    c, above, observer_compare(c, wraps ? LE_EXPR : LT_EXPR, a, low));
	low = fold_binary(MINUS_EXPR, type, low, build_one_cst(type));
	return observer_or(c, above, observer_compare(c, LE_EXPR, a, low));
}

/* The number is none of the integer type's. */
static tree converts_badly(struct observer_code *c, const struct fpe_operation *o)
{
	tree outside = is_outside(c, o->a, TREE_TYPE(o->result));

	return observer_or(c, outside, observer_compare(c, UNORDERED_EXPR, o->a, o->a));
}

/* The number is in the range of the integers, and has a fraction. */
static tree loses_fraction(struct observer_code *c, const struct fpe_operation *o)
{
	tree back = observer_emit(c, TREE_TYPE(o->a), FLOAT_EXPR, o->result);
	tree outside = is_outside(c, o->a, TREE_TYPE(o->result));
	tree inside = observer_not(c, outside);

	return observer_and(c, inside, observer_compare(c, LTGT_EXPR, o->a, back));
}

/* ---- goals */

static const struct goal_kind {
	unsigned kind;
	unsigned exception; /* enum me_exception */
	const char *name, *never;
	tree (*truth)(struct observer_code *c, const struct fpe_operation *o);
} goal_kinds[] = {
    {OVERFLOW, ME_OVERFLOW, "overflow", "never overflows", overflows},
    {INVALID, ME_INVALID, "invalid", "is never invalid", invalid},
    {DIVZERO, ME_DIVZERO, "divzero", "never divides by zero", division_by_zero},
    {UNDERFLOW, ME_UNDERFLOW, "underflow", "never underflows", underflows},
    {INEXACT, 0, "inexact", "never loses a fraction", loses_fraction},
};

/* What is asked for, and how it is called. */
struct asked_goals {
	const char *kind;
	unsigned kinds;
	const char *conversion; /* the name of a bad one */
};

/* A float of 32 or 64 bits that is computed in them. */
static bool is_short(tree type)
{
	return fpe_is_float(type) &&
	       (TYPE_MODE(type) == SFmode || TYPE_MODE(type) == DFmode) &&
	       targetm.c.excess_precision(EXCESS_PRECISION_TYPE_IMPLICIT) !=
		   FLT_EVAL_METHOD_PROMOTE_TO_LONG_DOUBLE;
}

/* Whether the harness computes the predicates of the operation. */
static bool is_known_operation(const struct fpe_operation *o)
{
	tree type = TREE_TYPE(o->result), of = TREE_TYPE(o->a);

	return is_short(type) && is_short(of) && !o->third && !o->imaginary_a &&
	       (TYPE_MODE(type) == TYPE_MODE(of) || o->arithmetic == ME_NARROW) &&
	       (!o->b || TYPE_MODE(TREE_TYPE(o->b)) == TYPE_MODE(of));
}

/* Which part overflows, or is no number, tells the goals of a complex operation apart. */
static const char *goal_name(const struct fpe_operation *o, unsigned number,
			     const char *name)
{
	return o->part ? xasprintf("%u.%s.%s", number, o->part, name)
		       : xasprintf("%u.%s", number, name);
}

static const char *goal_never(const struct fpe_operation *o, const struct goal_kind *k)
{
	return o->part && k->kind != DIVZERO
		   ? xasprintf("%s (%s)", k->never,
			       *o->part == 'r' ? "real part" : "imaginary part")
		   : k->never;
}

static void add_exception_goals(const struct fpe_operation *o, unsigned number,
				const struct asked_goals *asked)
{
	for (unsigned i = 0; i < ARRAY_SIZE(goal_kinds); i++) {
		const struct goal_kind *k = &goal_kinds[i];
		const goal_operation operation = {o->arithmetic, k->exception,
						  o->result, o->a, o->b};
		struct observer_code c = {NULL, o->where};
		const bool converts = o->code == FIX_TRUNC_EXPR && k->kind == INVALID;
		tree truth = NULL_TREE;
		if (o->kinds & asked->kinds & k->kind)
			truth = converts ? converts_badly(&c, o) : k->truth(&c, o);
		if (truth)
			goals_observe(o->next, &c, truth, asked->kind,
				      goal_name(o, number,
						converts ? asked->conversion : k->name),
				      goal_never(o, k),
				      is_known_operation(o) ? &operation : NULL);
	}
}

void fpe_add(function *fun, const char *kind, unsigned kinds, unsigned first,
	     const char *conversion)
{
	const struct asked_goals asked = {kind, kinds, conversion};
	auto_vec<fpe_operation> all;

	fpe_read(fun, &all);
	for (unsigned i = 0; i < all.length(); i++)
		add_exception_goals(&all[i], first + i, &asked);
}

static void add_exceptions(function *fun)
{
	fpe_add(fun, "fpe", ~0u, 0, "invalid");
	fpe_status_add(fun);
}

static goal_maker fpe_goals("fpe", GOALS_ASKED, add_exceptions);
