/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * assert_goals.cc - assertions of the program's own (kinds=assert): a goal of the kind
 * "assert" at each place where one fails, met when control comes there. Places that are
 * marked as unreachable are faults also where nobody asks for kinds=assert, and so is the end of
 * a function that returns a value elsewhere and has none there.
 *
 *	assert (c)			the call that reports the failure
 *	__builtin_unreachable ()	the place itself
 *	error stop			Fortran's, likewise
 *
 * What the program does behind __builtin_unreachable() is undefined. At -O0 it would
 * run on into other code; so the run ends there, by a trap, once the goal is noted.
 */
#include "plugin/gcc.h"
#include "plugin/goals/makers.h"
#include "plugin/plugin_options.h"
#include "plugin/unit/unit.h"
#include "tree-into-ssa.h"

enum { UNREACHABLE = 3 };

struct failure {
	const char *callee; /* assembler name; null: __builtin_unreachable */
	const char *name; /* of its goals, before their number */
	const char *never;
};

static const struct failure failures[] = {
    {"__assert_fail", "fail", "never fails"}, /* glibc */
    {"__assert_perror_fail", "fail", "never fails"},
    {"__assert_func", "fail", "never fails"}, /* newlib */
    {NULL, "unreachable", "is never reached"},
    {"__assert", "fail", "never fails"}, /* musl, BSD */
    {"__VERIFIER_error", "fail", "never fails"}, /* programs of SV-COMP */
    {"_ZSt21__glibcxx_assert_failPKciS0_S0_", "fail", "never fails"},
    {"_gfortran_error_stop_string", "stop", "is never reached"},
    {"_gfortran_error_stop_numeric", "stop", "is never reached"},
};

/* The failure that the statement reports, or null. */
static const struct failure *failure_of(gimple *stmt)
{
	tree callee = is_gimple_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;

	if (!callee)
		return NULL;
	if (gimple_call_builtin_p(stmt, BUILT_IN_UNREACHABLE))
		return &failures[UNREACHABLE];
	for (unsigned i = 0; i < ARRAY_SIZE(failures); i++)
		if (failures[i].callee && DECL_ASSEMBLER_NAME_SET_P(callee) &&
		    !strcmp(IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(callee)),
			    failures[i].callee))
			return &failures[i];
	return NULL;
}

bool goals_is_assertion(gimple *stmt)
{
	const struct failure *f = failure_of(stmt);

	return f && strcmp(f->name, "stop") != 0;
}

static void trap_instead(gimple *call)
{
	gimple_stmt_iterator gsi = gsi_for_stmt(call);
	gcall *trap = gimple_build_call(builtin_decl_explicit(BUILT_IN_TRAP), 0);

	gimple_set_location(trap, gimple_location(call));
	gsi_replace(&gsi, trap, false);
}

/* The calls by which the function fails; of __builtin_unreachable() alone. */
static void find_failures(function *fun, bool unreachable, vec<gimple *> *calls)
{
	basic_block bb;

	FOR_EACH_BB_FN(bb, fun)
	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i))
		if (const struct failure *f = failure_of(gsi_stmt(i)))
			if (!unreachable || f == &failures[UNREACHABLE])
				calls->safe_push(gsi_stmt(i));
}

static void add_goal(gimple *call, const char *kind, unsigned number)
{
	const struct failure *f = failure_of(call);

	goals_insert(call, gimple_location(call), NULL, integer_one_node, kind,
		     xasprintf("%s%u", f->name, number), f->never);
}

/* The return at the end of a function that has no value there, and has one at another; else null.
 * One whose source says `return;` is meant, as the front end has it. */
static gimple *return_without_value(function *fun)
{
	gimple *without = NULL;
	bool has_value = false;
	edge e;
	edge_iterator at;

	if (VOID_TYPE_P(TREE_TYPE(TREE_TYPE(fun->decl))) ||
	    warning_suppressed_p(fun->decl, OPT_Wreturn_type))
		return NULL;
	FOR_EACH_EDGE(e, at, EXIT_BLOCK_PTR_FOR_FN(fun)->preds)
	{
		gimple *last = last_stmt(e->src);
		greturn *end = last ? dyn_cast<greturn *>(last) : NULL;
		has_value |= end && gimple_return_retval(end);
		if (end && !gimple_return_retval(end) &&
		    !warning_suppressed_p(end, OPT_Wreturn_type))
			without = end;
	}
	return has_value ? without : NULL;
}

/* Defined before assert_goals, and so called after it: no trap is a fault. */
static void add_unreachable(function *fun)
{
	auto_vec<gimple *> calls;

	if (!options.entry)
		return;
	if (!sanitize_flags_p(SANITIZE_UNREACHABLE, fun->decl))
		find_failures(fun, true, &calls);
	for (unsigned i = 0; i < calls.length(); i++)
		add_goal(calls[i], ME_KIND_FAULT, i);
	/* UBSan tells it of C++ alone. */
	gimple *end = lang_GNU_CXX() && sanitize_flags_p(SANITIZE_RETURN, fun->decl)
			  ? NULL
			  : return_without_value(fun);
	if (end)
		goals_insert(end, gimple_location(end), NULL, integer_one_node,
			     ME_KIND_FAULT, ME_NO_VALUE, "returns a value");
}

static goal_maker unreachable_goals(ME_KIND_FAULT, GOALS_ALWAYS, add_unreachable);

static void add_assertions(function *fun)
{
	bool traps = false;
	auto_vec<gimple *> calls;

	find_failures(fun, false, &calls);
	for (unsigned i = 0; i < calls.length(); i++) {
		add_goal(calls[i], "assert", i);
		if (failure_of(calls[i]) == &failures[UNREACHABLE]) {
			trap_instead(calls[i]);
			traps = true;
		}
	}
	if (!traps)
		return;
	mark_virtual_operands_for_renaming(fun);
	update_ssa(TODO_update_ssa_only_virtuals);
}

static goal_maker assert_goals("assert", GOALS_ASKED, add_assertions);
