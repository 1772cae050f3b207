/* SPDX-License-Identifier: GPL-3.0-or-later */
/* record.cc - static data with the layout of include/me/abi.h. */
#include "plugin/gcc.h"
#include "plugin/unit/record.h"

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

tree record_value(tree type, const record_member *members, int count)
{
	vec<constructor_elt, va_gc> *values = NULL;
	tree field = TYPE_FIELDS(type);

	for (int i = 0; i < count; i++, field = DECL_CHAIN(field)) {
		tree t = TREE_TYPE(field);
		tree v;
		if (!POINTER_TYPE_P(t))
			v = build_int_cst(t, members[i].number);
		else if (members[i].address)
			v = fold_convert(t, members[i].address);
		else
			v = null_pointer_node;
		CONSTRUCTOR_APPEND_ELT(values, field, v);
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
