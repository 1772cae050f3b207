/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * statement_labels.cc - instruction coverage (IC): a label in front of each statement
 * of the source, which holds when control comes there. Its name is the place at which
 * the statement begins, LINE:COLUMN; of several that a macro puts at one place, the
 * second one is LINE:COLUMN.2.
 *
 * Statements are expressions that end in a semicolon, declarations that are given their
 * value at run time, if, switch, loops and jumps. Braces, names of places (`case 1:`)
 * and the parts of a for are none by themselves.
 */
#include "plugin/gcc.h"
#include "plugin/goals/makers.h"
#include "plugin/labels/criteria.h"
#include "plugin/labels/label_code.h"
#include "plugin/labels/label_goals.h"
#include "plugin/unit/condition.h"

struct statement_walk {
	hash_set<tree> seen;
	hash_set<nofree_string_hash> names; /* of the labels so far */
};

/* ---- what is a statement */

/* The expression inside of what C++ puts around it. */
static tree core(tree t)
{
	while (TREE_CODE(t) == CLEANUP_POINT_EXPR || TREE_CODE(t) == EXPR_STMT ||
	       (CONVERT_EXPR_P(t) && VOID_TYPE_P(TREE_TYPE(t))))
		t = TREE_OPERAND(t, 0);
	return t;
}

/* `int n = f ();` */
static bool has_value(tree var)
{
	return VAR_P(var) && !TREE_STATIC(var) && !DECL_EXTERNAL(var) &&
	       !DECL_ARTIFICIAL(var) && DECL_INITIAL(var);
}

static bool is_statement(tree t)
{
	switch (TREE_CODE(t)) {
	case STATEMENT_LIST:
	case BIND_EXPR:
	case TRY_BLOCK:
	case HANDLER:
	case EH_SPEC_BLOCK:
	case CLEANUP_STMT:
	case MUST_NOT_THROW_EXPR:
	case TRY_FINALLY_EXPR:
	case TRY_CATCH_EXPR:
	case USING_STMT:
	case LABEL_EXPR:
	case CASE_LABEL_EXPR:
	case DEBUG_BEGIN_STMT:
	case PREDICT_EXPR:
		return false;
	case DECL_EXPR:
		return has_value(DECL_EXPR_DECL(t));
	case MODIFY_EXPR: /* the end of an object's life in C++ */
		return !TREE_CLOBBER_P(TREE_OPERAND(t, 1));
	case CALL_EXPR: /* __attribute__((fallthrough)) is a call too */
		return CALL_EXPR_FN(t) && !goals_calls_begin(t) && !goals_calls_end(t);
	default:
		return EXPR_P(t) && !sanitizer_asks(t);
	}
}

/* ---- places */

static bool is_before(location_t a, location_t b)
{
	const expanded_location x = expand_location(a), y = expand_location(b);

	return x.line < y.line || (x.line == y.line && x.column < y.column);
}

/* Where its text begins; of a macro, where that is used. */
static location_t begin_of_text(location_t where)
{
	return linemap_resolve_location(line_table, get_start(where),
					LRK_MACRO_EXPANSION_POINT, NULL);
}

/* What `return` gives back, or null. */
static tree returned(tree t)
{
	tree value = TREE_CODE(t) == RETURN_EXPR ? TREE_OPERAND(t, 0) : NULL_TREE;

	return value && (TREE_CODE(value) == INIT_EXPR ||
			 TREE_CODE(value) == MODIFY_EXPR)
		   ? TREE_OPERAND(value, 1)
		   : NULL_TREE;
}

/* Where the statement begins, as the front end knows it: C places `if`, `while` and
 * `return` at their expressions, C++ `return` at its end. */
static location_t begin_of(tree t)
{
	const location_t where = begin_of_text(
	    TREE_CODE(t) == DECL_EXPR ? DECL_SOURCE_LOCATION(DECL_EXPR_DECL(t))
				      : EXPR_LOCATION(t));
	tree value = returned(t);
	const location_t inside =
	    value ? begin_of_text(EXPR_LOCATION(value)) : UNKNOWN_LOCATION;

	return inside > BUILTINS_LOCATION && is_before(inside, where) ? inside : where;
}

