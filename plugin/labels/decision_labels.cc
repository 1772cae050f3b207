/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * decision_labels.cc - decision, condition, multiple condition and n-wise condition
 * coverage of one decision.
 *
 * Labels stand in front of the decision and evaluate conditions that the run itself may
 * not come to: in `a && b`, b where a is false. A condition that may trap there
 * (p && p->x > 0) is asked for only where the decision comes to it, as && and || say.
 */
#include "plugin/gcc.h"
#include "plugin/labels/criteria.h"
#include "plugin/labels/decision_labels.h"
#include "plugin/goals/hazards.h"
#include "gimplify.h"

/* ---- what is left out */

static unsigned left_out;

void decision_leave_out(location_t where, unsigned criterion, const char *why)
{
	left_out++;
	if (criterion == CRITERIA)
		inform(where, "plugin me: fewer labels here: %s", why);
	else
		inform(where, "plugin me: no labels of %s here: %s",
		       criteria_kind((enum criterion)criterion), why);
}

unsigned decision_left_out(void)
{
	return left_out;
}

/* ---- one label */

static const char *value_name(bool value)
{
	return value ? "true" : "false";
}

static void add(const struct decision *d, struct label_code *c,
		enum criterion criterion, const char *name,
		const vec<decision_literal> *all)
{
	label_add(c, criteria_kind(criterion), name, decision_predicate(d, all),
		  decision_predicate_text(d, all));
}

static bool may_trap(const struct decision *d, int node)
{
	return d->nodes[node].hazards & HAZARD_TRAP;
}

/* ---- DC */

static void label_dc(const struct decision *d, struct label_code *c)
{
	for (int value = 1; value >= 0; value--) {
		auto_vec<decision_literal> all;
		all.safe_push({0, value != 0});
		add(d, c, DECISION_COVERAGE,
		    xasprintf("%u.%s", d->number, value_name(value)), &all);
	}
}

/* ---- CC */

/* Adds what makes the decision come to the node. */
static void add_way_to(const struct decision *d, int node, vec<decision_literal> *all)
{
	for (int at = node, up; (up = d->nodes[at].parent) != NO_NODE; at = up) {
		const decision_node *n = &d->nodes[up];
		if (n->lazy && n->right == at)
			all->safe_insert(0, {n->left, n->kind == DECISION_AND});
	}
}

void decision_label_cc(const struct decision *d, struct label_code *c)
{
	for (unsigned k = 0; k < d->conditions.length(); k++)
		for (int value = 1; value >= 0; value--) {
			auto_vec<decision_literal> all;
			if (may_trap(d, d->conditions[k]) && !d->kept.length())
				add_way_to(d, d->conditions[k], &all);
			all.safe_push({d->conditions[k], value != 0});
			add(d, c, CONDITION_COVERAGE,
			    xasprintf("%u.%u.%s", d->number, k, value_name(value)),
			    &all);
		}
}

/* ---- MCC */

/* Evaluates the node with these values of the conditions (a bit for each), as && and ||
 * say; adds to *reached the conditions that it comes to. */
static bool evaluate(const struct decision *d, int node, unsigned values,
		     unsigned *reached)
{
	const decision_node *n = &d->nodes[node];

	if (n->kind == DECISION_CONDITION) {
		unsigned k = 0;
		while (d->conditions[k] != node)
			k++;
		*reached |= 1u << k;
		return values >> k & 1;
	}
	const bool left = evaluate(d, n->left, values, reached);
	if (n->kind == DECISION_NOT)
		return !left;
	if (n->lazy && left == (n->kind == DECISION_OR))
		return left;
	const bool right = evaluate(d, n->right, values, reached);
	switch (n->kind) {
	case DECISION_AND:
		return left && right;
	case DECISION_OR:
		return left || right;
	default:
		return (left != right) != n->inverted;
	}
}

/* One combination. It has no label of its own when a condition that is left out of it
 * is true: then it is that where it is false. */
static void label_combination(const struct decision *d, struct label_code *c,
			      unsigned values)
{
	const unsigned n = d->conditions.length();
	auto_vec<decision_literal> all;
	char text[MCC_MOST + 1];
	unsigned reached = 0;

	evaluate(d, 0, values, &reached);
	for (unsigned k = 0; k < n; k++) {
		const bool value = values >> k & 1;
		const bool asked = reached >> k & 1 || !may_trap(d, d->conditions[k]);
		if (!asked && value)
			return;
		text[k] = !asked ? '-' : value ? 'T' : 'F';
		if (asked)
			all.safe_push({d->conditions[k], value});
	}
	text[n] = '\0';
	add(d, c, MULTIPLE_CONDITIONS, xasprintf("%u.%s", d->number, text), &all);
}

static void label_mcc(const struct decision *d, struct label_code *c)
{
	const unsigned n = d->conditions.length();

	if (n > MCC_MOST) {
		decision_leave_out(d->where, MULTIPLE_CONDITIONS,
				   "the decision has more than 8 conditions");
		return;
	}
	for (unsigned values = 1u << n; values-- > 0;)
		label_combination(d, c, values);
}

/* ---- NCC */

static unsigned set_size(unsigned set)
{
	unsigned size = 0;

	for (; set; set &= set - 1)
		size++;
	return size;
}

