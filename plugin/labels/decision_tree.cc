/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decision_tree.cc - reads decisions. */
#include "plugin/gcc.h"
#include "plugin/labels/decision_tree.h"
#include "plugin/goals/hazards.h"
#include "plugin/labels/label_code.h"
#include "gimplify.h"

/* ---- nodes */

static bool joins_truth(tree expression);

static bool keeps_truth(tree t)
{
	return (CONVERT_EXPR_P(t) || TREE_CODE(t) == NON_LVALUE_EXPR ||
		TREE_CODE(t) == CLEANUP_POINT_EXPR) &&
	       INTEGRAL_TYPE_P(TREE_TYPE(t)) &&
	       INTEGRAL_TYPE_P(TREE_TYPE(TREE_OPERAND(t, 0)));
}

static bool is_bitwise(tree t)
{
	return TREE_CODE(t) == BIT_AND_EXPR || TREE_CODE(t) == BIT_IOR_EXPR ||
	       TREE_CODE(t) == BIT_XOR_EXPR;
}

/* Goes through conversions that keep a truth value, and the `!= 0` behind & and ^ of
 * truth values, which C++ adds. */
static tree *strip(tree *slot)
{
	for (;;) {
		if (keeps_truth(*slot)) {
			slot = &TREE_OPERAND(*slot, 0);
			continue;
		}
		if (TREE_CODE(*slot) != NE_EXPR ||
		    !integer_zerop(TREE_OPERAND(*slot, 1)))
			return slot;
		tree *inside = &TREE_OPERAND(*slot, 0);
		while (keeps_truth(*inside))
			inside = &TREE_OPERAND(*inside, 0);
		if (!is_bitwise(*inside) || !joins_truth(*inside))
			return slot;
		slot = inside;
	}
}

/* Whether the value is 0 or 1 because it is one of truth. */
static bool has_truth_value(tree *slot)
{
	slot = strip(slot);
	return truth_value_p(TREE_CODE(*slot)) ||
	       TREE_CODE(TREE_TYPE(*slot)) == BOOLEAN_TYPE;
}

/* Whether the operands of &, |, ^, == or != are truth values. */
static bool joins_truth(tree expression)
{
	return has_truth_value(&TREE_OPERAND(expression, 0)) &&
	       has_truth_value(&TREE_OPERAND(expression, 1));
}

/* How the expression joins others; DECISION_CONDITION: not at all. */
static enum decision_kind kind_of_node(tree expression)
{
	switch (TREE_CODE(expression)) {
	case TRUTH_ANDIF_EXPR:
	case TRUTH_AND_EXPR:
		return DECISION_AND;
	case TRUTH_ORIF_EXPR:
	case TRUTH_OR_EXPR:
		return DECISION_OR;
	case TRUTH_XOR_EXPR:
		return DECISION_XOR;
	case TRUTH_NOT_EXPR:
		return DECISION_NOT;
	case BIT_AND_EXPR:
		return joins_truth(expression) ? DECISION_AND : DECISION_CONDITION;
	case BIT_IOR_EXPR:
		return joins_truth(expression) ? DECISION_OR : DECISION_CONDITION;
	case BIT_XOR_EXPR:
	case EQ_EXPR:
	case NE_EXPR:
		return joins_truth(expression) ? DECISION_XOR : DECISION_CONDITION;
	default:
		return DECISION_CONDITION;
	}
}

bool decision_is_joined(tree expression)
{
	const enum decision_kind kind = kind_of_node(expression);

	return kind != DECISION_CONDITION && kind != DECISION_NOT;
}

static int read_node(struct decision *d, tree *slot, int parent)
{
	tree *inside = strip(slot);
	const enum decision_kind kind = kind_of_node(*inside);
	const enum tree_code code = TREE_CODE(*inside);
	const bool lazy = code == TRUTH_ANDIF_EXPR || code == TRUTH_ORIF_EXPR;
	const int number = d->nodes.length();
	const decision_node node = {kind,    lazy,   code == EQ_EXPR,  slot, NO_NODE,
				    NO_NODE, parent, hazards_of(*slot)};

	d->nodes.safe_push(node);
	if (kind == DECISION_CONDITION) {
		d->conditions.safe_push(number);
		return number;
	}
	const int left = read_node(d, &TREE_OPERAND(*inside, 0), number);
	d->nodes[number].left = left;
	if (kind == DECISION_NOT)
		return number;
	const int right = read_node(d, &TREE_OPERAND(*inside, 1), number);
	d->nodes[number].right = right;
	return number;
}

void decision_read(struct decision *d, tree *slot)
{
	read_node(d, slot, NO_NODE);
	/* The front end of C++ remembers how it has folded a part of the expression:
	 * what is changed must be a copy. */
	if (d->nodes.length() == 1 || !(d->nodes[0].hazards & HAZARD_EFFECT))
		return;
	*slot = unshare_expr(*slot);
	d->nodes.truncate(0);
	d->conditions.truncate(0);
	read_node(d, slot, NO_NODE);
}

