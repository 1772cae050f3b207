/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * entry.cc - finds the entry function and writes its struct me_entry: the fields of its
 * parameters and the thunk that calls it. The harness turns bytes into arguments.
 */
#include "plugin/gcc.h"
#include "plugin/bodies/kept.h"
#include "plugin/bodies/uses.h"
#include "plugin/entry/class_type.h"
#include "plugin/entry/entry.h"
#include "plugin/entry/parameter.h"
#include "plugin/export/export.h"
#include "plugin/plugin_options.h"
#include "plugin/unit/tables.h"
#include "plugin/unit/artificial.h"
#include "plugin/unit/symbol.h"
#include "plugin/sites/shape.h"

static tree found; /* the entry's FUNCTION_DECL in this unit */
static parameter_list parameters; /* its */

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

/* Whether both are the same except for spaces, up to the end of `wanted`. */
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

/* `{anonymous}::f` for `(anonymous namespace)::f`, `f` for `::f`, as GCC writes the name. */
static const char *written_entry(void)
{
	static const char anonymous[] = "(anonymous namespace)";
	static char *text;

	while (!text || strstr(text, anonymous)) {
		text = text ? text
			    : xstrdup(options.entry +
				      (startswith(options.entry, "::") ? 2 : 0));
		char *at = strstr(text, anonymous);
		if (!at)
			break;
		*at = 0;
		text = concat(text, "{anonymous}", at + sizeof anonymous - 1, NULL);
	}
	return text;
}

/* `ns::f` or `ns::f(double, int)` of C++, `module::f` of Fortran. */
static bool is_qualified_entry(tree decl)
{
	char *name = xstrdup(lang_hooks.decl_printable_name(decl, 1));
	const char *entry = written_entry(), *signature = strchr(entry, '(');
	size_t length = signature ? signature - entry : strlen(entry);
	/* The name of a template means each of its instances. */
	bool same = !strncmp(name, entry, length) &&
		    (!name[length] || (name[length] == '<' && !strchr(entry, '<')));

	if (same && signature) {
		char *start = concat(name, "(", NULL);
		const char *all =
		    strstr(lang_hooks.decl_printable_name(decl, 2), start);
		same = all && same_text(signature, all + strlen(name));
		free(start);
	}
	free(name);
	return same;
}

/* From libiberty, in the compilers that have it. */
extern "C" char *cplus_demangle(const char *, int) __attribute__((weak));
enum { DEMANGLE_SIGNATURE = 1 | 2 }; /* DMGL_PARAMS, DMGL_ANSI */

/* As `nm -C` writes it: `n::f(double const*)`, and of a template with its result,
 * `double n::f<double>(double)`, which may be left out. */
static bool is_demangled_entry(tree decl)
{
	char *(*demangle)(const char *, int) = cplus_demangle;
	bool same = false;

	/* Few names are mangled before GCC does so. */
	if (!demangle || !lang_GNU_CXX() ||
	    !strstr(options.entry, IDENTIFIER_POINTER(DECL_NAME(decl))))
		return false;
	char *text = demangle(symbol_name(decl), DEMANGLE_SIGNATURE);
	for (const char *at = text; at && !same;
	     at = strchr(at, ' ') ? strchr(at, ' ') + 1 : NULL)
		same = same_text(options.entry, at) && same_text(at, options.entry);
	free(text);
	return same;
}

/* `module::f` as gfortran mangles it. */
static bool is_of_module(tree decl)
{
	const char *colons = strstr(options.entry, "::");
	size_t length = colons ? colons - options.entry : 0;
	const char *name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(decl));

	return colons && startswith(name, "__") && strlen(name) > length + 7 &&
	       !strncasecmp(name + 2, options.entry, length) &&
	       startswith(name + 2 + length, "_MOD_") &&
	       !strcasecmp(name + 2 + length + 5, colons + 2);
}

