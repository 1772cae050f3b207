/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * entry.cc - drives the entry function. For `double f(double x, int *n)` the unit gets
 *
 *     static void __me_call_f(void **slots, void *result)
 *     {
 *             *(double *)result = f(*(double *)slots[0], (int *)slots[1]);
 *     }
 *
 * and a struct me_entry that names the fields. How bytes become slots is the harness's.
 */
#include "plugin/gcc.h"
#include "plugin/entry.h"
#include "plugin/made_function.h"
#include "plugin/options.h"
#include "plugin/record.h"
#include "plugin/shape.h"

static tree found; /* the entry's FUNCTION_DECL in this unit */

bool entry_defined(void)
{
	return found != NULL_TREE;
}

static bool is_entry(tree decl)
{
	if (!options.entry || TREE_CODE(decl) != FUNCTION_DECL || !DECL_NAME(decl))
		return false;
	return id_equal(DECL_NAME(decl), options.entry) ||
	       (DECL_ASSEMBLER_NAME_SET_P(decl) &&
		id_equal(DECL_ASSEMBLER_NAME(decl), options.entry));
}

void entry_see(tree decl)
{
	if (is_entry(decl))
		DECL_PRESERVE_P(decl) = 1;
}

/* ---- fields */

struct field {
	const char *name;
	const char *type_name;
	unsigned count, type, passing;
};

static const char *spell(tree type)
{
	tree name = TYPE_NAME(TYPE_MAIN_VARIANT(type));

	if (TYPE_NAME(type))
		name = TYPE_NAME(type);
	if (name && TREE_CODE(name) == TYPE_DECL)
		name = DECL_NAME(name);
	return name ? IDENTIFIER_POINTER(name) : "";
}

static bool refuse(tree entry, unsigned position, const char *name, const char *why)
{
	error_at(DECL_SOURCE_LOCATION(entry),
		 "plugin me: entry %qs cannot be driven: parameter %u (%qs): %s",
		 options.entry, position + 1, name, why);
	return false;
}

static bool refuse_type(tree entry, unsigned position, const char *name, tree type)
{
	char *why;
	bool pointed = POINTER_TYPE_P(type);
	tree element = pointed ? TREE_TYPE(type) : type;

	if (TREE_CODE(element) == FUNCTION_TYPE)
		why = xstrdup("a pointer to a function");
	else if (VOID_TYPE_P(element))
		why = xstrdup("a pointer to void says nothing of what it points to");
	else if (!COMPLETE_TYPE_P(element))
		why = xstrdup("its type is incomplete");
	else
		why = xasprintf("type %s%s is not an arithmetic type%s",
				pointed ? "pointer to " : "", spell(element),
				pointed ? "" : " or a pointer to one");
	refuse(entry, position, name, why);
	free(why);
	return false;
}

static bool take_count(struct field *f)
{
	for (int i = 0; i < options.count_count; i++)
		if (!strcmp(options.counts[i].name, f->name)) {
			f->count = options.counts[i].elements;
			return true;
		}
	return false;
}

static bool read_field(tree entry, unsigned position, tree type, const char *name,
		       struct field *f)
{
	bool pointer = POINTER_TYPE_P(type);
	tree element = pointer ? TREE_TYPE(type) : type;

	f->name = name;
	f->count = 1;
	f->passing = pointer ? ME_BY_POINTER : ME_BY_VALUE;
	f->type = VOID_TYPE_P(element) || !COMPLETE_TYPE_P(element)
			  ? (unsigned)ME_VOID
			  : shape_operand_type(element);
	f->type_name = spell(element);
	if (f->type == ME_VOID || f->type == ME_PTR)
		return refuse_type(entry, position, name, type);
	if (take_count(f) && !pointer)
		return refuse(entry, position, name,
			      "a count is given, but it is no pointer");
	return true;
}

