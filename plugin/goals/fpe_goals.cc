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
 * looked at. What constants rule out is no goal. For operands of 32 and 64 bits the
 * harness computes all predicates of an operation at once (harness/runtime/distance.h).
 *
 * A function that returns an integer, and stores floats behind a pointer, is taken for
 * one that returns a status, 0 for success:
 *
 *	success	   it returns 0, its arguments are finite, and what it stored is not
 */
#include "plugin/gcc.h"
#include "plugin/goals/fpe_conversion.h"
#include "plugin/goals/fpe_goals.h"
#include "plugin/goals/fpe_library.h"
#include "plugin/goals/makers.h"
#include "plugin/goals/observer_code.h"
#include "tree-dfa.h"

/* ---- numbers of a type */

static bool is_float(tree type)
{
	return SCALAR_FLOAT_TYPE_P(type) && !DECIMAL_FLOAT_MODE_P(TYPE_MODE(type)) &&
	       !MODE_COMPOSITE_P(TYPE_MODE(type)) && TYPE_PRECISION(type) >= 32;
}

static tree largest(tree type)
{
	REAL_VALUE_TYPE r;

	real_maxval(&r, 0, TYPE_MODE(type));
	return build_real(type, r);
}

static tree least_normal(tree type)
{
	REAL_VALUE_TYPE r;

	real_2expN(&r, REAL_MODE_FORMAT(TYPE_MODE(type))->emin - 1, TYPE_MODE(type));
	return build_real(type, r);
}

static bool is_constant(tree value)
{
	return TREE_CODE(value) == REAL_CST;
}

/* ---- conditions; null where constants make them true */

/* |a| code limit */
static tree magnitude(struct observer_code *c, tree a, enum tree_code code, tree limit)
{
	return observer_compare(c, code, observer_emit(c, TREE_TYPE(a), ABS_EXPR, a),
				limit);
}

static tree is_finite(struct observer_code *c, tree a)
{
	return !a || !is_float(TREE_TYPE(a)) || is_constant(a)
		   ? NULL_TREE
		   : magnitude(c, a, LE_EXPR, largest(TREE_TYPE(a)));
}

static tree is_infinite(struct observer_code *c, tree a)
{
	return magnitude(c, a, GT_EXPR, largest(TREE_TYPE(a)));
}

static tree against_zero(struct observer_code *c, tree a, enum tree_code code)
{
	return observer_compare(c, code, a, build_zero_cst(TREE_TYPE(a)));
}

/* Neither zero nor NaN; null also where there is no such operand. */
static tree is_not_zero(struct observer_code *c, tree a)
{
	return !a || !is_float(TREE_TYPE(a)) || is_constant(a)
		   ? NULL_TREE
		   : against_zero(c, a, LTGT_EXPR);
}

static tree is_number(struct observer_code *c, tree a)
{
	return !a || !is_float(TREE_TYPE(a)) || is_constant(a)
		   ? NULL_TREE
		   : observer_compare(c, ORDERED_EXPR, a, a);
}

/* ---- predicates */

/* Where the function of libm has a pole. */
static tree pole(struct observer_code *c, const struct operation *o)
{
	tree type = TREE_TYPE(o->a), at;

	switch (o->arithmetic) {
	case ME_LOG1P:
		return observer_compare(c, EQ_EXPR, o->a, build_minus_one_cst(type));
	case ME_ACOS:
		return magnitude(c, o->a, EQ_EXPR, build_one_cst(type));
	case ME_POW:
		at = observer_and(c, against_zero(c, o->a, EQ_EXPR),
				  against_zero(c, o->b, LT_EXPR));
		return observer_and(c, at, is_finite(c, o->b));
	case ME_GAMMA:
		at =
		    observer_and(c, against_zero(c, o->a, LE_EXPR), is_finite(c, o->a));
		return observer_and(c, at, is_infinite(c, o->result));
	default:
		return against_zero(c, o->a, EQ_EXPR);
	}
}

static tree overflow(struct observer_code *c, const struct operation *o)
{
	tree truth = observer_and(c, is_finite(c, o->a), is_finite(c, o->b));

	truth = observer_and(c, truth, is_finite(c, o->third));
	if (o->code == RDIV_EXPR)
		truth = observer_and(c, truth, is_not_zero(c, o->b));
	if (o->code == CALL_EXPR && o->kinds & DIVZERO)
		truth = observer_and(c, truth, observer_not(c, pole(c, o)));
	return observer_and(c, truth, is_infinite(c, o->result));
}

