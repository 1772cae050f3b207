/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fpe_goals.cc - floating-point exceptions (goals=fpe): goals behind each operation of
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
 * looked at. Of complex numbers each part of a result has goals. A product or quotient
 * z of a + bi and c + di overflows, or is no number, where that is said of the four
 * parts and of one of z, and divides by 0 where c and d are 0 and a or b is not; it has
 * no underflow, since a part that is small may be exact. What constants rule out is no
 * goal. For operands of 32 and 64 bits the
 * harness computes all predicates of an operation at once (harness/runtime/distance.h).
 */
#include "plugin/gcc.h"
#include "plugin/exceptions/fpe_complex.h"
#include "plugin/exceptions/fpe_conversion.h"
#include "plugin/exceptions/fpe_goals.h"
#include "plugin/exceptions/fpe_library.h"
#include "plugin/exceptions/fpe_number.h"
#include "plugin/exceptions/fpe_status.h"
#include "plugin/goals/makers.h"
#include "plugin/goals/observer_code.h"

/* ---- predicates */

/* It holds for all parts of all operands. */
static tree of_operands(struct observer_code *c, const struct operation *o,
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
static tree pole(struct observer_code *c, const struct operation *o)
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

static tree overflow(struct observer_code *c, const struct operation *o)
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

static tree both_infinite(struct observer_code *c, const struct operation *o)
{
	return fpe_is_constant(o->a) || fpe_is_constant(o->b)
		   ? NULL_TREE
		   : observer_and(c, fpe_is_infinite(c, o->a),
				  fpe_is_infinite(c, o->b));
}

/* A condition that was emitted is used: else its operands would keep a use that is in
 * no block. */
static tree both_zero(struct observer_code *c, const struct operation *o)
{
	if (fpe_is_constant(o->b) || (fpe_is_constant(o->a) && !real_zerop(o->a)))
		return NULL_TREE;
	tree zero = fpe_against_zero(c, o->b, EQ_EXPR);

	return fpe_is_constant(o->a)
		   ? zero
		   : observer_and(c, zero, fpe_against_zero(c, o->a, EQ_EXPR));
}

/* The result is no number, and all operands are. */
static tree loses_number(struct observer_code *c, const struct operation *o)
{
	tree numbers = of_operands(c, o, fpe_is_number);

	return observer_and(c, numbers,
			    observer_compare(c, UNORDERED_EXPR, o->result, o->result));
}

static tree invalid(struct observer_code *c, const struct operation *o)
{
	tree none;

	if (o->imaginary_a)
		return loses_number(c, o);
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

static tree division_by_zero(struct observer_code *c, const struct operation *o)
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

static tree underflow(struct observer_code *c, const struct operation *o)
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

/* ---- goals */

static const struct goal_kind {
	unsigned kind;
	unsigned exception; /* enum me_exception */
	const char *name, *never;
	tree (*truth)(struct observer_code *c, const struct operation *o);
} goal_kinds[] = {
    {OVERFLOW, ME_OVERFLOW, "overflow", "never overflows", overflow},
    {INVALID, ME_INVALID, "invalid", "is never invalid", invalid},
    {DIVZERO, ME_DIVZERO, "divzero", "never divides by zero", division_by_zero},
    {UNDERFLOW, ME_UNDERFLOW, "underflow", "never underflows", underflow},
    {INEXACT, 0, "inexact", "never loses a fraction", loses_fraction},
};

/* What is asked for, and how it is called. */
struct asked_goals {
	const char *kind;
	unsigned kinds;
	const char *conversion; /* the name of a bad one */
};

static void insert(gimple *before, struct observer_code *c, tree truth,
		   const char *kind, const char *name, const char *never,
		   const goal_operation *o)
{
	truth = observer_emit(c, integer_type_node, NOP_EXPR, truth);
	goals_insert(before, c->where, c->seq, truth, kind, name, never, o);
}

/* A float of 32 or 64 bits that is computed in them. */
static bool is_short(tree type)
{
	return fpe_is_float(type) &&
	       (TYPE_MODE(type) == SFmode || TYPE_MODE(type) == DFmode) &&
	       targetm.c.excess_precision(EXCESS_PRECISION_TYPE_IMPLICIT) !=
		   FLT_EVAL_METHOD_PROMOTE_TO_LONG_DOUBLE;
}

/* Whether the harness computes the predicates of the operation. */
static bool is_known(const struct operation *o)
{
	tree type = TREE_TYPE(o->result), of = TREE_TYPE(o->a);

	return is_short(type) && is_short(of) && !o->third && !o->imaginary_a &&
	       (TYPE_MODE(type) == TYPE_MODE(of) || o->arithmetic == ME_NARROW) &&
	       (!o->b || TYPE_MODE(TREE_TYPE(o->b)) == TYPE_MODE(of));
}

static void add_goals(const struct operation *o, unsigned number,
		      const struct asked_goals *asked)
{
	gimple_stmt_iterator next = gsi_for_stmt(o->stmt);

	gsi_next(&next);
	for (unsigned i = 0; i < ARRAY_SIZE(goal_kinds); i++) {
		const struct goal_kind *k = &goal_kinds[i];
		const goal_operation operation = {o->arithmetic, k->exception,
						  o->result, o->a, o->b};
		struct observer_code c = {NULL, gimple_location(o->stmt)};
		const bool converts = o->code == FIX_TRUNC_EXPR && k->kind == INVALID;
		tree truth = NULL_TREE;
		if (o->kinds & asked->kinds & k->kind)
			truth = converts ? converts_badly(&c, o) : k->truth(&c, o);
		if (truth)
			insert(gsi_stmt(next), &c, truth, asked->kind,
			       xasprintf("%u.%s", number,
					 converts ? asked->conversion : k->name),
			       k->never, is_known(o) ? &operation : NULL);
	}
}

/* ---- operations */

/* A constant with which results are exact, or exceptions none of this operation's. */
static bool is_special(tree a)
{
	return fpe_is_constant(a) &&
	       (real_zerop(a) || !real_isfinite(TREE_REAL_CST_PTR(a)));
}

/* What constants leave possible. */
static unsigned kinds_of(enum tree_code code, tree a, tree b)
{
	const bool constant = fpe_is_constant(b);
	const bool small = constant &&
			   real_compare(LE_EXPR, TREE_REAL_CST_PTR(b), &dconst1) &&
			   real_compare(GE_EXPR, TREE_REAL_CST_PTR(b), &dconstm1);
	const bool large =
	    constant &&
	    (!small || real_compare(EQ_EXPR, TREE_REAL_CST_PTR(b), &dconst1));

	if ((fpe_is_constant(a) && constant) || is_special(a) || is_special(b))
		return real_zerop(a) && code == RDIV_EXPR ? INVALID : 0;
	switch (code) {
	case PLUS_EXPR:
	case MINUS_EXPR:
		return constant || fpe_is_constant(a) ? 0 : OVERFLOW | INVALID;
	case MULT_EXPR:
		return INVALID | (small ? 0 : OVERFLOW) | (large ? 0 : UNDERFLOW);
	case RDIV_EXPR:
		return INVALID | (constant ? 0 : DIVZERO) | (large ? 0 : OVERFLOW) |
		       (small ? 0 : UNDERFLOW);
	default:
		return 0;
	}
}

static unsigned arithmetic_of(enum tree_code code)
{
	switch (code) {
	case PLUS_EXPR:
		return ME_ADD;
	case MINUS_EXPR:
		return ME_SUBTRACT;
	case MULT_EXPR:
		return ME_MULTIPLY;
	case RDIV_EXPR:
		return ME_DIVIDE;
	default:
		return ME_NARROW;
	}
}

/* The kinds of an assignment's operation. */
static unsigned kinds_of_assignment(const struct operation *o)
{
	tree from = TREE_TYPE(o->a), to = TREE_TYPE(o->result);

	if (!fpe_is_float(from) ||
	    (o->imaginary_a && fpe_is_constant(o->a) && fpe_is_constant(o->b)))
		return 0;
	if (o->code == FIX_TRUNC_EXPR)
		return TYPE_PRECISION(to) > 64 ? 0 : INVALID | INEXACT;
	if (!fpe_is_float(to))
		return 0;
	if (CONVERT_EXPR_CODE_P(o->code))
		return TYPE_PRECISION(to) < TYPE_PRECISION(from) ? OVERFLOW | UNDERFLOW
								 : 0;
	if (o->imaginary_a)
		return OVERFLOW | INVALID |
		       (o->code == RDIV_EXPR && !fpe_is_constant(o->b) ? DIVZERO : 0);
	return o->b ? kinds_of(o->code, o->a, o->b) : 0;
}

static void read_assignment(gassign *stmt, vec<operation> *all)
{
	const enum tree_code code = gimple_assign_rhs_code(stmt);
	tree a = gimple_assign_rhs1(stmt), b = gimple_assign_rhs2(stmt);
	const unsigned first = all->length();

	if (TREE_CODE(gimple_assign_lhs(stmt)) != SSA_NAME || !a || !is_gimple_val(a) ||
	    (b && !is_gimple_val(b)))
		return;
	if (TREE_CODE(TREE_TYPE(a)) == COMPLEX_TYPE)
		complex_operations(stmt, all);
	else
		all->safe_push({stmt, code, gimple_assign_lhs(stmt), a, b, NULL, 0,
				arithmetic_of(code), NULL, NULL});
	unsigned kept = first;
	for (unsigned i = first; i < all->length(); i++) {
		(*all)[kept] = (*all)[i];
		(*all)[kept].kinds = kinds_of_assignment(&(*all)[i]);
		kept += (*all)[kept].kinds != 0;
	}
	all->truncate(kept);
}

/* Of an operand that there may be. */
static bool is_number_type(tree value)
{
	return !value || fpe_is_float(TREE_TYPE(value)) ||
	       INTEGRAL_TYPE_P(TREE_TYPE(value));
}

/* What constants rule out of a call. */
static unsigned impossible(const struct operation *o)
{
	const bool is_pow = o->arithmetic == ME_POW;
	unsigned kinds = 0;

	if (is_special(o->a) || (o->b && is_special(o->b)))
		return ~0u;
	if (fpe_is_constant(o->a) && !real_zerop(o->a)) /* it is at no pole */
		kinds |= DIVZERO;
	if (is_pow && CONSTANT_CLASS_P(o->b) && tree_expr_nonnegative_p(o->b))
		kinds |= DIVZERO;
	if (is_pow && fpe_is_constant(o->a) && tree_expr_nonnegative_p(o->a))
		kinds |= INVALID;
	return kinds;
}

static void read_call(gcall *stmt, vec<operation> *all)
{
	const unsigned n = gimple_call_num_args(stmt);
	const library_function *f = library_callee(gimple_call_fndecl(stmt));
	tree lhs = gimple_call_lhs(stmt);

	if (!f || !lhs || TREE_CODE(lhs) != SSA_NAME || n != f->operands)
		return;
	tree a = gimple_call_arg(stmt, 0), b = n > 1 ? gimple_call_arg(stmt, 1) : NULL,
	     third = n > 2 ? gimple_call_arg(stmt, 2) : NULL;
	const bool converts = f->kinds & INEXACT;
	if (n == 2 && INTEGRAL_TYPE_P(TREE_TYPE(a))) /* jn, yn: the order is first */
		std::swap(a, b);
	if (n == 1 && TREE_CODE(TREE_TYPE(a)) == COMPLEX_TYPE) { /* cabs */
		b = complex_part(stmt, IMAGPART_EXPR, a);
		a = complex_part(stmt, REALPART_EXPR, a);
	}
	struct operation o = {stmt,	converts ? FIX_TRUNC_EXPR : CALL_EXPR,
			      lhs,	a,
			      b,	third,
			      f->kinds, f->arithmetic,
			      NULL,	NULL};
	o.kinds &= ~impossible(&o);
	if (fpe_is_float(TREE_TYPE(a)) && is_number_type(b) && is_number_type(third) &&
	    (converts ? INTEGRAL_TYPE_P(TREE_TYPE(lhs)) : fpe_is_float(TREE_TYPE(lhs))))
		all->safe_push(o);
}

static void find_operations(function *fun, vec<operation> *all)
{
	hash_set<gimple *> observed;
	basic_block bb;

	goals_observed(fun, &observed);
	FOR_EACH_BB_FN(bb, fun)
	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i)) {
		gimple *stmt = gsi_stmt(i);
		if (observed.contains(stmt) || stmt_ends_bb_p(stmt) ||
		    gsi_stmt(i) == last_stmt(bb))
			continue;
		if (gassign *assign = dyn_cast<gassign *>(stmt))
			read_assignment(assign, all);
		else if (gcall *call = dyn_cast<gcall *>(stmt))
			read_call(call, all);
	}
}

void fpe_add(function *fun, const char *kind, unsigned kinds, unsigned first,
	     const char *conversion)
{
	const struct asked_goals asked = {kind, kinds, conversion};
	auto_vec<operation> all;

	find_operations(fun, &all);
	for (unsigned i = 0; i < all.length(); i++)
		add_goals(&all[i], first + i, &asked);
}

static void add_exceptions(function *fun)
{
	fpe_add(fun, "fpe", ~0u, 0, "invalid");
	fpe_status_add(fun);
}

static goal_maker fpe_goals("fpe", false, add_exceptions);
