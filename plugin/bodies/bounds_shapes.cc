/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/gcc.h"
#include "plugin/bodies/bounds.h"

unsigned assignments_of(const body_frame *f, tree name, tree *value)
{
	const unsigned *last = f->b->assigned.get(name);
	unsigned n = 0;

	for (unsigned i = last ? *last : 0; i; i = f->b->facts[i - 1].before) {
		const fact *a = &f->b->facts[i - 1];
		if (!n++)
			*value = a->kind == FACT_ASSIGN ? a->b : NULL_TREE;
	}
	return n;
}

/* Of the compiler's, also i.0 = i, as it evaluates once what it needs twice. */
static bool is_name_of_value(tree t, tree value)
{
	return TREE_CODE(t) == SSA_NAME ||
	       (VAR_P(t) && DECL_ARTIFICIAL(t) && (!DECL_NAME(t) || DECL_P(value)));
}

/* Conversions and names of values that are assigned once are looked through. */
tree bounds_strip(const body_frame *f, tree t)
{
	tree value = NULL_TREE;

	for (int i = 0; i < EXPRESSIONS_DEEP; i++) {
		if (CONVERT_EXPR_P(t))
			t = TREE_OPERAND(t, 0);
		else if (assignments_of(f, t, &value) == 1 && value &&
			 is_name_of_value(t, value))
			t = value;
		else
			break;
	}
	return t;
}

tree bounds_assigned(const body_frame *f, tree t)
{
	tree value = NULL_TREE;

	t = bounds_strip(f, t);
	return VAR_P(t) && assignments_of(f, t, &value) == 1 && value
		   ? bounds_strip(f, value)
		   : t;
}

tree bounds_see_through(const body_frame *f, tree t)
{
	tree value = bounds_assigned(f, t);

	t = bounds_strip(f, t);
	return TREE_CODE(value) == COMPONENT_REF || TREE_CODE(value) == PARM_DECL ||
		       TREE_CODE(value) == MULT_EXPR
		   ? value
		   : t;
}

int bounds_added(const body_frame *f, tree t)
{
	for (int i = 0; i < EXPRESSIONS_DEEP; i++) {
		t = bounds_strip(f, t);
		if (!BINARY_CLASS_P(t))
			break;
		const tree_code code = TREE_CODE(t);
		tree b = bounds_strip(f, TREE_OPERAND(t, 1));
		if (TREE_CODE(b) == INTEGER_CST &&
		    (code == MINUS_EXPR || code == PLUS_EXPR))
			return (code == PLUS_EXPR) == !wi::neg_p(wi::to_wide(b), SIGNED)
				   ? 1
				   : -1;
		t = TREE_OPERAND(t, 0);
	}
	return 0;
}

bool shape_same(tree a, tree b)
{
	return a == b || (REFERENCE_CLASS_P(a) && operand_equal_p(a, b, 0));
}

bool shape_same_sum(const body_frame *f, tree a, tree b)
{
	a = bounds_strip(f, a);
	b = bounds_strip(f, b);
	if (TREE_CODE(a) != PLUS_EXPR || TREE_CODE(b) != PLUS_EXPR)
		return false;
	for (int i = 0; i < 2; i++) {
		tree one = bounds_strip(f, TREE_OPERAND(a, i));
		if (TREE_CODE(one) == INTEGER_CST ||
		    !shape_same(one, bounds_strip(f, TREE_OPERAND(b, i))))
			return false;
	}
	return true;
}

tree shape_modulus(const body_frame *f, tree name)
{
	tree modulus = NULL_TREE;
	bool is_taken = false;

	for (unsigned i = 0; i < f->b->facts.length(); i++) {
		const fact *a = &f->b->facts[i];
		if ((a->kind != FACT_ASSIGN && a->kind != FACT_CALL) || a->a != name)
			continue;
		tree value = a->kind == FACT_ASSIGN ? bounds_strip(f, a->b) : NULL_TREE;
		if (!value || !BINARY_CLASS_P(value))
			return NULL_TREE;
		tree by = bounds_strip(f, TREE_OPERAND(value, 1));
		const bool is_remainder = TREE_CODE(value) == TRUNC_MOD_EXPR;
		if ((!is_remainder &&
		     (TREE_CODE(value) != PLUS_EXPR ||
		      bounds_strip(f, TREE_OPERAND(value, 0)) != name)) ||
		    (modulus && !shape_same(modulus, by)))
			return NULL_TREE;
		modulus = by;
		is_taken |= is_remainder;
	}
	return is_taken ? modulus : NULL_TREE;
}

/* Half of a number, n / 2 or n >> 1: n; else null. */
static tree doubled(const body_frame *f, tree t)
{
	const bool divides = TREE_CODE(t) == TRUNC_DIV_EXPR;

	if ((!divides && TREE_CODE(t) != RSHIFT_EXPR) ||
	    !tree_fits_shwi_p(TREE_OPERAND(t, 1)) ||
	    tree_to_shwi(TREE_OPERAND(t, 1)) != 1 + divides)
		return NULL_TREE;
	return bounds_strip(f, TREE_OPERAND(t, 0));
}

bool shape_middle(const body_frame *f, tree t, tree *a, tree *b)
{
	tree sum = doubled(f, t);

	if (!sum && TREE_CODE(t) == PLUS_EXPR) {
		tree half = bounds_strip(f, TREE_OPERAND(t, 1));
		sum = BINARY_CLASS_P(half) ? doubled(f, half) : NULL_TREE;
		if (!sum || TREE_CODE(sum) != MINUS_EXPR ||
		    !shape_same(bounds_strip(f, TREE_OPERAND(t, 0)),
				bounds_strip(f, TREE_OPERAND(sum, 1))))
			return false;
	} else if (!sum || TREE_CODE(sum) != PLUS_EXPR) {
		return false;
	}
	*a = TREE_OPERAND(sum, 0);
	*b = TREE_OPERAND(sum, 1);
	return bounds_strip(f, *a) != bounds_strip(f, *b) &&
	       TREE_CODE(bounds_strip(f, *b)) != INTEGER_CST;
}

/* high = n */
static bool begins_as_parameter(const body_frame *f, tree name)
{
	for (unsigned i = 0; i < f->b->facts.length(); i++) {
		const fact *a = &f->b->facts[i];
		if (a->kind == FACT_ASSIGN && a->a == name &&
		    TREE_CODE(bounds_strip(f, a->b)) == PARM_DECL)
			return true;
	}
	return TREE_CODE(name) == PARM_DECL;
}

bool shape_below(const body_frame *f, tree a, tree b)
{
	a = bounds_strip(f, a);
	b = bounds_strip(f, b);
	if (!begins_as_parameter(f, b))
		return false;
	for (unsigned i = 0; i < f->b->facts.length(); i++) {
		const fact *c = &f->b->facts[i];
		if (c->kind != FACT_COMPARE)
			continue;
		tree left = bounds_strip(f, c->a), right = bounds_strip(f, c->b);
		if ((c->code == LT_EXPR || c->code == GE_EXPR) && shape_same(left, a) &&
		    shape_same(right, b))
			return true;
		if (c->code != GT_EXPR && c->code != LE_EXPR)
			continue;
		if (shape_same(left, b) && shape_same(right, a))
			return true;
		if (TREE_CODE(left) == MINUS_EXPR && tree_fits_shwi_p(right) &&
		    tree_to_shwi(right) > 0 &&
		    shape_same(bounds_strip(f, TREE_OPERAND(left, 0)), b) &&
		    shape_same(bounds_strip(f, TREE_OPERAND(left, 1)), a))
			return true;
	}
	return false;
}