static bool counts_have_parameters(tree entry)
{
	for (int i = 0; i < options.count_count; i++) {
		tree p = DECL_ARGUMENTS(entry);
		while (p && !(DECL_NAME(p) &&
			      id_equal(DECL_NAME(p), options.counts[i].name)))
			p = DECL_CHAIN(p);
		if (!p) {
			error_at(DECL_SOURCE_LOCATION(entry),
				 "plugin me: entry %qs has no parameter %qs",
				 options.entry, options.counts[i].name);
			return false;
		}
	}
	return true;
}

static bool read_fields(tree entry, auto_vec<field> *fields)
{
	unsigned position = 0;

	if (stdarg_p(TREE_TYPE(entry))) {
		error_at(DECL_SOURCE_LOCATION(entry),
			 "plugin me: entry %qs cannot be driven: parameter %u (%<...%>): "
			 "variable arguments", options.entry,
			 list_length(DECL_ARGUMENTS(entry)) + 1);
		return false;
	}
	if (!counts_have_parameters(entry))
		return false;
	for (tree p = DECL_ARGUMENTS(entry); p; p = DECL_CHAIN(p), position++) {
		struct field f;
		const char *name = DECL_NAME(p) ? IDENTIFIER_POINTER(DECL_NAME(p)) : "";
		if (!read_field(entry, position, TREE_TYPE(p), name, &f))
			return false;
		fields->safe_push(f);
	}
	if (!fields->length()) {
		error_at(DECL_SOURCE_LOCATION(entry),
			 "plugin me: entry %qs has no parameter to search over",
			 options.entry);
		return false;
	}
	return true;
}

/* ---- the thunk */

/* *(T *)slots[i], or slots[i] itself as a pointer. */
static tree argument(tree slots, unsigned i, tree type)
{
	tree pointer_type = TREE_TYPE(slots);
	tree slot = build2(MEM_REF, ptr_type_node, slots,
			   build_int_cst(pointer_type, (HOST_WIDE_INT)i * 8));

	if (POINTER_TYPE_P(type))
		return fold_convert(type, slot);
	tree to = build_pointer_type(type);
	return build2(MEM_REF, type, fold_convert(to, slot), build_int_cst(to, 0));
}

static tree call_statement(tree entry, tree slots, tree result)
{
	auto_vec<tree> arguments;
	tree type = TREE_TYPE(TREE_TYPE(entry));
	unsigned i = 0;

	for (tree p = DECL_ARGUMENTS(entry); p; p = DECL_CHAIN(p))
		arguments.safe_push(argument(slots, i++, TREE_TYPE(p)));
	tree call = build_call_array_loc(BUILTINS_LOCATION, type,
					 build_fold_addr_expr(entry), arguments.length(),
					 arguments.address());
	TREE_SIDE_EFFECTS(call) = 1;
	if (VOID_TYPE_P(type) || shape_operand_type(type) == ME_VOID)
		return call;
	tree to = build_pointer_type(type);
	tree target = build2(MEM_REF, type, fold_convert(to, result),
			     build_int_cst(to, 0));
	tree set = build2(MODIFY_EXPR, type, target, call);
	TREE_SIDE_EFFECTS(set) = 1;
	return set;
}

static tree build_thunk(tree entry)
{
	char *name = xasprintf("__me_call_%s",
			       IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(entry)));
	tree thunk = made_function_declare(name, build_pointer_type(ptr_type_node),
					   ptr_type_node);
	tree slots = DECL_ARGUMENTS(thunk), result = DECL_CHAIN(slots);

	free(name);
	made_function_define(thunk, call_statement(entry, slots, result));
	return thunk;
}

/* ---- the record */

static tree write_fields(const auto_vec<field> *fields)
{
	tree type = record_type("ppubbh", sizeof(struct me_field));
	tree table = table_declare("fields", type);
	auto_vec<tree> values;

	for (unsigned i = 0; i < fields->length(); i++) {
		const field *f = &(*fields)[i];
		const record_member members[] = {string_address(f->name),
						 string_address(f->type_name),
						 f->count,
						 f->type,
						 f->passing,
						 0};
		values.safe_push(record_value(type, members, 6));
	}
	table_define(table, type, &values, NULL);
	return table;
}

