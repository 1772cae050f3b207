/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fpe_operation.cc - assignments and calls of libm as operations of floating point, and
 * what constants leave possible of them.
 */
#include "plugin/gcc.h"
#include "plugin/exceptions/fpe.h"
#include "plugin/unit/new_statement.h"

/* ---- functions of libm, with the goals that each can meet */

struct library_function {
	const char *name; /* without f and l behind it */
	unsigned operands;
	unsigned arithmetic; /* enum me_arithmetic */
	unsigned kinds;
};

static const struct library_function library[] = {
    {"sqrt", 1, ME_NOT_NEGATIVE, INVALID},
    {"exp", 1, ME_EXP, OVERFLOW | UNDERFLOW},
    {"exp2", 1, ME_EXP2, OVERFLOW | UNDERFLOW},
    {"exp10", 1, ME_EXP10, OVERFLOW | UNDERFLOW},
    {"expm1", 1, ME_EXP, OVERFLOW},
    {"log", 1, ME_NOT_NEGATIVE, INVALID | DIVZERO},
    {"log2", 1, ME_NOT_NEGATIVE, INVALID | DIVZERO},
    {"log10", 1, ME_NOT_NEGATIVE, INVALID | DIVZERO},
    {"log1p", 1, ME_LOG1P, INVALID | DIVZERO},
    {"logb", 1, ME_FUNCTION_1, DIVZERO},
    {"pow", 2, ME_POW, OVERFLOW | INVALID | DIVZERO | UNDERFLOW},
    {"powi", 2, ME_POW, OVERFLOW | DIVZERO | UNDERFLOW},
    {"sin", 1, ME_COS, INVALID},
    {"cos", 1, ME_COS, INVALID},
    {"tan", 1, ME_COS, INVALID},
    {"asin", 1, ME_ACOS, INVALID},
    {"acos", 1, ME_ACOS, INVALID},
    {"acosh", 1, ME_ACOSH, INVALID},
    {"atanh", 1, ME_ACOS, INVALID | DIVZERO},
    {"atan2", 2, ME_FUNCTION_2, UNDERFLOW},
    {"sinh", 1, ME_COSH, OVERFLOW},
    {"cosh", 1, ME_COSH, OVERFLOW},
    {"cabs", 1, ME_FUNCTION_2, OVERFLOW},
    {"hypot", 2, ME_FUNCTION_2, OVERFLOW},
    {"fdim", 2, ME_FUNCTION_2, OVERFLOW},
    {"fma", 3, ME_FUNCTION_2, OVERFLOW | INVALID | UNDERFLOW},
    {"fmod", 2, ME_FMOD, INVALID},
    {"remainder", 2, ME_FMOD, INVALID},
    {"ldexp", 2, ME_FUNCTION_2, OVERFLOW | UNDERFLOW},
    {"scalbn", 2, ME_FUNCTION_2, OVERFLOW | UNDERFLOW},
    {"scalbln", 2, ME_FUNCTION_2, OVERFLOW | UNDERFLOW},
    {"tgamma", 1, ME_TGAMMA, OVERFLOW | INVALID | DIVZERO | UNDERFLOW},
    {"lgamma", 1, ME_GAMMA, OVERFLOW | DIVZERO},
    {"erfc", 1, ME_ERFC, UNDERFLOW},
    {"y0", 1, ME_NOT_NEGATIVE, INVALID | DIVZERO},
    {"y1", 1, ME_NOT_NEGATIVE, OVERFLOW | INVALID | DIVZERO},
    {"jn", 2, ME_FUNCTION_2, UNDERFLOW},
    {"yn", 2, ME_NOT_NEGATIVE, OVERFLOW | INVALID | DIVZERO},
    {"irint", 1, ME_FUNCTION_1, INVALID | INEXACT}, /* Fortran has these two */
    {"iround", 1, ME_FUNCTION_1, INVALID | INEXACT},
    {"lrint", 1, ME_FUNCTION_1, INVALID | INEXACT},
    {"llrint", 1, ME_FUNCTION_1, INVALID | INEXACT},
    {"lround", 1, ME_FUNCTION_1, INVALID | INEXACT},
    {"llround", 1, ME_FUNCTION_1, INVALID | INEXACT},
};

