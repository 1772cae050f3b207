/* SPDX-License-Identifier: GPL-3.0-or-later */
/* openings.cc - what opens a file by its name: fopen(name, "rb"), std::ifstream in(name), OPEN. */
#include "plugin/gcc.h"
#include "plugin/bodies/uses_sources.h"

static bool begins_with_any(const char *name, const char *const *all, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		if (startswith(name, all[i]))
			return true;
	return false;
}

/* Of C++: a constructor of a stream of a file, or its open(). */
static bool opens_stream(tree callee)
{
	static const char *const streams[] = {"basic_ifstream", "basic_ofstream",
					      "basic_fstream", "basic_filebuf"};
	tree class_name = callee && DECL_CONTEXT(callee) && TYPE_P(DECL_CONTEXT(callee))
			      ? TYPE_NAME(DECL_CONTEXT(callee))
			      : NULL_TREE;

	if (class_name && TREE_CODE(class_name) == TYPE_DECL)
		class_name = DECL_NAME(class_name);
	return class_name &&
	       begins_with_any(IDENTIFIER_POINTER(class_name), streams,
			       ARRAY_SIZE(streams)) &&
	       (DECL_CXX_CONSTRUCTOR_P(callee) || id_equal(DECL_NAME(callee), "open"));
}

/* The name that is opened, and the call's mode or null; false: the call opens none. */
static bool opened_name(gcall *call, tree *opened, const char **mode)
{
	tree callee = gimple_call_fndecl(call);
	const char *name =
	    callee && DECL_NAME(callee) ? IDENTIFIER_POINTER(DECL_NAME(callee)) : "";
	const bool is_file = startswith(name, "fopen") || !strcmp(name, "freopen");

	if (gimple_call_num_args(call) < 2)
		return false;
	if (lang_GNU_CXX() && opens_stream(callee)) {
		*opened = gimple_call_arg(call, 1);
		*mode = NULL;
		return true;
	}
	*opened = gimple_call_arg(call, 0);
	*mode = is_file ? c_getstr(gimple_call_arg(call, 1)) : "b";
	return is_file || !strcmp(name, "open") || !strcmp(name, "open64");
}

/* Of Fortran, where OPEN and INQUIRE have their arguments in a structure: open_parm.file. */
static bool names_unit(tree member)
{
	return lang_GNU_Fortran() && TREE_CODE(member) == COMPONENT_REF &&
	       DECL_NAME(TREE_OPERAND(member, 1)) &&
	       id_equal(DECL_NAME(TREE_OPERAND(member, 1)), "file");
}

void uses_see_opening(const body_frame *f, const fact *c)
{
	const char *mode = NULL;
	decls from;
	tree name = NULL_TREE;

	if (c->kind == FACT_STORE ? !names_unit(c->a)
				  : !opened_name(as_a<gcall *>(c->call), &name, &mode))
		return;
	if (c->kind == FACT_STORE)
		name = c->b;
	tree part = bounds_strip(f, name);
	part = TREE_CODE(part) == ADDR_EXPR ? leaf_member(TREE_OPERAND(part, 0))
					    : NULL_TREE;
	if (tree text = uses_text_of(f, name))
		from.safe_push(text);
	else if (part)
		from.safe_push(part); /* a text in an object */
	else
		uses_sources(f, name, &from);
	for (unsigned i = 0; i < from.length(); i++) {
		uses_set(&uses_note(from[i])->opened);
		if (mode && strchr(mode, 'b'))
			uses_set(&uses_note(from[i])->opened_bytes);
	}
}