/* The label's name; null where the source has no statement. */
static const char *label_name(struct statement_walk *w, tree t)
{
	const location_t where = begin_of(t);
	const expanded_location at = expand_location(where);

	if (where <= BUILTINS_LOCATION || !at.line)
		return NULL;
	const char *place = xasprintf("%d:%d", at.line, at.column), *name = place;
	for (unsigned n = 2; w->names.contains(name); n++) {
		if (in_system_header_at(EXPR_LOCATION(t)))
			return NULL; /* a part of assert () */
		name = xasprintf("%s.%u", place, n);
	}
	return name;
}

/* ---- labels */

/* Null: it gets none. */
static tree label_of(struct statement_walk *w, tree statement)
{
	tree t = core(statement);
	const char *name = is_statement(t) ? label_name(w, t) : NULL;

	if (!name)
		return NULL_TREE;
	struct label_code c = {begin_of(t), NULL_TREE, NULL};
	w->names.add(name);
	label_add_never(&c, criteria_kind(STATEMENTS), name, boolean_true_node,
			"is never executed");
	return c.labels;
}

/* `i = 0` of a for stands in front of the loop, and begins behind it. */
static void find_parts_of_for(tree list, hash_set<tree> *parts)
{
	location_t loop = UNKNOWN_LOCATION;

	for (tree_stmt_iterator i = tsi_last(list); !tsi_end_p(i); tsi_prev(&i)) {
		tree t = core(tsi_stmt(i));
		if (TREE_CODE(t) == FOR_STMT)
			loop = begin_of(t);
		else if (loop != UNKNOWN_LOCATION && is_statement(t) &&
			 is_before(loop, begin_of(t)))
			parts->add(tsi_stmt(i));
	}
}

static void label_list(tree list, struct statement_walk *w)
{
	hash_set<tree> parts;

	find_parts_of_for(list, &parts);
	for (tree_stmt_iterator i = tsi_start(list); !tsi_end_p(i); tsi_next(&i)) {
		tree label =
		    parts.contains(tsi_stmt(i)) ? NULL_TREE : label_of(w, tsi_stmt(i));
		if (label)
			tsi_link_before(&i, label, TSI_SAME_STMT);
	}
}

/* A statement that is alone where others could be, `if (a) r++;`, becomes a list. */
static void make_list(tree *slot)
{
	if (!*slot || !is_statement(core(*slot)))
		return;
	tree list = alloc_stmt_list();
	tree_stmt_iterator i = tsi_start(list);
	tsi_link_after(&i, *slot, TSI_CONTINUE_LINKING);
	*slot = list;
}

/* ---- the walk */

/* The operands that are statements, a bit for each. */
static unsigned bodies(tree t)
{
	switch (TREE_CODE(t)) {
	case TRY_BLOCK:
	case EH_SPEC_BLOCK:
	case CLEANUP_STMT:
		return 1;
	case BIND_EXPR:
	case WHILE_STMT:
	case DO_STMT:
	case SWITCH_STMT:
	case SWITCH_EXPR:
	case HANDLER:
		return 2;
	case IF_STMT:
		return 6;
	case COND_EXPR:
		return VOID_TYPE_P(TREE_TYPE(t)) ? 6 : 0;
	case FOR_STMT:
		return 8;
	default:
		return 0;
	}
}

/* No part of the source: what a label asks as a condition of the program would have
 * statements with labels in turn, without an end. */
static bool is_added(tree t)
{
	return goals_is_direct(t) || sanitizer_asks(t);
}

static tree visit_body(tree *slot, int *walk_subtrees, void *data)
{
	struct statement_walk *w = (struct statement_walk *)data;
	tree t = *slot;

	if (TYPE_P(t) || DECL_P(t) || w->seen.add(t) || is_added(t)) {
		*walk_subtrees = 0;
		return NULL_TREE;
	}
	if (TREE_CODE(t) == STATEMENT_LIST)
		label_list(t, w);
	const unsigned set = bodies(t);
	for (unsigned i = 0; set >> i; i++)
		if (set >> i & 1)
			make_list(&TREE_OPERAND(t, i));
	if (TREE_CODE(t) == BIND_EXPR) { /* its declarations have values of their own */
		walk_tree(&BIND_EXPR_BODY(t), visit_body, w, NULL);
		*walk_subtrees = 0;
	}
	return NULL_TREE;
}

void statement_labels_add(tree *body)
{
	struct statement_walk w;

	make_list(body);
	walk_tree(body, visit_body, &w, NULL);
}
