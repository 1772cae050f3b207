/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * types.cc - the functions of a unit and the types that they are made of, as JSON: what a
 * driver needs to know that builds their arguments.
 *
 * A type is a number in the list of types, in which each qualified variant and each name of a
 * type has a place of its own.
 */
#include "plugin/gcc.h"
#include "plugin/entry/class_type.h"
#include "plugin/entry/entry.h"
#include "plugin/entry/types_json.h"
#include "plugin/entry/listing.h"
#include "plugin/entry/parameter.h"
#include "plugin/bodies/kept.h"
#include "plugin/bodies/uses.h"
#include "plugin/front_end.h"
#include "plugin/sites/shape.h"

static struct {
	auto_vec<tree> all; /* types, by number */
	auto_vec<tree> declared; /* functions without a body here */
} types;

/* ---- types */

static int type_number(tree type)
{
	for (unsigned i = 0; i < types.all.length(); i++)
		if (types.all[i] == type)
			return i;
	types.all.safe_push(type);
	return types.all.length() - 1;
}

static void put_type(const char *name, tree type)
{
	put_number(name, type_number(type));
}

static const char *name_of(tree decl)
{
	return DECL_NAME(decl) ? IDENTIFIER_POINTER(DECL_NAME(decl)) : "";
}

static const char *number_kind(tree type)
{
	return TREE_CODE(type) == BOOLEAN_TYPE ? "boolean"
	       : SCALAR_FLOAT_TYPE_P(type)     ? "float"
					       : "integer";
}

static void put_enumerators(tree type)
{
	begin_member("values", '[');
	for (tree v = TYPE_VALUES(type); v; v = TREE_CHAIN(v)) {
		tree value = TREE_VALUE(v);
		if (TREE_CODE(value) == CONST_DECL)
			value = DECL_INITIAL(value);
		if (!tree_fits_shwi_p(value))
			continue;
		begin('{');
		put_text("name", IDENTIFIER_POINTER(TREE_PURPOSE(v)));
		put_number("value", tree_to_shwi(value));
		end('}');
	}
	end(']');
}

/* Of an array; 0: not known. */
static HOST_WIDE_INT elements_of(tree type)
{
	tree size = TYPE_SIZE_UNIT(type), element = TYPE_SIZE_UNIT(TREE_TYPE(type));

	return size && element && tree_fits_shwi_p(size) && tree_fits_shwi_p(element) &&
		       tree_to_shwi(element) > 0
		   ? tree_to_shwi(size) / tree_to_shwi(element)
		   : 0;
}

/* The integer that bounds the indices of what it leads to. */
static void put_length(const decl_use *u, tree decl)
{
	if (!u->length)
		return;
	put_text("length", name_of(u->length));
	put_true("length_outside", DECL_CONTEXT(u->length) != DECL_CONTEXT(decl));
	put_true("one_more", u->one_more && !u->is_less);
}

/* What bodies do with a parameter or a member. */
static void put_uses(tree decl)
{
	const decl_use *u = uses_of(decl);

	/* Bit-fields are read as parts of a word. */
	put_true("unused", (!u || !u->used) && !(TREE_CODE(decl) == FIELD_DECL &&
						 DECL_BIT_FIELD_TYPE(decl)));
	if (!u)
		return;
	put_container(u);
	put_true("accessed", u->accessed);
	put_true("indexed", u->indexed);
	put_pointer(u);
	put_true("zero", u->zero);
	put_true("divides", u->divides);
	put_true("makes", u->makes);
	put_true("freed", u->freed);
	put_true("freed_here", u->freed_reached);
	put_compared(u);
	if (u->cast)
		put_type("cast", u->cast);
	put_length(u, decl);
	put_ends(u);
	put_elements(u, decl);
	put_stride(u);
	if (u->called_with)
		put_text("called_with", name_of(u->called_with));
	if (u->index_in)
		put_text("index_in",
			 DECL_NAME(u->index_in) ? name_of(u->index_in) : "*");
	put_true("index_checked", u->index_checked);
	put_true("counts_argument", u->counts_argument);
	if (u->below && DECL_CONTEXT(u->below) == DECL_CONTEXT(decl))
		put_text("below", name_of(u->below));
	if (!u->inside)
		return;
	begin_member("inside", '{');
	put_uses(u->inside);
	end('}');
}

