/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * class_type.cc - classes of C++, by the front end's own header. Of that only macros are
 * used: its functions are absent where the plugin is loaded by another front end.
 */
#include "gcc-plugin.h"
#include "config.h"
#include "system.h"
#include "coretypes.h"
#include <cp/cp-tree.h>
#include "plugin/gcc.h"
#include "plugin/entry/class_type.h"

#pragma weak mark_needed
#pragma weak complete_type

static auto_vec<tree> seen;

void class_keep_function(tree decl)
{
	void (*need)(tree) = mark_needed;

	DECL_PRESERVE_P(decl) = 1;
	if (need && lang_GNU_CXX())
		need(decl);
}

static bool is_class(tree type)
{
	return lang_GNU_CXX() && TREE_CODE(type) == RECORD_TYPE &&
	       COMPLETE_TYPE_P(type);
}

/* std of std::chrono::seconds, and the outermost namespace of what is in none: a translation unit. */
static tree outermost(tree decl)
{
	tree around = DECL_CONTEXT(decl);

	while (around && TYPE_P(around))
		around = TYPE_CONTEXT(around);
	return !around || TREE_CODE(around) != NAMESPACE_DECL ||
		       !DECL_CONTEXT(around) ||
		       TREE_CODE(DECL_CONTEXT(around)) != NAMESPACE_DECL
		   ? around
		   : outermost(around);
}

/* A class of another library that is installed is one of the unit. */
bool class_is_of_library(tree type)
{
	tree name = TYPE_NAME(TYPE_MAIN_VARIANT(type));

	if (!name || TREE_CODE(name) != TYPE_DECL ||
	    !in_system_header_at(DECL_SOURCE_LOCATION(name)))
		return false;
	tree space = outermost(name);
	return !space || TREE_CODE(space) != NAMESPACE_DECL || !DECL_NAME(space) ||
	       id_equal(DECL_NAME(space), "::") || id_equal(DECL_NAME(space), "std") ||
	       startswith(IDENTIFIER_POINTER(DECL_NAME(space)), "_");
}

void class_see(tree type)
{
	if (type != error_mark_node && TYPE_P(type) && is_class(type) &&
	    CLASS_TYPE_P(type) && !CLASSTYPE_TEMPLATE_INFO(type) && TYPE_NAME(type) &&
	    !class_is_of_library(type))
		seen.safe_push(TYPE_MAIN_VARIANT(type));
}

void class_bases(tree type, vec<tree> *bases)
{
	tree info = is_class(type) ? TYPE_BINFO(type) : NULL_TREE, base;

	for (unsigned i = 0; info && BINFO_BASE_ITERATE(info, i, base); i++)
		if (!BINFO_BASE_ACCESSES(info) ||
		    BINFO_BASE_ACCESS(info, i) == access_public_node)
			bases->safe_push(TYPE_MAIN_VARIANT(BINFO_TYPE(base)));
}

bool class_add_derived(vec<tree> *types)
{
	const unsigned before = types->length();

	for (unsigned i = 0; i < seen.length(); i++) {
		auto_vec<tree> bases;
		class_bases(seen[i], &bases);
		for (unsigned k = 0; k < bases.length(); k++)
			if (types->contains(bases[k]) && !types->contains(seen[i]))
				types->safe_push(seen[i]);
	}
	return types->length() > before;
}

/* ---- names */

/* The front end of C++ alone has it. */
extern const char *type_as_string(tree, int) __attribute__((weak));

/* Replaces each `from` by what is no longer. */
static void shorten(char *text, const char *from, const char *to)
{
	const size_t n = strlen(from), k = strlen(to);

	for (char *at = text; (at = strstr(at, from)); at += k) {
		memcpy(at, to, k);
		memmove(at + k, at + n, strlen(at + n) + 1);
	}
}

