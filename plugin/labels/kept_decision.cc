/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * kept_decision.cc - a decision with side effects cannot be evaluated once more. So the
 * value of each condition is kept where the program computes it, and the labels stand
 * behind the decision:
 *
 * Before:                     After:
 *     if (n-- > 0 && f (n))       k0 = k1 = -1;
 *                                 r = (k0 = n-- > 0) && (k1 = f (n));
 *                                 label 0.TT: k0 == 1 && k1 == 1; ...
 *                                 if (r)
 *
 * A condition that the run does not come to has no value, -1. The last jump is no
 * branch of the program's (condition_counts).
 */
#include "plugin/gcc.h"
#include "plugin/labels/decision_labels.h"
#include "plugin/goals/hazards.h"
#include "plugin/labels/kept_decision.h"
#include "plugin/labels/label_variable.h"

static tree assign(tree var, tree value)
{
	return build2(MODIFY_EXPR, TREE_TYPE(var), var, value);
}

static tree behind(tree first, tree then)
{
	return first ? build2(COMPOUND_EXPR, TREE_TYPE(then), first, then) : then;
}

/* The value is 0 or 1, as the program uses it. */
static void keep_condition(const struct decision *d, unsigned k, vec<tree *> *inside)
{
	tree *slot = d->nodes[d->conditions[k]].slot, type = TREE_TYPE(*slot);
	tree kept = d->kept[k];
	tree store = assign(kept, build1(NOP_EXPR, integer_type_node, *slot));

	inside->safe_push(&TREE_OPERAND(TREE_OPERAND(store, 1), 0));
	*slot = build2_loc(d->where, COMPOUND_EXPR, type, store,
			   build1(NOP_EXPR, type, kept));
}

/* Conditions count only where the run comes to them, as those do that may trap. */
static void set_hazards(struct decision *d)
{
	for (unsigned i = 0; i < d->nodes.length(); i++)
		d->nodes[i].hazards = HAZARD_TRAP;
}

void kept_decision_label(struct decision *d, vec<tree *> *inside)
{
	tree *slot = d->nodes[0].slot;
	struct label_code c = {d->where, NULL_TREE, NULL};
	tree before = NULL_TREE;

	set_hazards(d);
	for (unsigned k = 0; k < d->conditions.length(); k++)
		d->kept.safe_push(label_variable(integer_minus_one_node));
	decision_label(d, &c); /* the texts are those of the source */
	for (unsigned k = 0; k < d->conditions.length(); k++) {
		keep_condition(d, k, inside);
		before = behind(before, assign(d->kept[k], integer_minus_one_node));
	}
	tree result = label_variable_of_decision(build_zero_cst(TREE_TYPE(*slot)));
	tree whole = behind(before, assign(result, *slot));
	if (c.labels)
		whole = build2(COMPOUND_EXPR, void_type_node, whole, c.labels);
	*slot = build2_loc(d->where, COMPOUND_EXPR, TREE_TYPE(result), whole, result);
	SET_EXPR_LOCATION(TREE_OPERAND(*slot, 0), d->where);
}
