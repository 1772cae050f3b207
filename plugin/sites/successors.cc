/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * successors.cc - what may be met next after each side of a branch: the sites that are
 * reached without another site in between, and the functions called on the way. A
 * function whose address is taken there, or is held by a variable that is named there,
 * counts as called: a callback, or a method of a class whose table is stored, but in units with a
 * driver, where calls through tables count. Where the entry reaches no call by pointer, nor one
 * that may call back, an address counts as nothing. From
 * these lists the harness computes descendants, and so saturation (Fu and Su,
 * Def. 3.2), over the whole call graph.
 */
#include "plugin/gcc.h"
#include "plugin/sites/shape.h"
#include "plugin/unit/condition.h"

struct successor_walk {
	struct shape *shape;
	auto_vec<unsigned> *out;
	auto_vec<basic_block> open;
	hash_set<basic_block> seen;
	hash_set<symtab_node *> named; /* functions and variables */
};

static void enter_block(struct successor_walk *w, basic_block bb)
{
	if (bb != EXIT_BLOCK_PTR_FOR_FN(w->shape->fun) && !w->seen.add(bb))
		w->open.safe_push(bb);
}

static void add_callee(struct successor_walk *w, tree callee)
{
	w->out->safe_push(ME_NEXT_CALL | unit_callee(callee));
}

/* ---- whether anything that the entry reaches calls by pointers */

static bool calls_by_pointers = true;

/* Whether a function without a body here may call one that it was given, or that is stored. */
static bool may_call_back(const cgraph_edge *e)
{
	tree callee = e->callee->decl;

	if (!fndecl_built_in_p(callee) &&
	    !lookup_attribute("leaf", DECL_ATTRIBUTES(callee)))
		return true;
	if (DECL_NAME(callee) && id_equal(DECL_NAME(callee), "sigaction"))
		return true;
	for (unsigned i = 0; e->call_stmt && i < gimple_call_num_args(e->call_stmt);
	     i++) {
		tree type = TREE_TYPE(gimple_call_arg(e->call_stmt, i));
		if (POINTER_TYPE_P(type) && FUNC_OR_METHOD_TYPE_P(TREE_TYPE(type)))
			return true;
	}
	return false;
}

static bool reaches_call_by_pointer(tree entry)
{
	auto_vec<cgraph_node *> reached;
	hash_set<cgraph_node *> seen;

	if (flag_openmp || flag_openacc || !cgraph_node::get(entry))
		return true;
	reached.safe_push(cgraph_node::get(entry));
	for (unsigned i = 0; i < reached.length(); i++) {
		if (reached[i]->indirect_calls)
			return true;
		for (cgraph_edge *e = reached[i]->callees; e; e = e->next_callee) {
			cgraph_node *callee = e->callee->function_symbol();
			if (!callee->has_gimple_body_p()) {
				if (may_call_back(e))
					return true;
			} else if (!seen.add(callee)) {
				reached.safe_push(callee);
			}
		}
	}
	return false;
}

void shape_see_entry(tree entry)
{
	calls_by_pointers = reaches_call_by_pointer(entry);
}

/* ---- tables of virtual functions */

static bool is_driver_unit(void)
{
	static int answer = -1;
	cgraph_node *node;

	if (answer < 0) {
		answer = 0;
		FOR_EACH_FUNCTION(node)
		answer |= lookup_attribute("me_driver", DECL_ATTRIBUTES(node->decl)) !=
			  NULL_TREE;
	}
	return answer;
}

/* Its functions may be called where no body shows it. */
static bool is_derived_from_library(tree type)
{
	tree info = type && TYPE_P(type) ? TYPE_BINFO(type) : NULL_TREE, base;

	for (unsigned i = 0; info && BINFO_BASE_ITERATE(info, i, base); i++) {
		tree name = TYPE_NAME(BINFO_TYPE(base));
		if ((name && DECL_P(name) && DECL_IN_SYSTEM_HEADER(name)) ||
		    is_derived_from_library(BINFO_TYPE(base)))
			return true;
	}
	return false;
}

/* A driver makes objects, and their constructors name their tables. There what the tables
 * hold counts as called at calls through tables. */
static bool is_called_table(symtab_node *node)
{
	if (!is_a<varpool_node *>(node) || !is_driver_unit())
		return false;
	return lang_GNU_Fortran()
		   ? startswith(node->name(), "__vtab_")
		   : startswith(node->asm_name(), "_ZTV") &&
			 !is_derived_from_library(DECL_CONTEXT(node->decl));
}

/* An object may be of a derived class. */
static bool may_be_passed(tree type, tree to)
{
	while (POINTER_TYPE_P(type) && POINTER_TYPE_P(to)) {
		type = TREE_TYPE(type);
		to = TREE_TYPE(to);
	}
	return (RECORD_OR_UNION_TYPE_P(type) && RECORD_OR_UNION_TYPE_P(to)) ||
	       types_compatible_p(TYPE_MAIN_VARIANT(type), TYPE_MAIN_VARIANT(to));
}

