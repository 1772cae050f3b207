/* SPDX-License-Identifier: GPL-3.0-or-later */
/* facts.cc - the statements of a body, as far as bounds are read from them. */
#include "plugin/gcc.h"
#include "plugin/bodies/facts.h"

static void add_fact(body *b, fact_kind kind, tree_code code, tree left, tree right,
		     gimple *stmt)
{
	fact f = {kind, code, left, right, stmt, gimple_location(stmt), 0};
	const unsigned number = b->facts.length() + 1;

	if ((kind == FACT_ASSIGN || kind == FACT_CALL) && left) {
		bool was;
		unsigned *last = &b->assigned.get_or_insert(left, &was);
		f.before = was ? *last : 0;
		*last = number;
	}
	b->facts.safe_push(f);
}

static bool is_access(tree operand)
{
	tree base = operand;

	if (!operand ||
	    (!handled_component_p(operand) && TREE_CODE(operand) != MEM_REF))
		return false;
	while (handled_component_p(base))
		base = TREE_OPERAND(base, 0);
	return TREE_CODE(base) == MEM_REF || TREE_CODE(base) == PARM_DECL;
}

static void add_assignment(body *b, gimple *stmt)
{
	tree left = gimple_assign_lhs(stmt), right = gimple_assign_rhs1(stmt);
	tree_code code = gimple_assign_rhs_code(stmt);

	if (TREE_CODE_CLASS(code) == tcc_comparison)
		add_fact(b, FACT_COMPARE, code, right, gimple_assign_rhs2(stmt), stmt);
	if (gimple_num_ops(stmt) == 3)
		right = build2(code, TREE_TYPE(left), right, gimple_assign_rhs2(stmt));
	else if (!gimple_assign_single_p(stmt))
		right = build1(code, TREE_TYPE(left), right);
	if (DECL_P(left) || TREE_CODE(left) == SSA_NAME)
		add_fact(b, FACT_ASSIGN, code, left, right, stmt);
	else if (POINTER_TYPE_P(TREE_TYPE(right)))
		add_fact(b, FACT_STORE, code, left, right, stmt);
}

/* w[k], of a variable w. */
static bool is_element(tree operand)
{
	return operand && TREE_CODE(operand) == ARRAY_REF &&
	       VAR_P(TREE_OPERAND(operand, 0)) &&
	       TREE_CODE(TREE_OPERAND(operand, 1)) != INTEGER_CST;
}

static void read_statement(body *b, gimple *stmt)
{
	if (gimple_code(stmt) == GIMPLE_COND)
		add_fact(b, FACT_COMPARE, gimple_cond_code(stmt), gimple_cond_lhs(stmt),
			 gimple_cond_rhs(stmt), stmt);
	else if (gimple_code(stmt) == GIMPLE_SWITCH)
		add_fact(b, FACT_SWITCH, SWITCH_EXPR,
			 gimple_switch_index(as_a<gswitch *>(stmt)), NULL_TREE, stmt);
	else if (is_gimple_assign(stmt) && gimple_num_ops(stmt) <= 3)
		add_assignment(b, stmt);
	else if (is_gimple_call(stmt))
		add_fact(b, FACT_CALL, CALL_EXPR, gimple_call_lhs(stmt), NULL_TREE,
			 stmt);
	if (gimple_clobber_p(stmt))
		return;
	for (unsigned i = 0; i < gimple_num_ops(stmt); i++)
		if (is_access(gimple_op(stmt, i)))
			add_fact(b, FACT_ACCESS, MEM_REF, gimple_op(stmt, i), NULL_TREE,
				 stmt);
		else if (is_element(gimple_op(stmt, i)))
			add_fact(b, FACT_ELEMENT, ARRAY_REF,
				 TREE_OPERAND(gimple_op(stmt, i), 0),
				 TREE_OPERAND(gimple_op(stmt, i), 1), stmt);
}

/* Each body is read once. */
body *body_of(tree decl)
{
	static auto_vec<body *> all;
	struct function *fun = DECL_STRUCT_FUNCTION(decl);
	basic_block bb;

	for (unsigned i = 0; i < all.length(); i++)
		if (all[i]->decl == decl)
			return all[i];
	if (!fun || !fun->cfg)
		return NULL;
	body *b = new body;
	b->decl = decl;
	all.safe_push(b);
	FOR_EACH_BB_FN(bb, fun)
	for (gimple_stmt_iterator at = gsi_start_bb(bb); !gsi_end_p(at); gsi_next(&at))
		read_statement(b, gsi_stmt(at));
	return b;
}
