/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fortran_decisions.cc - the decisions of Fortran. Its front end shows no trees to
 * plugins; but its .and., .or. and .not. evaluate all of their operands, so that in the
 * statements the whole decision is still there:
 *
 *	_3 = x > 1; _4 = x < 2; _7 = _3 & _4;
 *	if (_7 != 0)
 *
 * Its labels stand in front of the jump, and read the values _3 and _4. What a loop or
 * an if asks are decisions, a truth value that is stored is none.
 */
#include "plugin/gcc.h"
#include "plugin/goals/makers.h"
#include "plugin/labels/criteria.h"
#include "plugin/labels/decision_tree.h"
#include "plugin/labels/label_goals.h"
#include "plugin/unit/condition.h"
#include "tree-pretty-print.h"

enum { MOST_DEPTH = 32, TEXT_DEPTH = 8 };

/* ---- text */

/* The value as an expression of variables. */
static tree written_out(tree value, int depth)
{
	gimple *def = TREE_CODE(value) == SSA_NAME && depth < TEXT_DEPTH
			  ? SSA_NAME_DEF_STMT(value)
			  : NULL;

	if (!def || !is_gimple_assign(def))
		return value;
	tree a = gimple_assign_rhs1(def), b = gimple_assign_rhs2(def);
	tree type = TREE_TYPE(value);
	if (gimple_assign_single_p(def) || gimple_assign_cast_p(def))
		return TREE_CODE(a) == SSA_NAME ? written_out(a, depth + 1) : a;
	switch (TREE_CODE_CLASS(gimple_assign_rhs_code(def))) {
	case tcc_unary:
		return build1(gimple_assign_rhs_code(def), type,
			      written_out(a, depth + 1));
	case tcc_binary:
	case tcc_comparison:
		return label_written(
		    build2_loc(gimple_location(def), gimple_assign_rhs_code(def), type,
			       written_out(a, depth + 1), written_out(b, depth + 1)));
	default:
		return value;
	}
}

/* Without the numbers of values, x_5(D), and the stars of arguments. */
static char *plain_text(const char *text)
{
	char *plain = xstrdup(text), *to = plain;

	for (const char *from = text; *from; from++) {
		const size_t digits = *from == '_' ? strspn(from + 1, "0123456789") : 0;
		const bool is_version = digits && from > text && ISALNUM(from[-1]) &&
					!ISALNUM(from[1 + digits]);
		if (is_version) {
			from += digits;
			from += startswith(from + 1, "(D)") ? 3 : 0;
		} else if (*from != '*' || from[1] == ' ') {
			*to++ = *from;
		}
	}
	*to = '\0';
	return plain;
}

static const char *value_text(tree value, location_t where)
{
	tree whole =
	    COMPARISON_CLASS_P(value)
		? label_written(build2_loc(where, TREE_CODE(value), TREE_TYPE(value),
					   written_out(TREE_OPERAND(value, 0), 0),
					   written_out(TREE_OPERAND(value, 1), 0)))
		: written_out(value, 0);

	return plain_text(print_generic_expr_to_str(whole));
}

/* ---- reading */

static bool is_boolean(tree value)
{
	return TREE_CODE(TREE_TYPE(value)) == BOOLEAN_TYPE;
}

/* Goes through conversions and copies of truth values. */
static gimple *definition(tree *value)
{
	for (;;) {
		gimple *def =
		    TREE_CODE(*value) == SSA_NAME ? SSA_NAME_DEF_STMT(*value) : NULL;
		if (!def || !is_gimple_assign(def))
			return NULL;
		tree from = gimple_assign_rhs1(def);
		if ((!gimple_assign_cast_p(def) &&
		     !gimple_assign_ssa_name_copy_p(def)) ||
		    !is_boolean(from))
			return def;
		*value = from;
	}
}

static enum decision_kind kind_of_value(gimple *def, bool *inverted)
{
	tree b = def ? gimple_assign_rhs2(def) : NULL_TREE;
	const bool both = b && is_boolean(gimple_assign_rhs1(def)) && is_boolean(b);
	const bool constant = b && TREE_CODE(b) == INTEGER_CST;