/* ---- text */

/* The condition that hangs there, without conversions of its truth. */
static tree condition_at(tree *slot)
{
	return has_truth_value(slot) ? *strip(slot) : *slot;
}

static char *condition_text(const struct decision *d, int node)
{
	for (unsigned k = 0; k < d->texts.length(); k++)
		if (d->conditions[k] == node)
			return xstrdup(d->texts[k]);
	return label_text(condition_at(d->nodes[node].slot));
}

/* The text of a condition as an operand of an operator that binds more tightly. */
static char *condition_operand_text(const struct decision *d, int node)
{
	return d->texts.length()
		   ? xasprintf("(%s)", condition_text(d, node))
		   : label_operand_text(condition_at(d->nodes[node].slot));
}

static const char *operator_text(const decision_node *n)
{
	switch (n->kind) {
	case DECISION_AND:
		return n->lazy ? "&&" : "&";
	case DECISION_OR:
		return n->lazy ? "||" : "|";
	default:
		return n->inverted ? "==" : "!=";
	}
}

/* An operand of the operator: && inside of && needs no parentheses. */
static char *operand_text(const struct decision *d, int node, enum decision_kind around)
{
	const enum decision_kind kind = d->nodes[node].kind;
	char *text = decision_text(d, node);
	const bool compared = around == DECISION_XOR && kind == DECISION_CONDITION;

	if (compared)
		return condition_operand_text(d, node);
	if (kind == DECISION_CONDITION || kind == DECISION_NOT || kind == around)
		return text;
	return xasprintf("(%s)", text);
}

static char *not_text(const struct decision *d, int node)
{
	if (d->nodes[node].kind == DECISION_CONDITION)
		return xasprintf("!%s", condition_operand_text(d, node));
	return xasprintf("!(%s)", decision_text(d, node));
}

char *decision_text(const struct decision *d, int node)
{
	const decision_node *n = &d->nodes[node];

	if (n->kind == DECISION_CONDITION)
		return condition_text(d, node);
	if (n->kind == DECISION_NOT)
		return not_text(d, n->left);
	return xasprintf("%s %s %s", operand_text(d, n->left, n->kind),
			 operator_text(n), operand_text(d, n->right, n->kind));
}

/* ---- conjunctions */

static tree kept_truth(const struct decision *d, int node, bool value);

/* Both operands have these values. */
static tree kept_both(const struct decision *d, const decision_node *n, bool left,
		      bool right)
{
	return label_join(TRUTH_AND_EXPR, kept_truth(d, n->left, left),
			  kept_truth(d, n->right, right));
}

/* Whether the node was evaluated, and had the value. */
static tree kept_truth(const struct decision *d, int node, bool value)
{
	const decision_node *n = &d->nodes[node];
	unsigned k = 0;

	switch (n->kind) {
	case DECISION_CONDITION:
		while (d->conditions[k] != node)
			k++;
		return label_compare(EQ_EXPR, d->kept[k],
				     build_int_cst(TREE_TYPE(d->kept[k]), value));
	case DECISION_NOT:
		return kept_truth(d, n->left, !value);
	case DECISION_XOR:
		return label_join(TRUTH_OR_EXPR,
				  kept_both(d, n, true, (value == n->inverted)),
				  kept_both(d, n, false, (value != n->inverted)));
	default:
		if (value == (n->kind == DECISION_AND))
			return kept_both(d, n, value, value);
		return label_join(TRUTH_OR_EXPR, kept_truth(d, n->left, value),
				  kept_truth(d, n->right, value));
	}
}

static tree literal_truth(const struct decision *d, const decision_literal *l)
{
	if (d->kept.length())
		return kept_truth(d, l->node, l->value);
	tree value = unshare_expr(*d->nodes[l->node].slot);

	return l->value ? value : build1(TRUTH_NOT_EXPR, boolean_type_node, value);
}

tree decision_predicate(const struct decision *d, const vec<decision_literal> *all)
{
	tree truth = literal_truth(d, &(*all)[0]);
	unsigned hazards = 0;

	for (unsigned i = 0; i < all->length(); i++)
		hazards |= d->kept.length() ? 0 : d->nodes[(*all)[i].node].hazards;
	for (unsigned i = 1; i < all->length(); i++)
		truth =
		    build2(hazards & HAZARD_TRAP ? TRUTH_ANDIF_EXPR : TRUTH_AND_EXPR,
			   boolean_type_node, truth, literal_truth(d, &(*all)[i]));
	return truth;
}

char *decision_predicate_text(const struct decision *d,
			      const vec<decision_literal> *all)
{
	char *text = NULL;

	for (unsigned i = 0; i < all->length(); i++) {
		const decision_literal *l = &(*all)[i];
		char *one = l->value ? all->length() > 1
					   ? operand_text(d, l->node, DECISION_AND)
					   : decision_text(d, l->node)
				     : not_text(d, l->node);
		text = text ? xasprintf("%s && %s", text, one) : one;
	}
	return text;
}
