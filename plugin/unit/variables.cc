/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * variables.cc - lists the writable variables of static and of thread storage duration.
 * The address of a thread-local variable is no constant, so the unit gets
 *
 *     static void __me_locate(struct me_variable *variables)
 *     {
 *             variables[0].address = &first_thread_local; ...
 *     }
 *
 * and the thread-local variables come first in the table.
 */
#include "plugin/gcc.h"
#include "plugin/unit/artificial.h"
#include "plugin/unit/unit.h"
#include "plugin/unit/tables.h"

static vec<tree> of_thread;
static tree locate_function;

/* What the front end of C++ makes to initialise objects at run time: the guard variables
 * of static objects (_ZGV) and of the unit's thread-local ones, and temporaries whose life
 * a static reference extends (_ZGR). An object and its guard are put back together. That of
 * Fortran makes the memory of an EQUIVALENCE, and notes which procedure is not to be called again
 * (-fcheck=recursion). */
static bool is_of_front_end(tree decl)
{
	const char *name = IDENTIFIER_POINTER(DECL_NAME(decl));

	return startswith(name, "_ZGV") || startswith(name, "_ZGR") ||
	       !strcmp(name, "__tls_guard") || startswith(name, "equiv.") ||
	       startswith(name, "is_recursive.");
}

/* Another object may define a weak or comdat variable, but then it is the same one. */
static bool is_state(varpool_node *node)
{
	tree decl = node->decl;

	return VAR_P(decl) && TREE_STATIC(decl) && !DECL_EXTERNAL(decl) &&
	       !TREE_READONLY(decl) &&
	       (!DECL_ARTIFICIAL(decl) || (DECL_NAME(decl) && is_of_front_end(decl))) &&
	       !DECL_HARD_REGISTER(decl) && !node->alias && DECL_SIZE_UNIT(decl) &&
	       tree_fits_uhwi_p(DECL_SIZE_UNIT(decl)) &&
	       tree_to_uhwi(DECL_SIZE_UNIT(decl)) > 0;
}

/* variables[index].address = &decl */
static tree store_address(tree variables, unsigned index, tree decl)
{
	tree target = build2(MEM_REF, ptr_type_node, variables,
			     build_int_cst(TREE_TYPE(variables),
					   (HOST_WIDE_INT)index * sizeof(me_variable)));
	tree address = fold_convert(ptr_type_node, build_fold_addr_expr(decl));
	tree set = build2(MODIFY_EXPR, ptr_type_node, target, address);

	TREE_ADDRESSABLE(decl) = 1;
	TREE_SIDE_EFFECTS(set) = 1;
	return set;
}

void variables_prepare(void)
{
	varpool_node *node;
	tree body = NULL_TREE;

	FOR_EACH_DEFINED_VARIABLE(node)
	if (is_state(node) && DECL_THREAD_LOCAL_P(node->decl))
		of_thread.safe_push(node->decl);
	if (!of_thread.length())
		return;
	locate_function =
	    made_function_declare("__me_locate", ptr_type_node, NULL_TREE);
	unit_keep(locate_function);
	tree variables = DECL_ARGUMENTS(locate_function);
	for (unsigned i = 0; i < of_thread.length(); i++)
		append_to_statement_list(store_address(variables, i, of_thread[i]),
					 &body);
	made_function_define(locate_function, NULL_TREE, body);
}

static void add_variable_row(record_table *table, tree address, tree decl)
{
	table->add({address, (HOST_WIDE_INT)tree_to_uhwi(DECL_SIZE_UNIT(decl))});
}

tree variables_write(unsigned *count, tree *locate)
{
	record_table table("variables", "pq", sizeof(struct me_variable));
	varpool_node *node;

	for (unsigned i = 0; i < of_thread.length(); i++)
		add_variable_row(&table, NULL_TREE, of_thread[i]);
	FOR_EACH_DEFINED_VARIABLE(node)
	{
		if (!is_state(node) || DECL_THREAD_LOCAL_P(node->decl))
			continue;
		TREE_ADDRESSABLE(node->decl) = 1;
		add_variable_row(&table, build_fold_addr_expr(node->decl), node->decl);
	}
	*count = table.rows.length();
	*locate = locate_function ? build_fold_addr_expr(locate_function) : NULL_TREE;
	return table.define();
}