static bool may_be_called(tree function, tree type)
{
	tree a = TYPE_ARG_TYPES(TREE_TYPE(function)), b = TYPE_ARG_TYPES(type);

	for (; a && b; a = TREE_CHAIN(a), b = TREE_CHAIN(b))
		if (!may_be_passed(TREE_VALUE(a), TREE_VALUE(b)))
			return false;
	return !a == !b;
}

/* What the initial value of a variable holds, by GCC's list of what it refers to. */
static void add_named(struct successor_walk *w, symtab_node *node)
{
	struct ipa_ref *ref;

	if (!node || w->named.add(node) || is_called_table(node))
		return;
	if (cgraph_node *function = dyn_cast<cgraph_node *>(node)) {
		add_callee(w, function->function_symbol()->decl);
		return;
	}
	for (unsigned i = 0; node->iterate_reference(i, ref); i++)
		add_named(w, ref->referred);
}

static tree add_decl(tree *part, int *, void *walk)
{
	const tree decl = *part;

	if (TREE_CODE(decl) == FUNCTION_DECL ||
	    (VAR_P(decl) && (TREE_STATIC(decl) || DECL_EXTERNAL(decl))))
		add_named((struct successor_walk *)walk, symtab_node::get(decl));
	return NULL_TREE;
}

static void add_addresses(struct successor_walk *w, gimple *stmt)
{
	for (unsigned i = 0; i < gimple_num_ops(stmt); i++) {
		const bool is_callee =
		    i == 1 && is_gimple_call(stmt) && gimple_call_fndecl(stmt);
		if (gimple_op(stmt, i) && !is_callee)
			walk_tree(gimple_op_ptr(stmt, i), add_decl, w, NULL);
	}
}

/* A call by pointer: the functions in tables that it may be of. */
static void add_virtual(struct successor_walk *w, gimple *call)
{
	tree type = gimple_call_fntype(call);
	varpool_node *table;
	struct ipa_ref *ref;

	if (!type || !is_driver_unit() ||
	    (lang_GNU_CXX() && TREE_CODE(type) != METHOD_TYPE))
		return;
	FOR_EACH_VARIABLE(table)
	if (is_called_table(table))
		for (unsigned i = 0; table->iterate_reference(i, ref); i++)
			if (TREE_CODE(ref->referred->decl) == FUNCTION_DECL &&
			    may_be_called(ref->referred->decl, type))
				add_named(w, ref->referred);
}

/* False where the run ends: its input is rejected. */
static bool add_calls(struct successor_walk *w, basic_block bb)
{
	for (gphi_iterator i = gsi_start_phis(bb); calls_by_pointers && !gsi_end_p(i);
	     gsi_next(&i))
		for (unsigned k = 0; k < gimple_phi_num_args(i.phi()); k++)
			walk_tree(gimple_phi_arg_def_ptr(i.phi(), k), add_decl, w,
				  NULL);
	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i)) {
		gimple *stmt = gsi_stmt(i);
		if (condition_rejects(stmt))
			return false;
		tree callee =
		    is_gimple_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;
		if (goals_is_mark(stmt) || is_gimple_debug(stmt))
			continue;
		if (callee)
			add_callee(w, callee);
		else if (is_gimple_call(stmt) && !gimple_call_internal_p(stmt))
			add_virtual(w, stmt);
		if (calls_by_pointers)
			add_addresses(w, stmt);
	}
	return true;
}

/* Predicates do not stop the control. */
static void add_predicates(struct successor_walk *w, basic_block bb)
{
	for (gimple_stmt_iterator i = gsi_start_bb(bb);
	     w->shape->predicates.length() && !gsi_end_p(i); gsi_next(&i))
		if (const goal_predicate *p = shape_predicate(w->shape, gsi_stmt(i)))
			w->out->safe_push(p->site);
}

static int walk_from(struct shape *s, basic_block start)
{
	auto_vec<unsigned> out;
	struct successor_walk w;
	edge e;
	edge_iterator ei;

	w.shape = s;
	w.out = &out;
	enter_block(&w, start);
	while (w.open.length()) {
		basic_block bb = w.open.pop();
		if (!add_calls(&w, bb))
			continue;
		add_predicates(&w, bb);
		const shape_site *site = shape_branch_at_end(s, bb);
		if (site) {
			out.safe_push(site->number);
			continue;
		}
		FOR_EACH_EDGE(e, ei, bb->succs)
		enter_block(&w, e->dest);
	}
	out.safe_push(ME_NEXT_END);
	return unit_add_words(out);
}

void shape_add_successors(struct shape *s)
{
	unit.functions[s->number].next =
	    walk_from(s, single_succ(ENTRY_BLOCK_PTR_FOR_FN(s->fun)));
	for (unsigned i = 0; i < s->sites.length(); i++) {
		const unit_site site = unit.sites[s->sites[i].number];
		if (!site_branches(&site))
			continue;
		for (unsigned side = 0; side < site.sides; side++) {
			edge e = shape_side_edge(s->sites[i].stmt, side);
			unit.goals[site.goal + side].next = walk_from(s, e->dest);
		}
	}
}