/* The array that a member is, or holds as a std::array does; null: none. */
static tree array_of(tree type)
{
	tree first = TREE_CODE(type) == RECORD_TYPE ? TYPE_FIELDS(type) : NULL_TREE;

	if (TREE_CODE(type) == ARRAY_TYPE)
		return type;
	while (first && TREE_CODE(first) != FIELD_DECL)
		first = DECL_CHAIN(first);
	return first && TREE_CODE(TREE_TYPE(first)) == ARRAY_TYPE &&
		       DECL_IN_SYSTEM_HEADER(first)
		   ? TREE_TYPE(first)
		   : NULL_TREE;
}

static void put_members(tree type)
{
	begin_member("members", '[');
	for (tree m = TYPE_FIELDS(type); m; m = DECL_CHAIN(m)) {
		if (TREE_CODE(m) != FIELD_DECL ||
		    (!DECL_NAME(m) && DECL_BIT_FIELD_TYPE(m)))
			continue;
		begin('{');
		put_text("name", name_of(m));
		put_type("type", DECL_BIT_FIELD_TYPE(m) ? DECL_BIT_FIELD_TYPE(m)
							: TREE_TYPE(m));
		if (DECL_BIT_FIELD_TYPE(m))
			put_number("bits", tree_to_shwi(DECL_SIZE(m)));
		tree array = array_of(TREE_TYPE(m));
		if (array && elements_of(array) > 0)
			put_number("elements", elements_of(array));
		put_true("const", TREE_READONLY(m));
		put_true("artificial", DECL_ARTIFICIAL(m));
		put_true("tail", uses_is_tail(m));
		put_true("private", TREE_PRIVATE(m) || TREE_PROTECTED(m));
		put_uses(m);
		end('}');
	}
	end(']');
}

/* What follows the type of a parameter, an element of TYPE_ARG_TYPES. */
static bool is_parameter(tree p)
{
	return p && TREE_VALUE(p) != void_type_node;
}

/* Of C++: the types that the source has, where the compiler passes an object by reference. */
static void put_class_parameters(tree function)
{
	tree d = class_parameters(class_body(function));

	begin_member("parameters", '[');
	for (tree p = class_parameter_types(function); is_parameter(p);
	     p = TREE_CHAIN(p)) {
		begin('{');
		put_text("name", d ? name_of(d) : "");
		put_type("type", TREE_VALUE(p));
		put_true("default", TREE_PURPOSE(p) != NULL_TREE);
		if (d && range_end(d))
			put_text("end", name_of(range_end(d)));
		if (d && uses_of(d))
			put_uses(d);
		end('}');
		d = d ? DECL_CHAIN(d) : NULL_TREE;
	}
	end(']');
}

static void put_class_function(tree function)
{
	begin('{');
	put_text("name", class_is_constructor(function) ? "" : name_of(function));
	put_true("static", TREE_CODE(TREE_TYPE(function)) == FUNCTION_TYPE);
	put_true("const", class_is_const(function));
	put_true("noexcept", class_is_noexcept(function));
	put_type("result", TREE_TYPE(TREE_TYPE(function)));
	put_class_parameters(function);
	end('}');
}

static void put_class_functions(const char *name, tree type,
				void (*list)(tree type, vec<tree> *functions))
{
	auto_vec<tree> functions;

	list(type, &functions);
	begin_member(name, '[');
	for (unsigned i = 0; i < functions.length(); i++)
		put_class_function(functions[i]);
	end(']');
}

