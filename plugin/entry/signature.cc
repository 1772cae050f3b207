/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * signature.cc - what each of the entry's parameters consists of and how many elements
 * a pointer points to.
 */
#include "plugin/gcc.h"
#include "plugin/entry/body.h"
#include "plugin/entry/parameter.h"

/* A string's bytes where no count is given. */
enum { STRING_LENGTH = 16 };

/* ---- types */

/* Plain char, of C and C++: what it points to is a text. */
static bool is_character(tree type)
{
	return TYPE_MAIN_VARIANT(type) == char_type_node;
}

/* `double m[][3]` and Fortran's x(*) point to arrays; the first bound is not known. */
static tree pointed_element(tree type)
{
	tree element = TREE_TYPE(type);

	while (TREE_CODE(element) == ARRAY_TYPE &&
	       (!TYPE_SIZE_UNIT(element) || !tree_fits_uhwi_p(TYPE_SIZE_UNIT(element))))
		element = TREE_TYPE(element);
	return element;
}

/* "[3][4]" */
static char *bounds_of(tree type)
{
	char *text = xstrdup("");

	for (; TREE_CODE(type) == ARRAY_TYPE; type = TREE_TYPE(type)) {
		char *bound =
		    xasprintf("%s[%ld]", text,
			      (long)tree_to_shwi(array_type_nelts_minus_one(type)) + 1);
		free(text);
		text = bound;
	}
	return text;
}

/* `is_shared`: a variable in a call as source text has it. */
static const char *literal_of(const parameter *p, tree type, tree element,
			      bool is_shared)
{
	char *name = flatten_spell(strip_array_types(element));
	bool scalar = TREE_CODE(element) != RECORD_TYPE;

	if (*name && is_shared)
		return concat(TREE_CODE(type) == REFERENCE_TYPE ? "*(" : "(", name,
			      "[]", bounds_of(element), ")", NULL);
	if (!*name || (TREE_CODE(type) == REFERENCE_TYPE && p->count == 1) ||
	    (p->passing == ME_BY_VALUE && scalar))
		return "";
	if (p->passing == ME_BY_VALUE)
		return concat("(", name, ")", NULL);
	if (p->count == 1 && !scalar)
		return concat("&(", name, ")", NULL);
	return concat("(", name, "[]", bounds_of(element), ")", NULL);
}

/* A reference means one object, a Fortran array of fixed size itself. */
static bool has_default_count(tree type, const parameter *p)
{
	tree array = TREE_CODE(type) == POINTER_TYPE ? TREE_TYPE(type) : NULL_TREE;

	if (p->rank)
		return true;
	return array && !(lang_GNU_Fortran() && TREE_CODE(array) == ARRAY_TYPE &&
			  (p->count > 1 || (TYPE_SIZE_UNIT(array) &&
					    tree_fits_uhwi_p(TYPE_SIZE_UNIT(array)))));
}

/* What the body never uses, and no input can be, is passed as null or zero. */
static bool leave_out(tree entry, tree type, parameter *p)
{
	if (lang_GNU_Fortran() || TREE_CODE(type) == REFERENCE_TYPE ||
	    TREE_ADDRESSABLE(type) || !COMPLETE_TYPE_P(type) ||
	    !tree_fits_uhwi_p(TYPE_SIZE_UNIT(type)) || body_uses(entry, p->decl))
		return false;
	p->pointed = NULL_TREE;
	p->passing = ME_BY_VALUE;
	p->size = tree_to_uhwi(TYPE_SIZE_UNIT(type));
	p->fields = vNULL;
	p->element = AGGREGATE_TYPE_P(type) ? "{0}" : "0";
	return true;
}

