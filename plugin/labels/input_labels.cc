/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * input_labels.cc - what the entry is called with. For each parameter p that is a
 * number there are labels at the function's first statement:
 *
 *	IOB	p is its least value, the next one, the last but one, its greatest
 *	IDC	p is in the k-th of the ranges that the partition gives it (partition.h)
 *
 * The least and the greatest value are those of the range that entry= gives to p, else
 * those of its type; of a float type, the greatest finite number and its opposite.
 */
#include "plugin/gcc.h"
#include "plugin/labels/criteria.h"
#include "plugin/labels/decision_tree.h"
#include "plugin/labels/label_goals.h"
#include "plugin/labels/label_code.h"
#include "plugin/labels/partition.h"
#include "plugin/plugin_options.h"
#include "gimplify.h"

struct labelled_input {
	tree value; /* an expression; what it refers to, of a reference */
	const char *name;
	tree least, greatest; /* by entry=, or null */
};

/* ---- parameters */

static tree limit_of(const char *name, tree type, bool is_low)
{
	for (int i = 0; i < options.limit_count; i++) {
		const struct entry_limit *l = &options.limits[i];
		if (l->kind == LIMIT_RANGE && !*l->member && !strcmp(l->name, name))
			return constant_read(type, is_low ? l->low : l->high);
	}
	return NULL_TREE;
}

/* False: the parameter is no number. */
static bool read_input(tree parameter, struct labelled_input *in)
{
	tree type = TREE_TYPE(parameter);

	in->value = parameter;
	if (TREE_CODE(type) == REFERENCE_TYPE)
		in->value = build1(INDIRECT_REF, TREE_TYPE(type), parameter);
	type = TREE_TYPE(in->value);
	in->name = DECL_NAME(parameter) ? IDENTIFIER_POINTER(DECL_NAME(parameter)) : "";
	if (!*in->name || TREE_THIS_VOLATILE(in->value) || !constant_has_type(type))
		return false;
	in->least = limit_of(in->name, type, true);
	in->greatest = limit_of(in->name, type, false);
	return true;
}

/* ---- IOB */

static tree end_of_type(tree type, bool is_least)
{
	REAL_VALUE_TYPE r;

	if (!SCALAR_FLOAT_TYPE_P(type))
		return is_least ? TYPE_MIN_VALUE(type) : TYPE_MAX_VALUE(type);
	real_maxval(&r, is_least, TYPE_MODE(type));
	return build_real(type, r);
}

/* The number beside `from` on the way to `to`. */
static tree neighbour(tree from, tree to)
{
	tree type = TREE_TYPE(from);
	REAL_VALUE_TYPE r;

	if (TREE_CODE(from) == INTEGER_CST)
		return wide_int_to_tree(type, wi::to_widest(from) +
						  tree_int_cst_compare(to, from));
	real_nextafter(&r, TYPE_MODE(type), TREE_REAL_CST_PTR(from),
		       TREE_REAL_CST_PTR(to));
	return build_real(type, r);
}

static void label_boundaries(const struct labelled_input *in, struct label_code *c)
{
	static const char *const names[] = {"min", "max", "min+", "max-"};
	tree type = TREE_TYPE(in->value);
	tree least = in->least ? in->least : end_of_type(type, true);
	tree greatest = in->greatest ? in->greatest : end_of_type(type, false);
	const tree all[] = {least, greatest, neighbour(least, greatest),
			    neighbour(greatest, least)};

	for (unsigned i = 0; i < ARRAY_SIZE(all); i++) {
		bool is_new = true;
		for (unsigned k = 0; k < i; k++)
			is_new = is_new && !simple_cst_equal(all[k], all[i]);
		tree truth = label_compare(EQ_EXPR, in->value, all[i]);
		if (is_new)
			label_add(c, criteria_kind(INPUT_BOUNDARIES),
				  xasprintf("%s.%s", in->name, names[i]), truth,
				  label_text(truth));
	}
}

/* ---- IDC */

/* Whether the number is a range of floats by itself, before this one. */
static bool has_range_before(const partition *p, unsigned range, const vec<tree> &low)
{
	return range && p->ranges[range - 1].is_single && low[range - 1] &&
	       low[range] && simple_cst_equal(low[range - 1], low[range]) == 1;
}

static tree in_range(const struct labelled_input *in, const partition *p,
		     unsigned range, const vec<tree> &low, const vec<tree> &high)
{
	const partition_range *r = &p->ranges[range];
	const bool is_float = SCALAR_FLOAT_TYPE_P(TREE_TYPE(in->value));
	const unsigned next = range + 1;
	const bool is_last = next == p->ranges.length() || p->ranges[next].is_nan;

	if (r->is_nan)
		return build2(UNORDERED_EXPR, boolean_type_node, in->value, in->value);
	if (r->is_single)
		return label_compare(EQ_EXPR, in->value, low[range]);
	tree above =
	    low[range]
		? label_compare(has_range_before(p, range, low) ? GT_EXPR : GE_EXPR,
				in->value, low[range])
		: NULL_TREE;
	tree below = high[range]
			 ? label_compare(is_float && !is_last ? LT_EXPR : LE_EXPR,
					 in->value, high[range])
			 : NULL_TREE;
	tree all = label_join(TRUTH_AND_EXPR, above, below);
	return all ? all
		   : build2(ORDERED_EXPR, boolean_type_node, in->value, in->value);
}

static void label_parts(const struct labelled_input *in, struct label_code *c)
{
	partition *p = partition_of(in->name);
	tree type = TREE_TYPE(in->value);
	const bool is_float = SCALAR_FLOAT_TYPE_P(type);
	auto_vec<tree> low, high;

	if (!p || !partition_ends(
		      p, type, in->least || is_float ? in->least : TYPE_MIN_VALUE(type),
		      in->greatest || is_float ? in->greatest : TYPE_MAX_VALUE(type),
		      &low, &high))
		return;
	for (unsigned i = 0; i < p->ranges.length(); i++)
		label_add(c, criteria_kind(INPUT_DOMAINS),
			  xasprintf("%s.%u", in->name, i),
			  in_range(in, p, i, low, high),
			  xasprintf("%s in %s", in->name, p->ranges[i].text));
}

/* ---- the entry */

static void label_input(tree parameter, struct label_code *c)
{
	struct labelled_input in;

	if (!read_input(parameter, &in)) {
		partition *p =
		    criteria_has(INPUT_DOMAINS) ? partition_of(in.name) : NULL;
		if (p)
			partition_error(p, "the parameter is no number:", in.name);
		if (criteria_has(INPUT_BOUNDARIES))
			label_leave_out(DECL_SOURCE_LOCATION(parameter),
					INPUT_BOUNDARIES, "the parameter is no number");
		return;
	}
	if (criteria_has(INPUT_BOUNDARIES))
		label_boundaries(&in, c);
	if (criteria_has(INPUT_DOMAINS))
		label_parts(&in, c);
}

void input_labels_add(tree entry, tree *body)
{
	struct label_code c = {DECL_SOURCE_LOCATION(entry), NULL_TREE, NULL};
	tree list = alloc_stmt_list();

	for (tree p = DECL_ARGUMENTS(entry); p; p = DECL_CHAIN(p))
		label_input(p, &c);
	if (criteria_has(INPUT_DOMAINS))
		partition_check_used(IDENTIFIER_POINTER(DECL_NAME(entry)));
	if (!c.labels)
		return;
	if (TREE_CODE(*body) == BIND_EXPR)
		body = &BIND_EXPR_BODY(*body);
	append_to_statement_list(c.labels, &list);
	append_to_statement_list(*body, &list);
	*body = list;
}
