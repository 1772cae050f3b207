/* SPDX-License-Identifier: GPL-3.0-or-later */
/* artificial.cc - builds static data, and functions as GENERIC. */
#include "plugin/gcc.h"
#include "plugin/unit/artificial.h"

static tree member_type(char letter)
{
	switch (letter) {
	case 'b':
		return unsigned_intQI_type_node;
	case 'h':
		return unsigned_intHI_type_node;
	case 'u':
		return unsigned_intSI_type_node;
	case 'q':
		return unsigned_intDI_type_node;
	case 'l':
		return intDI_type_node;
	case 'p':
		return const_ptr_type_node;
	}
	gcc_unreachable();
}

tree record_type(const char *shape, size_t size)
{
	tree type = make_node(RECORD_TYPE);
	tree last = NULL_TREE;

	for (const char *s = shape; *s; s++) {
		tree field = build_decl(BUILTINS_LOCATION, FIELD_DECL, NULL_TREE,
					member_type(*s));
		DECL_CONTEXT(field) = type;
		if (last)
			DECL_CHAIN(last) = field;
		else
			TYPE_FIELDS(type) = field;
		last = field;
	}
	layout_type(type);
	gcc_assert(tree_to_uhwi(TYPE_SIZE_UNIT(type)) == size);
	return type;
}

tree record_value(tree type, record_members members)
{
	vec<constructor_elt, va_gc> *values = NULL;
	tree field = TYPE_FIELDS(type);

	for (const record_member &member : members) {
		tree t = TREE_TYPE(field), v = null_pointer_node;
		if (!POINTER_TYPE_P(t))
			v = build_int_cst(t, member.number);
		else if (member.address)
			v = fold_convert(t, member.address);
		CONSTRUCTOR_APPEND_ELT(values, field, v);
		field = DECL_CHAIN(field);
	}
	gcc_assert(!field);
	return build_constructor(type, values);
}

tree made_variable_declare(const char *name, tree type)
{
	tree decl = build_decl(BUILTINS_LOCATION, VAR_DECL, get_identifier(name), type);

	TREE_STATIC(decl) = 1;
	TREE_USED(decl) = 1;
	DECL_ARTIFICIAL(decl) = 1;
	DECL_IGNORED_P(decl) = 1;
	DECL_PRESERVE_P(decl) = 1;
	return decl;
}

tree table_declare(const char *name, tree element_type)
{
	static int number;
	char *unique = xasprintf("__me_%s_%d", name, number++);
	tree decl =
	    made_variable_declare(unique, build_array_type(element_type, NULL_TREE));

	free(unique);
	TREE_ADDRESSABLE(decl) = 1;
	/* Otherwise AddressSanitizer would put red zones between the tables of a
	 * section. */
	DECL_ATTRIBUTES(decl) = tree_cons(get_identifier("no_sanitize_address"),
					  NULL_TREE, DECL_ATTRIBUTES(decl));
	return decl;
}

void table_keep(tree decl)
{
	varpool_node::finalize_decl(decl);
	varpool_node *node = varpool_node::get(decl);
	node->force_output = 1;
	/* Before IPA_SSA nothing else analyses it, and GCC removes what is not
	 * analysed. */
	if (!node->analyzed)
		node->analyze();
}

static void finish_table(tree table, tree element_type, size_t count, tree initial,
			 const char *section)
{
	TREE_TYPE(table) = build_array_type_nelts(element_type, count);
	DECL_INITIAL(table) = initial;
	relayout_decl(table);
	/* The linker concatenates the tables of a section: there must be no padding
	 * between. */
	SET_DECL_ALIGN(table, TYPE_ALIGN(element_type));
	DECL_USER_ALIGN(table) = 1;
	if (section)
		set_decl_section_name(table, section);
	table_keep(table);
}

void table_define(tree table, tree element_type, vec<tree> *elements,
		  const char *section)
{
	vec<constructor_elt, va_gc> *values = NULL;
	size_t count = elements->length();

	for (size_t i = 0; i < count; i++)
		CONSTRUCTOR_APPEND_ELT(values, size_int(i), (*elements)[i]);
	size_t length = count ? count : 1;
	tree type = build_array_type_nelts(element_type, length);
	tree initial = count ? build_constructor(type, values) : NULL_TREE;
	if (initial) {
		TREE_CONSTANT(initial) = 1;
		TREE_STATIC(initial) = 1;
	}
	finish_table(table, element_type, length, initial, section);
}