/* The row of a function, in any of the three precisions; null: it is none of them. */
static const library_function *library_callee(tree callee)
{
	/* A function that the unit defines is the program's own. */
	const char *name = callee && DECL_NAME(callee) && DECL_EXTERNAL(callee)
			       ? IDENTIFIER_POINTER(DECL_NAME(callee))
			       : "";

	if (startswith(name, "__builtin_")) /* as C++ and Fortran call it */
		name += strlen("__builtin_");
	for (unsigned i = 0; i < ARRAY_SIZE(library); i++) {
		const size_t n = strlen(library[i].name);
		if (!strncmp(name, library[i].name, n) &&
		    (!name[n] || (strchr("fl", name[n]) && !name[n + 1])))
			return &library[i];
	}
	return NULL;
}

/* ---- assignments */

/* enum me_arithmetic of an assignment; ME_NARROW of all that has no other. */
static unsigned arithmetic_of_code(enum tree_code code)
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

static unsigned kinds_of_arithmetic(enum tree_code code, tree a, tree b)
{
	const bool constant = fpe_is_constant(b);
	const bool small = constant &&
			   real_compare(LE_EXPR, TREE_REAL_CST_PTR(b), &dconst1) &&
			   real_compare(GE_EXPR, TREE_REAL_CST_PTR(b), &dconstm1);
	const bool large =
	    constant &&
	    (!small || real_compare(EQ_EXPR, TREE_REAL_CST_PTR(b), &dconst1));

	if ((fpe_is_constant(a) && constant) || fpe_is_special(a) || fpe_is_special(b))
		return a && real_zerop(a) && code == RDIV_EXPR ? INVALID : 0;
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

/* The kinds of exceptions that an assignment of these types can meet. Of the operands
 * only constants count: null is any value. */
static unsigned kinds_of_assignment(enum tree_code code, tree to, tree from, tree a,
				    tree b)
{
	if (!fpe_is_float(from))
		return 0;
	if (code == FIX_TRUNC_EXPR)
		return TYPE_PRECISION(to) > 64 ? 0 : INVALID | INEXACT;
	if (!fpe_is_float(to))
		return 0;
	if (CONVERT_EXPR_CODE_P(code))
		return TYPE_PRECISION(to) < TYPE_PRECISION(from) ? OVERFLOW | UNDERFLOW
								 : 0;
	return kinds_of_arithmetic(code, a, b);
}

/* The statement behind one that does not end its block; where there is none, an empty one
 * that is put there. */
static gimple *next_statement(gimple *stmt)
{
	gimple_stmt_iterator at = gsi_for_stmt(stmt);

	if (gsi_one_before_end_p(at))
		gsi_insert_after(&at, gimple_build_nop(), GSI_SAME_STMT);
	gsi_next(&at);
	return gsi_stmt(at);
}

/*
 * ---- complex numbers
 *
 * An operation of complex numbers is two of their parts. With (a, b) and (c, d) the parts
 * of the operands:
 *
 *	sum, difference	   a + c and b + d are sums like others
 *	conversion	   so are those of a and b to a type of fewer bits
 *	product, quotient  each part of the result comes of all four parts
 *
 * Before:                         After:
 *     z = x * y;                      a = REALPART_EXPR <x>;
 *                                     b = IMAGPART_EXPR <x>;
 *                                     c = REALPART_EXPR <y>;
 *                                     d = IMAGPART_EXPR <y>;
 *                                     z = x * y;
 *                                     r = REALPART_EXPR <z>;
 *                                     i = IMAGPART_EXPR <z>;
 */
static const struct result_part {
	enum tree_code code;
	const char *name;
} result_parts[2] = {{REALPART_EXPR, "re"}, {IMAGPART_EXPR, "im"}};

static bool is_complex_zero(tree constant)
{
	return real_zerop(TREE_REALPART(constant)) &&
	       real_zerop(TREE_IMAGPART(constant));
}

static bool is_complex_finite(tree constant)
{
	return real_isfinite(TREE_REAL_CST_PTR(TREE_REALPART(constant))) &&
	       real_isfinite(TREE_REAL_CST_PTR(TREE_IMAGPART(constant)));
}

static REAL_VALUE_TYPE absolute(tree number)
{
	return real_value_abs(TREE_REAL_CST_PTR(number));
}

/* No part of a product with it is greater than the greater part of the other factor. */
static bool is_small_factor(tree constant)
{
	const REAL_VALUE_TYPE re = absolute(TREE_REALPART(constant)),
			      im = absolute(TREE_IMAGPART(constant));
	REAL_VALUE_TYPE sum;

	real_arithmetic(&sum, PLUS_EXPR, &re, &im);
	return real_compare(LE_EXPR, &sum, &dconst1);
}

/* Real or imaginary, and at least 1. */
static bool is_large_divisor(tree constant)
{
	const REAL_VALUE_TYPE re = absolute(TREE_REALPART(constant)),
			      im = absolute(TREE_IMAGPART(constant));

	return real_zerop(TREE_IMAGPART(constant))
		   ? real_compare(GE_EXPR, &re, &dconst1)
		   : real_zerop(TREE_REALPART(constant)) &&
			 real_compare(GE_EXPR, &im, &dconst1);
}

/* The kinds of a product or quotient of a constant and a variable. */
static unsigned kinds_with_constant(enum tree_code code, tree constant, bool is_divisor)
{
	if (!is_complex_finite(constant))
		return 0;
	if (is_complex_zero(constant))
		return code == RDIV_EXPR && !is_divisor ? INVALID : 0;
	if (is_divisor)
		return INVALID | (is_large_divisor(constant) ? 0 : OVERFLOW);
	if (code == RDIV_EXPR)
		return INVALID | OVERFLOW | DIVZERO;
	return INVALID | (is_small_factor(constant) ? 0 : OVERFLOW);
}

static unsigned kinds_of_product(enum tree_code code, tree x, tree y)
{
	if (CONSTANT_CLASS_P(x) && CONSTANT_CLASS_P(y))
		return 0;
	if (CONSTANT_CLASS_P(x))
		return kinds_with_constant(code, x, false);
	if (CONSTANT_CLASS_P(y))
		return kinds_with_constant(code, y, code == RDIV_EXPR);
	return OVERFLOW | INVALID | (code == RDIV_EXPR ? DIVZERO : 0);
}

static bool takes_all_parts(enum tree_code code)
{
	return code == MULT_EXPR || code == RDIV_EXPR;
}

/* The kinds of both parts' operations. That a divisor is 0 is said once. */
static void find_kinds(const gassign *stmt, unsigned kinds[2])
{
	const enum tree_code code = gimple_assign_rhs_code(stmt);
	tree x = gimple_assign_rhs1(stmt), y = gimple_assign_rhs2(stmt),
	     to = TREE_TYPE(TREE_TYPE(gimple_assign_lhs(stmt))),
	     from = TREE_TYPE(TREE_TYPE(x));

	if (takes_all_parts(code)) {
		kinds[0] = fpe_is_float(to) ? kinds_of_product(code, x, y) : 0;
		kinds[1] = kinds[0] & ~(unsigned)DIVZERO;
		return;
	}
	for (unsigned i = 0; i < 2; i++)
		kinds[i] = kinds_of_assignment(
		    code, to, from, complex_constant_part(x, result_parts[i].code),
		    complex_constant_part(y, result_parts[i].code));
}

/* Parts of what the statement uses, and of what it defines. */
struct complex_parts {
	tree x[2], y[2], z[2];
	gimple *next; /* the statement behind all of them */
};

static void read_operand_parts(gassign *stmt, struct complex_parts *p)
{
	gimple_stmt_iterator at = gsi_for_stmt(stmt);
	tree x = gimple_assign_rhs1(stmt), y = gimple_assign_rhs2(stmt);

	p->next = next_statement(stmt);
	gimple_stmt_iterator behind = gsi_for_stmt(p->next);
	for (unsigned i = 0; i < 2; i++) {
		const enum tree_code which = result_parts[i].code;
		p->x[i] = complex_part(&at, which, x);
		p->y[i] = y ? complex_part(&at, which, y) : NULL_TREE;
		p->z[i] = complex_part(&behind, which, gimple_assign_lhs(stmt));
	}
}

/* Adds the operations that have goals of a sum, a difference, a product, a quotient or a
 * conversion of complex numbers to an SSA name: one for each part of its result. The
 * statements that read parts are put around the statement. Where no goal is possible
 * nothing is added, and nothing changed. */
static void add_complex_operations(gassign *stmt, vec<fpe_operation> *all)
{
	const enum tree_code code = gimple_assign_rhs_code(stmt);
	const bool whole = takes_all_parts(code);
	struct complex_parts p;
	unsigned kinds[2];

	if (!complex_is(gimple_assign_lhs(stmt)) ||
	    !complex_is(gimple_assign_rhs1(stmt)))
		return;
	find_kinds(stmt, kinds);
	if (!kinds[0] && !kinds[1])
		return;
	read_operand_parts(stmt, &p);
	for (unsigned i = 0; i < 2; i++) {
		struct fpe_operation o = {};
		o.where = gimple_location(stmt);
		o.next = p.next;
		o.code = code;
		o.arithmetic = arithmetic_of_code(code);
		o.kinds = kinds[i];
		o.result = p.z[i];
		o.a = p.x[whole ? 0 : i];
		o.b = p.y[whole ? 0 : i];
		o.imaginary_a = whole ? p.x[1] : NULL_TREE;
		o.imaginary_b = whole ? p.y[1] : NULL_TREE;
		o.part = result_parts[i].name;
		if (o.kinds)
			all->safe_push(o);
	}
}

/* ---- reading */

static void read_assignment(gassign *stmt, vec<fpe_operation> *all)
{
	const enum tree_code code = gimple_assign_rhs_code(stmt);
	tree lhs = gimple_assign_lhs(stmt), a = gimple_assign_rhs1(stmt),
	     b = gimple_assign_rhs2(stmt);
	struct fpe_operation o = {};

	if (TREE_CODE(lhs) != SSA_NAME || !a || !is_gimple_val(a) ||
	    (b && !is_gimple_val(b)))
		return;
	if (complex_is(a)) {
		add_complex_operations(stmt, all);
		return;
	}
	o.kinds = kinds_of_assignment(code, TREE_TYPE(lhs), TREE_TYPE(a), a, b);
	if (!o.kinds)
		return;
	o.where = gimple_location(stmt);
	o.next = next_statement(stmt);
	o.code = code;
	o.arithmetic = arithmetic_of_code(code);
	o.result = lhs;
	o.a = a;
	o.b = b;
	all->safe_push(o);
}

/* ---- calls */

/* Whether the operand, if there is one, is a number. */
static bool is_number_type(tree value)
{
	return !value || fpe_is_float(TREE_TYPE(value)) ||
	       INTEGRAL_TYPE_P(TREE_TYPE(value));
}

/* What constants rule out of a call. */
static unsigned impossible(const struct fpe_operation *o)
{
	const bool is_pow = o->arithmetic == ME_POW;
	unsigned kinds = 0;

	if (fpe_is_special(o->a) || fpe_is_special(o->b))
		return ~0u;
	if (fpe_is_constant(o->a) && !real_zerop(o->a)) /* it is at no pole */
		kinds |= DIVZERO;
	if (is_pow && CONSTANT_CLASS_P(o->b) && tree_expr_nonnegative_p(o->b))
		kinds |= DIVZERO;
	if (is_pow && fpe_is_constant(o->a) && tree_expr_nonnegative_p(o->a))
		kinds |= INVALID;
	return kinds;
}

/* The operands of a call: the order of jn and yn comes first, and is the second here; the
 * parts of cabs's are two. False: they are no numbers that an operation has. */
static bool read_operands(gcall *stmt, struct fpe_operation *o)
{
	const unsigned n = gimple_call_num_args(stmt);
	gimple_stmt_iterator at = gsi_for_stmt(stmt);
	tree first = gimple_call_arg(stmt, 0);

	o->a = first;
	o->b = n > 1 ? gimple_call_arg(stmt, 1) : NULL_TREE;
	o->third = n > 2 ? gimple_call_arg(stmt, 2) : NULL_TREE;
	if (n == 2 && INTEGRAL_TYPE_P(TREE_TYPE(first)))
		std::swap(o->a, o->b);
	if (complex_is(first) && is_gimple_val(first)) {
		o->a = complex_part(&at, REALPART_EXPR, first);
		o->b = complex_part(&at, IMAGPART_EXPR, first);
	}
	return fpe_is_float(TREE_TYPE(o->a)) && is_number_type(o->b) &&
	       is_number_type(o->third);
}

static void read_call(gcall *stmt, vec<fpe_operation> *all)
{
	const library_function *f = library_callee(gimple_call_fndecl(stmt));
	tree lhs = gimple_call_lhs(stmt);
	struct fpe_operation o = {};

	if (!f || !lhs || TREE_CODE(lhs) != SSA_NAME ||
	    gimple_call_num_args(stmt) != f->operands || !read_operands(stmt, &o))
		return;
	const bool converts = f->kinds & INEXACT;
	if (!(converts ? INTEGRAL_TYPE_P(TREE_TYPE(lhs))
		       : fpe_is_float(TREE_TYPE(lhs))))
		return;
	o.where = gimple_location(stmt);
	o.code = converts ? FIX_TRUNC_EXPR : CALL_EXPR;
	o.arithmetic = f->arithmetic;
	o.result = lhs;
	o.kinds = f->kinds & ~impossible(&o);
	o.next = next_statement(stmt);
	all->safe_push(o);
}

void fpe_read(function *fun, vec<fpe_operation> *all)
{
	hash_set<gimple *> observed;
	basic_block bb;

	goals_observed(fun, &observed);
	FOR_EACH_BB_FN(bb, fun)
	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i)) {
		gimple *stmt = gsi_stmt(i);
		if (observed.contains(stmt) || stmt_ends_bb_p(stmt))
			continue;
		if (gassign *assign = dyn_cast<gassign *>(stmt))
			read_assignment(assign, all);
		else if (gcall *call = dyn_cast<gcall *>(stmt))
			read_call(call, all);
	}
}

