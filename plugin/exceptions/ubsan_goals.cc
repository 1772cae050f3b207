/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ubsan_goals.cc - a goal for each check of UBSan's, in builds with -fsanitize=undefined
 * or some of its kinds: met when the check would report. Searches find failures with
 * their distance, behind branches that are all covered.
 *
 *	if (b > 31)				if (b > 31)	the goal N.shift_out_of_bounds
 *		__ubsan_handle_shift_...	   is inserted before it
 *
 * Where a check is a condition already, the goal has its operands, and the comparisons
 * that these were made of. Checks that later passes add (signed overflow, indices, null
 * pointers) have the predicates of rte_goals.cc.
 */
#include "plugin/gcc.h"
#include "me/abi.h"
#include "plugin/exceptions/rte.h"
#include "plugin/goals/makers.h"
#include "plugin/unit/condition.h"

/* ---- conditions that lead to a report */

/* The name of the report to which the edge leads, without its prefix and `_abort`; null:
 * it leads to none. The caller frees it. */
static char *report_name(edge e)
{
	static const char prefix[] = "__ubsan_handle_", suffix[] = "_abort";

	for (gimple_stmt_iterator i = gsi_start_bb(e->dest); !gsi_end_p(i);
	     gsi_next(&i)) {
		if (sanitizer_call_of(gsi_stmt(i)) != SANITIZER_REPORT)
			continue;
		tree callee = gimple_call_fndecl(gsi_stmt(i));
		const char *text =
		    strstr(IDENTIFIER_POINTER(DECL_NAME(callee)), prefix);
		char *name = xstrdup(text + strlen(prefix));
		char *end = strstr(name, suffix);
		if (end)
			*end = 0;
		return name;
	}
	return NULL;
}

/* The statement that computes the value for the check alone, from values; null: there is
 * none that can be copied. */
static gimple *only_maker(tree value)
{
	gimple *def = TREE_CODE(value) == SSA_NAME && has_single_use(value)
			  ? SSA_NAME_DEF_STMT(value)
			  : NULL;

	if (!def || !is_gimple_assign(def) || gimple_num_ops(def) > 3 ||
	    gimple_vuse(def))
		return NULL;
	for (unsigned i = 1; i < gimple_num_ops(def); i++)
		if (!is_gimple_val(gimple_op(def, i)))
			return NULL;
	return def;
}

/* The value, computed once more, so that the goal's distance is that of the check's
 * comparisons, and that these stay the check's alone (condition_collect_data). */
static tree copied(struct observer_code *c, tree value, int depth)
{
	gimple *def = depth < 8 ? only_maker(value) : NULL;

	if (!def)
		return value;
	tree a = copied(c, gimple_assign_rhs1(def), depth + 1);
	tree b = gimple_assign_rhs2(def) ? copied(c, gimple_assign_rhs2(def), depth + 1)
					 : NULL_TREE;
	return observer_emit(c, TREE_TYPE(value), gimple_assign_rhs_code(def), a, b);
}

/* Whether the condition is `truth != 0` (1), or `truth == 0` (-1). */
static int tests_truth(gcond *cond)
{
	if (TREE_CODE(TREE_TYPE(gimple_cond_lhs(cond))) != BOOLEAN_TYPE ||
	    !integer_zerop(gimple_cond_rhs(cond)))
		return 0;
	return gimple_cond_code(cond) == NE_EXPR   ? 1
	       : gimple_cond_code(cond) == EQ_EXPR ? -1
						   : 0;
}

static void add_condition(gcond *cond, bool reports_when, unsigned number,
			  const char *name)
{
	struct observer_code c = {NULL, gimple_location(cond)};
	const int truths = tests_truth(cond);
	bool holds = true;
	tree truth;

	if (truths) {
		truth = copied(&c, gimple_cond_lhs(cond), 0);
		holds = truths > 0;
	} else {
		tree a = copied(&c, gimple_cond_lhs(cond), 0);
		tree b = copied(&c, gimple_cond_rhs(cond), 0);
		truth = observer_compare(&c, gimple_cond_code(cond), a, b);
	}
	if (holds != reports_when)
		truth = observer_not(&c, truth);
	goals_observe(cond, &c, truth, ME_KIND_CHECK, xasprintf("%u.%s", number, name),
		      "is never reported by UBSan");
}

static void add_conditions(function *fun, unsigned number)
{
	hash_set<gimple *> observed; /* by goals of the source's own */
	basic_block bb;

	goals_observed(fun, &observed);
	FOR_EACH_BB_FN(bb, fun)
	{
		gcond *cond = safe_dyn_cast<gcond *>(last_stmt(bb));
		edge e;
		edge_iterator ei;
		if (!cond || observed.contains(cond) ||
		    (CONSTANT_CLASS_P(gimple_cond_lhs(cond)) &&
		     CONSTANT_CLASS_P(gimple_cond_rhs(cond))))
			continue;
		FOR_EACH_EDGE(e, ei, bb->succs)
		{
			char *name = report_name(e);
			if (name)
				add_condition(cond, e->flags & EDGE_TRUE_VALUE,
					      number++, name);
			free(name);
		}
	}
}

/* ---- */

static void add_checks(function *fun)
{
	static const struct {
		unsigned sanitizer, errors;
	} later[] = {
	    {SANITIZE_SI_OVERFLOW, RTE_OVERFLOW},
	    {SANITIZE_BOUNDS | SANITIZE_BOUNDS_STRICT, RTE_INDEX},
	    {SANITIZE_NULL, RTE_NULL},
	};
	unsigned errors = 0;

	if (!sanitize_flags_p(SANITIZE_UNDEFINED | SANITIZE_UNDEFINED_NONDEFAULT,
			      fun->decl))
		return;
	for (unsigned i = 0; i < ARRAY_SIZE(later); i++)
		if (sanitize_flags_p(later[i].sanitizer, fun->decl))
			errors |= later[i].errors;
	add_conditions(fun, rte_add(fun, ME_KIND_CHECK, errors));
}

static goal_maker ubsan_goals(ME_KIND_CHECK, GOALS_ALWAYS, add_checks);
