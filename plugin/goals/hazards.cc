/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hazards.cc - expressions that an observer may not evaluate, or only where the program
 * does. What is not listed here has an effect.
 */
#include "plugin/gcc.h"
#include "plugin/goals/safe_statement.h"
#include "plugin/goals/hazards.h"

static bool is_number(tree type)
{
	return SCALAR_FLOAT_TYPE_P(type) || INTEGRAL_TYPE_P(type);
}

/* A function that the compiler knows, of numbers: predicates.cc allows these. */
static bool is_mathematical(tree call)
{
	tree callee = get_callee_fndecl(call);

	if (!callee || !fndecl_built_in_p(callee, BUILT_IN_NORMAL) ||
	    !is_number(TREE_TYPE(call)) || TREE_THIS_VOLATILE(callee))
		return false;
	for (int i = 0; i < call_expr_nargs(call); i++)
		if (!is_number(TREE_TYPE(CALL_EXPR_ARG(call, i))))
			return false;
	return true;
}

/* Whether the object that is behind the pointer is always there: `this`, or what a
 * reference of C++ refers to. */
static bool is_reference(tree pointer)
{
	if (TREE_CODE(TREE_TYPE(pointer)) == REFERENCE_TYPE)
		return true;
	STRIP_NOPS(pointer);
	return TREE_CODE(pointer) == PARM_DECL && DECL_ARTIFICIAL(pointer) &&
	       DECL_NAME(pointer) && id_equal(DECL_NAME(pointer), "this");
}

static bool is_inside(tree reference)
{
	tree index = TREE_OPERAND(reference, 1);
	tree type = TREE_TYPE(TREE_OPERAND(reference, 0));
	tree domain = TREE_CODE(type) == ARRAY_TYPE ? TYPE_DOMAIN(type) : NULL_TREE;
	tree last = domain ? TYPE_MAX_VALUE(domain) : NULL_TREE;

	return TREE_CODE(index) == INTEGER_CST && last &&
	       TREE_CODE(last) == INTEGER_CST && tree_int_cst_sgn(index) >= 0 &&
	       !tree_int_cst_lt(last, index);
}

/* Of one node, without its operands. */
static unsigned own_hazards(tree t)
{
	const enum tree_code code = TREE_CODE(t);

	switch (code) {
	case VAR_DECL:
	case PARM_DECL:
	case RESULT_DECL:
		return TREE_THIS_VOLATILE(t) ? HAZARD_EFFECT : 0;
	case FIELD_DECL:
	case CONST_DECL:
	case FUNCTION_DECL:
		return 0;
	case INDIRECT_REF:
		if (TREE_THIS_VOLATILE(t))
			return HAZARD_EFFECT;
		return is_reference(TREE_OPERAND(t, 0)) ? 0 : HAZARD_TRAP;
	case MEM_REF:
		return TREE_THIS_VOLATILE(t) ? HAZARD_EFFECT : HAZARD_TRAP;
	case ARRAY_REF:
		if (TREE_THIS_VOLATILE(t))
			return HAZARD_EFFECT;
		return is_inside(t) ? 0 : HAZARD_TRAP;
	case COMPONENT_REF:
	case BIT_FIELD_REF:
		return TREE_THIS_VOLATILE(t) ? HAZARD_EFFECT : 0;
	case REALPART_EXPR:
	case IMAGPART_EXPR:
	case VIEW_CONVERT_EXPR:
	case NON_LVALUE_EXPR:
	case ADDR_EXPR:
	case TRUTH_ANDIF_EXPR:
	case TRUTH_ORIF_EXPR:
	case TRUTH_AND_EXPR:
	case TRUTH_OR_EXPR:
	case TRUTH_XOR_EXPR:
	case TRUTH_NOT_EXPR:
		return 0;
	case COND_EXPR:
		return VOID_TYPE_P(TREE_TYPE(t)) ? HAZARD_EFFECT : 0;
	case CALL_EXPR:
		return is_mathematical(t) ? 0 : HAZARD_EFFECT;
	default:
		break;
	}
	if (divides_integers(code) || code == EXACT_DIV_EXPR)
		return !INTEGRAL_TYPE_P(TREE_TYPE(t)) ||
			       (TREE_CODE(TREE_OPERAND(t, 1)) == INTEGER_CST &&
				tree_int_cst_sgn(TREE_OPERAND(t, 1)) > 0)
			   ? 0
			   : HAZARD_TRAP;
	switch (TREE_CODE_CLASS(code)) {
	case tcc_constant:
	case tcc_comparison:
	case tcc_unary:
	case tcc_binary:
		return 0;
	default:
		return HAZARD_EFFECT;
	}
}

static tree add_hazards(tree *at, int *walk_subtrees, void *data)
{
	unsigned *all = (unsigned *)data;

	if (TYPE_P(*at) || DECL_P(*at) || CONSTANT_CLASS_P(*at))
		*walk_subtrees = 0;
	if (!TYPE_P(*at))
		*all |= own_hazards(*at);
	return *all & HAZARD_EFFECT ? *at : NULL_TREE;
}

unsigned hazards_of(tree expression)
{
	unsigned all = 0;

	walk_tree(&expression, add_hazards, &all, NULL);
	return all;
}
