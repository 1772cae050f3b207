/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * throws.cc - marks what the program's own code throws.
 *
 * Before:                               After:
 *     __cxa_throw (e, &type, ~T);           d = &__me_throw ? __me_throw (e, ~T) : ~T;
 *                                           __cxa_throw (e, &type, d);
 *
 * The hook is absent in a program or a library without libme. A throw in a
 * system header, as that of std::optional's value(), is none of the program's own.
 */
#include "plugin/gcc.h"
#include "plugin/hooks/instrument.h"
#include "plugin/unit/symbol.h"
#include "plugin/unit/tables.h"

enum { OBJECT, TYPE, DESTRUCTOR, ARGUMENTS };

static bool is_own_throw(gimple *stmt)
{
	return symbol_is_called(stmt, "__cxa_throw") &&
	       gimple_call_num_args(stmt) == ARGUMENTS &&
	       !in_system_header_at(gimple_location(stmt));
}

static gcall *hook_call(gimple *stmt)
{
	gcall *call = gimple_build_call(unit_hook("__me_throw", "ppp"), 2,
					gimple_call_arg(stmt, OBJECT),
					gimple_call_arg(stmt, DESTRUCTOR));

	gimple_call_set_lhs(call, make_ssa_name(ptr_type_node));
	return call;
}

/* The destructor if the hook is absent. */
static tree guarded_call(gimple *stmt)
{
	tree hook = build_fold_addr_expr(unit_hook("__me_throw", "ppp"));
	gassign *address = gimple_build_assign(make_ssa_name(TREE_TYPE(hook)), hook);

	shape_insert_before(stmt, address);
	basic_block body = shape_block_if(address);
	basic_block head = single_pred(body), rest = gimple_bb(stmt);
	gcall *call = hook_call(stmt);
	gimple_stmt_iterator gsi = gsi_start_bb(body);
	shape_place(call, gimple_location(stmt));
	gsi_insert_before(&gsi, call, GSI_NEW_STMT);
	gphi *phi = create_phi_node(make_ssa_name(ptr_type_node), rest);
	add_phi_arg(phi, gimple_call_arg(call, 1), find_edge(head, rest),
		    UNKNOWN_LOCATION);
	add_phi_arg(phi, gimple_call_lhs(call), single_succ_edge(body),
		    UNKNOWN_LOCATION);
	return gimple_phi_result(phi);
}

void shape_mark_throws(function *fun)
{
	auto_vec<gimple *> throws;
	basic_block bb;

	FOR_EACH_BB_FN(bb, fun)
	for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi);
	     gsi_next(&gsi))
		if (is_own_throw(gsi_stmt(gsi)))
			throws.safe_push(gsi_stmt(gsi));
	for (unsigned i = 0; i < throws.length(); i++) {
		gimple_call_set_arg(throws[i], DESTRUCTOR, guarded_call(throws[i]));
		update_stmt(throws[i]);
	}
}
