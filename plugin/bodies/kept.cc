/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kept.cc - which variables of static storage a function reads and writes. */
#include "plugin/gcc.h"
#include "plugin/bodies/bounds.h"
#include "plugin/bodies/definite.h"
#include "plugin/bodies/uses.h"
#include "plugin/bodies/kept.h"

enum { STEPS_MOST = 32 };

/* A COMMON block, or the memory of an EQUIVALENCE. */
static bool is_of_fortran(tree decl)
{
	return lang_GNU_Fortran() &&
	       (TREE_PUBLIC(decl) ||
		!strncmp(IDENTIFIER_POINTER(DECL_NAME(decl)), "equiv.", 6));
}

static bool is_kept(tree decl)
{
	return VAR_P(decl) && TREE_STATIC(decl) && !DECL_EXTERNAL(decl) &&
	       DECL_NAME(decl) && !TREE_READONLY(decl) &&
	       !TYPE_READONLY(TREE_TYPE(decl)) &&
	       (!DECL_ARTIFICIAL(decl) || is_of_fortran(decl)) &&
	       !in_system_header_at(DECL_SOURCE_LOCATION(decl));
}

static void see_steps(kept_changes *changes, HOST_WIDE_INT number)
{
	if (IN_RANGE(number, 1, STEPS_MOST))
		changes->steps = MAX(changes->steps, (unsigned)number);
}

static HOST_WIDE_INT elements_of(tree array)
{
	const HOST_WIDE_INT one = int_size_in_bytes(TREE_TYPE(array));

	return one > 0 ? int_size_in_bytes(array) / one : 0;
}

/* `filled < 8` */
static void see_comparisons(kept_changes *changes, const body *b)
{
	body_frame f;

	f.b = b;
	f.depth = 0;
	for (unsigned i = 0; b && i < b->facts.length(); i++) {
		const fact *c = &b->facts[i];
		if (c->kind == FACT_COMPARE && tree_fits_shwi_p(c->b) &&
		    is_kept(bounds_see_through(&f, c->a)))
			see_steps(changes, tree_to_shwi(c->b));
	}
}

static void add_once(auto_vec<symtab_node *> *all, symtab_node *node)
{
	if (!all->contains(node))
		all->safe_push(node);
}

/* The statement that uses the name, if there is exactly one. */
static gimple *only_use(struct function *fun, tree name)
{
	gimple *only = NULL;
	basic_block bb;

	FOR_EACH_BB_FN(bb, fun)
	for (gimple_stmt_iterator at = gsi_start_bb(bb); !gsi_end_p(at);
	     gsi_next(&at)) {
		if (!uses_in_statement(gsi_stmt(at), name))
			continue;
		if (only)
			return NULL;
		only = gsi_stmt(at);
	}
	return only;
}

/* calls++, total += x: what is read goes back alone. */
static bool goes_back(const ipa_ref *load)
{
	struct function *fun = DECL_STRUCT_FUNCTION(load->referring->decl);
	gimple *at = load->stmt;

	for (unsigned deep = 0; deep < 4 && fun && fun->cfg && at; deep++) {
		tree lhs = is_gimple_assign(at) ? gimple_assign_lhs(at) : NULL_TREE;
		if (!lhs)
			return false;
		if (TREE_CODE(lhs) != SSA_NAME)
			return get_base_address(lhs) == load->referred->decl;
		at = only_use(fun, lhs);
	}
	return false;
}

/* Whether its address is passed to a function that may only read there, f(const T *), or does no more. */
static bool is_only_read(const ipa_ref *ref)
{
	gcall *call =
	    ref->use == IPA_REF_ADDR && ref->stmt ? dyn_cast<gcall *>(ref->stmt) : NULL;
	tree fntype = call ? gimple_call_fntype(call) : NULL_TREE, type;
	bool is_passed = false, is_constant = true;
	definite_effect effect;

	type = fntype ? TYPE_ARG_TYPES(fntype) : NULL_TREE;
	for (unsigned i = 0; type && i < gimple_call_num_args(call); i++) {
		tree own = gimple_call_arg(call, i), wanted = TREE_VALUE(type);
		type = TREE_CHAIN(type);
		if (TREE_CODE(own) != ADDR_EXPR ||
		    get_base_address(TREE_OPERAND(own, 0)) != ref->referred->decl)
			continue;
		is_constant &=
		    POINTER_TYPE_P(wanted) && TYPE_READONLY(TREE_TYPE(wanted));
		is_passed = true;
	}
	if (!is_passed || is_constant)
		return is_passed;
	definite_lent(call, ref->referred->decl, &effect);
	return !effect.changes;
}

/* Whether an assignment to it is there, and not only functions that get its address and may make one,
 * as they get that of constants in code that was Fortran. */
static bool is_assigned(symtab_node *variable)
{
	definite_effect effect;
	ipa_ref *ref = NULL;

	for (unsigned i = 0; variable->iterate_referring(i, ref); i++) {
		if (ref->use == IPA_REF_STORE)
			return true;
		if (ref->use != IPA_REF_ADDR || !ref->stmt ||
		    !is_gimple_call(ref->stmt))
			continue;
		definite_lent(as_a<gcall *>(ref->stmt), variable->decl, &effect);
		if (effect.changes && !effect.leaks)
			return true;
	}
	return false;
}

/* The bytes that functions of the unit may change. */
static uint64_t changed_bytes(symtab_node *variable)
{
	uint64_t changed = 0;
	definite_effect effect;
	ipa_ref *ref = NULL;

	for (unsigned i = 0; variable->iterate_referring(i, ref); i++) {
		if (ref->use == IPA_REF_LOAD || is_only_read(ref))
			continue;
		if (!is_a<cgraph_node *>(ref->referring))
			return HOST_WIDE_INT_M1U;
		definite_read(ref->referring->decl, variable->decl, &effect);
		changed |= effect.changes;
	}
	return changed;
}

