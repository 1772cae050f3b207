/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * unset.cc - whether the functions of a unit may read what they have not set of the stack, and how
 * deep the stack may be where they do.
 *
 * A variable in registers is read unset where the form of single assignment says so: there is a use of
 * its value at the entry. One in memory is by definite assignment (definite.h). What is called without
 * a body here is for the harness to find; what is called through a pointer may do anything.
 */
#include "plugin/gcc.h"
#include "plugin/bodies/definite.h"
#include "plugin/unit/unit.h"

enum { FRAME_FIXED = 256, NAME_BYTES = 16 }; /* of a frame; of each value in it */

static void may_go_anywhere(void)
{
	unit.stack = UINT32_MAX;
}

static hash_set<tree> seen; /* the functions that were looked at */

/* Functions do not call each other in a circle where all that are called come before their callers,
 * or all behind them. */
static void see_inner_call(tree caller, tree callee)
{
	static bool is_before, is_behind;

	(seen.contains(callee) ? is_before : is_behind) = true;
	if (callee == caller || (is_before && is_behind))
		may_go_anywhere();
}

static void see_call(gcall *call, tree caller)
{
	tree callee = gimple_call_fndecl(call);
	cgraph_node *node = callee ? cgraph_node::get(callee) : NULL;

	if (gimple_call_internal_p(call))
		return;
	if (!callee) {
		unit.reads_unset = true;
		may_go_anywhere();
	} else if (node && node->has_gimple_body_p()) {
		see_inner_call(caller, callee);
	} else if (!fndecl_built_in_p(callee)) {
		unit.outside.safe_push(unit_callee(callee));
	} else if (fndecl_built_in_p(callee, BUILT_IN_NORMAL) &&
		   ALLOCA_FUNCTION_CODE_P(DECL_FUNCTION_CODE(callee))) {
		unit.reads_unset = true;
		may_go_anywhere();
	}
}

static bool reads_unset_register(tree name)
{
	tree variable =
	    name && !virtual_operand_p(name) ? SSA_NAME_VAR(name) : NULL_TREE;

	return variable && SSA_NAME_IS_DEFAULT_DEF(name) &&
	       TREE_CODE(variable) != PARM_DECL && !has_zero_uses(name) &&
	       !(TREE_CODE(variable) == RESULT_DECL && DECL_BY_REFERENCE(variable));
}

static bool reads_unset_memory(tree function, tree variable)
{
	definite_effect effect;

	if (is_global_var(variable) || is_gimple_reg(variable) ||
	    !TREE_USED(variable) ||
	    (TREE_CODE(variable) == RESULT_DECL && DECL_BY_REFERENCE(variable)))
		return false;
	definite_read(function, variable, &effect);
	return effect.reads || effect.leaks_unset;
}

static bool reads_unset(function *fun)
{
	tree variable, name, result = DECL_RESULT(fun->decl);
	unsigned i;

	FOR_EACH_SSA_NAME(i, name, fun)
	if (reads_unset_register(name))
		return true;
	FOR_EACH_LOCAL_DECL(fun, i, variable)
	if (VAR_P(variable) && reads_unset_memory(fun->decl, variable))
		return true;
	return result && !VOID_TYPE_P(TREE_TYPE(result)) &&
	       reads_unset_memory(fun->decl, result);
}

static void add_frame(HOST_WIDE_INT bytes)
{
	if (bytes < 0 || bytes >= UINT32_MAX - unit.stack)
		may_go_anywhere();
	else
		unit.stack += (unsigned)bytes;
}

static void see_frame(function *fun)
{
	tree variable;
	unsigned i;

	add_frame(FRAME_FIXED + (HOST_WIDE_INT)num_ssa_names * NAME_BYTES);
	FOR_EACH_LOCAL_DECL(fun, i, variable)
	if (VAR_P(variable) && !is_global_var(variable))
		add_frame(int_size_in_bytes(TREE_TYPE(variable)));
}

/* Such as the one that calls the entry: it sets what it reads. */
static bool is_made(tree decl)
{
	return DECL_ARTIFICIAL(decl) && DECL_PRESERVE_P(decl) &&
	       lookup_attribute("me_ignore", DECL_ATTRIBUTES(decl));
}

void unset_see(function *fun)
{
	basic_block bb;

	see_frame(fun);
	seen.add(fun->decl);
	if (is_made(fun->decl))
		return;
	if (cgraph_node::get(fun->decl)->address_taken)
		may_go_anywhere(); /* called by a library, whose frames nothing tells */
	FOR_EACH_BB_FN(bb, fun)
	for (gimple_stmt_iterator at = gsi_start_bb(bb); !gsi_end_p(at); gsi_next(&at))
		if (gcall *call = dyn_cast<gcall *>(gsi_stmt(at)))
			see_call(call, fun->decl);
		else if (gimple_code(gsi_stmt(at)) == GIMPLE_ASM)
			unit.reads_unset = true;
	unit.reads_unset = unit.reads_unset || reads_unset(fun);
}
