/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mcdc_labels.cc - modified condition/decision coverage, in its masking form.
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
 * `p && p->x > 0` where p is null) is left aside: nothing depends on it.
 */
#include "plugin/gcc.h"
#include "plugin/labels/criteria.h"
#include "plugin/labels/decision_labels.h"
#include "plugin/goals/hazards.h"

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

void decision_label_mcdc(const struct decision *d, struct label_code *c)
{
	for (unsigned k = 0; k < d->conditions.length(); k++) {
		const unsigned xors = xors_above(d, d->conditions[k]);
		if (xors > MOST_XORS) {
			decision_leave_out(
			    d->where, MODIFIED_CONDITIONS,
			    "more than 4 exclusive ors join a condition");
			continue;
		}
		for (unsigned others = 0; others < 1u << xors; others++)
			for (int value = 1; value >= 0; value--)
				label_half(d, c, k, value != 0, others);
	}
}