/* x is zero and y infinite. */
static tree zero_and_infinite(struct observer_code *c, tree x, tree y)
{
	if (is_constant(x) || is_constant(y))
		return NULL_TREE;
	tree zero = against_zero(c, x, EQ_EXPR);

	return observer_and(c, zero, is_infinite(c, y));
}

static tree both_infinite(struct observer_code *c, const struct operation *o)
{
	return is_constant(o->a) || is_constant(o->b)
		   ? NULL_TREE
		   : observer_and(c, is_infinite(c, o->a), is_infinite(c, o->b));
}

/* A condition that was emitted is used: else its operands would keep a use that is in
 * no block. */
static tree both_zero(struct observer_code *c, const struct operation *o)
{
	if (is_constant(o->b) || (is_constant(o->a) && !real_zerop(o->a)))
		return NULL_TREE;
	tree zero = against_zero(c, o->b, EQ_EXPR);

	return is_constant(o->a)
		   ? zero
		   : observer_and(c, zero, against_zero(c, o->a, EQ_EXPR));
}

static tree invalid(struct observer_code *c, const struct operation *o)
{
	tree none;

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
		none = observer_and(c, is_number(c, o->a), is_number(c, o->b));
		none = observer_and(c, none, is_number(c, o->third));
		return observer_and(
		    c, none, observer_compare(c, UNORDERED_EXPR, o->result, o->result));
	}
}

static tree division_by_zero(struct observer_code *c, const struct operation *o)
{
	if (o->code == CALL_EXPR)
		return pole(c, o);
	if (is_constant(o->b))
		return NULL_TREE;
	tree nominator = observer_and(c, is_not_zero(c, o->a), is_finite(c, o->a));

	return observer_and(c, nominator, against_zero(c, o->b, EQ_EXPR));
}

static tree underflow(struct observer_code *c, const struct operation *o)
{
	tree type = TREE_TYPE(o->result);
	tree truth = o->code == CALL_EXPR ? is_finite(c, o->a) : is_not_zero(c, o->a);

	if (o->code == MULT_EXPR)
		truth = observer_and(c, truth, is_not_zero(c, o->b));
	else
		truth = observer_and(c, truth, is_finite(c, o->b));
	if (o->b && o->code == CALL_EXPR) /* pow: 0 to any power is exact */
		truth = observer_and(c, truth, is_not_zero(c, o->a));
	if (o->third) { /* fma: a sum that is 0 may be exact */
		truth = observer_and(c, truth, is_finite(c, o->third));
		truth = observer_and(c, truth, is_not_zero(c, o->result));
	}
	return observer_and(c, truth,
			    magnitude(c, o->result, LT_EXPR, least_normal(type)));
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
	return is_float(type) &&
	       (TYPE_MODE(type) == SFmode || TYPE_MODE(type) == DFmode) &&
	       targetm.c.excess_precision(EXCESS_PRECISION_TYPE_IMPLICIT) !=
		   FLT_EVAL_METHOD_PROMOTE_TO_LONG_DOUBLE;
}

/* Whether the harness computes the predicates of the operation. */
static bool is_known(const struct operation *o)
{
	tree type = TREE_TYPE(o->result), of = TREE_TYPE(o->a);

	return is_short(type) && is_short(of) && !o->third &&
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
	return is_constant(a) &&
	       (real_zerop(a) || !real_isfinite(TREE_REAL_CST_PTR(a)));
}

