/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * makers.cc - makers of goals, the statements that compute a predicate, and the calls that
 * stand around them. At the end is the simplest maker of all, that of function coverage.
 */
#include "plugin/gcc.h"
#include "plugin/goals/makers.h"
#include "plugin/plugin_options.h"
#include "plugin/unit/artificial.h"
#include "plugin/unit/symbol.h"
#include "plugin/unit/unit.h"

/* ---- statements */

tree observer_emit(struct observer_code *c, tree type, enum tree_code code, tree a,
		   tree b)
{
	tree name = make_ssa_name(type);
	gassign *stmt = b ? gimple_build_assign(name, code, a, b)
			  : gimple_build_assign(name, code, a);

	gimple_set_location(stmt, c->where);
	gimple_seq_add_stmt(&c->seq, stmt);
	return name;
}

static tree join_truths(struct observer_code *c, enum tree_code code, tree a, tree b)
{
	if (!a || !b)
		return a ? a : b;
	return observer_emit(c, boolean_type_node, code, a, b);
}

tree observer_and(struct observer_code *c, tree a, tree b)
{
	return join_truths(c, BIT_AND_EXPR, a, b);
}

tree observer_or(struct observer_code *c, tree a, tree b)
{
	return join_truths(c, BIT_IOR_EXPR, a, b);
}

tree observer_compare(struct observer_code *c, enum tree_code code, tree a, tree b)
{
	return observer_emit(c, boolean_type_node, code, a, b);
}

tree observer_not(struct observer_code *c, tree truth)
{
	return observer_emit(c, boolean_type_node, BIT_XOR_EXPR, truth,
			     boolean_true_node);
}

/* ---- makers */

static goal_maker *makers;

goal_maker::goal_maker(const char *name, goal_wanted wanted, void (*make)(function *))
    : name(name), wanted(wanted), make(make), next(makers)
{
	makers = this;
}

static bool can_ask_for(const char *name, size_t length)
{
	for (const goal_maker *m = makers; m; m = m->next)
		if (m->wanted == GOALS_ASKED && options_word_is(name, length, m->name))
			return true;
	return options_word_is(name, length, "branch");
}