static bool read_type(tree entry, tree type, parameter *p)
{
	bool pointer = POINTER_TYPE_P(type);
	tree element = pointer ? p->pointed : type;
	flattening f = {entry, vNULL, NULL, "", NULL, false, pointer};

	p->passing = pointer ? ME_BY_POINTER : ME_BY_VALUE;
	if (pointer && (TYPE_RESTRICT(type) || lang_GNU_Fortran()))
		p->flags |= ME_PARAMETER_RESTRICT;
	if (pointer && TYPE_READONLY(TREE_TYPE(type)))
		p->flags |= ME_PARAMETER_CONST;
	if (!flatten(&f, element, 0)) {
		if (leave_out(entry, type, p)) {
			free(f.why);
			return true;
		}
		char *why = concat(pointer && !strstr(f.why, "pointer to")
				       ? "what it points to: "
				       : "",
				   f.why, NULL);
		parameter_hand_over(p, why);
		parameter_refuse(entry, p, why);
		inform(
		    DECL_SOURCE_LOCATION(entry),
		    "plugin me: write a function that makes %qs from numbers and calls "
		    "%qs, and name that one as the entry",
		    p->name, options.entry);
		free(why);
		return false;
	}
	p->fields = f.fields;
	p->element = f.text;
	p->size = tree_to_uhwi(TYPE_SIZE_UNIT(element));
	if (pointer && TREE_CODE(type) == POINTER_TYPE && is_character(element)) {
		p->flags |= ME_PARAMETER_STRING;
		p->count = STRING_LENGTH;
	}
	unsigned bound = parameter_bound(entry, p->decl);
	if (pointer && bound)
		p->count = bound;
	else if (has_default_count(type, p))
		p->flags |= ME_PARAMETER_DEFAULT;
	return true;
}

static bool read_parameter(tree entry, tree decl, parameter_list *parameters,
			   parameter *p)
{
	tree type = TREE_TYPE(decl);

	parameter_init(p, DECL_NAME(decl) ? IDENTIFIER_POINTER(DECL_NAME(decl)) : "");
	p->decl = decl;
	if (POINTER_TYPE_P(type))
		p->pointed = pointed_element(type);
	if (!fortran_read(entry, parameters, p) || !read_type(entry, type, p))
		return false;
	return fortran_finish(entry, parameters, p);
}

/* ---- all of them */

/* What is left when all limits are known. */
static bool finish_parameter(tree entry, const parameter_list *parameters, parameter *p)
{
	tree type = TREE_TYPE(p->decl);
	uint64_t scalars = 0;

	for (unsigned i = 0; i < p->fields.length(); i++)
		scalars += p->fields[i].count;
	if (scalars * p->count > PARAMETER_SCALARS)
		return parameter_refuse(entry, p,
					"it has too many scalars to search over");
	p->literal = lang_GNU_Fortran()
			 ? fortran_literal(p)
			 : literal_of(p, type, p->pointed ? p->pointed : type,
				      alias_is_shared(parameters, p));
	return true;
}

bool parameters_read(tree entry, parameter_list *parameters)
{
	if (stdarg_p(TREE_TYPE(entry))) {
		error_at(
		    DECL_SOURCE_LOCATION(entry),
		    "plugin me: entry %qs cannot be driven: parameter %u (%<...%>): "
		    "variable arguments",
		    options.entry, list_length(DECL_ARGUMENTS(entry)) + 1);
		return false;
	}
	ranges_hand_over(entry);
	for (tree d = DECL_ARGUMENTS(entry); d; d = DECL_CHAIN(d)) {
		parameter p;
		if (!read_parameter(entry, d, parameters, &p))
			return false;
		parameters->safe_push(p);
	}
	if (options.globals)
		globals_add(entry, parameters);
	for (int i = 0; i < options.limit_count; i++)
		if (!parameter_limit(entry, &options.limits[i], parameters))
			return false;
	extents_read(entry, parameters);
	aliases_guess(entry, parameters);
	for (unsigned i = 0; i < parameters->length(); i++)
		if (!finish_parameter(entry, parameters, &(*parameters)[i]))
			return false;
	fortran_add_extents(parameters);
	if (!aliases_add(entry, parameters))
		return false;
	return true;
}