char *class_spell(tree type)
{
	const char *(*spell)(tree, int) = type_as_string;

	if (!spell || POINTER_TYPE_P(type) || TREE_CODE(type) == ARRAY_TYPE ||
	    FUNC_OR_METHOD_TYPE_P(type) || !TYPE_NAME(TYPE_MAIN_VARIANT(type)))
		return xstrdup("");
	char *text = xstrdup(spell(TYPE_MAIN_VARIANT(type), 0));
	shorten(text, "{anonymous}::", "");
	shorten(text, "std::__cxx11::", "std::");
	shorten(text, "std::basic_string<char>", "std::string");
	shorten(text, "std::basic_string_view<char>", "std::string_view");
	while (strstr(text, "> >"))
		shorten(text, "> >", ">>");
	shorten(text,
		"std::basic_string<char, std::char_traits<char>, std::allocator<char>>",
		"std::string");
	if (strchr(text, '{') || strstr(text, "<unnamed"))
		*text = '\0';
	return text;
}

/* ---- templates */

/* "std::vector": without namespaces that are inline or have no name. */
static char *qualified_name(tree decl)
{
	const char *name = IDENTIFIER_POINTER(DECL_NAME(decl));
	tree context = DECL_CONTEXT(decl);

	while (context && TREE_CODE(context) == NAMESPACE_DECL &&
	       (!DECL_NAME(context) || DECL_NAMESPACE_INLINE_P(context)))
		context = DECL_CONTEXT(context);
	if (context && TYPE_P(context))
		context = TYPE_NAME(context);
	if (!context || TREE_CODE(context) == TRANSLATION_UNIT_DECL ||
	    !DECL_NAME(context) || id_equal(DECL_NAME(context), "::"))
		return xstrdup(name);
	char *outer = qualified_name(context);
	return reconcat(outer, outer, "::", name, NULL);
}

static void add_argument(tree argument, vec<tree> *arguments)
{
	if (!ARGUMENT_PACK_P(argument)) {
		arguments->safe_push(argument);
		return;
	}
	tree pack = ARGUMENT_PACK_ARGS(argument);
	for (int i = 0; i < TREE_VEC_LENGTH(pack); i++)
		arguments->safe_push(TREE_VEC_ELT(pack, i));
}

char *class_template(tree type, vec<tree> *arguments)
{
	tree info =
	    lang_GNU_CXX() && TREE_CODE(type) == RECORD_TYPE && CLASS_TYPE_P(type)
		? CLASSTYPE_TEMPLATE_INFO(type)
		: NULL_TREE;
	tree list = info ? TI_ARGS(info) : NULL_TREE;

	if (!list || TREE_CODE(TI_TEMPLATE(info)) != TEMPLATE_DECL)
		return NULL;
	if (TMPL_ARGS_HAVE_MULTIPLE_LEVELS(list))
		list = TREE_VEC_ELT(list, TREE_VEC_LENGTH(list) - 1);
	for (int i = 0; i < TREE_VEC_LENGTH(list); i++)
		add_argument(TREE_VEC_ELT(list, i), arguments);
	return qualified_name(TI_TEMPLATE(info));
}

static void complete(tree type, unsigned deep)
{
	tree (*instantiate)(tree) = complete_type;
	auto_vec<tree> arguments;

	while (POINTER_TYPE_P(type))
		type = TREE_TYPE(type);
	if (!instantiate || TREE_CODE(type) != RECORD_TYPE || deep > 4)
		return;
	instantiate(TYPE_MAIN_VARIANT(type));
	free(class_template(type, &arguments));
	for (unsigned i = 0; i < arguments.length(); i++)
		if (TYPE_P(arguments[i]))
			complete(arguments[i], deep + 1);
}

void class_complete(tree function)
{
	if (lang_GNU_CXX())
		for (tree p = TYPE_ARG_TYPES(TREE_TYPE(function)); p; p = TREE_CHAIN(p))
			complete(TREE_VALUE(p), 0);
}

/* ---- how it is made */

