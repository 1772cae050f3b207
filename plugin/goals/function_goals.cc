/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * function_goals.cc - function coverage (FC; goals=function): a goal at the start of
 * each function, met when control enters it. Its predicate is the constant true.
 */
#include "plugin/gcc.h"
#include "plugin/goals/makers.h"

static void add_entry_goal(function *fun)
{
	basic_block first = single_succ(ENTRY_BLOCK_PTR_FOR_FN(fun));
	gimple_stmt_iterator at = gsi_after_labels(first);

	if (!gsi_end_p(at))
		goals_insert(gsi_stmt(at), DECL_SOURCE_LOCATION(fun->decl), NULL,
			     integer_one_node, "function", "", "is never entered");
}

static goal_maker function_goals("function", GOALS_ASKED, add_entry_goal);