static void put_template(tree type)
{
	auto_vec<tree> arguments;
	char *name = class_template(type, &arguments);

	if (!name)
		return;
	put_text("template", name);
	begin_member("arguments", '[');
	for (unsigned i = 0; i < arguments.length(); i++) {
		begin('{');
		if (TYPE_P(arguments[i]))
			put_type("type", arguments[i]);
		else if (tree_fits_shwi_p(arguments[i]))
			put_number("value", tree_to_shwi(arguments[i]));
		end('}');
	}
	end(']');
	free(name);
}

static void put_list(const char *name, const vec<tree> *list)
{
	begin_member(name, '[');
	for (unsigned i = 0; i < list->length(); i++) {
		put_element(type_number((*list)[i]));
	}
	end(']');
}

static void put_bases(tree type)
{
	auto_vec<tree> bases;

	class_bases(type, &bases);
	put_list("bases", &bases);
}

static void put_class(tree type)
{
	put_template(type);
	put_true("abstract", class_is_abstract(type));
	put_true("aggregate", class_is_aggregate(type));
	put_true("constructed", class_has_constructor(type));
	put_true("default", class_is_default(type));
	put_bases(type);
	put_class_functions("functions", type, class_functions);
	put_class_functions("pure", type, class_pure);
	put_members(type);
}

static void put_record(tree type)
{
	const bool is_complete = COMPLETE_TYPE_P(type) && TYPE_SIZE_UNIT(type) &&
				 tree_fits_shwi_p(TYPE_SIZE_UNIT(type));

	put_text("kind", TREE_CODE(type) == RECORD_TYPE ? "record" : "union");
	put_true("complete", is_complete);
	if (lang_GNU_CXX() && class_is_of_library(type)) {
		put_template(type);
		put_true("library", true);
		return;
	}
	if (!is_complete)
		return;
	put_number("size", tree_to_shwi(TYPE_SIZE_UNIT(type)));
	const decl_use *u = uses_of(TYPE_MAIN_VARIANT(type));
	put_true("freed", u && u->freed);
	put_true("escapes", u && u->escapes);
	if (lang_GNU_CXX() && TREE_CODE(type) == RECORD_TYPE)
		put_class(type);
	else
		put_members(type);
	if (TREE_CODE(type) == RECORD_TYPE)
		put_variants(type);
}

static void put_array(tree type)
{
	put_text("kind", "array");
	put_type("to", TREE_TYPE(type));
	if (elements_of(type) > 0)
		put_number("count", elements_of(type));
}

static void put_function_type(tree type)
{
	put_text("kind", "function");
	put_type("result", TREE_TYPE(type));
	put_true("variadic", stdarg_p(type));
	put_true("unprototyped", !prototype_p(type));
	begin_member("parameters", '[');
	for (tree p = TYPE_ARG_TYPES(type); p && TREE_VALUE(p) != void_type_node;
	     p = TREE_CHAIN(p))
		put_element(type_number(TREE_VALUE(p)));
	end(']');
}

static void put_scalar(tree type)
{
	if (VOID_TYPE_P(type)) {
		put_text("kind", "void");
	} else if (TREE_CODE(type) == ENUMERAL_TYPE && COMPLETE_TYPE_P(type)) {
		put_text("kind", "enum");
		put_enumerators(type);
	} else if (TREE_CODE(type) == COMPLEX_TYPE) {
		put_text("kind", "complex");
		put_type("to", TREE_TYPE(type));
	} else if (COMPLETE_TYPE_P(type) && shape_operand_type(type) != ME_VOID) {
		put_text("kind", number_kind(type));
		put_number("bits", TYPE_PRECISION(type));
		put_true("unsigned", INTEGRAL_TYPE_P(type) && TYPE_UNSIGNED(type));
		put_true("character", TYPE_MAIN_VARIANT(type) == char_type_node);
	} else {
		put_text("kind", "other");
	}
}

