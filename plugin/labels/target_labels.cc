/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * target_labels.cc - weak mutation of targets: for each assignment, labels that hold
 * where another target would leave other values behind (Bardin, Kosmatov and Cheynier,
 * ICST 2014, Sect. IV):
 *
 *	l = e  ->  l' = e	&l != &l' && (l != e || l' != e)
 *
 * l' is another variable of the same type (SVR, scalar variable replacement), or, of an
 * array of known size, the element whose index is another integer variable. That the two
 * are apart is asked where they may be the same: *p and x, a[i] and a[j].
 *
 * What a variable has that was declared without a value is not known here: it replaces
 * none, and as l has no part in the label. An element outside of the array is no target.
 */
#include "plugin/gcc.h"
#include "plugin/labels/criteria.h"
#include "plugin/goals/hazards.h"
#include "plugin/labels/label_goals.h"
#include "gimplify.h"

/* l = e, which is being labelled. */
struct assignment {
	struct label_code *code;
	unsigned number;
	tree target, value;
};

/* ---- what takes part */

static bool is_exchanged_type(tree type)
{
	return (INTEGRAL_TYPE_P(type) && TYPE_PRECISION(type) > 1 &&
		TREE_CODE(type) != ENUMERAL_TYPE) ||
	       (SCALAR_FLOAT_TYPE_P(type) && !DECIMAL_FLOAT_MODE_P(TYPE_MODE(type)));
}

static bool is_bit_field(tree t)
{
	return TREE_CODE(t) == BIT_FIELD_REF ||
	       (TREE_CODE(t) == COMPONENT_REF && DECL_BIT_FIELD(TREE_OPERAND(t, 1)));
}

bool target_is_variable(tree v)
{
	const bool has_value =
	    TREE_CODE(v) == PARM_DECL || (VAR_P(v) && DECL_INITIAL(v));

	return has_value && DECL_NAME(v) && !DECL_ARTIFICIAL(v) && !TREE_READONLY(v) &&
	       !TREE_THIS_VOLATILE(v) && !DECL_HARD_REGISTER(v) &&
	       is_exchanged_type(TREE_TYPE(v));
}

bool target_is_wanted(tree assignment)
{
	tree target = TREE_OPERAND(assignment, 0);

	return criteria_has(ASSIGNMENT_TARGETS) &&
	       TREE_CODE(assignment) == MODIFY_EXPR &&
	       TREE_CODE(target) != RESULT_DECL &&
	       is_exchanged_type(TREE_TYPE(target)) && !is_bit_field(target);
}

static bool is_same_type(tree a, tree b)
{
	return TYPE_MAIN_VARIANT(TREE_TYPE(a)) == TYPE_MAIN_VARIANT(TREE_TYPE(b));
}

/* ---- predicates */

static bool has_no_value(tree place)
{
	return VAR_P(place) && !DECL_INITIAL(place) && !TREE_STATIC(place) &&
	       !DECL_EXTERNAL(place);
}

/* `place` != e; null where that never holds or is not known. Two NaN do not differ. */
static tree changes(const struct assignment *m, tree place)
{
	tree differ = label_compare(NE_EXPR, place, m->value);

	if (has_no_value(place) || place == tree_strip_nop_conversions(m->value))
		return NULL_TREE;
	if (!SCALAR_FLOAT_TYPE_P(TREE_TYPE(place)))
		return differ;
	return label_join(TRUTH_AND_EXPR, differ,
			  label_join(TRUTH_OR_EXPR,
				     label_compare(ORDERED_EXPR, place, place),
				     label_compare(ORDERED_EXPR, m->value, m->value)));
}

/* The label of l' where it is another place: `apart`, and null where it always is. */
static void add_target(const struct assignment *m, const char *name, tree other,
		       tree apart, const char *apart_text)
{
	const char *const value = label_operand_text(m->value);
	tree old = changes(m, m->target);
	tree new_value = changes(m, other);
	tree differ = label_join(TRUTH_OR_EXPR, old, new_value);
	const char *text = "";

	if (!differ)
		return;
	if (old)
		text = xasprintf("%s != %s%s", label_operand_text(m->target), value,
				 new_value ? " || " : "");
	if (new_value)
		text = xasprintf("%s%s != %s", text, label_operand_text(other), value);
	if (apart)
		text = xasprintf("%s && (%s)", apart_text, text);
	label_add(m->code, criteria_kind(ASSIGNMENT_TARGETS),
		  xasprintf("%u.%s", m->number, name),
		  label_join(TRUTH_ANDIF_EXPR, apart, differ), text);
}

/* ---- another variable */

static tree place_address(tree place)
{
	tree base = get_base_address(place);

	if (base && DECL_P(base))
		TREE_ADDRESSABLE(base) = 1;
	return fold_convert(ptr_type_node, build_fold_addr_expr(unshare_expr(place)));
}

/* Whether the target is behind a pointer, and so may be the variable itself. */
static bool is_pointed(tree target)
{
	tree base = get_base_address(target);

	return !base || !DECL_P(base);
}

/* A variable that the program keeps in a register has no address: nothing points to it. */
static void label_variable(const struct assignment *m, tree v)
{
	const char *const name = IDENTIFIER_POINTER(DECL_NAME(v));
	tree apart = NULL_TREE;
	const char *text = NULL;

	if (is_pointed(m->target) && !DECL_REGISTER(v)) {
		apart =
		    label_compare(NE_EXPR, place_address(m->target), place_address(v));
		text = xasprintf("&%s != &%s", label_operand_text(m->target), name);
	}
	add_target(m, name, v, apart, text);
}

/* ---- another element */

/* The last index of the array that the target is an element of; null: it is in none, or
 * that is not known. */
static tree last_index(tree target)
{
	tree type = TREE_CODE(target) == ARRAY_REF ? TREE_TYPE(TREE_OPERAND(target, 0))
						   : NULL_TREE;
	tree domain = type && TREE_CODE(type) == ARRAY_TYPE ? TYPE_DOMAIN(type) : NULL;
	tree last = domain ? TYPE_MAX_VALUE(domain) : NULL_TREE;

	return last && TREE_CODE(last) == INTEGER_CST && !is_pointed(target) ? last
									     : NULL;
}

/* 0 <= v <= last, and v is another index. */
static tree is_other_index(tree v, tree index, tree last)
{
	tree wide = long_long_integer_type_node;
	tree j = fold_convert(wide, v), i = fold_convert(wide, unshare_expr(index));
	tree inside =
	    label_join(TRUTH_AND_EXPR, label_compare(GE_EXPR, j, build_zero_cst(wide)),
		       label_compare(LE_EXPR, j, fold_convert(wide, last)));

	return label_join(TRUTH_AND_EXPR, label_compare(NE_EXPR, i, j), inside);
}

static void label_index(const struct assignment *m, tree v, tree last)
{
	tree index = TREE_OPERAND(m->target, 1), other = unshare_expr(m->target);
	const char *const name = IDENTIFIER_POINTER(DECL_NAME(v));

	TREE_OPERAND(other, 1) = fold_convert(TREE_TYPE(index), v);
	add_target(m, concat("index.", name, NULL), other,
		   is_other_index(v, index, last),
		   xasprintf("%s != %s && %s is an index", label_operand_text(index),
			     name, name));
}

/* ---- all */

/* Whether a later variable hides this one. */
static bool is_hidden(const vec<tree> &variables, unsigned i)
{
	for (unsigned k = i + 1; k < variables.length(); k++)
		if (DECL_NAME(variables[k]) == DECL_NAME(variables[i]))
			return true;
	return false;
}

/* Without what C++ puts around it to remember its place. */
static tree without_wrapper(tree target)
{
	return tree_strip_any_location_wrapper(target);
}

bool target_label(tree target, tree value, const vec<tree> &variables, unsigned number,
		  struct label_code *c)
{
	const struct assignment m = {c, number, without_wrapper(target), value};
	tree last = last_index(m.target);

	if ((hazards_of(target) | hazards_of(value)) & HAZARD_EFFECT)
		return false;
	for (unsigned i = 0; i < variables.length(); i++) {
		tree v = variables[i];
		if (v == m.target || is_hidden(variables, i))
			continue;
		if (is_same_type(v, m.target))
			label_variable(&m, v);
		if (last && INTEGRAL_TYPE_P(TREE_TYPE(v)) &&
		    v != tree_strip_nop_conversions(TREE_OPERAND(m.target, 1)))
			label_index(&m, v, last);
	}
	return true;
}
