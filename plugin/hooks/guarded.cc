/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * guarded.cc - statements that run only while a site is open: when its state byte is
 * not 0.
 *
 *        head                head: s = me_state[i];
 *         |                   |  \  if (s != 0)
 *        body                 |  body
 *         |                   |  /
 *        rest                rest
 */
#include "plugin/gcc.h"
#include "plugin/hooks/instrument.h"

void shape_place(gimple *stmt, location_t where)
{
	suppress_warning(stmt);
	gimple_set_location(stmt, where);
}

void shape_insert_before(gimple *before, gimple *stmt)
{
	gimple_stmt_iterator gsi = gsi_for_stmt(before);

	shape_place(stmt, gimple_location(before));
	gsi_insert_before(&gsi, stmt, GSI_SAME_STMT);
}

static gassign *load_state(gimple *before, unsigned site, location_t where)
{
	gimple_stmt_iterator gsi = gsi_for_stmt(before);
	gassign *load = gimple_build_assign(make_ssa_name(unsigned_char_type_node),
					    unit_state_byte(site));

	shape_place(load, where);
	gsi_insert_before(&gsi, load, GSI_SAME_STMT);
	return load;
}

/* Makes the edge `enter`, which leaves the block of the load, one of its two: where what
 * is loaded is not 0. */
static void branch_on_state(gassign *load, edge enter, basic_block rest)
{
	basic_block head = gimple_bb(load);
	gimple_stmt_iterator end = gsi_last_bb(head);

	enter->flags = (enter->flags & ~EDGE_FALLTHRU) | EDGE_TRUE_VALUE;
	enter->probability = profile_probability::very_unlikely();
	edge skip = make_edge(head, rest, EDGE_FALSE_VALUE);
	skip->probability = enter->probability.invert();
	gcond *test = gimple_build_cond(
	    NE_EXPR, gimple_assign_lhs(load),
	    build_zero_cst(TREE_TYPE(gimple_assign_lhs(load))), NULL, NULL);
	gimple_set_location(test, gimple_location(load));
	gsi_insert_after(&end, test, GSI_NEW_STMT);
}

void shape_guard(gimple *first, gimple *last, unsigned site, location_t where)
{
	gassign *load = load_state(first, site, where);
	edge enter = split_block(gimple_bb(load), load);
	basic_block rest = split_block(gimple_bb(last), last)->dest;

	branch_on_state(load, enter, rest);
}

basic_block shape_block_if(gassign *load)
{
	basic_block head = gimple_bb(load);
	edge enter = split_block(head, load);
	basic_block body = enter->dest;
	basic_block rest = split_block_after_labels(body)->dest;

	branch_on_state(load, enter, rest);
	body->count = head->count.apply_probability(enter->probability);
	if (dom_info_available_p(CDI_DOMINATORS))
		set_immediate_dominator(CDI_DOMINATORS, rest, head);
	return body;
}

basic_block shape_guarded_block(gimple *stmt, unsigned site, location_t where)
{
	return shape_block_if(load_state(stmt, site, where));
}
