/* SPDX-License-Identifier: GPL-3.0-or-later */
/* body_operands.cc - which statements have a parameter, a member or a variable as an operand. */
#include "plugin/gcc.h"
#include "plugin/bodies/uses.h"
#include "plugin/entry/body.h"

static bool function_uses(struct function *fun, tree decl)
{
	basic_block bb;

	FOR_EACH_BB_FN(bb, fun)
	for (gimple_stmt_iterator at = gsi_start_bb(bb); !gsi_end_p(at); gsi_next(&at))
		if (!gimple_clobber_p(gsi_stmt(at)) &&
		    uses_in_statement(gsi_stmt(at), decl))
			return true;
	return false;
}

bool body_uses(tree entry, tree decl)
{
	auto_vec<cgraph_node *> reached;
	cgraph_node *node;

	/* va_arg, which is expanded later, uses the members of a va_list. */
	if (!VAR_P(decl) && DECL_SOURCE_LOCATION(decl) <= BUILTINS_LOCATION)
		return true;
	reached.safe_push(cgraph_node::get(entry));
	FOR_EACH_FUNCTION_WITH_GIMPLE_BODY(node)
	if (node->address_taken && node != reached[0])
		reached.safe_push(node);
	uses_add_callees(&reached);
	for (unsigned i = 0; i < reached.length(); i++) {
		struct function *fun = DECL_STRUCT_FUNCTION(reached[i]->decl);
		if (!fun || !fun->cfg || function_uses(fun, decl))
			return true;
	}
	return false;
}

/* Adds what the statement assigns, a variable of the compiler, if it uses the name; false: the
 * name is used for something else. */
static bool add_bound(gimple *stmt, tree name, auto_vec<tree> *names)
{
	tree to = gimple_get_lhs(stmt);

	if (gimple_clobber_p(stmt))
		return true;
	const bool is_bound =
	    is_gimple_assign(stmt) &&
	    (TREE_CODE(to) == SSA_NAME || (VAR_P(to) && DECL_ARTIFICIAL(to)));
	if (!uses_in_statement(stmt, name))
		return is_bound || !to || !uses_in_tree(to, name);
	if (!is_bound)
		return false;
	if (!names->contains(to))
		names->safe_push(to);
	return true;
}

bool body_only_declares(tree entry, tree integer)
{
	struct function *fun = DECL_STRUCT_FUNCTION(entry);
	auto_vec<tree> names;
	basic_block bb;

	if (!fun || !fun->cfg)
		return false;
	names.safe_push(integer);
	for (unsigned i = 0; i < names.length(); i++)
		FOR_EACH_BB_FN(bb, fun)
	for (gimple_stmt_iterator at = gsi_start_bb(bb); !gsi_end_p(at); gsi_next(&at))
		if (!add_bound(gsi_stmt(at), names[i], &names))
			return false;
	return names.length() > 1;
}

/* ---- an integer that others are kept below */

/* Whether the expression is computed of the integer, end = from + n of n, or of what C's pointer leads
 * to. */
static bool is_computed_of(const body_frame *f, tree t, tree integer, int deep = 0)
{
	t = bounds_assigned(f, t);
	return t == integer ||
	       (TREE_CODE(TREE_TYPE(integer)) == POINTER_TYPE &&
		bounds_memory(t) == integer) ||
	       (BINARY_CLASS_P(t) && deep < EXPRESSIONS_DEEP / 4 &&
		(is_computed_of(f, TREE_OPERAND(t, 0), integer, deep + 1) ||
		 is_computed_of(f, TREE_OPERAND(t, 1), integer, deep + 1)));
}