	*inverted = false;
	if (!def || !is_boolean(gimple_assign_lhs(def)))
		return DECISION_CONDITION;
	switch (gimple_assign_rhs_code(def)) {
	case BIT_AND_EXPR:
		return both ? DECISION_AND : DECISION_CONDITION;
	case BIT_IOR_EXPR:
		return both ? DECISION_OR : DECISION_CONDITION;
	case BIT_NOT_EXPR:
		return DECISION_NOT;
	case EQ_EXPR:
		*inverted = true;
		if (both && constant)
			return integer_zerop(b) ? DECISION_NOT : DECISION_CONDITION;
		return both ? DECISION_XOR : DECISION_CONDITION;
	case BIT_XOR_EXPR:
	case NE_EXPR:
		if (both && constant)
			return integer_onep(b) ? DECISION_NOT : DECISION_CONDITION;
		return both ? DECISION_XOR : DECISION_CONDITION;
	default:
		return DECISION_CONDITION;
	}
}

static int add_node(struct decision *d, enum decision_kind kind, bool inverted,
		    int parent)
{
	d->nodes.safe_push({kind, false, inverted, NULL, NO_NODE, NO_NODE, parent, 0});
	return d->nodes.length() - 1;
}

static int add_condition(struct decision *d, tree value, int parent)
{
	const int number = add_node(d, DECISION_CONDITION, false, parent);

	d->conditions.safe_push(number);
	d->kept.safe_push(value);
	d->texts.safe_push(value_text(value, d->where));
	return number;
}

static int read_decision_value(struct decision *d, tree value, int parent, int depth)
{
	bool inverted;
	gimple *def = definition(&value);
	const enum decision_kind kind =
	    depth < MOST_DEPTH ? kind_of_value(def, &inverted) : DECISION_CONDITION;

	if (kind == DECISION_CONDITION)
		return add_condition(d, value, parent);
	const int number = add_node(d, kind, inverted, parent);
	const int left =
	    read_decision_value(d, gimple_assign_rhs1(def), number, depth + 1);
	d->nodes[number].left = left;
	if (kind == DECISION_NOT)
		return number;
	const int right =
	    read_decision_value(d, gimple_assign_rhs2(def), number, depth + 1);
	d->nodes[number].right = right;
	return number;
}

/* `if (a > b)`, or `if (_7 != 0)` of a truth value. */
static void read_jump(struct decision *d, gcond *cond)
{
	tree a = gimple_cond_lhs(cond), b = gimple_cond_rhs(cond);
	const enum tree_code code = gimple_cond_code(cond);

	if (!is_boolean(a) || !integer_zerop(b) ||
	    (code != NE_EXPR && code != EQ_EXPR)) {
		add_condition(d, build2(code, boolean_type_node, a, b), NO_NODE);
		return;
	}
	if (code == NE_EXPR) {
		read_decision_value(d, a, NO_NODE, 0);
		return;
	}
	add_node(d, DECISION_NOT, false, NO_NODE);
	const int left = read_decision_value(d, a, 0, 0);
	d->nodes[0].left = left;
}

/* ---- functions */

static void label_decisions(function *fun)
{
	unsigned number = 0;
	basic_block bb;
	auto_vec<gcond *> all;

	if (!lang_GNU_Fortran())
		return;
	FOR_EACH_BB_FN(bb, fun)
	{
		gcond *cond = safe_dyn_cast<gcond *>(last_stmt(bb));
		if (cond && condition_counts(cond) && !condition_is_compilers(cond))
			all.safe_push(cond);
	}
	for (unsigned i = 0; i < all.length(); i++) {
		struct decision d;
		struct label_code c = {gimple_location(all[i]), NULL_TREE, all[i]};
		d.number = number++;
		d.where = c.where;
		read_jump(&d, all[i]);
		decision_label(&d, &c);
	}
}

static goal_maker fortran_decisions(FORTRAN_DECISIONS, GOALS_OF_LABELS,
				    label_decisions);
