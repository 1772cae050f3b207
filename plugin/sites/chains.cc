/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * chains.cc - marks the conditions of `a && b && c`, and of `a || b || c`, that
 * the runtime may evaluate although one before them has decided already: then the
 * distances of all of them are known, and not only that of the first one that fails.
 *
 *	block B:  if (a) goto D; else goto X;
 *	block D:  t = f (x);			no effect, and cannot fail
 *		  if (t > c) goto ...; else goto X;
 *
 * A run that goes to D instead of X, and from there to X, is in X what it would have
 * been: so D is left by no other edge, values that X chooses by its predecessor
 * (PHI) are the same from both, and D does nothing but compute. Reads through pointers
 * and integer divisions may fail and end a chain; so does what has an effect beyond
 * errno and the flags of the floating-point environment.
 */
#include "plugin/gcc.h"
#include "plugin/goals/hazards.h"
#include "plugin/plugin_options.h"
#include "plugin/sites/shape.h"

/* Other chains would cost a build what its search makes no use of; above -O0 the
 * front ends' chains are gone, sanitizers add checks that fail to what is forced, and a
 * profile would count it. */
static bool has_chains(void)
{
	return options.entry && !optimize && !flag_sanitize && !profile_arc_flag &&
	       !flag_trapv;
}

/* The hooked condition that ends the block, or null. */
static const shape_site *condition_at_end(struct shape *s, basic_block bb)
{
	const shape_site *here = shape_branch_at_end(s, bb);
	const unit_site *site = here ? &unit.sites[here->number] : NULL;

	return site && site->kind == ME_SITE_COND && site->type != ME_VOID &&
		       !(site->flags & ME_SITE_COMPILER) &&
		       !stmt_could_throw_p(s->fun, here->stmt)
		   ? here
		   : NULL;
}

/* ---- what has no effect and cannot fail */

static bool is_scalar_type(tree type)
{
	return SCALAR_FLOAT_TYPE_P(type) || INTEGRAL_TYPE_P(type);
}

/* A function of libm on numbers: a built-in one that returns a floating-point number.
 * lgamma has its sign in a variable. */
static bool is_math(gcall *call)
{
	tree callee = gimple_call_fndecl(call), to = gimple_call_lhs(call);

	if (!callee || !gimple_call_builtin_p(call, BUILT_IN_NORMAL) || !to ||
	    TREE_CODE(to) != SSA_NAME || !SCALAR_FLOAT_TYPE_P(TREE_TYPE(to)))
		return false;
	for (unsigned i = 0; i < gimple_call_num_args(call); i++)
		if (!is_scalar_type(TREE_TYPE(gimple_call_arg(call, i))))
			return false;
	return !strstr(IDENTIFIER_POINTER(DECL_NAME(callee)), "gamma");
}

static bool is_integer_division(gassign *assign)
{
	const enum tree_code code = gimple_assign_rhs_code(assign);

	return (divides_integers(code) || code == EXACT_DIV_EXPR) &&
	       !SCALAR_FLOAT_TYPE_P(TREE_TYPE(gimple_assign_lhs(assign)));
}

/* The least number divided by -1 fails too. */
static bool divides_safely(gassign *assign)
{
	tree divisor = gimple_assign_rhs2(assign);

	return TREE_CODE(divisor) == INTEGER_CST && !integer_zerop(divisor) &&
	       !integer_all_onesp(divisor);
}

static bool only_computes(gassign *assign)
{
	tree from = gimple_assign_rhs1(assign);

	if (TREE_CODE(gimple_assign_lhs(assign)) != SSA_NAME ||
	    gimple_has_volatile_ops(assign))
		return false;
	if (is_integer_division(assign))
		return divides_safely(assign);
	return !gimple_vuse(assign) || !tree_could_trap_p(from);
}

static bool has_no_effect(gimple *stmt)
{
	if (gimple_code(stmt) == GIMPLE_LABEL || gimple_code(stmt) == GIMPLE_PREDICT ||
	    gimple_nop_p(stmt) || is_gimple_debug(stmt))
		return true;
	if (stmt_could_throw_p(cfun, stmt))
		return false;
	if (gassign *assign = dyn_cast<gassign *>(stmt))
		return only_computes(assign);
	gcall *call = dyn_cast<gcall *>(stmt);
	return call && is_math(call);
}

/* Whether the block does nothing before its last statement. */
static bool computes_condition(const struct shape *s, basic_block bb)
{
	gimple *last = last_stmt(bb);

	for (gimple_stmt_iterator i = gsi_start_bb(bb); gsi_stmt(i) != last;
	     gsi_next(&i))
		if (!has_no_effect(gsi_stmt(i)) || shape_predicate(s, gsi_stmt(i)))
			return false;
	return !shape_predicate(s, last);
}

/* ---- chains */

enum { EMPTY_MOST = 16 }; /* empty blocks may form a loop */

static bool is_empty_block(basic_block bb)
{
	return single_succ_p(bb) && gsi_end_p(gsi_start_phis(bb)) &&
	       gsi_end_p(gsi_after_labels(bb)) &&
	       !(single_succ_edge(bb)->flags & EDGE_ABNORMAL);
}

/* The edge to the first block behind this one that does anything. */
static edge last_edge(edge e)
{
	for (unsigned i = 0; i < EMPTY_MOST && is_empty_block(e->dest); i++)
		e = single_succ_edge(e->dest);
	return e;
}

/* Whether both edges lead to the same block in the same state. */
static bool meet(edge a, edge b)
{
	if (a->dest != b->dest)
		return false;
	for (gphi_iterator i = gsi_start_phis(a->dest); !gsi_end_p(i); gsi_next(&i))
		if (!virtual_operand_p(gimple_phi_result(i.phi())) &&
		    !operand_equal_p(PHI_ARG_DEF_FROM_EDGE(i.phi(), a),
				     PHI_ARG_DEF_FROM_EDGE(i.phi(), b), 0))
			return false;
	return true;
}

/* Marks the site as one that is followed by another one of its chain, if it is on that
 * side. */
static bool mark_side(struct shape *s, const shape_site *here, unsigned side)
{
	basic_block next = shape_side_edge(here->stmt, side)->dest;
	edge leaves = last_edge(shape_side_edge(here->stmt, !side));
	const shape_site *second = condition_at_end(s, next);

	if (!second || second == here || !computes_condition(s, next))
		return false;
	for (unsigned exit = 0; exit < 2; exit++) {
		if (!meet(leaves, last_edge(shape_side_edge(second->stmt, exit))))
			continue;
		unit.sites[here->number].conjunct = ME_CONJUNCT |
						    (side ? ME_CONJUNCT_ON_FALSE : 0) |
						    (exit ? ME_CONJUNCT_EXIT_FALSE : 0);
		unit.sites[here->number].flags |= ME_SITE_CHAINED;
		unit.sites[second->number].flags |= ME_SITE_CHAINED;
		return true;
	}
	return false;
}

void shape_mark_chains(struct shape *s)
{
	for (unsigned i = 0; has_chains() && i < s->sites.length(); i++) {
		const shape_site *here =
		    condition_at_end(s, gimple_bb(s->sites[i].stmt));
		if (here == &s->sites[i] && !mark_side(s, here, 0))
			mark_side(s, here, 1);
	}
}
