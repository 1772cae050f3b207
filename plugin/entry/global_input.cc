/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * global_input.cc - global variables, those of COMMON and of modules included, that the entry
 * reads, as inputs: the thunk stores them before the call.
 */
#include "plugin/gcc.h"
#include "plugin/entry/body.h"
#include "plugin/entry/parameter.h"
#include "plugin/unit/symbol.h"

enum { GLOBAL_SCALARS = 1024 }; /* a larger one is a table, or memory for results */

/* A variable of the source outside of all functions, that a store may change. */
static bool is_global(varpool_node *node)
{
	tree decl = node->decl;

	return VAR_P(decl) && (TREE_STATIC(decl) || DECL_EXTERNAL(decl)) &&
	       DECL_NAME(decl) && !TREE_READONLY(decl) &&
	       !decl_function_context(decl) && !node->alias &&
	       !DECL_HARD_REGISTER(decl) && !DECL_WEAK(decl) &&
	       (!DECL_ARTIFICIAL(decl) || lang_GNU_Fortran()) &&
	       COMPLETE_TYPE_P(TREE_TYPE(decl)) &&
	       !in_system_header_at(DECL_SOURCE_LOCATION(decl)) &&
	       *IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(decl)) != '*';
}

static unsigned scalars_of(const vec<parameter_field> &fields)
{
	unsigned n = 0;

	for (unsigned i = 0; i < fields.length(); i++)
		n += fields[i].count;
	return n;
}

static void add_global(tree entry, tree decl, parameter_list *parameters)
{
	flattening f = {entry, vNULL, NULL, "", NULL, false, false};
	tree type = TREE_TYPE(decl);

	if (!flatten(&f, type, 0) || scalars_of(f.fields) > GLOBAL_SCALARS) {
		inform(DECL_SOURCE_LOCATION(decl), "plugin me: %qD is no input: %s",
		       decl, f.why ? f.why : "it has too many numbers");
		return;
	}
	parameter *p = parameter_add(
	    parameters,
	    xstrdup(lang_GNU_CXX() ? lang_hooks.decl_printable_name(decl, 1)
				   : symbol_name(decl)),
	    type, 0, ME_PARAMETER_GLOBAL);
	p->decl = decl;
	p->fields.release();
	p->fields = f.fields;
	p->element = f.text;
	/* Else nothing that is seen to write to a static one would make it a constant. */
	DECL_PRESERVE_P(decl) = 1;
}

void globals_add(tree entry, parameter_list *parameters)
{
	varpool_node *node;
	auto_vec<tree> all;

	FOR_EACH_VARIABLE(node)
	if (is_global(node) && body_uses(entry, node->decl))
		all.safe_push(node->decl);
	for (unsigned i = all.length(); i--;)
		add_global(entry, all[i], parameters);
}