/* Outside of all namespaces and classes. */
static bool is_global(tree decl)
{
	tree context = DECL_CONTEXT(decl);

	return !context || TREE_CODE(context) == TRANSLATION_UNIT_DECL ||
	       (TREE_CODE(context) == NAMESPACE_DECL && DECL_NAME(context) &&
		id_equal(DECL_NAME(context), "::"));
}

bool entry_is(tree decl)
{
	if (!options.entry || TREE_CODE(decl) != FUNCTION_DECL || !DECL_NAME(decl))
		return false;
	if (startswith(options.entry, "::") && !is_global(decl))
		return false;
	if (symbol_same_name(written_entry(), IDENTIFIER_POINTER(DECL_NAME(decl))))
		return true;
	if (strpbrk(options.entry, ":(<"))
		return is_qualified_entry(decl) || is_demangled_entry(decl) ||
		       (DECL_ASSEMBLER_NAME_SET_P(decl) && is_of_module(decl));
	return DECL_ASSEMBLER_NAME_SET_P(decl) &&
	       id_equal(DECL_ASSEMBLER_NAME(decl), options.entry);
}

/* Where a system header declares the function too, as <math.h> does cbrt, GCC has it
 * there, and gcov would count it, and its first branch twice, in the header. */
static void move_to_body(tree decl)
{
	struct function *fun =
	    TREE_CODE(decl) == FUNCTION_DECL ? DECL_STRUCT_FUNCTION(decl) : NULL;

	if (fun && fun->function_start_locus > BUILTINS_LOCATION &&
	    in_system_header_at(DECL_SOURCE_LOCATION(decl)) &&
	    !in_system_header_at(fun->function_start_locus))
		DECL_SOURCE_LOCATION(decl) = fun->function_start_locus;
}

void entry_see(tree decl)
{
	if (options.entry || options.refusals || options.twin)
		move_to_body(decl);
	if (!entry_is(decl))
		return;
	class_keep_function(decl);
	thunk_keep_destructor(decl);
}

/* ---- the record */

/* A public symbol of the unit that defines the entry: two such units do not link, and a
 * unit that only declares the entry can check that one exists. */
static void publish(const char *prefix, bool weak)
{
	char *name = entry_symbol(prefix);
	tree decl = made_variable_declare(name, unsigned_char_type_node);

	free(name);
	TREE_PUBLIC(decl) = 1;
	if (weak)
		DECL_WEAK(decl) = 1;
	table_keep(decl);
}

/* The text that an attribute has, or null. */
static tree attribute_text(tree attribute)
{
	tree text = attribute && TREE_VALUE(attribute)
			? TREE_VALUE(TREE_VALUE(attribute))
			: NULL_TREE;

	return text && TREE_CODE(text) == STRING_CST && TREE_STRING_LENGTH(text)
		   ? text
		   : NULL_TREE;
}

/* Structures may have pointers. */
static bool leads_to_memory(tree type)
{
	return !VOID_TYPE_P(type) && !INTEGRAL_TYPE_P(type) &&
	       !SCALAR_FLOAT_TYPE_P(type) && TREE_CODE(type) != COMPLEX_TYPE;
}