bool class_is_abstract(tree type)
{
	return is_class(type) && CLASS_TYPE_P(type) && CLASSTYPE_PURE_VIRTUALS(type);
}

void class_pure(tree type, vec<tree> *functions)
{
	tree f;
	unsigned i;

	if (class_is_abstract(type))
		FOR_EACH_VEC_SAFE_ELT(CLASSTYPE_PURE_VIRTUALS(type), i, f)
	if (!DECL_CXX_DESTRUCTOR_P(f))
		functions->safe_push(f);
}

bool class_is_noexcept(tree function)
{
	tree list = TYPE_RAISES_EXCEPTIONS(TREE_TYPE(function));

	return list && (TREE_PURPOSE(list) ? integer_onep(TREE_PURPOSE(list))
					   : !TREE_VALUE(list));
}

bool class_is_aggregate(tree type)
{
	return is_class(type) && CLASS_TYPE_P(type) && !CLASSTYPE_NON_AGGREGATE(type);
}

static bool is_named(tree member, const char *name)
{
	return DECL_NAME(member) && id_equal(DECL_NAME(member), name);
}

/* Constructors and destructors are in the chain as "__ct ", and so are their clones. */
bool class_is_constructor(tree function)
{
	return TREE_CODE(function) == FUNCTION_DECL && is_named(function, "__ct ");
}

tree class_body(tree function)
{
	if (!class_is_constructor(function))
		return function;
	for (tree m = TYPE_FIELDS(DECL_CONTEXT(function)); m; m = DECL_CHAIN(m))
		if (TREE_CODE(m) == FUNCTION_DECL &&
		    DECL_ABSTRACT_ORIGIN(m) == function && DECL_STRUCT_FUNCTION(m))
			return m;
	/* Instances of a template are no members. */
	cgraph_node *node;
	FOR_EACH_FUNCTION(node)
	if (DECL_ABSTRACT_ORIGIN(node->decl) == function &&
	    DECL_STRUCT_FUNCTION(node->decl))
		return node->decl;
	return function;
}

bool class_has_constructor(tree type)
{
	for (tree m = TYPE_FIELDS(type); m; m = DECL_CHAIN(m))
		if (TREE_CODE(m) != FIELD_DECL && DECL_P(m) && DECL_NAME(m) &&
		    !DECL_ARTIFICIAL(m) &&
		    (startswith(IDENTIFIER_POINTER(DECL_NAME(m)), "__ct") ||
		     startswith(IDENTIFIER_POINTER(DECL_NAME(m)), "__dt")))
			return true;
	return false;
}

bool class_is_default(tree type)
{
	if (!is_class(type) || !CLASS_TYPE_P(type))
		return false;
	for (tree m = TYPE_FIELDS(type); m; m = DECL_CHAIN(m))
		if (is_named(m, "__ct ") && !DECL_ARTIFICIAL(m))
			return false;
	return TYPE_HAS_DEFAULT_CONSTRUCTOR(type);
}

bool class_is_const(tree function)
{
	tree type = TREE_TYPE(function);

	return TREE_CODE(type) == METHOD_TYPE &&
	       TYPE_READONLY(TREE_TYPE(TREE_VALUE(TYPE_ARG_TYPES(type))));
}

bool class_is_callable(tree function)
{
	return !TREE_PRIVATE(function) && !TREE_PROTECTED(function) &&
	       !DECL_DELETED_FN(function);
}

bool class_is_closed(tree decl)
{
	while (decl && DECL_P(decl) && !TREE_PRIVATE(decl) && !TREE_PROTECTED(decl)) {
		tree around = DECL_CONTEXT(decl);
		decl = around && TYPE_P(around) ? TYPE_NAME(around) : NULL_TREE;
	}
	return decl && DECL_P(decl);
}

