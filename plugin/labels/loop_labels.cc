/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * loop_labels.cc - coverage of loops (ELO): a loop is left without a pass, is left
 * after exactly one, begins a second one. A variable counts the passes:
 *
 * Before:                     After:
 *     while (c)                   n = 0;
 *             body                while (c) {
 *                                         n = n + 1;
 *                                         label N.many: n >= 2
 *                                         body
 *                                 }
 *                                 label N.zero: n == 0; N.once: n == 1
 *
 * The last two are asked where the loop ends by its condition or by break. What returns
 * from inside, jumps out or throws, does not come there: in front of its K-th return, goto
 * or throw is a label N.once.K, that the loop is left there after one pass. A throw in a
 * try block of the loop has none, for it may be caught there. A loop without a condition,
 * or with one behind its body, always makes a pass; one around `do ... while (0)` makes one
 * alone and has no labels.
 */
#include "plugin/gcc.h"
#include "plugin/labels/criteria.h"
#include "plugin/labels/label_code.h"
#include "plugin/labels/label_goals.h"

struct loop_walk {
	hash_set<tree> seen;
	unsigned number;
};

/* ---- the parts of a loop */

static bool is_loop(tree t)
{
	return TREE_CODE(t) == WHILE_STMT || TREE_CODE(t) == DO_STMT ||
	       TREE_CODE(t) == FOR_STMT;
}

static tree condition_of(tree loop)
{
	return TREE_OPERAND(loop, TREE_CODE(loop) == FOR_STMT ? 1 : 0);
}

static tree *body_of(tree loop)
{
	return &TREE_OPERAND(loop, TREE_CODE(loop) == FOR_STMT ? 3 : 1);
}

static bool runs_once(tree loop)
{
	tree condition = condition_of(loop);

	return TREE_CODE(loop) == DO_STMT && condition && integer_zerop(condition);
}

/* Whether it may be left before its body. */
static bool may_be_empty(tree loop)
{
	tree condition = condition_of(loop);

	return TREE_CODE(loop) != DO_STMT && condition && !integer_nonzerop(condition);
}

/* ---- labels */

static void add_passes_label(struct label_code *c, unsigned number, const char *name,
			     enum tree_code code, tree count, unsigned passes,
			     const char *never)
{
	label_add_never(
	    c, criteria_kind(LOOPS), xasprintf("%u.%s", number, name),
	    label_compare(code, count, build_int_cst(TREE_TYPE(count), passes)), never);
}

static void count_passes(tree loop, tree count, unsigned number)
{
	struct label_code c = {EXPR_LOC_OR_LOC(loop, input_location), NULL_TREE, NULL};
	tree *body = body_of(loop), list = alloc_stmt_list();
	tree next =
	    build2(PLUS_EXPR, TREE_TYPE(count), count, build_one_cst(TREE_TYPE(count)));

	add_passes_label(&c, number, "many", GE_EXPR, count, 2,
			 "never begins a second pass");
	append_to_statement_list(label_assign(count, next), &list);
	append_to_statement_list(c.labels, &list);
	if (*body)
		append_to_statement_list_force(*body, &list);
	*body = list;
}

/* ---- other exits */

struct exit_walk {
	hash_set<tree> seen;
	hash_set<tree> labels; /* those inside of the loop */
	tree count;
	unsigned number, exits;
	unsigned tries; /* blocks of the loop that are around it */
};

static tree find_label(tree *slot, int *walk_subtrees, void *data)
{
	struct exit_walk *w = (struct exit_walk *)data;

	if (TYPE_P(*slot) || DECL_P(*slot))
		*walk_subtrees = 0;
	else if (TREE_CODE(*slot) == LABEL_EXPR)
		w->labels.add(LABEL_EXPR_LABEL(*slot));
	else if (TREE_CODE(*slot) == BIND_EXPR) {
		walk_tree(&BIND_EXPR_BODY(*slot), find_label, w, NULL);
		*walk_subtrees = 0;
	}
	return NULL_TREE;
}

static bool leaves(struct exit_walk *w, tree t)
{
	if (TREE_CODE(t) == RETURN_EXPR || (TREE_CODE(t) == THROW_EXPR && !w->tries))
		return true;
	return TREE_CODE(t) == GOTO_EXPR &&
	       TREE_CODE(GOTO_DESTINATION(t)) == LABEL_DECL &&
	       !w->labels.contains(GOTO_DESTINATION(t));
}