/* A public symbol at the entry's record: two units that define the entry do not link,
 * and one that only names it finds that there is one. */
static void publish(tree table, const char *prefix, bool weak)
{
	char *name = xasprintf("%s%s", prefix, options.entry);
	tree decl = build_decl(BUILTINS_LOCATION, VAR_DECL, get_identifier(name),
			       unsigned_char_type_node);

	free(name);
	TREE_STATIC(decl) = 1;
	TREE_PUBLIC(decl) = 1;
	TREE_USED(decl) = 1;
	DECL_ARTIFICIAL(decl) = 1;
	DECL_IGNORED_P(decl) = 1;
	DECL_PRESERVE_P(decl) = 1;
	if (weak)
		DECL_WEAK(decl) = 1;
	table_keep(decl);
}

static void write_entry(tree entry, tree thunk, const auto_vec<field> *fields)
{
	tree type = record_type("uupppuupp", sizeof(struct me_entry));
	tree table = table_declare("entry", type);
	expanded_location at = expand_location(DECL_SOURCE_LOCATION(entry));
	tree result = TREE_TYPE(TREE_TYPE(entry));
	auto_vec<tree> values;
	const record_member members[] = {
		ME_ABI,
		fields->length(),
		string_address(IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(entry))),
		string_address(IDENTIFIER_POINTER(DECL_NAME(entry))),
		string_address(at.file ? at.file : ""),
		at.line,
		VOID_TYPE_P(result) ? (unsigned)ME_VOID : shape_operand_type(result),
		address_at(write_fields(fields), 0),
		build_fold_addr_expr(thunk),
	};

	values.safe_push(record_value(type, members, 9));
	table_define(table, type, &values, "me_entries");
	publish(table, "__me_entry_", false);
	publish(table, "__me_no_unit_defines_the_entry_", true);
}

void entry_build(void)
{
	cgraph_node *node;
	auto_vec<field> fields;

	FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node)
		if (is_entry(node->decl) && !node->clone_of)
			found = node->decl;
	if (!found)
		return;
	unit_keep(found);
	if (!read_fields(found, &fields))
		return;
	write_entry(found, build_thunk(found), &fields);
}

/* The program under test is an executable: what it defines under a name of libc (log,
 * memcmp) is for its own calls, not for those of shared libraries. */
void entry_hide_functions(void)
{
	cgraph_node *node;

	if (!options.entry || (flag_pic && !flag_pie))
		return;
	FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node) {
		tree decl = node->decl;
		if (!TREE_PUBLIC(decl) || DECL_COMDAT(decl) || DECL_EXTERNAL(decl) ||
		    DECL_VISIBILITY_SPECIFIED(decl))
			continue;
		DECL_VISIBILITY(decl) = VISIBILITY_HIDDEN;
		DECL_VISIBILITY_SPECIFIED(decl) = 1;
	}
}

/* The twin counts an always_inline function once, under its own name, as the target's
 * goals do; GCC would count each inline copy inside its caller. */
void entry_keep_calls(void)
{
	cgraph_node *node;

	FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node) {
		tree decl = node->decl;
		if (DECL_EXTERNAL(decl) ||
		    !lookup_attribute("always_inline", DECL_ATTRIBUTES(decl)))
			continue;
		DECL_ATTRIBUTES(decl) =
			remove_attribute("always_inline", DECL_ATTRIBUTES(decl));
		DECL_DISREGARD_INLINE_LIMITS(decl) = 0;
		DECL_UNINLINABLE(decl) = 1;
	}
}

void entry_set_main_aside(void)
{
	cgraph_node *node;

	if (!options.entry || !strcmp(options.entry, "main"))
		return;
	FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node)
		if (MAIN_NAME_P(DECL_NAME(node->decl)) && TREE_PUBLIC(node->decl)) {
			symtab->change_decl_assembler_name(
				node->decl, get_identifier("__me_main_set_aside"));
			DECL_PRESERVE_P(node->decl) = 1;
			made_function_mark(node->decl, "no_profile_instrument_function");
			return;
		}
}