/* What constants leave possible. */
static unsigned kinds_of(enum tree_code code, tree a, tree b)
{
	const bool constant = is_constant(b);
	const bool small = constant &&
			   real_compare(LE_EXPR, TREE_REAL_CST_PTR(b), &dconst1) &&
			   real_compare(GE_EXPR, TREE_REAL_CST_PTR(b), &dconstm1);
	const bool large =
	    constant &&
	    (!small || real_compare(EQ_EXPR, TREE_REAL_CST_PTR(b), &dconst1));

	if ((is_constant(a) && constant) || is_special(a) || is_special(b))
		return real_zerop(a) && code == RDIV_EXPR ? INVALID : 0;
	switch (code) {
	case PLUS_EXPR:
	case MINUS_EXPR:
		return constant || is_constant(a) ? 0 : OVERFLOW | INVALID;
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

static bool read_assignment(gimple *stmt, struct operation *o)
{
	const enum tree_code code = gimple_assign_rhs_code(stmt);
	tree a = gimple_assign_rhs1(stmt), b = gimple_assign_rhs2(stmt);

	*o = {stmt, code, gimple_assign_lhs(stmt), a, b, NULL, 0, arithmetic_of(code)};
	if (TREE_CODE(o->result) != SSA_NAME || !a || !is_gimple_val(a) ||
	    !is_float(TREE_TYPE(a)) || (b && !is_gimple_val(b)))
		return false;
	if (code == FIX_TRUNC_EXPR)
		o->kinds =
		    TYPE_PRECISION(TREE_TYPE(o->result)) > 64 ? 0 : INVALID | INEXACT;
	else if (CONVERT_EXPR_CODE_P(code) && is_float(TREE_TYPE(o->result)) &&
		 TYPE_PRECISION(TREE_TYPE(o->result)) < TYPE_PRECISION(TREE_TYPE(a)))
		o->kinds = OVERFLOW | UNDERFLOW;
	else if (b && is_float(TREE_TYPE(o->result)))
		o->kinds = kinds_of(code, a, b);
	return o->kinds != 0;
}

/* Of an operand that there may be. */
static bool is_number_type(tree value)
{
	return !value || is_float(TREE_TYPE(value)) ||
	       INTEGRAL_TYPE_P(TREE_TYPE(value));
}

/* What constants rule out of a call. */
static unsigned impossible(const struct operation *o)
{
	const bool is_pow = o->arithmetic == ME_POW;
	unsigned kinds = 0;

	if (is_special(o->a) || (o->b && is_special(o->b)))
		return ~0u;
	if (is_constant(o->a) && !real_zerop(o->a)) /* it is at no pole */
		kinds |= DIVZERO;
	if (is_pow && CONSTANT_CLASS_P(o->b) && tree_expr_nonnegative_p(o->b))
		kinds |= DIVZERO;
	if (is_pow && is_constant(o->a) && tree_expr_nonnegative_p(o->a))
		kinds |= INVALID;
	return kinds;
}

static bool read_call(gimple *stmt, struct operation *o)
{
	const unsigned n = gimple_call_num_args(stmt);
	const library_function *f = library_callee(gimple_call_fndecl(stmt));
	tree lhs = gimple_call_lhs(stmt);

	if (!f || !lhs || TREE_CODE(lhs) != SSA_NAME || n != f->operands)
		return false;
	tree a = gimple_call_arg(stmt, 0), b = n > 1 ? gimple_call_arg(stmt, 1) : NULL,
	     third = n > 2 ? gimple_call_arg(stmt, 2) : NULL;
	const bool converts = f->kinds & INEXACT;
	*o = {stmt,	converts ? FIX_TRUNC_EXPR : CALL_EXPR,
	      lhs,	a,
	      b,	third,
	      f->kinds, f->arithmetic};
	o->kinds &= ~impossible(o);
	return is_float(TREE_TYPE(a)) && is_number_type(b) && is_number_type(third) &&
	       (converts ? INTEGRAL_TYPE_P(TREE_TYPE(lhs)) : is_float(TREE_TYPE(lhs)));
}

static void find_operations(function *fun, vec<operation> *all)
{
	hash_set<gimple *> observed;
	basic_block bb;
	struct operation o;

	goals_observed(fun, &observed);
	FOR_EACH_BB_FN(bb, fun)
	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i)) {
		gimple *stmt = gsi_stmt(i);
		if (observed.contains(stmt) || stmt_ends_bb_p(stmt) ||
		    gsi_stmt(i) == last_stmt(bb))
			continue;
		if (is_gimple_assign(stmt)
			? read_assignment(stmt, &o)
			: is_gimple_call(stmt) && read_call(stmt, &o))
			all->safe_push(o);
	}
}

/* ---- functions that return a status */

/* The number that a pointer's target has first, or null: what is const is no result. */
static tree first_number(tree pointed)
{
	if (TYPE_READONLY(pointed))
		return NULL_TREE;
	if (TREE_CODE(pointed) == RECORD_TYPE)
		for (tree f = TYPE_FIELDS(pointed); f; f = DECL_CHAIN(f))
			if (TREE_CODE(f) == FIELD_DECL)
				return is_float(TREE_TYPE(f)) &&
					       integer_zerop(bit_position(f))
					   ? TREE_TYPE(f)
					   : NULL_TREE;
	return is_float(pointed) ? pointed : NULL_TREE;
}

/* Whether the function itself stores behind the pointer, or hands it on. */
static bool gives_results(tree pointer)
{
	imm_use_iterator i;
	use_operand_p use;

	FOR_EACH_IMM_USE_FAST(use, i, pointer)
	{
		gimple *stmt = USE_STMT(use);
		tree to = gimple_get_lhs(stmt);
		if (is_gimple_call(stmt) && !goals_is_mark(stmt))
			return true;
		if (to && TREE_CODE(to) != SSA_NAME &&
		    TREE_CODE(get_base_address(to)) == MEM_REF &&
		    TREE_OPERAND(get_base_address(to), 0) == pointer)
			return true;
	}
	return false;
}