/* Whether the function reads what was there before its call, and not for counting alone. Objects of
 * classes are read and written by their address, what else has one is written. */
static bool reads(symtab_node *function, symtab_node *variable)
{
	bool is_loaded = false, is_counter = true;
	definite_effect effect;
	ipa_ref *ref = NULL;

	for (unsigned i = 0; function->iterate_reference(i, ref); i++) {
		if (ref->referred != variable)
			continue;
		if (ref->use == IPA_REF_ADDR && lang_GNU_CXX() &&
		    RECORD_OR_UNION_TYPE_P(TREE_TYPE(variable->decl)))
			return true;
		if (ref->use != IPA_REF_LOAD)
			continue;
		is_loaded = true;
		is_counter = is_counter && goes_back(ref);
	}
	definite_read(function->decl, variable->decl, &effect);
	if (!(effect.reads & changed_bytes(variable)))
		return false;
	return (is_loaded && !is_counter) || (effect.lends && is_assigned(variable));
}

/* The variables that the functions read, each of which it or a callee of it is. */
static void add_read(const auto_vec<cgraph_node *> *functions, kept_changes *changes,
		     auto_vec<symtab_node *> *variables)
{
	ipa_ref *ref = NULL;

	for (unsigned i = 0; i < functions->length(); i++) {
		cgraph_node *function = (*functions)[i];
		auto_vec<symtab_node *> seen;
		for (unsigned k = 0; function->iterate_reference(k, ref); k++) {
			tree decl = ref->referred->decl, type = TREE_TYPE(decl);
			if (!is_kept(decl) || seen.contains(ref->referred))
				continue;
			seen.safe_push(ref->referred);
			if (TREE_CODE(type) == ARRAY_TYPE)
				see_steps(changes, elements_of(type));
			if (!variables->contains(ref->referred) &&
			    reads(function, ref->referred))
				variables->safe_push(ref->referred);
		}
	}
}

/* The functions that write to it, and those that call them. */
static void add_writers(symtab_node *variable, auto_vec<symtab_node *> *writers)
{
	ipa_ref *ref = NULL;

	for (unsigned i = 0; variable->iterate_referring(i, ref); i++)
		if (ref->use != IPA_REF_LOAD && !is_only_read(ref) &&
		    is_a<cgraph_node *>(ref->referring))
			add_once(writers, ref->referring);
	for (unsigned i = 0; i < writers->length(); i++)
		for (cgraph_edge *e = dyn_cast<cgraph_node *>((*writers)[i])->callers;
		     e; e = e->next_caller)
			add_once(writers, e->caller);
}

/* Whether it is one name of a procedure of Fortran with ENTRY statements, and calls what has all bodies. */
static bool is_entry(tree function)
{
	const cgraph_node *node = cgraph_node::get(function);
	tree name =
	    node && node->callees ? DECL_NAME(node->callees->callee->decl) : NULL_TREE;

	return name && lang_GNU_Fortran() &&
	       !strncmp(IDENTIFIER_POINTER(name), "master.", 7);
}

/* Numbers, also by reference, and texts. */
static bool is_simple(tree function)
{
	const bool is_by_pointer = is_entry(function);

	for (tree p = DECL_ARGUMENTS(function); p && !lang_GNU_CXX();
	     p = DECL_CHAIN(p)) {
		tree type = TREE_TYPE(p);
		const bool is_text =
		    TREE_CODE(type) == POINTER_TYPE &&
		    TYPE_MAIN_VARIANT(TREE_TYPE(type)) == char_type_node;
		if (TREE_CODE(type) == REFERENCE_TYPE ||
		    (is_by_pointer && TREE_CODE(type) == POINTER_TYPE))
			type = TREE_TYPE(type);
		if (!is_text && !INTEGRAL_TYPE_P(type) && !SCALAR_FLOAT_TYPE_P(type))
			return false;
	}
	return true;
}

static bool is_callable(tree function)
{
	return DECL_STRUCT_FUNCTION(function) && !DECL_ARTIFICIAL(function) &&
	       !MAIN_NAME_P(DECL_NAME(function)) && !DECL_STATIC_CHAIN(function) &&
	       !decl_function_context(function) && is_simple(function);
}

void kept_read(tree function, kept_changes *changes)
{
	cgraph_node *own = cgraph_node::get(function);
	auto_vec<cgraph_node *> reached;
	auto_vec<symtab_node *> variables;

	changes->variable = NULL_TREE;
	changes->steps = 0;
	if (!own)
		return;
	reached.safe_push(own);
	uses_add_callees(&reached);
	add_read(&reached, changes, &variables);
	for (unsigned i = 0; i < variables.length(); i++) {
		auto_vec<symtab_node *> writers;
		add_writers(variables[i], &writers);
		for (unsigned k = 0; k < writers.length(); k++) {
			tree decl = writers[k]->decl;
			if ((writers[k] != own && !is_callable(decl)) ||
			    changes->functions.contains(decl))
				continue;
			changes->variable =
			    changes->variable ? changes->variable : variables[i]->decl;
			if (writers[k] == own)
				changes->functions.safe_insert(0, decl);
			else
				changes->functions.safe_push(decl);
		}
	}
	for (unsigned i = 0; changes->variable && i < reached.length(); i++)
		see_comparisons(changes, body_of(reached[i]->decl));
}