static void put_type_row(unsigned number)
{
	tree type = types.all[number];
	char *name =
	    lang_GNU_CXX() ? class_spell(type) : flatten_spell_among(type, &types.all);

	begin('{');
	put_number("number", number);
	put_text("name", name);
	put_type("plain", TYPE_MAIN_VARIANT(type));
	put_true("const", TYPE_READONLY(type));
	put_true("volatile", TYPE_VOLATILE(type));
	if (lang_GNU_CXX())
		put_true("closed", class_is_closed(TYPE_NAME(type)));
	if (RECORD_OR_UNION_TYPE_P(type)) {
		put_record(type);
	} else if (POINTER_TYPE_P(type)) {
		put_text("kind",
			 TREE_CODE(type) == POINTER_TYPE ? "pointer" : "reference");
		put_true("rvalue",
			 TREE_CODE(type) == REFERENCE_TYPE && TYPE_REF_IS_RVALUE(type));
		put_type("to", TREE_TYPE(type));
	} else if (TREE_CODE(type) == ARRAY_TYPE) {
		put_array(type);
	} else if (TREE_CODE(type) == FUNCTION_TYPE || TREE_CODE(type) == METHOD_TYPE) {
		put_function_type(type);
	} else {
		put_scalar(type);
	}
	end('}');
	fputs("\n", output.out);
	free(name);
}

/* ---- functions */

static void put_parameters(tree decl)
{
	unsigned position = 0;
	tree d = DECL_ARGUMENTS(decl);

	begin_member("parameters", '[');
	if (!d)
		for (tree p = TYPE_ARG_TYPES(TREE_TYPE(decl));
		     p && TREE_VALUE(p) != void_type_node; p = TREE_CHAIN(p)) {
			begin('{');
			put_text("name", "");
			put_type("type", TREE_VALUE(p));
			put_true("nonnull", parameter_is_nonnull(decl, position++));
			end('}');
		}
	for (; d; d = DECL_CHAIN(d)) {
		begin('{');
		put_text("name", name_of(d));
		put_type("type", TREE_TYPE(d));
		put_true("nonnull", parameter_is_nonnull(decl, position++));
		if (parameter_bound(decl, d))
			put_number("bound", parameter_bound(decl, d));
		if (DECL_STRUCT_FUNCTION(decl))
			put_uses(d);
		end('}');
	}
	end(']');
}

/* Which functions change what it reads in its next call. Asked of the function that types are for:
 * of each of some thousand it takes a minute. */
static void put_changes(tree decl, const struct listed *where)
{
	const char *wanted = options.types_for;
	kept_changes changes;

	if (wanted && !strstr(wanted, name_of(decl)) && strcmp(wanted, where->symbol))
		return;
	kept_read(decl, &changes);
	if (!changes.variable)
		return;
	put_number("steps", changes.steps);
	begin_member("changed_by", '[');
	for (unsigned i = 0; i < changes.functions.length(); i++)
		put_element(
		    IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(changes.functions[i])));
	end(']');
}

static void put_function(tree decl, const struct listed *where)
{
	begin('{');
	put_text("name", where->name);
	put_text("symbol", where->symbol);
	put_text("kind", where->kind);
	put_text("file", where->file);
	put_number("line", where->line);
	put_type("type", TREE_TYPE(decl));
	put_type("result", TREE_TYPE(TREE_TYPE(decl)));
	put_true("static", !TREE_PUBLIC(decl));
	put_true("setup", setup_is(decl));
	put_true("nested", DECL_STATIC_CHAIN(decl));
	put_true("asks_members", DECL_STRUCT_FUNCTION(decl) && uses_ask_member(decl));
	put_true("frees", DECL_STRUCT_FUNCTION(decl) && uses_free(decl));
	if (DECL_STRUCT_FUNCTION(decl))
		put_changes(decl, where);
	if (lang_GNU_CXX()) {
		put_text("text", lang_hooks.decl_printable_name(decl, 2));
		put_true("closed", class_is_closed(decl) || !class_is_callable(decl));
		put_true("const", class_is_const(decl));
		if (TREE_CODE(TREE_TYPE(decl)) == METHOD_TYPE)
			put_type("class", TYPE_MAIN_VARIANT(DECL_CONTEXT(decl)));
		put_class_parameters(decl);
		auto_vec<tree> asked;
		class_asked(decl, &asked);
		put_list("asks", &asked);
		bool integers, floats;
		uses_stream(decl, &integers, &floats);
		put_true("reads_integers", integers);
		put_true("reads_floats", floats);
	} else {
		put_parameters(decl);
	}
	end('}');
	fputs("\n", output.out);
}

