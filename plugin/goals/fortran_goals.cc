/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fortran_goals.cc - the goals of Fortran's users, calls of subroutines
 * (me/target.f90):
 *
 *	call me_reach()
 *	call me_assert(condition)
 *	call me_label(id, condition)
 *	call me_reject()
 *
 * Arguments are addresses, and the program computes them whether or not there is a
 * goal, so that the observer is empty: the predicate is what was stored last at the
 * address.
 */
#include "plugin/gcc.h"
#include "plugin/goals/makers.h"
#include "plugin/unit/new_statement.h"
#include "plugin/unit/unit.h"
#include "gimplify.h"

static bool calls_subroutine(const gimple *stmt, const char *name)
{
	tree callee = is_gimple_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;

	return callee && !DECL_STRUCT_FUNCTION(callee) &&
	       !strcmp(IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(callee)), name);
}

/* The variable or constant whose address is an argument, or null. */
static tree argument_object(gimple *call, unsigned number)
{
	tree argument = gimple_call_num_args(call) > number
			    ? gimple_call_arg(call, number)
			    : NULL_TREE;
	tree object = argument && TREE_CODE(argument) == ADDR_EXPR
			  ? TREE_OPERAND(argument, 0)
			  : NULL_TREE;

	return object && (VAR_P(object) || TREE_CODE(object) == CONST_DECL) ? object
									    : NULL_TREE;
}

/* A constant argument lies in an object that is never written. */
static const char *constant_name(gimple *call)
{
	tree object = argument_object(call, 0);
	bool fixed =
	    object && (TREE_CODE(object) == CONST_DECL || TREE_READONLY(object));
	tree value = fixed ? DECL_INITIAL(object) : NULL_TREE;

	if (!value || TREE_CODE(value) != INTEGER_CST || !tree_fits_shwi_p(value)) {
		error_at(gimple_location(call),
			 "plugin me: the id of a label is no constant");
		return "";
	}
	return xasprintf(HOST_WIDE_INT_PRINT_DEC, tree_to_shwi(value));
}

/* What the statement just before the call has stored there, or null: the object is then
 * read. */
static tree stored_before(gimple *call, tree object)
{
	gimple_stmt_iterator i = gsi_for_stmt(call);

	for (gsi_prev(&i); !gsi_end_p(i); gsi_prev(&i)) {
		gimple *stmt = gsi_stmt(i);
		if (gimple_assign_single_p(stmt) && gimple_assign_lhs(stmt) == object &&
		    is_gimple_val(gimple_assign_rhs1(stmt)))
			return gimple_assign_rhs1(stmt);
		if (gimple_vdef(stmt))
			break;
	}
	return NULL_TREE;
}

/* The logical argument as a number, negated for an assertion. */
static tree truth_of(gimple *call, unsigned argument, bool negated)
{
	gimple_stmt_iterator gsi = gsi_for_stmt(call);
	tree address = gimple_call_arg(call, argument);
	tree object = argument_object(call, argument);
	tree value = object ? stored_before(call, object) : NULL_TREE;

	if (!value) {
		tree type = TREE_TYPE(TREE_TYPE(address));
		tree place = TREE_CODE(address) == ADDR_EXPR
				 ? unshare_expr(TREE_OPERAND(address, 0))
				 : build2(MEM_REF, type, address,
					  build_int_cst(TREE_TYPE(address), 0));
		value = make_ssa_name(type);
		gassign *load = gimple_build_assign(value, place);
		gimple_set_location(load, gimple_location(call));
		gimple_set_vuse(load,
				gimple_vuse(call)); /* memory as the call has it */
		gsi_insert_before(&gsi, load, GSI_SAME_STMT);
	}
	tree truth =
	    statement_before(&gsi, boolean_type_node, negated ? EQ_EXPR : NE_EXPR,
			     value, build_zero_cst(TREE_TYPE(value)));
	return statement_before(&gsi, integer_type_node, NOP_EXPR, truth);
}

static bool has_logical(gimple *call, unsigned argument)
{
	if (gimple_call_num_args(call) == argument + 1 &&
	    POINTER_TYPE_P(TREE_TYPE(gimple_call_arg(call, argument))) &&
	    INTEGRAL_TYPE_P(TREE_TYPE(TREE_TYPE(gimple_call_arg(call, argument)))))
		return true;
	error_at(gimple_location(call),
		 "plugin me: a goal has the arguments of me/target.f90");
	return false;
}

/* The call that ends the predicate and replaces the subroutine's; null when the call is
 * none of the subroutines. */
static gcall *end_in_place_of(gimple *call)
{
	if (calls_subroutine(call, "me_reach_"))
		return goals_end_call(integer_one_node, "reach", "",
				      "is never reached");
	if (calls_subroutine(call, "me_assert_") && has_logical(call, 0))
		return goals_end_call(truth_of(call, 0, true), "assert", "",
				      "never fails");
	if (calls_subroutine(call, "me_label_") && has_logical(call, 1)) {
		const char *name = constant_name(call);
		return goals_end_call(truth_of(call, 1, false), "label", name,
				      xasprintf("never meets label %s", name));
	}
	return NULL;
}

/* void __me_reject (void), as me/target.h declares it. */
static tree reject_decl(void)
{
	static tree decl;

	if (!decl) {
		decl = build_fn_decl(
		    "__me_reject", build_function_type_list(void_type_node, NULL_TREE));
		TREE_NOTHROW(decl) = 1;
		DECL_WEAK(decl) = 1;
		unit_keep(decl);
	}
	return decl;
}

static void replace_calls(function *fun)
{
	basic_block bb;

	if (!lang_GNU_Fortran())
		return;
	FOR_EACH_BB_FN(bb, fun)
	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i)) {
		gimple *call = gsi_stmt(i);
		if (calls_subroutine(call, "me_reject_"))
			gimple_call_set_fndecl(call, reject_decl());
		gcall *end = is_gimple_call(call) ? end_in_place_of(call) : NULL;
		if (!end)
			continue;
		gimple_set_location(end, gimple_location(call));
		unlink_stmt_vdef(call);
		gsi_replace(&i, end, false);
	}
}

static goal_maker fortran_goals("fortran", GOALS_ALWAYS, replace_calls);