tree class_parameter_types(tree function)
{
	tree types = TYPE_ARG_TYPES(TREE_TYPE(function));

	if (TREE_CODE(TREE_TYPE(function)) == METHOD_TYPE && types)
		types = TREE_CHAIN(types);
	/* Of a constructor of a class with virtual bases. */
	for (tree d = DECL_ARGUMENTS(function); d && types; d = DECL_CHAIN(d))
		if (DECL_ARTIFICIAL(d) && !is_named(d, "this"))
			types = TREE_CHAIN(types);
	return types;
}

tree class_parameters(tree function)
{
	tree d = DECL_ARGUMENTS(function);

	while (d && DECL_ARTIFICIAL(d))
		d = DECL_CHAIN(d);
	return d;
}

static bool is_same_class(tree parameter, tree type)
{
	return TREE_CODE(parameter) == REFERENCE_TYPE &&
	       TYPE_MAIN_VARIANT(TREE_TYPE(parameter)) == type;
}

static bool copies(tree function, tree type)
{
	tree types = class_parameter_types(function);

	return class_is_constructor(function) && types &&
	       TREE_VALUE(types) != void_type_node &&
	       is_same_class(TREE_VALUE(types), TYPE_MAIN_VARIANT(type));
}

static void add_function(tree type, tree m, vec<tree> *functions)
{
	if (TREE_CODE(m) != FUNCTION_DECL || !DECL_NAME(m) || DECL_ARTIFICIAL(m) ||
	    copies(m, type) ||
	    !(class_is_callable(m) || (class_is_constructor(m) && TREE_PROTECTED(m) &&
				       class_is_abstract(type))))
		return;
	const char *name = IDENTIFIER_POINTER(DECL_NAME(m));
	if (class_is_constructor(m) || !strcmp(name, "operator()") ||
	    !strcmp(name, "operator[]") || !strcmp(name, "operator*") ||
	    (!startswith(name, "__") && !startswith(name, "operator")))
		functions->safe_push(m);
}

/* Of constructors that are templates those that the unit uses: they are no members. */
static void add_instances(tree type, vec<tree> *functions)
{
	cgraph_node *node;

	FOR_EACH_FUNCTION(node)
	{
		tree own = DECL_ABSTRACT_ORIGIN(node->decl);
		if (own && DECL_CONTEXT(own) == type && class_is_constructor(own) &&
		    !DECL_IN_SYSTEM_HEADER(own) && !functions->contains(own))
			add_function(type, own, functions);
	}
}

void class_functions(tree type, vec<tree> *functions)
{
	if (!is_class(type))
		return;
	type = TYPE_MAIN_VARIANT(type);
	for (tree m = TYPE_FIELDS(type); m; m = DECL_CHAIN(m))
		add_function(type, m, functions);
	add_instances(type, functions);
}

/* The class that the called function asks of; or null. */
static tree asked_class(tree callee)
{
	tree types = TYPE_ARG_TYPES(TREE_TYPE(callee));
	tree of = types ? TREE_VALUE(types) : NULL_TREE;
	tree next = of && TREE_CHAIN(types) ? TREE_VALUE(TREE_CHAIN(types)) : NULL_TREE;
	const bool is_truth = DECL_CONV_FN_P(callee) &&
			      TREE_CODE(TREE_TYPE(TREE_TYPE(callee))) == BOOLEAN_TYPE;

	if (!of || !POINTER_TYPE_P(of) ||
	    (!is_truth && (!next || TREE_CODE(next) != NULLPTR_TYPE)))
		return NULL_TREE;
	of = TYPE_MAIN_VARIANT(TREE_TYPE(of));
	return is_class(of) ? of : NULL_TREE;
}

void class_asked(tree function, vec<tree> *types)
{
	cgraph_node *node = cgraph_node::get(function);

	for (cgraph_edge *e = node ? node->callees : NULL; e; e = e->next_callee) {
		tree of = lang_GNU_CXX() ? asked_class(e->callee->decl) : NULL_TREE;
		if (of && !types->contains(of))
			types->safe_push(of);
	}
}
