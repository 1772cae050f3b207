/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * decision_labels.cc - decision, condition, multiple condition, n-wise condition and
 * modified condition/decision coverage of one decision.
 *
 * Labels stand in front of the decision and evaluate conditions that the run itself may
 * not come to: in `a && b`, b where a is false. A condition that may trap there
 * (p && p->x > 0) is asked for only where the decision comes to it, as && and || say.
 */
#include "plugin/gcc.h"
#include "plugin/goals/hazards.h"
#include "plugin/labels/criteria.h"
#include "plugin/labels/decision_tree.h"
#include "gimplify.h"

/* ---- one label */

static const char *value_name(bool value)
{
	return value ? "true" : "false";
}

static void add_label(const struct decision *d, struct label_code *c,
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
		add_label(d, c, DECISION_COVERAGE,
			  xasprintf("%u.%s", d->number, value_name(value)), &all);
	}
}

/* ---- CC */

/* Adds what makes the decision come to the node. */
static void add_path_to(const struct decision *d, int node, vec<decision_literal> *all)
{
	for (int at = node, up; (up = d->nodes[at].parent) != NO_NODE; at = up) {
		const decision_node *n = &d->nodes[up];
		if (n->lazy && n->right == at)
			all->safe_insert(0, {n->left, n->kind == DECISION_AND});
	}
}

static void label_cc(const struct decision *d, struct label_code *c)
{
	for (unsigned k = 0; k < d->conditions.length(); k++)
		for (int value = 1; value >= 0; value--) {
			auto_vec<decision_literal> all;
			if (may_trap(d, d->conditions[k]) && !d->kept.length())
				add_path_to(d, d->conditions[k], &all);
			all.safe_push({d->conditions[k], value != 0});
			add_label(
			    d, c, CONDITION_COVERAGE,
			    xasprintf("%u.%u.%s", d->number, k, value_name(value)),
			    &all);
		}
}

/* ---- MCC */

/* A decision with more conditions gets no labels of MCC. */
enum { MCC_MOST = 8 };

/* Evaluates the node with these values of the conditions (a bit for each), as && and ||
 * say; adds to *reached the conditions that it comes to. */
static bool evaluate_node(const struct decision *d, int node, unsigned values,
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
	const bool left = evaluate_node(d, n->left, values, reached);
	if (n->kind == DECISION_NOT)
		return !left;
	if (n->lazy && left == (n->kind == DECISION_OR))
		return left;
	const bool right = evaluate_node(d, n->right, values, reached);
	switch (n->kind) {
	case DECISION_AND:
		return left && right;
	case DECISION_OR:
		return left || right;
	default:
		return (left != right) != n->inverted;
	}
}

/* The label of one combination. There is none when a condition that is left out of it
 * is true: the label is that of the combination where it is false. */
static void label_combination(const struct decision *d, struct label_code *c,
			      unsigned values)
{
	const unsigned n = d->conditions.length();
	auto_vec<decision_literal> all;
	char text[MCC_MOST + 1];
	unsigned reached = 0;

	evaluate_node(d, 0, values, &reached);
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
	add_label(d, c, MULTIPLE_CONDITIONS, xasprintf("%u.%s", d->number, text), &all);
}