void types_see(tree decl)
{
	if (TREE_CODE(decl) == FUNCTION_DECL && TREE_PUBLIC(decl) && DECL_NAME(decl) &&
	    !DECL_ARTIFICIAL(decl) && !lang_GNU_CXX())
		types.declared.safe_push(decl);
}

/* A function that is declared alone is told where it has a type of those told before. */
static bool is_of_known_type(tree decl)
{
	auto_vec<tree> of;

	of.safe_push(TREE_TYPE(TREE_TYPE(decl)));
	for (tree p = TYPE_ARG_TYPES(TREE_TYPE(decl)); p; p = TREE_CHAIN(p))
		of.safe_push(TREE_VALUE(p));
	for (unsigned i = 0; i < of.length(); i++) {
		tree type = of[i];
		while (POINTER_TYPE_P(type))
			type = TREE_TYPE(type);
		type = TYPE_MAIN_VARIANT(type);
		if (RECORD_OR_UNION_TYPE_P(type) && types.all.contains(type))
			return true;
	}
	return false;
}

static void put_declared(void)
{
	for (unsigned i = 0; i < types.declared.length(); i++) {
		tree decl = types.declared[i];
		if (DECL_STRUCT_FUNCTION(decl) ||
		    !(is_of_known_type(decl) || setup_is(decl)))
			continue;
		struct listed where;
		listing_where(decl, &where);
		where.kind = "declared";
		put_function(decl, &where);
		listing_done(&where);
	}
}

static void put_defined(tree decl, const struct listed *where, void *)
{
	put_function(decl, where);
}

/* The rows of types that have none yet; these name more. */
static void put_types(FILE *out, unsigned *written)
{
	FILE *functions = output.out;

	output.out = out;
	output.separator = *written ? "," : "";
	for (; *written < types.all.length(); ++*written)
		put_type_row(*written);
	output.separator = ",";
	output.out = functions;
}

static int put_macro(cpp_reader *, cpp_hashnode *node, void *)
{
	const char *name = (const char *)NODE_NAME(node);

	if (!cpp_user_macro_p(node) || *name == '_')
		return 1;
	put_element(name);
	return 1;
}

/* Names that a driver behind the source cannot have. */
static void put_macros(void)
{
	begin_member("macros", '[');
	if (&parse_in && parse_in)
		cpp_forall_identifiers(parse_in, put_macro, NULL);
	end(']');
}

static void put_unit(FILE *rows)
{
	unsigned written = 0;

	output.separator = "";
	begin('{');
	put_text("kind", "types");
	put_text("language", lang_GNU_Fortran() ? "fortran"
			     : lang_GNU_CXX()	? "c++"
						: "c");
	put_text("file", main_input_filename);
	begin_member("functions", '[');
	listing_each(put_defined, NULL);
	put_types(rows, &written);
	put_declared();
	put_types(rows, &written);
	while (class_add_derived(&types.all))
		put_types(rows, &written);
	end(']');
	put_macros();
}

void types_write(void)
{
	char *text = NULL;
	size_t size = 0;

	if (!options.types)
		return;
	output.out = fopen(options.types, "w");
	uses_read();
	FILE *rows = open_memstream(&text, &size);
	if (output.out && rows) {
		put_unit(rows);
		fclose(rows);
		fprintf(output.out, ",\"types\":[%s]}\n", text);
	}
	free(text);
	if (!output.out || fclose(output.out))
		error("plugin me: %qs: %m", options.types);
}