/* All floats that the function is given are finite. */
static tree arguments_are_finite(struct observer_code *c, function *fun)
{
	tree truth = NULL_TREE;

	for (tree p = DECL_ARGUMENTS(fun->decl); p; p = DECL_CHAIN(p)) {
		tree value = is_float(TREE_TYPE(p)) && is_gimple_reg(p)
				 ? ssa_default_def(fun, p)
				 : NULL_TREE;
		truth = observer_and(c, truth, is_finite(c, value));
	}
	return truth;
}

/* A zero that is read where there is no result. */
static tree zero_address(tree type)
{
	tree zero = build_decl(UNKNOWN_LOCATION, VAR_DECL,
			       create_tmp_var_name("me_zero"), type);

	TREE_STATIC(zero) = TREE_READONLY(zero) = TREE_USED(zero) = 1;
	TREE_ADDRESSABLE(zero) = DECL_ARTIFICIAL(zero) = DECL_IGNORED_P(zero) = 1;
	DECL_INITIAL(zero) = build_zero_cst(type);
	varpool_node::finalize_decl(zero);
	return build_fold_addr_expr(zero);
}

/* *(status == 0 && pointer ? pointer : &zero), where the function returns. */
static tree load_result(struct observer_code *c, gimple *stmt, tree pointer, tree type,
			tree succeeds)
{
	tree any = build_pointer_type(type), address = make_ssa_name(any),
	     value = make_ssa_name(type);
	tree given = observer_emit(c, any, NOP_EXPR, pointer);
	tree there = observer_compare(c, NE_EXPR, given, build_zero_cst(any));
	tree both = observer_and(c, succeeds, there);
	gassign *choice =
	    gimple_build_assign(address, COND_EXPR, both, given, zero_address(type));
	gassign *load = gimple_build_assign(
	    value, build2(MEM_REF, type, address,
			  build_int_cst(build_pointer_type_for_mode(char_type_node,
								    ptr_mode, true),
					0)));

	gimple_set_location(choice, c->where);
	gimple_set_location(load, c->where);
	gimple_set_vuse(load, gimple_vuse(stmt));
	gimple_seq_add_stmt(&c->seq, choice);
	gimple_seq_add_stmt(&c->seq, load);
	return value;
}

static void add_success(function *fun, greturn *stmt, tree parameter)
{
	tree pointer = ssa_default_def(fun, parameter),
	     type = first_number(TREE_TYPE(TREE_TYPE(parameter)));
	struct observer_code c = {NULL, gimple_location(stmt)};

	if (!type || !pointer || !gives_results(pointer))
		return;
	if (LOCATION_LOCUS(c.where) == UNKNOWN_LOCATION)
		c.where = DECL_SOURCE_LOCATION(fun->decl);
	tree status = gimple_return_retval(stmt);
	tree succeeds =
	    observer_compare(&c, EQ_EXPR, status, build_zero_cst(TREE_TYPE(status)));
	tree value = load_result(&c, stmt, pointer, type, succeeds);
	tree truth = observer_and(&c, succeeds, arguments_are_finite(&c, fun));
	truth = observer_and(&c, truth, magnitude(&c, value, UNGT_EXPR, largest(type)));
	insert(stmt, &c, truth, "fpe",
	       xasprintf("success.%s", IDENTIFIER_POINTER(DECL_NAME(parameter))),
	       "never succeeds with a result that is not finite", NULL);
}

static void add_successes(function *fun)
{
	edge e;
	edge_iterator ei;
	greturn *only = NULL;

	if (TREE_CODE(TREE_TYPE(TREE_TYPE(fun->decl))) != INTEGER_TYPE)
		return;
	FOR_EACH_EDGE(e, ei, EXIT_BLOCK_PTR_FOR_FN(fun)->preds)
	if (greturn *stmt = safe_dyn_cast<greturn *>(last_stmt(e->src)))
		only = stmt;
	if (!only || !gimple_return_retval(only) ||
	    TREE_CODE(gimple_return_retval(only)) != SSA_NAME)
		return;
	for (tree p = DECL_ARGUMENTS(fun->decl); p; p = DECL_CHAIN(p))
		if (DECL_NAME(p) && POINTER_TYPE_P(TREE_TYPE(p)) && is_gimple_reg(p))
			add_success(fun, only, p);
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
	add_successes(fun);
}

static goal_maker fpe_goals("fpe", false, add_exceptions);
