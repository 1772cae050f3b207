/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * shape_asked.cc - whether a procedure of Fortran asks how large an array of assumed shape is. Of
 *
 *	ubound.0 = x->dim[0].ubound - x->dim[0].lbound + 1;
 *	size.1 = stride.2 * ubound.0;
 *
 * at its begin it does nothing with ubound.0 but the product, or copy it into the descriptor
 * parm.3 of a call, whose procedure may ask.
 */
#include "plugin/gcc.h"
#include "plugin/entry/array_size.h"

enum { CALLS_DEEP = 4, PASSES_MOST = 8 };

/* Variables and names that have an extent, or a descriptor with one. */
typedef auto_vec<tree> holders;

static tree holder_of(tree t)
{
	while (handled_component_p(t) || TREE_CODE(t) == ADDR_EXPR)
		t = TREE_OPERAND(t, 0);
	return TREE_CODE(t) == SSA_NAME && SSA_NAME_VAR(t) ? SSA_NAME_VAR(t) : t;
}

static bool is_field(tree t, const char *name)
{
	return TREE_CODE(t) == COMPONENT_REF && DECL_NAME(TREE_OPERAND(t, 1)) &&
	       id_equal(DECL_NAME(TREE_OPERAND(t, 1)), name);
}

/* x->dim[i].ubound of the parameter. */
static bool is_extent_of(tree t, tree decl)
{
	tree base = is_field(t, "ubound") ? get_base_address(t) : NULL_TREE;

	return base && TREE_CODE(base) == MEM_REF &&
	       holder_of(TREE_OPERAND(base, 0)) == decl;
}

static bool is_asked(tree function, tree decl, unsigned deep);

/* A call gets a descriptor that has the extent. */
static bool call_asks(gcall *call, const holders *held, unsigned deep)
{
	tree callee = gimple_call_fndecl(call);
	tree p = callee ? DECL_ARGUMENTS(callee) : NULL_TREE;

	for (unsigned i = 0; i < gimple_call_num_args(call); i++) {
		if (held->contains(holder_of(gimple_call_arg(call, i))) &&
		    (!p || is_asked(callee, p, deep + 1)))
			return true;
		p = p ? DECL_CHAIN(p) : NULL_TREE;
	}
	return false;
}

/* Adds what holds an extent behind the assignment; whether that asks for one. */
static bool assignment_asks(gimple *stmt, tree decl, holders *held)
{
	tree to = gimple_assign_lhs(stmt), own = holder_of(to);
	bool has_one = false;

	if (gimple_assign_rhs_code(stmt) == MULT_EXPR)
		return false;
	for (unsigned i = 1; i < gimple_num_ops(stmt); i++) {
		tree t = gimple_op(stmt, i);
		has_one |= t && (is_extent_of(t, decl) || held->contains(holder_of(t)));
		if (t && VAR_P(holder_of(t)) && is_field(t, "ubound") &&
		    held->contains(holder_of(t)))
			return true;
	}
	if (has_one && (DECL_P(own) || TREE_CODE(own) == SSA_NAME) &&
	    !held->contains(own))
		held->safe_push(own);
	return false;
}

static bool statement_asks(gimple *stmt, tree decl, holders *held, unsigned deep)
{
	if (is_gimple_assign(stmt))
		return assignment_asks(stmt, decl, held);
	if (is_gimple_call(stmt))
		return call_asks(as_a<gcall *>(stmt), held, deep);
	if (gimple_code(stmt) != GIMPLE_COND)
		return false;
	return held->contains(holder_of(gimple_cond_lhs(stmt))) ||
	       held->contains(holder_of(gimple_cond_rhs(stmt)));
}

static bool is_asked(tree function, tree decl, unsigned deep)
{
	struct function *fun = DECL_STRUCT_FUNCTION(function);
	unsigned before = 0;
	holders held;
	basic_block bb;

	if (!fun || !fun->cfg || deep > CALLS_DEEP)
		return true;
	for (unsigned pass = 0; pass < PASSES_MOST; pass++) {
		FOR_EACH_BB_FN(bb, fun)
		for (gimple_stmt_iterator at = gsi_start_bb(bb); !gsi_end_p(at);
		     gsi_next(&at))
			if (!is_gimple_debug(gsi_stmt(at)) &&
			    !gimple_clobber_p(gsi_stmt(at)) &&
			    statement_asks(gsi_stmt(at), decl, &held, deep))
				return true;
		if (held.length() == before)
			break;
		before = held.length();
	}
	return false;
}

bool shape_is_asked(tree entry, tree decl)
{
	return is_asked(entry, decl, 0);
}