/* A throw may be a part of an expression. */
static void label_exit(tree *slot, struct exit_walk *w)
{
	tree list = alloc_stmt_list();
	struct label_code c = {EXPR_LOC_OR_LOC(*slot, input_location), NULL_TREE, NULL};

	add_passes_label(&c, w->number, xasprintf("once.%u", ++w->exits), EQ_EXPR,
			 w->count, 1, "is never left here after one pass");
	if (TREE_CODE(*slot) == THROW_EXPR) {
		*slot = label_before(&c, *slot);
		return;
	}
	append_to_statement_list(c.labels, &list);
	append_to_statement_list_force(*slot, &list);
	*slot = list;
}

static tree visit_exit(tree *slot, int *walk_subtrees, void *data);

/* What throws in its handlers leaves it. */
static void visit_try(tree block, struct exit_walk *w)
{
	w->tries++;
	walk_tree(&TREE_OPERAND(block, 0), visit_exit, w, NULL);
	w->tries--;
	walk_tree(&TREE_OPERAND(block, 1), visit_exit, w, NULL);
}

static tree visit_exit(tree *slot, int *walk_subtrees, void *data)
{
	struct exit_walk *w = (struct exit_walk *)data;
	tree t = *slot;

	if (TYPE_P(t) || DECL_P(t) || w->seen.add(t)) {
		*walk_subtrees = 0;
		return NULL_TREE;
	}
	if (TREE_CODE(t) == BIND_EXPR) {
		walk_tree(&BIND_EXPR_BODY(t), visit_exit, w, NULL);
		*walk_subtrees = 0;
	}
	if (TREE_CODE(t) == TRY_BLOCK) {
		visit_try(t, w);
		*walk_subtrees = 0;
	}
	if (leaves(w, t)) {
		label_exit(slot, w);
		*walk_subtrees = 0;
	}
	return NULL_TREE;
}

static void label_exits(tree loop, tree count, unsigned number)
{
	struct exit_walk w;

	w.count = count;
	w.number = number;
	w.exits = w.tries = 0;
	walk_tree(body_of(loop), find_label, &w, NULL);
	walk_tree(body_of(loop), visit_exit, &w, NULL);
}

static void label_loop(tree *slot, unsigned number)
{
	tree loop = *slot, list = alloc_stmt_list();
	struct label_code c = {EXPR_LOC_OR_LOC(loop, input_location), NULL_TREE, NULL};
	tree none = build_zero_cst(long_long_unsigned_type_node);
	tree count = label_variable(none);

	label_exits(loop, count, number);
	count_passes(loop, count, number);
	if (may_be_empty(loop))
		add_passes_label(&c, number, "zero", EQ_EXPR, count, 0,
				 "is never left without a pass");
	add_passes_label(&c, number, "once", EQ_EXPR, count, 1,
			 "is never left after one pass");
	append_to_statement_list(label_assign(count, none), &list);
	append_to_statement_list_force(loop, &list);
	append_to_statement_list(c.labels, &list);
	*slot = list;
}

/* ---- the walk */

/* Loops inside of a loop come first, when their slots are where they were. */
static tree visit_loop(tree *slot, int *walk_subtrees, void *data)
{
	struct loop_walk *w = (struct loop_walk *)data;
	tree t = *slot;

	if (TYPE_P(t) || DECL_P(t) || w->seen.add(t)) {
		*walk_subtrees = 0;
		return NULL_TREE;
	}
	if (TREE_CODE(t) == BIND_EXPR) {
		walk_tree(&BIND_EXPR_BODY(t), visit_loop, w, NULL);
		*walk_subtrees = 0;
	}
	if (!is_loop(t))
		return NULL_TREE;
	*walk_subtrees = 0;
	const unsigned number = w->number++;
	for (int i = 0; i < TREE_OPERAND_LENGTH(t); i++)
		walk_tree(&TREE_OPERAND(t, i), visit_loop, w, NULL);
	if (!runs_once(t))
		label_loop(slot, number);
	return NULL_TREE;
}

void loop_labels_add(tree *body)
{
	struct loop_walk w;

	w.number = 0;
	walk_tree(body, visit_loop, &w, NULL);
}
