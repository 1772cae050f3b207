/* SPDX-License-Identifier: GPL-3.0-or-later */
/* truth.cc - truth values, and tests that tell them apart. */
#include "plugin/gcc.h"
#include "plugin/sites/shape.h"

enum { MAX_DEPTH = 16, MAX_VALUES = 64 };

tree truth_constant(tree value)
{
	for (int depth = 0; depth < MAX_DEPTH && TREE_CODE(value) == SSA_NAME;
	     depth++) {
		gimple *def = SSA_NAME_DEF_STMT(value);
		if (!gimple_assign_single_p(def) && !gimple_assign_cast_p(def))
			break;
		tree source = gimple_assign_rhs1(def);
		if (TREE_CODE(source) == INTEGER_CST)
			return source;
		if (TREE_CODE(source) != SSA_NAME)
			break;
		value = source;
	}
	return value;
}

/* ---- tests */

struct truth_test truth_test_for(tree type)
{
	struct truth_test test = {NE_EXPR, build_zero_cst(type)};

	return test;
}

bool truth_passes(struct truth_test test, tree constant)
{
	tree value = fold_convert(TREE_TYPE(test.constant), constant);
	tree truth = fold_binary(test.code, boolean_type_node, value, test.constant);

	return truth && integer_onep(truth);
}

bool truth_is_same(struct truth_test a, struct truth_test b)
{
	return a.code == b.code &&
	       TYPE_MAIN_VARIANT(TREE_TYPE(a.constant)) ==
		   TYPE_MAIN_VARIANT(TREE_TYPE(b.constant)) &&
	       tree_int_cst_equal(a.constant, b.constant);
}

bool truth_tells_apart(struct truth_test test, bool *negated)
{
	*negated = truth_passes(test, integer_zero_node);
	return *negated != truth_passes(test, integer_one_node);
}

/* ---- values that are 0 or 1 */

typedef hash_set<tree> tree_set;
static bool is_of_truth(tree value, tree_set *looked);

/* Whether all arguments are 0, 1 or truth values themselves. */
static bool is_boolean_phi(gphi *phi, tree_set *looked)
{
	for (unsigned i = 0; i < gimple_phi_num_args(phi); i++) {
		tree value = truth_constant(gimple_phi_arg_def(phi, i));
		if (!integer_zerop(value) && !integer_onep(value) &&
		    !is_of_truth(value, looked))
			return false;
	}
	return true;
}

static bool is_boolean_operation(gimple *def, tree_set *looked)
{
	const enum tree_code code = gimple_assign_rhs_code(def);
	tree a = gimple_assign_rhs1(def);

	if (code == SSA_NAME || CONVERT_EXPR_CODE_P(code))
		return INTEGRAL_TYPE_P(TREE_TYPE(a)) && is_of_truth(a, looked);
	if (code == BIT_AND_EXPR || code == BIT_IOR_EXPR || code == BIT_XOR_EXPR)
		return is_of_truth(a, looked) &&
		       is_of_truth(gimple_assign_rhs2(def), looked);
	return TREE_CODE_CLASS(code) == tcc_comparison;
}

/* `looked`: the values looked at so far, which a cycle of PHIs comes back to. */
static bool is_of_truth(tree value, tree_set *looked)
{
	tree type = TREE_TYPE(value);

	value = truth_constant(value);
	if (TREE_CODE(type) == BOOLEAN_TYPE ||
	    (TYPE_PRECISION(type) == 1 && TYPE_UNSIGNED(type)) ||
	    integer_zerop(value) || integer_onep(value))
		return true;
	if (TREE_CODE(value) != SSA_NAME || looked->elements() > MAX_VALUES)
		return false;
	if (looked->add(value))
		return true;
	gimple *def = SSA_NAME_DEF_STMT(value);
	if (gphi *phi = dyn_cast<gphi *>(def))
		return is_boolean_phi(phi, looked);
	return is_gimple_assign(def) && is_boolean_operation(def, looked);
}

bool truth_is_value(tree value)
{
	tree_set looked;

	return is_of_truth(value, &looked);
}
