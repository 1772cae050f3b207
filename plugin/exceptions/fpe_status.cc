/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fpe_status.cc - a goal of functions that return a status (kinds=fpe). One that returns
 * an integer, and stores floats behind a pointer, is taken for such a function, and 0
 * for success:
 *
 *	success	   it returns 0, its arguments are finite, and what it stored is not
 */
#include "plugin/gcc.h"
#include "plugin/exceptions/fpe.h"
#include "tree-dfa.h"

/* The number that a pointer's target has first, or null: what is const is no result. */
static tree first_number(tree pointed)
{
	if (TYPE_READONLY(pointed))
		return NULL_TREE;
	if (TREE_CODE(pointed) == RECORD_TYPE)
		for (tree f = TYPE_FIELDS(pointed); f; f = DECL_CHAIN(f))
			if (TREE_CODE(f) == FIELD_DECL)
				return fpe_is_float(TREE_TYPE(f)) &&
					       integer_zerop(bit_position(f))
					   ? TREE_TYPE(f)
					   : NULL_TREE;
	return fpe_is_float(pointed) ? pointed : NULL_TREE;
}

/* Whether the function itself stores behind the pointer, or hands it on. */
static bool gives_results(tree pointer)
{
	imm_use_iterator i;
	use_operand_p use;

	FOR_EACH_IMM_USE_FAST(use, i, pointer)
	{
		gimple *stmt = USE_STMT(use);
		tree to = gimple_get_lhs(stmt);
		if (is_gimple_call(stmt) && !goals_is_mark(stmt))
			return true;
		if (to && TREE_CODE(to) != SSA_NAME &&
		    TREE_CODE(get_base_address(to)) == MEM_REF &&
		    TREE_OPERAND(get_base_address(to), 0) == pointer)
			return true;
	}
	return false;
}

/* All floats that the function is given are finite. */
static tree arguments_are_finite(struct observer_code *c, function *fun)
{
	tree truth = NULL_TREE;

	for (tree p = DECL_ARGUMENTS(fun->decl); p; p = DECL_CHAIN(p)) {
		tree value = fpe_is_float(TREE_TYPE(p)) && is_gimple_reg(p)
				 ? ssa_default_def(fun, p)
				 : NULL_TREE;
		truth = observer_and(c, truth, fpe_is_finite(c, value));
	}
	return truth;
}

/* A zero that is read where there is no result. */
static tree zero_address(tree type)
{
	tree zero = build_decl(UNKNOWN_LOCATION, VAR_DECL,
			       create_tmp_var_name("me_zero"), type);

	TREE_STATIC(zero) = TREE_READONLY(zero) = TREE_USED(zero) = 1;
	TREE_ADDRESSABLE(zero) = DECL_ARTIFICIAL(zero) = DECL_IGNORED_P(zero) = 1;
	DECL_INITIAL(zero) = build_zero_cst(type);
	varpool_node::finalize_decl(zero);
	return build_fold_addr_expr(zero);
}

/* *(status == 0 && pointer ? pointer : &zero), where the function returns. */
static tree load_result(struct observer_code *c, gimple *stmt, tree pointer, tree type,
			tree succeeds)
{
	tree any = build_pointer_type(type), address = make_ssa_name(any),
	     value = make_ssa_name(type);
	tree given = observer_emit(c, any, NOP_EXPR, pointer);
	tree there = observer_compare(c, NE_EXPR, given, build_zero_cst(any));
	tree both = observer_and(c, succeeds, there);
	gassign *choice =
	    gimple_build_assign(address, COND_EXPR, both, given, zero_address(type));
	gassign *load = gimple_build_assign(
	    value, build2(MEM_REF, type, address,
			  build_int_cst(build_pointer_type_for_mode(char_type_node,
								    ptr_mode, true),
					0)));

	gimple_set_location(choice, c->where);
	gimple_set_location(load, c->where);
	gimple_set_vuse(load, gimple_vuse(stmt));
	gimple_seq_add_stmt(&c->seq, choice);
	gimple_seq_add_stmt(&c->seq, load);
	return value;
}

static void add_success(function *fun, greturn *stmt, tree parameter)
{
	tree pointer = ssa_default_def(fun, parameter),
	     type = first_number(TREE_TYPE(TREE_TYPE(parameter)));
	struct observer_code c = {NULL, gimple_location(stmt)};

	if (!type || !pointer || !gives_results(pointer))
		return;
	if (LOCATION_LOCUS(c.where) == UNKNOWN_LOCATION)
		c.where = DECL_SOURCE_LOCATION(fun->decl);
	tree status = gimple_return_retval(stmt);
	tree succeeds =
	    observer_compare(&c, EQ_EXPR, status, build_zero_cst(TREE_TYPE(status)));
	tree value = load_result(&c, stmt, pointer, type, succeeds);
	tree truth = observer_and(&c, succeeds, arguments_are_finite(&c, fun));
	truth = observer_and(&c, truth,
			     fpe_magnitude(&c, value, UNGT_EXPR, fpe_largest(type)));
	goals_observe(stmt, &c, truth, "fpe",
		      xasprintf("success.%s", IDENTIFIER_POINTER(DECL_NAME(parameter))),
		      "never succeeds with a result that is not finite");
}

void fpe_status_add(function *fun)
{
	edge e;
	edge_iterator ei;
	greturn *only = NULL;

	if (TREE_CODE(TREE_TYPE(TREE_TYPE(fun->decl))) != INTEGER_TYPE)
		return;
	FOR_EACH_EDGE(e, ei, EXIT_BLOCK_PTR_FOR_FN(fun)->preds)
	if (greturn *stmt = safe_dyn_cast<greturn *>(last_stmt(e->src)))
		only = stmt;
	if (!only || !gimple_return_retval(only) ||
	    TREE_CODE(gimple_return_retval(only)) != SSA_NAME)
		return;
	for (tree p = DECL_ARGUMENTS(fun->decl); p; p = DECL_CHAIN(p))
		if (DECL_NAME(p) && POINTER_TYPE_P(TREE_TYPE(p)) && is_gimple_reg(p))
			add_success(fun, only, p);
}
