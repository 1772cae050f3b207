/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * library.cc - a record of the library's sections, and a constructor that registers it
 * with libme, if the program that loads the library contains libme:
 *
 *     static void __me_arrive (void)
 *     {
 *             if (&__me_module != 0)
 *                     __me_module (&module);
 *     }
 */
#include "plugin/gcc.h"
#include "plugin/unit/artificial.h"
#include "plugin/unit/tables.h"
#include "plugin/unit/unit.h"

static tree module_table;

bool library_unit(void)
{
	return flag_pic && !flag_pie;
}

/* if (&__me_module != 0) __me_module (&module); */
static tree arrive(void)
{
	tree hook = unit_hook("__me_module", "vp");
	tree record = fold_convert(ptr_type_node, build_fold_addr_expr(module_table));
	tree call = build_call_expr(hook, 1, record);
	tree there = build2(NE_EXPR, boolean_type_node, build_fold_addr_expr(hook),
			    build_int_cst(build_pointer_type(TREE_TYPE(hook)), 0));

	TREE_SIDE_EFFECTS(call) = 1;
	tree test = build3(COND_EXPR, void_type_node, there, call, NULL_TREE);
	TREE_SIDE_EFFECTS(test) = 1;
	return test;
}

/* Before the library's own constructors. */
void library_prepare(void)
{
	if (!library_unit())
		return;
	module_table = table_declare("module", unsigned_char_type_node);
	unit_keep(module_table);
	tree function = made_function_declare("__me_arrive", NULL_TREE, NULL_TREE);
	DECL_STATIC_CONSTRUCTOR(function) = 1;
	SET_DECL_INIT_PRIORITY(function, MAX_RESERVED_INIT_PRIORITY);
	made_function_define(function, NULL_TREE, arrive());
}

/* The linker's symbols at the start and the end of this library's joined section. */
static tree section_bound(const char *prefix, const char *section)
{
	char *name = concat(prefix, section, NULL);
	tree address = external_address(name, SYMBOL_WEAK | SYMBOL_HIDDEN);

	free(name);
	return address;
}

void library_write(void)
{
	static const char *const sections[] = {"me_units", "me_entries",
					       "__sancov_cntrs", "__sancov_pcs"};
	tree bounds[8];

	if (!module_table)
		return;
	for (int i = 0; i < 4; i++) {
		bounds[2 * i] = section_bound("__start_", sections[i]);
		bounds[2 * i + 1] = section_bound("__stop_", sections[i]);
	}
	record_table table(module_table, "uuppppppppp", sizeof(struct me_module));
	table.add({
	    ME_ABI,
	    0,
	    NULL_TREE,
	    bounds[0],
	    bounds[1],
	    bounds[2],
	    bounds[3],
	    bounds[4],
	    bounds[5],
	    bounds[6],
	    bounds[7],
	});
	table.define();
}