void table_define_zero(tree table, size_t count, const char *section)
{
	finish_table(table, unsigned_char_type_node, count ? count : 1, NULL_TREE,
		     section);
}

tree address_at(tree decl, HOST_WIDE_INT offset)
{
	tree base = build_fold_addr_expr(decl);

	if (!offset)
		return base;
	return fold_build_pointer_plus_hwi(fold_convert(ptr_type_node, base), offset);
}

tree external_address(const char *name, unsigned kinds)
{
	tree decl = build_decl(BUILTINS_LOCATION, VAR_DECL, get_identifier(name),
			       unsigned_char_type_node);

	DECL_EXTERNAL(decl) = 1;
	TREE_PUBLIC(decl) = 1;
	TREE_ADDRESSABLE(decl) = 1;
	DECL_ARTIFICIAL(decl) = 1;
	if (kinds & SYMBOL_WEAK)
		declare_weak(decl);
	if (kinds & SYMBOL_HIDDEN) {
		DECL_VISIBILITY(decl) = VISIBILITY_HIDDEN;
		DECL_VISIBILITY_SPECIFIED(decl) = 1;
	}
	return build_fold_addr_expr(decl);
}

tree string_address(const char *text)
{
	return build_string_literal(strlen(text) + 1, text);
}

/* ---- functions */

static tree new_parameter(tree function, const char *name, tree type)
{
	tree p = build_decl(BUILTINS_LOCATION, PARM_DECL, get_identifier(name), type);

	DECL_ARG_TYPE(p) = type;
	DECL_CONTEXT(p) = function;
	DECL_ARTIFICIAL(p) = 1;
	TREE_USED(p) = 1;
	return p;
}

void made_function_mark(tree decl, const char *attribute)
{
	DECL_ATTRIBUTES(decl) =
	    tree_cons(get_identifier(attribute), NULL_TREE, DECL_ATTRIBUTES(decl));
}

static void mark_as_made(tree decl)
{
	static const char *const attributes[] = {"no_profile_instrument_function",
						 "no_instrument_function",
						 "no_sanitize_address", "me_ignore"};

	for (const char *attribute : attributes)
		made_function_mark(decl, attribute);
	DECL_ARTIFICIAL(decl) = 1;
	DECL_IGNORED_P(decl) = 1;
	DECL_PRESERVE_P(decl) = 1;
	DECL_UNINLINABLE(decl) = 1;
	DECL_NO_INSTRUMENT_FUNCTION_ENTRY_EXIT(decl) = 1;
	TREE_STATIC(decl) = 1;
	TREE_USED(decl) = 1;
}

tree made_function_declare(const char *name, tree first, tree second)
{
	tree type = build_function_type_list(void_type_node, first, second, NULL_TREE);
	tree decl =
	    build_decl(BUILTINS_LOCATION, FUNCTION_DECL, get_identifier(name), type);
	tree result =
	    build_decl(BUILTINS_LOCATION, RESULT_DECL, NULL_TREE, void_type_node);

	SET_DECL_ASSEMBLER_NAME(decl, get_identifier(name));
	DECL_CONTEXT(result) = decl;
	DECL_ARTIFICIAL(result) = 1;
	DECL_RESULT(decl) = result;
	mark_as_made(decl);
	if (first)
		DECL_ARGUMENTS(decl) = new_parameter(decl, "first", first);
	if (second)
		DECL_CHAIN(DECL_ARGUMENTS(decl)) =
		    new_parameter(decl, "second", second);
	return decl;
}

void made_function_define(tree function, tree variables, tree statement)
{
	tree block = make_node(BLOCK);

	DECL_INITIAL(function) = block;
	BLOCK_SUPERCONTEXT(block) = function;
	BLOCK_VARS(block) = variables;
	TREE_USED(block) = 1;
	DECL_SAVED_TREE(function) =
	    build3(BIND_EXPR, void_type_node, variables, statement, block);
	push_struct_function(function);
	pop_cfun();
	cgraph_node::add_new_function(function, false);
}
