/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * observers.cc - the hooks of predicates (plugin/goals/makers.h).
 *
 * Before:                       After:
 *     __me_goal_begin ();           s = me_state[i];
 *     t = a < b;                    if (s != 0)
 *     __me_goal_end (..., t);         __me_observe (&environment);
 *     <rest>                          t = a < b;
 *                                     __me_predicate (&me_sites[i], t, &environment);
 *                                   <rest>
 *
 * The environment is kept where the observer computes with floating point or calls a
 * function, which may raise a flag or set errno. Where the control may leave an
 * observer by another path than its end, its statements run always, and only the hook
 * does not.
 *
 * The observers of exceptions of one operation make way for one call, which gets the
 * bits of the operands:
 *
 *     r = a / b;                        r = a / b;
 *     __me_goal_begin ();               s = me_state[i];
 *     t = ...;                          if (s != 0)
 *     __me_goal_end (..., t, r, a, b);    __me_operation (&me_sites[i], r, a, b);
 *     ...
 */
#include "plugin/gcc.h"
#include "plugin/hooks/instrument.h"
#include "plugin/unit/new_statement.h"
#include "tree-into-ssa.h"

static tree predicate_hook(void)
{
	return unit_hook("__me_predicate", "vpqp");
}

/* A variable of the function that holds a struct me_environment; one for all. */
static tree environment_of(struct shape *s)
{
	if (!s->environment) {
		tree words = build_array_type_nelts(
		    uint64_type_node, (sizeof(struct me_environment) + 7) / 8);
		s->environment = create_tmp_var_raw(words, "me_environment");
		DECL_CONTEXT(s->environment) = s->fun->decl;
		TREE_ADDRESSABLE(s->environment) = 1;
		suppress_warning(s->environment);
		add_local_decl(s->fun, s->environment);
	}
	return build_fold_addr_expr(s->environment);
}

static void call_hook(struct shape *s, const goal_predicate *p)
{
	tree truth = make_ssa_name(uint64_type_node);
	tree environment = p->has_floats ? environment_of(s) : null_pointer_node;

	if (p->has_floats)
		shape_insert_before(
		    p->begin,
		    gimple_build_call(unit_hook("__me_observe", "vpu"), 2, environment,
				      build_int_cst(uint32_type_node, p->uses_x87)));
	shape_insert_before(p->end, gimple_build_assign(truth, NOP_EXPR, p->truth));
	shape_insert_before(p->end, gimple_build_call(predicate_hook(), 3,
						      unit_site_address(p->site), truth,
						      environment));
}

/* Only the hook, between two points of the block. */
static void skip_hook(struct shape *s, const goal_predicate *p)
{
	basic_block bb = shape_guarded_block(p->end, p->site, gimple_location(p->end));
	gimple_seq seq = NULL;
	tree truth = make_ssa_name(uint64_type_node);
	gimple *convert = gimple_build_assign(truth, NOP_EXPR, p->truth);
	gimple *call = gimple_build_call(
	    predicate_hook(), 3, unit_site_address(p->site), truth, null_pointer_node);

	shape_place(convert, gimple_location(p->end));
	shape_place(call, gimple_location(p->end));
	gimple_seq_add_stmt(&seq, convert);
	gimple_seq_add_stmt(&seq, call);
	gimple_stmt_iterator gsi = gsi_start_bb(bb);
	gsi_insert_seq_after(&gsi, seq, GSI_NEW_STMT);
}

/* ---- operations */

static void insert_operation(const goal_predicate *p)
{
	const goal_operation *o = &p->operation;
	const location_t where = gimple_location(p->end);
	const unsigned type = unit.sites[p->site].type;
	basic_block bb = shape_guarded_block(p->begin, p->site, where);
	gimple_seq seq = NULL;
	tree result = shape_operand_bits(
	    &seq, o->result, o->arithmetic == ME_NARROW ? (unsigned)ME_F32 : type,
	    where);
	tree a = shape_operand_bits(&seq, o->a, type, where);
	tree b = o->b ? shape_operand_bits(&seq, o->b, type, where)
		      : build_zero_cst(uint64_type_node);
	gimple *call = gimple_build_call(unit_hook("__me_operation", "vpqqq"), 4,
					 unit_site_address(p->site), result, a, b);

	shape_place(call, where);
	gimple_seq_add_stmt(&seq, call);
	gimple_stmt_iterator gsi = gsi_start_bb(bb);
	gsi_insert_seq_after(&gsi, seq, GSI_NEW_STMT);
}

/* Removes the statement, which computes something that nobody needs any more, and those
 * that only it needed, down to the operation's own values. */
static void remove_unused(tree name, const goal_operation *o)
{
	use_operand_p use;
	ssa_op_iter i;
	auto_vec<tree> needed;

	if (TREE_CODE(name) != SSA_NAME || name == o->result || name == o->a ||
	    name == o->b || !has_zero_uses(name))
		return;
	gimple *stmt = SSA_NAME_DEF_STMT(name);
	FOR_EACH_SSA_USE_OPERAND(use, stmt, i, SSA_OP_USE)
	needed.safe_push(USE_FROM_PTR(use));
	gimple_stmt_iterator gsi = gsi_for_stmt(stmt);
	gsi_remove(&gsi, true);
	release_ssa_name(name);
	for (unsigned k = 0; k < needed.length(); k++)
		if (SSA_NAME_DEF_STMT(needed[k]))
			remove_unused(needed[k], o);
}

/* The group's first predicate leaves the call, the others nothing. */
static void replace_observer(const goal_predicate *p)
{
	if (unit.sites[p->site].group)
		insert_operation(p);
	statement_remove(p->begin);
	statement_remove(p->end);
	remove_unused(p->truth, &p->operation);
}

void shape_insert_observers(struct shape *s)
{
	bool skips = false;

	for (unsigned i = 0; i < s->predicates.length(); i++) {
		const goal_predicate *p = &s->predicates[i];
		if (p->is_operation) {
			replace_observer(p);
			skips = true;
			continue;
		}
		if (p->begin && p->can_skip) {
			shape_guard(p->begin, p->end, p->site, gimple_location(p->end));
			call_hook(s, p);
			skips = true;
		} else {
			skip_hook(s, p);
		}
		if (p->begin)
			statement_remove(p->begin);
		statement_remove(p->end);
	}
	if (!skips)
		return;
	mark_virtual_operands_for_renaming(s->fun);
	free_dominance_info(CDI_DOMINATORS);
	free_dominance_info(CDI_POST_DOMINATORS);
	if (current_loops)
		loops_state_set(LOOPS_NEED_FIXUP);
}
