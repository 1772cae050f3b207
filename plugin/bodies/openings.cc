/* SPDX-License-Identifier: GPL-3.0-or-later */
/* openings.cc - what opens a file by its name, fopen(name, "rb"), std::ifstream in(name), OPEN; and which
 * numbers are read from streams of C++. */
#include "plugin/gcc.h"
#include "plugin/bodies/uses.h"
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

/* The number that a call of std::istream::operator>> reads; or null. */
static tree read_number(tree callee)
{
	tree of = DECL_CONTEXT(callee), p = TYPE_ARG_TYPES(TREE_TYPE(callee));

	if (!of || !RECORD_OR_UNION_TYPE_P(of) || !TYPE_IDENTIFIER(of) ||
	    !id_equal(TYPE_IDENTIFIER(of), "basic_istream") || !DECL_NAME(callee) ||
	    !startswith(IDENTIFIER_POINTER(DECL_NAME(callee)), "operator>>"))
		return NULL_TREE;
	p = p ? TREE_CHAIN(p) : NULL_TREE; /* behind the stream */
	tree to = p && POINTER_TYPE_P(TREE_VALUE(p)) ? TREE_TYPE(TREE_VALUE(p))
						     : NULL_TREE;
	return to && (INTEGRAL_TYPE_P(to) || SCALAR_FLOAT_TYPE_P(to)) ? to : NULL_TREE;
}

void uses_stream(tree function, bool *integers, bool *floats)
{
	auto_vec<cgraph_node *> reached;
	cgraph_node *own = cgraph_node::get(function);

	*integers = *floats = false;
	if (own)
		reached.safe_push(own);
	uses_add_callees(&reached);
	for (unsigned i = 0; i < reached.length(); i++)
		for (cgraph_edge *e = reached[i]->callees; e; e = e->next_callee) {
			tree number = read_number(e->callee->decl);
			*integers |= number && INTEGRAL_TYPE_P(number);
			*floats |= number && SCALAR_FLOAT_TYPE_P(number);
		}
}

/* The name that a call opens, and its mode or null; or null. */
static tree name_of_call(gcall *call, const char **mode)
{
	tree callee = gimple_call_fndecl(call);
	const char *name =
	    callee && DECL_NAME(callee) ? IDENTIFIER_POINTER(DECL_NAME(callee)) : "";
	const bool is_file = startswith(name, "fopen") || !strcmp(name, "freopen");

	if (gimple_call_num_args(call) < 2)
		return NULL_TREE;
	if (lang_GNU_CXX() && opens_stream(callee))
		return gimple_call_arg(call, 1);
	*mode = is_file ? c_getstr(gimple_call_arg(call, 1)) : "b";
	return is_file || !strcmp(name, "open") || !strcmp(name, "open64")
		   ? gimple_call_arg(call, 0)
		   : NULL_TREE;
}

/* Of Fortran, where OPEN and INQUIRE have their arguments in a structure: open_parm.file. */
static tree name_of_store(const fact *c)
{
	return lang_GNU_Fortran() && TREE_CODE(c->a) == COMPONENT_REF &&
		       DECL_NAME(TREE_OPERAND(c->a, 1)) &&
		       id_equal(DECL_NAME(TREE_OPERAND(c->a, 1)), "file")
		   ? c->b
		   : NULL_TREE;
}

void uses_see_opening(const body_frame *f, const fact *c)
{
	const char *mode = NULL;
	decls from;
	tree name = c->kind == FACT_STORE ? name_of_store(c)
					  : name_of_call(as_a<gcall *>(c->call), &mode);

	if (!name)
		return;
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

/* ---- units of Fortran */

enum { UNIT_CALLS_DEEP = 3 };

/* Of "dt_parm.6.common.unit = unit": what the statement is for by the name of its block, "dt_parm", or "". */
static const char *unit_block(gimple *stmt)
{
	tree to = gimple_assign_lhs(stmt);

	if (TREE_CODE(to) != COMPONENT_REF || !DECL_NAME(TREE_OPERAND(to, 1)) ||
	    !id_equal(DECL_NAME(TREE_OPERAND(to, 1)), "unit"))
		return "";
	tree block = get_base_address(to);
	return block && VAR_P(block) && DECL_NAME(block)
		   ? IDENTIFIER_POINTER(DECL_NAME(block))
		   : "";
}

static bool is_unit(tree function, tree decl, unsigned deep)
{
	struct function *fun = DECL_STRUCT_FUNCTION(function);
	bool uses = false, opens = false;
	body_frame f;
	basic_block bb;

	f.b = body_of(function);
	f.depth = 0;
	if (!f.b)
		return false;
	FOR_EACH_BB_FN(bb, fun)
	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i)) {
		gimple *stmt = gsi_stmt(i);
		const char *block =
		    gimple_assign_single_p(stmt) ? unit_block(stmt) : "";
		if (*block && bounds_is_argument(&f, gimple_assign_rhs1(stmt), decl)) {
			opens |= startswith(block, "open_parm");
			uses |= startswith(block, "dt_parm") ||
				startswith(block, "filepos_parm");
		}
		tree callee =
		    is_gimple_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;
		unsigned k = 0;
		for (tree p = callee ? DECL_ARGUMENTS(callee) : NULL_TREE;
		     p && k < gimple_call_num_args(stmt); p = DECL_CHAIN(p), k++)
			uses |=
			    deep < UNIT_CALLS_DEEP &&
			    bounds_is_argument(&f, gimple_call_arg(stmt, k), decl) &&
			    is_unit(callee, p, deep + 1);
	}
	return uses && !opens;
}

tree uses_unit(tree function)
{
	for (tree p = DECL_ARGUMENTS(function); p; p = DECL_CHAIN(p)) {
		tree type = POINTER_TYPE_P(TREE_TYPE(p)) ? TREE_TYPE(TREE_TYPE(p))
							 : TREE_TYPE(p);
		if (lang_GNU_Fortran() && !DECL_ARTIFICIAL(p) &&
		    TREE_CODE(type) == INTEGER_TYPE && is_unit(function, p, 0))
			return p;
	}
	return NULL_TREE;
}
