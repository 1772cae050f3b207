/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * loops.cc - marks the sites by which the runtime measures how long a run is: of each
 * loop one that every iteration passes, of each function that calls itself one that
 * every call passes.
 *
 * A loop is what a back edge of the depth-first search closes, so that loops made of
 * gotos count too. Each iteration passes all blocks that dominate the source of that
 * edge, up to its destination. A loop without a comparison there has no mark.
 */
#include "plugin/gcc.h"
#include "plugin/sites/shape.h"

/* The hooked site that ends the block, or null. */
static unit_site *site_at_end(const struct shape *s, basic_block bb)
{
	const shape_site *here = shape_branch_at_end(s, bb);
	unit_site *site = here ? &unit.sites[here->number] : NULL;

	return site && site->type != ME_VOID ? site : NULL;
}

/* Marks the last site that all paths to `from` pass, from `to` on. */
static void mark_above(const struct shape *s, basic_block from, basic_block to)
{
	basic_block bb = from;

	calculate_dominance_info(CDI_DOMINATORS); /* nothing where they are there */
	while (bb && bb != ENTRY_BLOCK_PTR_FOR_FN(cfun)) {
		if (unit_site *site = site_at_end(s, bb)) {
			site->flags |= ME_SITE_LOOP;
			return;
		}
		bb = bb == to ? NULL : get_immediate_dominator(CDI_DOMINATORS, bb);
	}
}

static bool calls_function(basic_block bb, tree callee)
{
	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i))
		if (is_gimple_call(gsi_stmt(i)) &&
		    gimple_call_fndecl(gsi_stmt(i)) == callee)
			return true;
	return false;
}

static void mark_loops_from(const struct shape *s, basic_block bb)
{
	edge e;
	edge_iterator ei;

	FOR_EACH_EDGE(e, ei, bb->succs)
	if (e->flags & EDGE_DFS_BACK)
		mark_above(s, bb, e->dest);
}

void shape_mark_loops(struct shape *s)
{
	const bool had_dominators = dom_info_available_p(CDI_DOMINATORS);
	basic_block bb;

	if (s->sites.is_empty())
		return;
	mark_dfs_back_edges();
	FOR_EACH_BB_FN(bb, s->fun)
	{
		mark_loops_from(s, bb);
		if (calls_function(bb, s->fun->decl))
			mark_above(s, bb, NULL);
	}
	if (!had_dominators && dom_info_available_p(CDI_DOMINATORS))
		free_dominance_info(CDI_DOMINATORS);
}