static int compare_kinds(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The kinds that can be asked for, in alphabetical order; the caller frees the text. */
static char *asked_kinds()
{
	auto_vec<const char *> names;
	char *text = xstrdup("branch");

	for (const goal_maker *m = makers; m; m = m->next)
		if (m->wanted == GOALS_ASKED)
			names.safe_push(m->name);
	names.qsort(compare_kinds);
	for (const char *name : names)
		text = reconcat(text, text, ", ", name, NULL);
	return text;
}

bool goals_know(const char *list)
{
	while (list && *list) {
		const size_t n = strcspn(list, ",");
		if (!can_ask_for(list, n)) {
			char *kinds = asked_kinds();
			error(
			    "plugin me: argument %<kinds=%s%>: no such kind of goals; "
			    "there are %s",
			    list, kinds);
			free(kinds);
			return false;
		}
		list += n + (list[n] == ',');
	}
	return true;
}

/* Whether the list of names separated by commas has this one. */
static bool is_asked_for(const char *list, const char *name)
{
	while (list && *list) {
		const size_t n = strcspn(list, ",");
		if (options_word_is(list, n, name))
			return true;
		list += n + (list[n] == ',');
	}
	return false;
}

static void make_goals(function *fun, const char *list)
{
	/* What makes arguments is not under test. */
	const bool is_driver =
	    lookup_attribute("me_driver", DECL_ATTRIBUTES(fun->decl)) != NULL_TREE;

	for (const goal_maker *m = makers; m; m = m->next)
		if (m->wanted == GOALS_ALWAYS ||
		    (!is_driver && is_asked_for(list, m->name)))
			m->make(fun);
}

void goals_make(function *fun)
{
	make_goals(fun, options.goals);
}

/* ---- the calls */

static const char begin_name[] = "__me_goal_begin", end_name[] = "__me_goal_end";

/* The function whose call begins or ends a predicate. Its calls touch no memory, so that
 * they can be inserted without an update of the virtual operands. A visible one is as the
 * user's macros declare it: not const, for the front ends drop what has no effect. */
static tree mark_decl(bool is_end, bool is_visible)
{
	static tree decls[2][2];
	tree *decl = &decls[is_end][is_visible], p = const_ptr_type_node;

	if (*decl)
		return *decl;
	tree type = is_visible ? TREE_TYPE(mark_decl(is_end, false))
		    : is_end
			? build_varargs_function_type_list(void_type_node, p, p, p,
							   integer_type_node, NULL_TREE)
			: build_function_type_list(void_type_node, NULL_TREE);
	*decl = build_fn_decl(is_end ? end_name : begin_name, type);
	give_language_part(*decl);
	TREE_NOTHROW(*decl) = 1;
	TREE_READONLY(*decl) = !is_visible;
	if (is_visible)
		made_function_mark(*decl, "leaf");
	unit_keep(*decl);
	return *decl;
}

gcall *goals_end_call(tree truth, const char *kind, const char *name, const char *never)
{
	return gimple_build_call(mark_decl(true, false), 4, string_address(kind),
				 string_address(name), string_address(never), truth);
}

/* The call that ends a predicate, with an operation behind the four arguments. */
static gcall *operation_end_call(tree truth, const char *kind, const char *name,
				 const char *never, const goal_operation *o)
{
	return gimple_build_call(mark_decl(true, false), 9, string_address(kind),
				 string_address(name), string_address(never), truth,
				 build_int_cst(integer_type_node, o->arithmetic),
				 build_int_cst(integer_type_node, o->exception),
				 o->result, o->a, o->b ? o->b : integer_zero_node);
}

void goals_insert(gimple *before, location_t place, gimple_seq statements, tree truth,
		  const char *kind, const char *name, const char *never,
		  const goal_operation *operation)
{
	gimple_stmt_iterator gsi = gsi_for_stmt(before);
	gcall *begin = gimple_build_call(mark_decl(false, false), 0);
	gcall *end = operation ? operation_end_call(truth, kind, name, never, operation)
			       : goals_end_call(truth, kind, name, never);

	gimple_set_location(begin, place);
	gimple_set_location(end, place);
	gsi_insert_before(&gsi, begin, GSI_SAME_STMT);
	if (statements)
		gsi_insert_seq_before(&gsi, statements, GSI_SAME_STMT);
	gsi_insert_before(&gsi, end, GSI_SAME_STMT);
}

void goals_observe(gimple *before, struct observer_code *c, tree truth,
		   const char *kind, const char *name, const char *never,
		   const goal_operation *operation)
{
	truth = observer_emit(c, integer_type_node, NOP_EXPR, truth);
	goals_insert(before, c->where, c->seq, truth, kind, name, never, operation);
}

/* The call that ends a goal, as an expression. */
static tree end_expression(location_t place, tree truth, const char *kind,
			   const char *name, const char *never)
{
	return build_call_expr_loc(place, mark_decl(true, true), 4,
				   string_address(kind), string_address(name),
				   string_address(never), truth);
}

tree goals_expression(location_t place, tree truth, const char *kind, const char *name,
		      const char *never)
{
	tree first = build_call_expr_loc(place, mark_decl(false, true), 0);
	tree last = end_expression(place, fold_convert(integer_type_node, truth), kind,
				   name, never);
	return build2_loc(place, COMPOUND_EXPR, void_type_node, first, last);
}

/* The name of the variables that keep truths. */
#define DIRECT_NAME "me_label"

tree goals_direct_expression(location_t place, tree truth, const char *kind,
			     const char *name, const char *never)
{
	tree kept = create_tmp_var_raw(integer_type_node, DIRECT_NAME);
	tree declared = build4_loc(place, TARGET_EXPR, integer_type_node, kept,
				   integer_zero_node, NULL_TREE, NULL_TREE);
	tree set =
	    build2_loc(place, MODIFY_EXPR, integer_type_node, kept, integer_one_node);
	tree split = build3_loc(place, COND_EXPR, void_type_node, truth, set,
				build_empty_stmt(place));
	tree last = end_expression(place, kept, kind, name, never);

	TREE_SIDE_EFFECTS(declared) = 1;
	tree first = build2_loc(place, COMPOUND_EXPR, void_type_node, declared, split);
	return build2_loc(place, COMPOUND_EXPR, void_type_node, first, last);
}

bool goals_is_direct(tree t)
{
	if (TREE_CODE(t) != COND_EXPR || TREE_CODE(TREE_OPERAND(t, 1)) != MODIFY_EXPR)
		return false;
	tree kept = TREE_OPERAND(TREE_OPERAND(t, 1), 0);

	return VAR_P(kept) && DECL_ARTIFICIAL(kept) && DECL_NAME(kept) &&
	       startswith(IDENTIFIER_POINTER(DECL_NAME(kept)), DIRECT_NAME);
}

bool goals_is_begin(const gimple *stmt)
{
	return symbol_is_called(stmt, begin_name);
}

bool goals_is_end(const gimple *stmt)
{
	return symbol_is_called(stmt, end_name) &&
	       (gimple_call_num_args(stmt) == 4 || gimple_call_num_args(stmt) == 9);
}

bool goals_calls_begin(tree t)
{
	return TREE_CODE(t) == CALL_EXPR &&
	       symbol_is_named(get_callee_fndecl(t), begin_name);
}

bool goals_calls_end(tree t)
{
	return TREE_CODE(t) == CALL_EXPR &&
	       symbol_is_named(get_callee_fndecl(t), end_name);
}

bool goals_is_mark(const gimple *stmt)
{
	return goals_is_begin(stmt) || goals_is_end(stmt);
}

void goals_strip(function *fun)
{
	basic_block bb;

	make_goals(fun, NULL);
	FOR_EACH_BB_FN(bb, fun)
	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i);) {
		if (!goals_is_mark(gsi_stmt(i))) {
			gsi_next(&i);
			continue;
		}
		unlink_stmt_vdef(gsi_stmt(i));
		gsi_remove(&i, true);
	}
}

/* ---- function coverage (FC; kinds=function): a goal at the start of each function, met
 * when control enters it */

static void add_entry_goal(function *fun)
{
	basic_block first = single_succ(ENTRY_BLOCK_PTR_FOR_FN(fun));
	gimple_stmt_iterator at = gsi_after_labels(first);

	if (!gsi_end_p(at))
		goals_insert(gsi_stmt(at), DECL_SOURCE_LOCATION(fun->decl), NULL,
			     integer_one_node, "function", "", "is never entered");
}

static goal_maker function_goals("function", GOALS_ASKED, add_entry_goal);
