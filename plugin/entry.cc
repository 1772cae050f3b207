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
#include "plugin/parameter.h"
#include "plugin/record.h"
#include "plugin/shape.h"

static tree found; /* the entry's FUNCTION_DECL in this unit */

bool entry_defined(void)
{
	return found != NULL_TREE;
}

char *entry_symbol(const char *prefix)
{
	char *name = concat(prefix, options.entry, NULL);

	for (char *c = name; *c; c++)
		if (!ISALNUM(*c) && *c != '$' && *c != '.')
			*c = '_';
	return name;
}

/* ---- which function it is */

/* Whether both are the same but for spaces, up to the end of `wanted`. */
static bool same_text(const char *wanted, const char *text)
{
	for (;; wanted++, text++) {
		while (*wanted == ' ')
			wanted++;
		while (*text == ' ')
			text++;
		if (!*wanted || *wanted != *text)
			return !*wanted;
	}
}

/* `ns::f` or `ns::f(double, int)` of C++, `module::f` of Fortran. */
static bool is_qualified_entry(tree decl)
{
	char *name = xstrdup(lang_hooks.decl_printable_name(decl, 1));
	const char *signature = strchr(options.entry, '(');
	size_t length = signature ? signature - options.entry : strlen(options.entry);
	/* A template's name stands for each of its instances. */
	bool same = !strncmp(name, options.entry, length) &&
		    (!name[length] || (name[length] == '<' && !strchr(options.entry, '<')));

	if (same && signature) {
		char *start = concat(name, "(", NULL);
		const char *all = strstr(lang_hooks.decl_printable_name(decl, 2), start);
		same = all && same_text(signature, all + strlen(name));
		free(start);
	}
	free(name);
	return same;
}

/* `module::f` as gfortran mangles it. */
static bool is_of_module(tree decl)
{
	const char *colons = strstr(options.entry, "::");
	size_t length = colons ? colons - options.entry : 0;
	const char *name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(decl));

	return colons && startswith(name, "__") && strlen(name) > length + 7 &&
	       !strncmp(name + 2, options.entry, length) &&
	       startswith(name + 2 + length, "_MOD_") &&
	       !strcmp(name + 2 + length + 5, colons + 2);
}

static bool is_entry(tree decl)
{
	if (!options.entry || TREE_CODE(decl) != FUNCTION_DECL || !DECL_NAME(decl))
		return false;
	if (id_equal(DECL_NAME(decl), options.entry))
		return true;
	if (strpbrk(options.entry, ":("))
		return is_qualified_entry(decl) ||
		       (DECL_ASSEMBLER_NAME_SET_P(decl) && is_of_module(decl));
	return DECL_ASSEMBLER_NAME_SET_P(decl) &&
	       id_equal(DECL_ASSEMBLER_NAME(decl), options.entry);
}

void entry_see(tree decl)
{
	if (is_entry(decl))
		DECL_PRESERVE_P(decl) = 1;
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

/* A public symbol at the entry's record: two units that define the entry do not link,
 * and one that only names it finds that there is one. */
static void publish(tree table, const char *prefix, bool weak)
{
	char *name = entry_symbol(prefix);
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

static void write_entry(tree entry, tree thunk, const auto_vec<parameter> *parameters)
{
	tree type = record_type("uupppuuppp", sizeof(struct me_entry));
	tree table = table_declare("entry", type);
	expanded_location at = expand_location(DECL_SOURCE_LOCATION(entry));
	tree result = TREE_TYPE(TREE_TYPE(entry));
	auto_vec<tree> values;
	const record_member members[] = {
		ME_ABI,
		parameters->length(),
		string_address(IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(entry))),
		string_address(IDENTIFIER_POINTER(DECL_NAME(entry))),
		string_address(at.file ? at.file : ""),
		at.line,
		VOID_TYPE_P(result) ? (unsigned)ME_VOID : shape_operand_type(result),
		address_at(parameters_write(parameters), 0),
		string_address(options.ranges),
		build_fold_addr_expr(thunk),
	};

	values.safe_push(record_value(type, members, 10));
	table_define(table, type, &values, "me_entries");
	publish(table, "__me_entry_", false);
	publish(table, "__me_no_unit_defines_the_entry_", true);
}

/* The one function that is meant: of several overloads none. */
static tree find_entry(void)
{
	cgraph_node *node;
	auto_vec<tree> all;

	FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node)
		if (is_entry(node->decl) && !node->clone_of)
			all.safe_push(node->decl);
	if (all.length() < 2)
		return all.length() ? all[0] : NULL_TREE;
	error_at(DECL_SOURCE_LOCATION(all[0]),
		 "plugin me: entry %qs may be each of %u functions; write its parameters "
		 "or the assembler name", options.entry, all.length());
	for (unsigned i = 0; i < all.length(); i++)
		inform(DECL_SOURCE_LOCATION(all[i]), "%s (%s)",
		       lang_hooks.decl_printable_name(all[i], 2),
		       IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(all[i])));
	return NULL_TREE;
}

void entry_build(void)
{
	auto_vec<parameter> parameters;

	found = find_entry();
	if (!found)
		return;
	unit_keep(found);
	if (DECL_STATIC_CHAIN(found)) {
		error_at(DECL_SOURCE_LOCATION(found),
			 "plugin me: entry %qs cannot be driven: it is nested in another "
			 "function", options.entry);
		return;
	}
	if (!parameters_read(found, &parameters))
		return;
	write_entry(found, build_thunk(found), &parameters);
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
			/* gfortran has given its main a symbol already. */
			SET_DECL_RTL(node->decl, NULL);
			DECL_PRESERVE_P(node->decl) = 1;
			made_function_mark(node->decl, "no_profile_instrument_function");
			return;
		}
}