/* Whether some run evaluates all conditions of a set to the values, which are those of
 * its members in their order. */
static bool is_possible(const struct decision *d, unsigned set, unsigned values)
{
	unsigned wanted = 0, i = 0;

	for (unsigned k = 0; set >> k; k++)
		if (set >> k & 1)
			wanted |= (values >> i++ & 1) << k;
	for (unsigned all = 0; all < 1u << d->conditions.length(); all++) {
		unsigned reached = 0;
		evaluate(d, 0, all, &reached);
		if ((all & set) == wanted && (reached & set) == set)
			return true;
	}
	return false;
}

/* The combinations of values of the conditions of a set (a bit for each). */
static void label_set(const struct decision *d, struct label_code *c, unsigned set,
		      unsigned size)
{
	for (unsigned values = 1u << size; values-- > 0;) {
		auto_vec<decision_literal> all;
		char *name = xasprintf("%u.", d->number);
		if (d->kept.length() && !is_possible(d, set, values))
			continue;
		for (unsigned k = 0, i = 0; set >> k; k++) {
			if (!(set >> k & 1))
				continue;
			const bool value = values >> i & 1;
			all.safe_push({d->conditions[k], value});
			name = xasprintf("%s%u%c", name, k, value ? 'T' : 'F');
			i++;
		}
		add(d, c, N_WISE_CONDITIONS, name, &all);
	}
}

/* Whether a condition of the set may trap and is not the first one of all, which the
 * decision always comes to. */
static bool set_may_trap(const struct decision *d, unsigned set)
{
	for (unsigned k = 1; set >> k; k++)
		if (set >> k & 1 && may_trap(d, d->conditions[k]))
			return true;
	return false;
}

static void label_ncc(const struct decision *d, struct label_code *c)
{
	const unsigned most = d->kept.length() ? MCC_MOST : 16;
	const unsigned n = d->conditions.length();
	const unsigned size = criteria_wise() < n ? criteria_wise() : n;
	const bool is_kept = d->kept.length() != 0;
	bool traps = false;

	if (n > most) {
		decision_leave_out(d->where, N_WISE_CONDITIONS,
				   is_kept
				       ? "the decision has side effects and more "
					 "than 8 conditions"
				       : "the decision has more than 16 conditions");
		return;
	}
	for (unsigned set = 1; set < 1u << n; set++) {
		if (set_size(set) != size)
			continue;
		if (!is_kept && set_may_trap(d, set))
			traps = true;
		else
			label_set(d, c, set, size);
	}
	if (traps)
		decision_leave_out(d->where, N_WISE_CONDITIONS,
				   "some conditions may trap where the decision does "
				   "not come to them");
}

/* ---- all */

void decision_label(const struct decision *d, struct label_code *c)
{
	if (criteria_has(DECISION_COVERAGE))
		label_dc(d, c);
	if (criteria_has(CONDITION_COVERAGE))
		decision_label_cc(d, c);
	if (criteria_has(MULTIPLE_CONDITIONS))
		label_mcc(d, c);
	if (criteria_has(MODIFIED_CONDITIONS))
		decision_label_mcdc(d, c);
	if (criteria_has(N_WISE_CONDITIONS))
		label_ncc(d, c);
}

/* ---- a single condition with effects */

static void add_value(struct label_code *c, enum criterion criterion, const char *name,
		      tree truth, const char *text)
{
	if (criteria_has(criterion))
		label_add(c, criteria_kind(criterion), name, truth, text);
}

/* The labels of one value; they are the same for all criteria. */
static void label_value(const struct decision *d, struct label_code *c, tree kept,
			bool value)
{
	auto_vec<decision_literal> one;
	const char *name = value_name(value);
	const char letter = value ? 'T' : 'F';
	tree truth = value ? kept : build1(TRUTH_NOT_EXPR, boolean_type_node, kept);

	one.safe_push({d->conditions[0], value});
	const char *text = decision_predicate_text(d, &one);
	add_value(c, CONDITION_COVERAGE, xasprintf("%u.0.%s", d->number, name), truth,
		  text);
	add_value(c, DECISION_COVERAGE, xasprintf("%u.%s", d->number, name), truth,
		  text);
	add_value(c, MULTIPLE_CONDITIONS, xasprintf("%u.%c", d->number, letter), truth,
		  text);
	add_value(c, MODIFIED_CONDITIONS,
		  xasprintf("%u.0.%s.%s", d->number, name, name), truth, text);
	add_value(c, N_WISE_CONDITIONS, xasprintf("%u.0%c", d->number, letter), truth,
		  text);
}

tree *decision_label_in_place(const struct decision *d)
{
	const decision_node *n = &d->nodes[0];
	struct label_code c = {d->where, NULL_TREE, NULL};
	tree whole = *n->slot, kept = save_expr(whole);

	for (int value = 1; value >= 0; value--)
		label_value(d, &c, unshare_expr(kept), value != 0);
	if (!c.labels)
		return n->slot;
	*n->slot = build2_loc(d->where, COMPOUND_EXPR, TREE_TYPE(whole), kept,
			      label_before(&c, kept));
	return &TREE_OPERAND(kept, 0);
}