static void write_entry(tree entry)
{
	tree thunk = thunk_build(entry, &parameters);
	tree catching = thunk_build_catching(entry, thunk);
	record_table table("entry", "uupppuuppppppbbhbbh", sizeof(struct me_entry));
	expanded_location at = expand_location(DECL_SOURCE_LOCATION(entry));
	tree result = TREE_TYPE(TREE_TYPE(entry));
	tree driver = lookup_attribute("me_driver", DECL_ATTRIBUTES(entry));
	tree driven = attribute_text(driver);
	unsigned code;
	const unsigned floats = thunk_result_floats(result, &code);
	table.add({
	    ME_ABI,
	    parameters.length(),
	    string_address(symbol_name(entry)),
	    string_address(IDENTIFIER_POINTER(DECL_NAME(entry))),
	    string_address(at.file ? at.file : ""),
	    at.line,
	    VOID_TYPE_P(result) ? (unsigned)ME_VOID : shape_operand_type(result),
	    address_at(parameters_write(&parameters), 0),
	    string_address(options.ranges),
	    string_address(reasons_text(&parameters)),
	    driven ? string_address(TREE_STRING_POINTER(driven)) : NULL_TREE,
	    build_fold_addr_expr(thunk),
	    catching ? build_fold_addr_expr(catching) : NULL_TREE,
	    !lang_GNU_Fortran()	  ? ME_SPELLING_C
	    : VOID_TYPE_P(result) ? ME_SPELLING_SUBROUTINE
				  : ME_SPELLING_FUNCTION,
	    floats ? code : (unsigned)ME_VOID,
	    floats,
	    !driver				       ? 0u
	    : driven && TREE_CHAIN(TREE_VALUE(driver)) ? (unsigned)ME_DRIVER_WIDE
						       : (unsigned)ME_DRIVER_NARROW,
	    !driver && !leads_to_memory(result),
	    0,
	});
	table.define("me_entries");
	publish("__me_entry_", false);
	publish("__me_no_unit_defines_the_entry_", true);
}

/* A name without qualification means the function outside of all namespaces and classes,
 * if there is exactly one. */
static tree only_global(const auto_vec<tree> *all)
{
	tree only = NULL_TREE;

	if (!lang_GNU_CXX())
		return NULL_TREE;
	for (unsigned i = 0; i < all->length(); i++)
		if (is_global((*all)[i])) {
			if (only)
				return NULL_TREE;
			only = (*all)[i];
		}
	return only;
}

/* The function that is meant; none if there are several overloads. */
static tree find_entry_function(void)
{
	cgraph_node *node;
	auto_vec<tree> all;

	FOR_EACH_FUNCTION_WITH_GIMPLE_BODY(node)
	if (entry_is(node->decl) && !node->clone_of)
		all.safe_push(node->decl);
	tree global = only_global(&all);
	if (all.length() < 2 || global)
		return global ? global : all.length() ? all[0] : NULL_TREE;
	error_at(
	    DECL_SOURCE_LOCATION(all[0]),
	    "plugin me: entry %qs is the name of %u functions; add the parameters, "
	    "or write the assembler name",
	    options.entry, all.length());
	for (unsigned i = 0; i < all.length(); i++)
		inform(DECL_SOURCE_LOCATION(all[i]), "%s (%s)",
		       lang_hooks.decl_printable_name(all[i], 2),
		       IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(all[i])));
	return NULL_TREE;
}

static const char *refusal(tree entry)
{
	if (DECL_STATIC_CHAIN(entry))
		return "it is nested in another function; move it out, or let the "
		       "outer one "
		       "be the entry";
	return fortran_refusal(entry);
}

/* ME_NOTES of <me/target.h>: what the source says of the parameters. */
static bool add_notes(tree entry)
{
	tree text =
	    attribute_text(lookup_attribute("me_notes", DECL_ATTRIBUTES(entry)));

	return !text || options_add_notes(TREE_STRING_POINTER(text));
}

/* The first parameter of which that is known, or also a member of what one leads to; or null. */
static tree parameter_where(tree entry, bool decl_use::*fact, bool or_member)
{
	uses_read();
	for (tree p = DECL_ARGUMENTS(entry); p; p = DECL_CHAIN(p)) {
		tree type = POINTER_TYPE_P(TREE_TYPE(p)) ? TREE_TYPE(TREE_TYPE(p))
							 : TREE_TYPE(p);
		if (uses_of(p) && uses_of(p)->*fact)
			return p;
		const bool has_members = or_member && RECORD_OR_UNION_TYPE_P(type);
		for (tree m = has_members ? TYPE_FIELDS(type) : NULL_TREE; m;
		     m = DECL_CHAIN(m))
			if (TREE_CODE(m) == FIELD_DECL && uses_of(m) &&
			    uses_of(m)->*fact)
				return m;
	}
	return NULL_TREE;
}

