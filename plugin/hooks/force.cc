/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * force.cc - a branch goes where a hook says: with -fplugin-arg-me-force each one, else
 * those of chains (conjunctions.cc).
 *
 * Before:                         After:
 *     if (a < b)                      t = (uint64_t) (a < b);
 *                                     s = me_state[i];
 *                                     if (s != 0)
 *                                       f = __me_force (&me_sites[i], t);
 *                                     # w = PHI <t, f>
 *                                     if (w != 0)
 *
 * A switch takes w in the place of its value.
 */
#include "plugin/gcc.h"
#include "plugin/sites/shape.h"

static tree force_hook(void)
{
	static tree decl;

	if (!decl)
		decl =
		    unit_hook("__me_force",
			      build_function_type_list(uint64_type_node, ptr_type_node,
						       uint64_type_node, NULL_TREE));
	return decl;
}

static tree place_before(gimple *stmt, gassign *assign)
{
	shape_insert_before(stmt, assign);
	return gimple_assign_lhs(assign);
}

/* value as another type of integers, computed in front of the statement. */
static tree convert_before(gimple *stmt, tree type, tree value)
{
	return place_before(stmt,
			    gimple_build_assign(make_ssa_name(type), NOP_EXPR, value));
}

/* The outcome as a word: the truth of a condition, or the value of a switch. */
static tree outcome(gimple *stmt)
{
	if (gswitch *choice = dyn_cast<gswitch *>(stmt))
		return convert_before(stmt, uint64_type_node,
				      gimple_switch_index(choice));
	gcond *cond = as_a<gcond *>(stmt);
	tree truth = place_before(
	    stmt, gimple_build_assign(make_ssa_name(boolean_type_node),
				      gimple_cond_code(cond), gimple_cond_lhs(cond),
				      gimple_cond_rhs(cond)));
	return convert_before(stmt, uint64_type_node, truth);
}

/* What the hook makes of the outcome, where the site is open. */
static tree forced(gimple *stmt, unsigned site, tree word)
{
	basic_block body = shape_guarded_block(stmt, site, gimple_location(stmt));
	basic_block head = single_pred(body), rest = gimple_bb(stmt);
	gcall *call = gimple_build_call(force_hook(), 2, unit_site_address(site), word);
	gimple_stmt_iterator gsi = gsi_start_bb(body);

	gimple_call_set_lhs(call, make_ssa_name(uint64_type_node));
	shape_place(call, gimple_location(stmt));
	gsi_insert_before(&gsi, call, GSI_NEW_STMT);
	gphi *phi = create_phi_node(make_ssa_name(uint64_type_node), rest);
	add_phi_arg(phi, word, find_edge(head, rest), UNKNOWN_LOCATION);
	add_phi_arg(phi, gimple_call_lhs(call), single_succ_edge(body),
		    UNKNOWN_LOCATION);
	return gimple_phi_result(phi);
}

void shape_insert_force(const shape_site *here)
{
	gimple *stmt = here->stmt;

	if (!(unit.sites[here->number].flags & (ME_SITE_FORCED | ME_SITE_CHAINED)))
		return;
	tree word = forced(stmt, here->number, outcome(stmt));
	if (gswitch *choice = dyn_cast<gswitch *>(stmt))
		gimple_switch_set_index(
		    choice,
		    convert_before(stmt, TREE_TYPE(gimple_switch_index(choice)), word));
	else
		gimple_cond_set_condition(as_a<gcond *>(stmt), NE_EXPR, word,
					  build_zero_cst(uint64_type_node));
	update_stmt(stmt);
}
