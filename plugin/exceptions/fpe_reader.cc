/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fpe_reader.cc - assignments and calls of libm as operations of floating point. */
#include "plugin/gcc.h"
#include "plugin/exceptions/fpe_complex.h"
#include "plugin/exceptions/fpe_library.h"
#include "plugin/exceptions/fpe_number.h"
#include "plugin/exceptions/fpe_reader.h"
#include "plugin/goals/makers.h"
#include "plugin/unit/complex_part.h"

static void read_assignment(gassign *stmt, vec<operation> *all)
{
	const enum tree_code code = gimple_assign_rhs_code(stmt);
	tree lhs = gimple_assign_lhs(stmt), a = gimple_assign_rhs1(stmt),
	     b = gimple_assign_rhs2(stmt);
	struct operation o = {};

	if (TREE_CODE(lhs) != SSA_NAME || !a || !is_gimple_val(a) ||
	    (b && !is_gimple_val(b)))
		return;
	if (complex_is(a)) {
		complex_operations(stmt, all);
		return;
	}
	o.kinds = fpe_kinds(code, TREE_TYPE(lhs), TREE_TYPE(a), a, b);
	if (!o.kinds)
		return;
	o.where = gimple_location(stmt);
	o.next = fpe_next(stmt);
	o.code = code;
	o.arithmetic = fpe_arithmetic(code);
	o.result = lhs;
	o.a = a;
	o.b = b;
	all->safe_push(o);
}

/* ---- calls */

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
static bool read_operands(gcall *stmt, struct operation *o)
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

static void read_call(gcall *stmt, vec<operation> *all)
{
	const library_function *f = library_callee(gimple_call_fndecl(stmt));
	tree lhs = gimple_call_lhs(stmt);
	struct operation o = {};

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
	o.next = fpe_next(stmt);
	all->safe_push(o);
}

void fpe_read(function *fun, vec<operation> *all)
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