static const char *shown_name(tree parameter)
{
	return DECL_NAME(parameter) ? IDENTIFIER_POINTER(DECL_NAME(parameter))
				    : "a parameter";
}

/* The first array of C whose elements say where arrays are accessed; or null. */
static tree indices_of(tree entry)
{
	if (lang_GNU_CXX() || lang_GNU_Fortran())
		return NULL_TREE;
	uses_read();
	for (tree p = DECL_ARGUMENTS(entry); p; p = DECL_CHAIN(p))
		if (DECL_NAME(p) && uses_elements(p) != ELEMENTS_ANY)
			return p;
	return NULL_TREE;
}

/* Why a driver makes the arguments of what could be called directly: they have to fit each other,
 * what is freed is allocated, and what earlier calls leave behind made by calls. Null: for no reason,
 * or a person has said what they are. */
static const char *driver_reason(tree entry)
{
	kept_changes changes;

	if (options_has_notes() || !options.refusal)
		return NULL;
	if (const char *why = fortran_driver_reason(entry))
		return why;
	if (options.globals || lookup_attribute("me_driver", DECL_ATTRIBUTES(entry)) ||
	    lookup_attribute("me_notes", DECL_ATTRIBUTES(entry)))
		return NULL;
	if (tree freed = uses_free(entry)
			     ? parameter_where(entry, &decl_use::freed, false)
			     : NULL_TREE)
		return xasprintf("it frees what %s points to", shown_name(freed));
	if (tree opened = parameter_where(entry, &decl_use::opened, true))
		return xasprintf("%s is the name of a file", shown_name(opened));
	if (tree unit = uses_unit(entry))
		return xasprintf("%s is a unit that is open", shown_name(unit));
	if (tree array = indices_of(entry))
		return xasprintf("%s has indices or offsets of arrays",
				 IDENTIFIER_POINTER(DECL_NAME(array)));
	kept_read(entry, &changes);
	return changes.variable
		   ? xasprintf("it reads %s, which earlier calls change",
			       IDENTIFIER_POINTER(DECL_NAME(changes.variable)))
		   : NULL;
}

void entry_build(void)
{
	tree entry = find_entry_function();

	if (!entry)
		return;
	found = entry;
	unit_keep(entry);
	shape_see_entry(entry);
	const char *why = refusal(entry);
	if (why) {
		error_at(DECL_SOURCE_LOCATION(entry),
			 "plugin me: entry %qs cannot be driven: %s", options.entry,
			 why);
		return;
	}
	why = driver_reason(entry);
	if (why)
		parameter_hand_over(NULL, why);
	if (add_notes(entry) && parameters_read(entry, &parameters))
		write_entry(entry);
	/* A driver calls it by itself. */
	if (!lookup_attribute("me_driver", DECL_ATTRIBUTES(entry)))
		setup_build();
}

/* The number of the parameter that it is, unchanged; or -1. */
static int number_of(tree value)
{
	if (TREE_CODE(value) != SSA_NAME || !SSA_NAME_IS_DEFAULT_DEF(value) ||
	    !SSA_NAME_VAR(value))
		return -1;
	for (unsigned i = 0; i < parameters.length(); i++)
		if (parameters[i].decl == SSA_NAME_VAR(value))
			return i;
	return -1;
}

int entry_never_null(tree value)
{
	const int i = number_of(value);

	return i >= 0 && parameters[i].flags & ME_PARAMETER_NULLABLE ? -1 : i;
}

bool entry_front(tree value)
{
	const int i = number_of(value);

	return i >= 0 && parameters[i].passing == ME_BY_POINTER &&
	       parameters[i].alias_of == ME_NO_PARAMETER &&
	       !(parameters[i].flags & ME_PARAMETER_INDEXED);
}

/* The program under test is an executable: a function that it defines under a name of
 * libc (log, memcmp) is for its own calls, not for those of shared libraries. */