/* Whether the body compares by order, or takes the least of, what is computed of the two. */
static bool is_compared(const body_frame *f, tree a, tree b)
{
	for (unsigned i = 0; i < f->b->facts.length(); i++) {
		const fact *c = &f->b->facts[i];
		const bool is_least =
		    c->kind == FACT_ASSIGN && TREE_CODE(c->b) == MIN_EXPR;
		if (!is_least && (c->kind != FACT_COMPARE || !fact_is_order(c)))
			continue;
		tree one = is_least ? TREE_OPERAND(c->b, 0) : c->a;
		tree other = is_least ? TREE_OPERAND(c->b, 1) : c->b;
		if ((is_computed_of(f, one, a) || is_computed_of(f, other, a)) &&
		    (is_computed_of(f, one, b) || is_computed_of(f, other, b)))
			return true;
	}
	return false;
}

/* Whether a number is cut down to the name: n = room where n > room. */
static bool is_cut(const body_frame *f, gimple *stmt, tree name)
{
	const tree_code code = gimple_assign_rhs_code(stmt);
	tree to = gimple_assign_lhs(stmt);

	return DECL_P(to) && !is_global_var(to) &&
	       (gimple_num_ops(stmt) == 2 ||
		((code == PLUS_EXPR || code == MINUS_EXPR) &&
		 TREE_CODE(gimple_assign_rhs2(stmt)) == INTEGER_CST)) &&
	       is_compared(f, to, name);
}

/* Adds the integer that the statement computes of the name; false: it does something else with it
 * than to keep others below it. */
static bool add_compared(const body_frame *f, gimple *stmt, tree name, bool cuts,
			 auto_vec<tree> *names)
{
	tree to = gimple_get_lhs(stmt);

	if (gimple_clobber_p(stmt) || gimple_code(stmt) == GIMPLE_COND)
		return true;
	if (to && REFERENCE_CLASS_P(to) && uses_in_tree(to, name))
		return false;
	if (!uses_in_statement(stmt, name))
		return true;
	const tree_code code =
	    is_gimple_assign(stmt) ? gimple_assign_rhs_code(stmt) : MULT_EXPR;
	if (code == MULT_EXPR)
		return false;
	if (TREE_CODE_CLASS(code) == tcc_comparison || code == MIN_EXPR ||
	    (cuts && is_cut(f, stmt, name)))
		return true;
	tree from = gimple_assign_rhs1(stmt);
	if ((TREE_CODE(to) != SSA_NAME && (!VAR_P(to) || is_global_var(to))) ||
	    !INTEGRAL_TYPE_P(TREE_TYPE(to)) || REFERENCE_CLASS_P(from))
		return false;
	if (!names->contains(to))
		names->safe_push(to);
	return true;
}

static bool is_only_compared(const body_frame *f, struct function *fun, bool cuts,
			     auto_vec<tree> *names)
{
	basic_block bb;

	for (unsigned i = 0; i < names->length(); i++)
		FOR_EACH_BB_FN(bb, fun)
	for (gimple_stmt_iterator at = gsi_start_bb(bb); !gsi_end_p(at); gsi_next(&at))
		if (!add_compared(f, gsi_stmt(at), (*names)[i], cuts, names))
			return false;
	return true;
}

bool body_guards(tree entry, tree integer, bool cuts, auto_vec<tree> *kept)
{
	struct function *fun = DECL_STRUCT_FUNCTION(entry);
	auto_vec<tree> names;
	body_frame f;

	f.b = body_of(entry);
	f.depth = 0;
	names.safe_push(integer);
	if (!f.b || !fun || !fun->cfg || !is_only_compared(&f, fun, cuts, &names))
		return false;
	kept->safe_push(integer);
	for (unsigned i = 0; i < kept->length(); i++)
		for (tree p = DECL_ARGUMENTS(entry); p; p = DECL_CHAIN(p))
			if (!kept->contains(p) && is_compared(&f, p, (*kept)[i]))
				kept->safe_push(p);
	return kept->length() > 1 || names.length() == 1;
}

bool body_keeps(tree entry, tree pointer, tree integer)
{
	body_frame f;

	f.b = body_of(entry);
	f.depth = 0;
	return f.b && is_compared(&f, pointer, integer);
}

bool body_assigns(tree entry, tree integer)
{
	body_frame f;
	tree ignored;

	f.b = body_of(entry);
	f.depth = 0;
	return f.b && assignments_of(&f, integer, &ignored);
}