/* ---- numbers of a floating-point type, and conditions on them */

/* ---- numbers of a type */

bool fpe_is_float(tree type)
{
	return SCALAR_FLOAT_TYPE_P(type) && !DECIMAL_FLOAT_MODE_P(TYPE_MODE(type)) &&
	       !MODE_COMPOSITE_P(TYPE_MODE(type)) && TYPE_PRECISION(type) >= 32;
}

tree fpe_largest(tree type)
{
	REAL_VALUE_TYPE r;

	real_maxval(&r, 0, TYPE_MODE(type));
	return build_real(type, r);
}

tree fpe_least_normal(tree type)
{
	REAL_VALUE_TYPE r;

	real_2expN(&r, REAL_MODE_FORMAT(TYPE_MODE(type))->emin - 1, TYPE_MODE(type));
	return build_real(type, r);
}

bool fpe_is_constant(tree value)
{
	return value && TREE_CODE(value) == REAL_CST;
}

bool fpe_is_special(tree value)
{
	return fpe_is_constant(value) &&
	       (real_zerop(value) || !real_isfinite(TREE_REAL_CST_PTR(value)));
}

/* ---- conditions */

tree fpe_magnitude(struct observer_code *c, tree a, enum tree_code code, tree limit)
{
	return observer_compare(c, code, observer_emit(c, TREE_TYPE(a), ABS_EXPR, a),
				limit);
}

tree fpe_is_finite(struct observer_code *c, tree a)
{
	return !a || !fpe_is_float(TREE_TYPE(a)) || fpe_is_constant(a)
		   ? NULL_TREE
		   : fpe_magnitude(c, a, LE_EXPR, fpe_largest(TREE_TYPE(a)));
}

tree fpe_is_infinite(struct observer_code *c, tree a)
{
	return fpe_magnitude(c, a, GT_EXPR, fpe_largest(TREE_TYPE(a)));
}

tree fpe_against_zero(struct observer_code *c, tree a, enum tree_code code)
{
	return observer_compare(c, code, a, build_zero_cst(TREE_TYPE(a)));
}

tree fpe_is_not_zero(struct observer_code *c, tree a)
{
	return !a || !fpe_is_float(TREE_TYPE(a)) || fpe_is_constant(a)
		   ? NULL_TREE
		   : fpe_against_zero(c, a, LTGT_EXPR);
}

tree fpe_is_number(struct observer_code *c, tree a)
{
	return !a || !fpe_is_float(TREE_TYPE(a)) || fpe_is_constant(a)
		   ? NULL_TREE
		   : observer_compare(c, ORDERED_EXPR, a, a);
}
