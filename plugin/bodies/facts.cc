/* SPDX-License-Identifier: GPL-3.0-or-later */
/* facts.cc - the statements of a body, as far as bounds are read from them. */
#include "plugin/gcc.h"
#include "plugin/bodies/facts.h"
#include "plugin/goals/makers.h"
#include "plugin/unit/condition.h"
#include "plugin/unit/symbol.h"

#include "gimple-walk.h"

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

/* What the component is of. */
static tree whole_of(tree component)
{
	while (handled_component_p(component))
		component = TREE_OPERAND(component, 0);
	return component;
}

static bool is_access(tree operand)
{
	if (!operand ||
	    (!handled_component_p(operand) && TREE_CODE(operand) != MEM_REF))
		return false;
	tree whole = whole_of(operand);
	return TREE_CODE(whole) == MEM_REF || TREE_CODE(whole) == PARM_DECL;
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

/* w[k] or w.x[k], of a variable w. */
static bool is_element(tree operand)
{
	return operand && TREE_CODE(operand) == ARRAY_REF &&
	       TREE_CODE(TREE_OPERAND(operand, 1)) != INTEGER_CST &&
	       VAR_P(whole_of(operand));
}

/* Addresses of elements whose index is not constant, or of parts of these. */
static void add_places(body *b, tree operand, gimple *stmt)
{
	tree t = operand && TREE_CODE(operand) == ADDR_EXPR ? TREE_OPERAND(operand, 0)
							    : NULL_TREE;
	const tree whole = t;

	for (; t && handled_component_p(t); t = TREE_OPERAND(t, 0))
		if (TREE_CODE(t) == ARRAY_REF &&
		    TREE_CODE(TREE_OPERAND(t, 1)) != INTEGER_CST)
			add_fact(b, FACT_PLACE, t == whole ? ARRAY_REF : COMPONENT_REF,
				 TREE_OPERAND(t, 0), TREE_OPERAND(t, 1), stmt);
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
		else
			add_places(b, gimple_op(stmt, i), stmt);
}

/* ---- assertions */

bool fact_asserts(const fact *c, bool wrong)
{
	basic_block bb =
	    gimple_code(c->call) == GIMPLE_COND ? gimple_bb(c->call) : NULL;
	edge taken, other;

	if (!bb || EDGE_COUNT(bb->succs) != 2)
		return false;
	extract_true_false_edges_from_block(bb, &taken, &other);
	gimple *last = last_stmt((wrong ? taken : other)->dest);
	return last && (goals_is_assertion(last) || symbol_is_called(last, "abort"));
}

bool fact_asserts_pointer(const fact *c)
{
	return fact_asserts(c, c->code == EQ_EXPR);
}

/* ---- regions that become functions of their own, as OpenMP's parallel ones: as they stood in the
 * body, where their variables are its own and a loop still has its bounds */

struct outlined {
	tree function;
	gimple *stmt;
};
static auto_vec<outlined> all_outlined;

static void keep_outlined(gimple *stmt, location_t where)
{
	gimple_set_location(stmt, where);
	all_outlined.safe_push({current_function_decl, stmt});
}

/* As statements: where the indices of its loops begin, end and go on. */
static void keep_loop(gimple *loop)
{
	const location_t where = gimple_location(loop);

	for (size_t i = 0; i < gimple_omp_for_collapse(loop); i++) {
		tree index = gimple_omp_for_index(loop, i);
		tree next = gimple_omp_for_incr(loop, i);
		keep_outlined(
		    gimple_build_assign(index, gimple_omp_for_initial(loop, i)), where);
		keep_outlined(gimple_build_cond(gimple_omp_for_cond(loop, i), index,
						gimple_omp_for_final(loop, i),
						NULL_TREE, NULL_TREE),
			      where);
		if (BINARY_CLASS_P(next))
			keep_outlined(gimple_build_assign(index, TREE_CODE(next),
							  TREE_OPERAND(next, 0),
							  TREE_OPERAND(next, 1)),
				      where);
	}
}

static tree see_in_region(gimple_stmt_iterator *at, bool *, walk_stmt_info *)
{
	gimple *stmt = gsi_stmt(*at);

	switch (gimple_code(stmt)) {
	case GIMPLE_ASSIGN:
	case GIMPLE_CALL:
	case GIMPLE_COND:
	case GIMPLE_SWITCH:
		keep_outlined(gimple_copy(stmt), gimple_location(stmt));
		break;
	case GIMPLE_OMP_FOR:
		keep_loop(stmt);
		break;
	case GIMPLE_OMP_ATOMIC_LOAD: {
		gomp_atomic_load *load = as_a<gomp_atomic_load *>(stmt);
		tree from = build_simple_mem_ref(gimple_omp_atomic_load_rhs(load));
		keep_outlined(
		    gimple_build_assign(gimple_omp_atomic_load_lhs(load), from),
		    gimple_location(stmt));
		break;
	}
	default:
		break;
	}
	return NULL_TREE;
}

static tree see_outside(gimple_stmt_iterator *at, bool *is_done, walk_stmt_info *)
{
	gimple *stmt = gsi_stmt(*at);
	walk_stmt_info in_region = {};

	if (!is_gimple_omp(stmt) || (!is_gimple_omp_offloaded(stmt) &&
				     gimple_code(stmt) != GIMPLE_OMP_PARALLEL &&
				     gimple_code(stmt) != GIMPLE_OMP_TASK &&
				     gimple_code(stmt) != GIMPLE_OMP_TEAMS))
		return NULL_TREE;
	*is_done = true;
	walk_gimple_seq(gimple_omp_body(stmt), see_in_region, NULL, &in_region);
	return NULL_TREE;
}

void facts_keep_outlined(struct function *fun)
{
	walk_stmt_info outside = {};

	walk_gimple_seq(gimple_body(fun->decl), see_outside, NULL, &outside);
}

void facts_mark(void *, void *)
{
	for (unsigned i = 0; i < all_outlined.length(); i++)
		gt_ggc_mx_gimple(all_outlined[i].stmt);
}

/* What checks of UBSan's compute says nothing of the program's numbers. */
static void collect_check(tree value, hash_set<gimple *> *checks)
{
	gimple *def = TREE_CODE(value) == SSA_NAME ? SSA_NAME_DEF_STMT(value) : NULL;

	if (!def || !is_gimple_assign(def) || gimple_assign_load_p(def) ||
	    checks->add(def))
		return;
	for (unsigned i = 1; i < gimple_num_ops(def); i++)
		collect_check(gimple_op(def, i), checks);
}

static void collect_checks(struct function *fun, hash_set<gimple *> *checks)
{
	basic_block bb;

	if (!flag_sanitize)
		return;
	FOR_EACH_BB_FN(bb, fun)
	{
		gcond *cond = safe_dyn_cast<gcond *>(last_stmt(bb));
		if (cond && condition_of_sanitizer(cond)) {
			checks->add(cond);
			collect_check(gimple_cond_lhs(cond), checks);
			collect_check(gimple_cond_rhs(cond), checks);
		}
		for (gimple_stmt_iterator at = gsi_start_bb(bb); !gsi_end_p(at);
		     gsi_next(&at))
			if (sanitizer_call_of(gsi_stmt(at)) != SANITIZER_NONE)
				checks->add(gsi_stmt(at));
	}
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
	hash_set<gimple *> checks;
	b->decl = decl;
	all.safe_push(b);
	collect_checks(fun, &checks);
	FOR_EACH_BB_FN(bb, fun)
	for (gimple_stmt_iterator at = gsi_start_bb(bb); !gsi_end_p(at); gsi_next(&at))
		if (!checks.contains(gsi_stmt(at)))
			read_statement(b, gsi_stmt(at));
	for (unsigned i = 0; i < all_outlined.length(); i++)
		if (all_outlined[i].function == decl)
			read_statement(b, all_outlined[i].stmt);
	return b;
}