void entry_hide_functions(void)
{
	cgraph_node *node;

	if (!options.entry || library_unit())
		return;
	FOR_EACH_FUNCTION_WITH_GIMPLE_BODY(node)
	{
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

	FOR_EACH_FUNCTION_WITH_GIMPLE_BODY(node)
	{
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

static void rename_function(tree decl, const char *name)
{
	symtab->change_decl_assembler_name(decl, get_identifier(name));
	/* Some have a symbol already: gfortran's main, the compiler's abort. */
	SET_DECL_RTL(decl, NULL);
}

/* What include/me/nondet.c has instead of functions that end the process, or the run. */
static const char *nondet_name(cgraph_node *node)
{
	static const struct {
		const char *name, *instead;
	} ends[] = {{"abort", "__me_nondet_abort"},
		    {"exit", "__me_nondet_exit"},
		    {"_exit", "__me_nondet_exit"},
		    {"__VERIFIER_assume", "__me_nondet_assume"}};
	tree decl = node->decl;

	if (!DECL_NAME(decl) || !TREE_PUBLIC(decl))
		return NULL;
	if (node->definition)
		return MAIN_NAME_P(DECL_NAME(decl)) ? "__me_nondet_main" : NULL;
	for (unsigned i = 0; i < ARRAY_SIZE(ends); i++)
		if (id_equal(DECL_NAME(decl), ends[i].name))
			return ends[i].instead;
	return NULL;
}

static void rename_for_nondet(void)
{
	cgraph_node *node;

	FOR_EACH_FUNCTION(node)
	{
		const char *name = nondet_name(node);
		if (name)
			rename_function(node->decl, name);
	}
}

void entry_set_main_aside(void)
{
	cgraph_node *node;

	if (options.nondet)
		rename_for_nondet();
	if (options.nondet || !options.entry || !strcmp(options.entry, "main"))
		return;
	FOR_EACH_FUNCTION_WITH_GIMPLE_BODY(node)
	if (MAIN_NAME_P(DECL_NAME(node->decl)) && TREE_PUBLIC(node->decl)) {
		rename_function(node->decl, "__me_main_set_aside");
		DECL_PRESERVE_P(node->decl) = 1;
		made_function_mark(node->decl, "no_profile_instrument_function");
		return;
	}
}

/* ---- the function that turns a library's handler of errors off */

static tree setup; /* the unit's, or null */

bool setup_is(tree decl)
{
	static const char *const subjects[] = {"error_handler",	 "errorhandler",
					       "abort_handler",	 "error_abort",
					       "abort_on_error", "fatal_error"};
	const char *name = TREE_CODE(decl) == FUNCTION_DECL && DECL_NAME(decl)
			       ? IDENTIFIER_POINTER(DECL_NAME(decl))
			       : "";
	const size_t size = strlen(name);

	if (size < 4 || !TREE_PUBLIC(decl) ||
	    TYPE_ARG_TYPES(TREE_TYPE(decl)) != void_list_node ||
	    (strcmp(name + size - 4, "_off") != 0 && !strstr(name, "disable")))
		return false;
	for (const char *subject : subjects)
		if (strcasestr(name, subject))
			return true;
	return false;
}

void setup_see(tree decl)
{
	if (!setup && setup_is(decl))
		setup = decl;
}

void setup_build(void)
{
	tree body = NULL_TREE;

	if (!setup)
		return;
	if (!DECL_STRUCT_FUNCTION(setup) && !TREE_USED(setup))
		declare_weak(setup);
	tree call = build_call_expr(setup, 0);
	if (DECL_WEAK(setup))
		call = build3(COND_EXPR, void_type_node,
			      build2(NE_EXPR, boolean_type_node,
				     build_fold_addr_expr(setup), null_pointer_node),
			      call, NULL_TREE);
	append_to_statement_list(call, &body);
	cgraph_build_static_cdtor('I', body, DEFAULT_INIT_PRIORITY);
}