static void label_mcc(const struct decision *d, struct label_code *c)
{
	const unsigned n = d->conditions.length();

	if (n > MCC_MOST) {
		label_leave_out(d->where, MULTIPLE_CONDITIONS,
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
		evaluate_node(d, 0, all, &reached);
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
		add_label(d, c, N_WISE_CONDITIONS, name, &all);
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
		label_leave_out(d->where, N_WISE_CONDITIONS,
				is_kept ? "the decision has side effects and more "
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
		label_leave_out(d->where, N_WISE_CONDITIONS,
				"some conditions may trap where the decision does "
				"not come to them");
}

/*
 * ---- MCDC: modified condition/decision coverage, in its masking form
 *
 * A condition is active where the decision's value would be another one if the
 * condition's were: where each operand that is joined to a part with it by && is true,
 * and by || false. Each occurrence of a condition counts by itself. The criterion asks
 * for two runs in which the condition is active and has both values, and so has the
 * decision. The labels are the halves of such pairs,
 *
 *	condition c is active, has the value V, and the decision has the value W
 *
 * and c is covered when (true, W) and (false, not W) are, for some W: a goal over goals
 * (`me score`). Without exclusive or W follows from V. With it, it depends on what is
 * joined to c by it, for each value of which there are labels.
 *
 * An operand that may trap and that the decision does not come to (p->x in
 * `p && p->x > 0` where p is null) is left out: nothing depends on it.
 */

enum { MOST_XORS = 4 };

/* How many exclusive ors are above the node. */
static unsigned xors_above(const struct decision *d, int node)
{
	unsigned count = 0;

	for (; node != NO_NODE; node = d->nodes[node].parent)
		count += d->nodes[node].kind == DECISION_XOR;
	return count;
}

static int other_operand(const decision_node *n, int operand)
{
	return n->left == operand ? n->right : n->left;
}

/* Whether && or || does not come to its right operand, where the left one has this
 * value, and that may trap. */
static bool is_beyond(const struct decision *d, const decision_node *n, bool left)
{
	return n->lazy && left == (n->kind == DECISION_OR) &&
	       d->nodes[n->right].hazards & HAZARD_TRAP;
}

/* Adds what is to hold of the other operands all the way up, in the order in which they
 * are evaluated: those on the left in front. `others`: values of those that an
 * exclusive or joins. Returns the value of the decision where `node` has `value`. */
static bool add_active(const struct decision *d, int node, bool value, unsigned others,
		       vec<decision_literal> *all)
{
	for (int at = node, up; (up = d->nodes[at].parent) != NO_NODE; at = up) {
		const decision_node *n = &d->nodes[up];
		if (n->kind == DECISION_NOT) {
			value = !value;
			continue;
		}
		const bool is_xor = n->kind == DECISION_XOR;
		const bool wanted = is_xor ? others & 1 : n->kind == DECISION_AND;
		const decision_literal other = {other_operand(n, at), wanted};
		if (n->right == at)
			all->safe_insert(0, other);
		else if (!is_beyond(d, n, value))
			all->safe_push(other);
		if (is_xor) {
			value = (value != wanted) != n->inverted;
			others >>= 1;
		}
	}
	return value;
}

static const char *others_name(unsigned others, unsigned count)
{
	char *name = xstrdup("");

	for (unsigned i = 0; i < count; i++)
		name = xasprintf("%s%s%c", name, i ? "" : ".",
				 others >> i & 1 ? 'T' : 'F');
	return name;
}

static void label_half(const struct decision *d, struct label_code *c, unsigned k,
		       bool value, unsigned others)
{
	const int node = d->conditions[k];
	const char *const names[] = {"false", "true"};
	auto_vec<decision_literal> all;

	all.safe_push({node, value});
	const bool whole = add_active(d, node, value, others, &all);
	const char *suffix = others_name(others, xors_above(d, node));
	label_add(c, criteria_kind(MODIFIED_CONDITIONS),
		  xasprintf("%u.%u.%s.%s%s", d->number, k, names[value], names[whole],
			    suffix),
		  decision_predicate(d, &all), decision_predicate_text(d, &all));
}

static void label_mcdc(const struct decision *d, struct label_code *c)
{
	for (unsigned k = 0; k < d->conditions.length(); k++) {
		const unsigned xors = xors_above(d, d->conditions[k]);
		if (xors > MOST_XORS) {
			label_leave_out(d->where, MODIFIED_CONDITIONS,
					"more than 4 exclusive ors join a condition");
			continue;
		}
		for (unsigned others = 0; others < 1u << xors; others++)
			for (int value = 1; value >= 0; value--)
				label_half(d, c, k, value != 0, others);
	}
}

/* ---- all */

void decision_label(const struct decision *d, struct label_code *c)
{
	if (criteria_has(DECISION_COVERAGE))
		label_dc(d, c);
	if (criteria_has(CONDITION_COVERAGE))
		label_cc(d, c);
	if (criteria_has(MULTIPLE_CONDITIONS))
		label_mcc(d, c);
	if (criteria_has(MODIFIED_CONDITIONS))
		label_mcdc(d, c);
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

/* The value, computed once: save_expr() would let it be computed at each use where it
 * reads only constant memory, with the calls and labels inside of it. */
static tree computed_once(location_t where, tree value)
{
	tree kept = build1_loc(where, SAVE_EXPR, TREE_TYPE(value), value);

	TREE_SIDE_EFFECTS(kept) = 1;
	return kept;
}

tree *decision_label_in_place(const struct decision *d)
{
	const decision_node *n = &d->nodes[0];
	struct label_code c = {d->where, NULL_TREE, NULL};
	tree whole = *n->slot, kept = computed_once(d->where, whole);

	for (int value = 1; value >= 0; value--)
		label_value(d, &c, unshare_expr(kept), value != 0);
	if (!c.labels)
		return n->slot;
	*n->slot = build2_loc(d->where, COMPOUND_EXPR, TREE_TYPE(whole), kept,
			      label_before(&c, kept));
	return &TREE_OPERAND(kept, 0);
}

/*
 * ---- several conditions with effects
 *
 * They cannot be evaluated once more. So the value of each condition is kept where the
 * program computes it, and the labels stand behind the decision:
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

static tree joined(tree first, tree then)
{
	return first ? build2(COMPOUND_EXPR, TREE_TYPE(then), first, then) : then;
}

/* The value is 0 or 1, as the program uses it. */
static void keep_condition(const struct decision *d, unsigned k, vec<tree *> *inside)
{
	tree *slot = d->nodes[d->conditions[k]].slot, type = TREE_TYPE(*slot);
	tree kept = d->kept[k];
	tree store = label_assign(kept, build1(NOP_EXPR, integer_type_node, *slot));

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

void decision_label_kept(struct decision *d, vec<tree *> *inside)
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
		before =
		    joined(before, label_assign(d->kept[k], integer_minus_one_node));
	}
	tree result = label_variable_of_decision(build_zero_cst(TREE_TYPE(*slot)));
	tree whole = joined(before, label_assign(result, *slot));
	if (c.labels)
		whole = build2(COMPOUND_EXPR, void_type_node, whole, c.labels);
	*slot = build2_loc(d->where, COMPOUND_EXPR, TREE_TYPE(result), whole, result);
	SET_EXPR_LOCATION(TREE_OPERAND(*slot, 0), d->where);
}
