/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * artificial.h - what the plugin adds to a unit: static data in the records of
 * include/me/abi.h, and static functions.
 *
 * unit/ holds what the plugin learns of a translation unit (unit.h) and writes it into the
 * object. It changes no function of the program.
 */
#ifndef PLUGIN_ARTIFICIAL_H
#define PLUGIN_ARTIFICIAL_H

/* ---- data */

/* A record type; fails the compiler when its size is not `size`. The shape has one letter
 * a member: b, h, u, q for unsigned integers of 1, 2, 4, 8 bytes, l for a signed one of 8,
 * p for a pointer. */
tree record_type(const char *shape, size_t size);

/* A value of that record type: one argument a member, for b h u q l an int64_t or a
 * smaller integer promoted to HOST_WIDE_INT, for p a tree (null: a null pointer). */
struct record_member {
	HOST_WIDE_INT number;
	tree address;
	record_member(tree t) : number(0), address(t)
	{
	}
	template <class number_type>
	record_member(number_type n) : number((HOST_WIDE_INT)n), address(NULL_TREE)
	{
	}
};
typedef std::initializer_list<record_member> record_members;
tree record_value(tree type, record_members members);

/* A static variable that is not the program's: hidden from debuggers, and kept. */
tree made_variable_declare(const char *name, tree type);

/* A static array that is defined later: its address can be taken at once. */
tree table_declare(const char *name, tree element_type);
/* Gives it its elements; `section` may be null. An empty table gets one zero. */
void table_define(tree table, tree element_type, vec<tree> *elements,
		  const char *section);
/* Gives it `count` zero bytes. */
void table_define_zero(tree table, size_t count, const char *section);

/* A table of records: of the name, or one that was declared before. Definition ends it. */
struct record_table {
	tree type, decl;
	auto_vec<tree> rows;
	record_table(const char *name, const char *shape, size_t size)
	    : type(record_type(shape, size)), decl(table_declare(name, type))
	{
	}
	record_table(tree declared, const char *shape, size_t size)
	    : type(record_type(shape, size)), decl(declared)
	{
	}
	void add(record_members members)
	{
		rows.safe_push(record_value(type, members));
	}
	tree define(const char *section = NULL)
	{
		table_define(decl, type, &rows, section);
		return decl;
	}
};

/* Hands a variable to the compiler as one that has to be in the object. */
void table_keep(tree decl);

/* The address of byte `offset` inside a table (or of a function). */
tree address_at(tree decl, HOST_WIDE_INT offset);
/* The address of what another object defines, or the linker. A weak one is null where
 * nobody does. */
enum { SYMBOL_WEAK = 1, SYMBOL_HIDDEN = 2 };
tree external_address(const char *name, unsigned kinds);
/* The address of a string literal. */
tree string_address(const char *text);

/* ---- functions: neither instrumented nor counted. They are created right after
 * visibility is determined; then GCC gimplifies and compiles them like those of the
 * source. */

/* Declares `static void NAME(T first, T second)`; the second or both may be null. The
 * parameters are DECL_ARGUMENTS. */
tree made_function_declare(const char *name, tree first, tree second);
/* Gives it its body, a GENERIC statement with a chain of local variables, and hands it
 * to the compiler. */
void made_function_define(tree function, tree variables, tree statement);
/* Adds an attribute without arguments to any declaration. */
void made_function_mark(tree decl, const char *attribute);

#endif
