/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * flatten.cc - the scalars that a type consists of, in the order of declaration, and
 * the text of a C initialiser for them. For
 *
 *     struct p { double x; struct { int n[2]; } in; }
 *
 * the fields are f64 at 0 and two i32 at 8, and the text is {@, {{@}}}.
 */
#include "plugin/gcc.h"
#include "plugin/entry/body.h"
#include "plugin/entry/class_type.h"
#include "plugin/entry/parameter.h"
#include "plugin/bodies/uses.h"
#include "plugin/sites/shape.h"

/* An entry with more fields is a mistake: the search has too many coordinates. */
enum { FIELDS_MOST = 4096 };

/* The front end of C++ alone has it. */
extern const char *type_as_string(tree, int) __attribute__((weak));

char *flatten_spell(tree type)
{
	const char *(*spell_class)(tree, int) = type_as_string;
	tree name =
	    TYPE_NAME(type) ? TYPE_NAME(type) : TYPE_NAME(TYPE_MAIN_VARIANT(type));
	const char *tag = lang_GNU_Fortran()		     ? ""
			  : TREE_CODE(type) == RECORD_TYPE   ? "struct "
			  : TREE_CODE(type) == UNION_TYPE    ? "union "
			  : TREE_CODE(type) == ENUMERAL_TYPE ? "enum "
							     : "";

	if (name && TREE_CODE(type) == RECORD_TYPE && spell_class)
		return xstrdup(spell_class(TYPE_MAIN_VARIANT(type), 0));
	if (name && TREE_CODE(name) == TYPE_DECL)
		name = DECL_NAME(name), tag = "";
	if (!name)
		return xstrdup("");
	if (TREE_CODE(type) == COMPLEX_TYPE &&
	    startswith(IDENTIFIER_POINTER(name), "complex "))
		return concat("_Complex ", IDENTIFIER_POINTER(name) + 8, NULL);
	return concat(tag, IDENTIFIER_POINTER(name), NULL);
}

/* A structure or an enumeration without a tag has the name that a typedef gives it. */
static char *spell_by_typedef(tree type)
{
	char *name = flatten_spell(type);

	for (tree v = TYPE_MAIN_VARIANT(type);
	     v && !*name &&
	     (RECORD_OR_UNION_TYPE_P(type) || TREE_CODE(type) == ENUMERAL_TYPE);
	     v = TYPE_NEXT_VARIANT(v))
		if (TYPE_NAME(v)) {
			free(name);
			name = flatten_spell(v);
		}
	return name;
}

/* ((struct heap *)0)->at[0] where the member's elements, or what they lead to, are of the type;
 * else null. */
static char *spell_by_member(tree owner, tree member, tree type)
{
	const char *name =
	    DECL_NAME(member) ? IDENTIFIER_POINTER(DECL_NAME(member)) : NULL;
	tree of = TREE_TYPE(member);
	unsigned depth = 0;

	for (; POINTER_TYPE_P(of) || TREE_CODE(of) == ARRAY_TYPE; of = TREE_TYPE(of))
		depth++;
	if (!name || !depth || TYPE_MAIN_VARIANT(of) != TYPE_MAIN_VARIANT(type))
		return NULL;
	char *text = spell_by_typedef(owner);
	if (*text)
		text = reconcat(text, "((", text, " *)0)->", name, NULL);
	for (; *text && depth; depth--)
		text = reconcat(text, text, "[0]", NULL);
	return text;
}

char *flatten_spell_among(tree type, const vec<tree> *types)
{
	char *name = spell_by_typedef(type);

	if (*name || !RECORD_OR_UNION_TYPE_P(type) || lang_GNU_Fortran())
		return name;
	for (unsigned i = 0; i < types->length() && !*name; i++) {
		tree owner = (*types)[i];
		if (!RECORD_OR_UNION_TYPE_P(owner) || !COMPLETE_TYPE_P(owner))
			continue;
		for (tree m = TYPE_FIELDS(owner); m && !*name; m = DECL_CHAIN(m)) {
			char *of = TREE_CODE(m) == FIELD_DECL
				       ? spell_by_member(owner, m, type)
				       : NULL;
			if (of && *of)
				name = reconcat(name, "__typeof__(", of, ")", NULL);
			free(of);
		}
	}
	return name;
}

static bool refuse_flattening(struct flattening *f, char *why)
{
	if (f->why)
		free(why);
	else
		f->why = why;
	return false;
}

static void put_literal(struct flattening *f, const char *text)
{
	f->text = reconcat(f->text, f->text ? f->text : "", text, NULL);
}

static bool add_field(struct flattening *f, tree type, HOST_WIDE_INT offset,
		      unsigned HOST_WIDE_INT count)
{
	parameter_field field;

	memset(&field, 0, sizeof field);
	field.type = type;
	field.path = f->path;
	field.offset = (unsigned)offset;
	field.count = (unsigned)count;
	field.code = shape_operand_type(type);
	if (count > 1 << 20 || f->fields.length() == FIELDS_MOST)
		return refuse_flattening(
		    f, xstrdup("it has too many scalars to search over"));
	f->fields.safe_push(field);
	return true;
}

/* Whether the type is a number of one of the kinds of enum me_type. */
static bool is_known_scalar(tree type)
{
	return COMPLETE_TYPE_P(type) && !POINTER_TYPE_P(type) &&
	       shape_operand_type(type) != ME_VOID;
}

/* Whether scalars of the type stand side by side in an array as those of its code do. A
 * wide boolean, as Fortran's logical(4) is, and a wide enumeration of -fstrict-enums
 * take more bytes than the code of their few values. */
static bool is_dense(tree type)
{
	unsigned code = shape_operand_type(type);
	unsigned size = code == ME_BOOL ? 1 : 1u << (code - ME_I8) % 4;

	return code < ME_BOOL || code > ME_U64 ||
	       tree_to_uhwi(TYPE_SIZE_UNIT(type)) == size;
}

/* Whether it is a CHARACTER of Fortran, which has no other unsigned integers. */
static bool is_fortran_character(tree type)
{
	return lang_GNU_Fortran() && TREE_CODE(type) == INTEGER_TYPE &&
	       TYPE_UNSIGNED(type);
}

/* Whether it is C's char, and no other integer of its size: signed and unsigned char are data. */
static bool is_plain_char(tree type)
{
	return !lang_GNU_Fortran() && TYPE_MAIN_VARIANT(type) == char_type_node;
}

/* A text: an array of char, or a CHARACTER of Fortran of fixed length; else the element of an
 * array. */
static tree strip_arrays(tree type)
{
	while (TREE_CODE(type) == ARRAY_TYPE &&
	       !(lang_GNU_Fortran() ? TYPE_STRING_FLAG(type)
				    : is_plain_char(TREE_TYPE(type))))
		type = TREE_TYPE(type);
	return type;
}

/* Where the values of scalars stand, or of texts of a length; me_parameter.element. */
static void put_values(struct flattening *f, tree type, unsigned HOST_WIDE_INT length)
{
	char number[32] = "";

	if (is_fortran_character(type) || is_plain_char(type))
		snprintf(number, sizeof number, ":%u", (unsigned)length);
	else if (lang_GNU_Fortran() && TREE_CODE(type) == BOOLEAN_TYPE)
		snprintf(number, sizeof number, ":%u",
			 (unsigned)tree_to_uhwi(TYPE_SIZE_UNIT(type)));
	put_literal(f, "@");
	put_literal(f, number);
}

static void put_bracket(struct flattening *f, const char *c, const char *fortran)
{
	put_literal(f, lang_GNU_Fortran() ? fortran : c);
}

/* Flattens a member: "in.n" is the path of the member n of the member in. */
static bool flatten_named(struct flattening *f, tree type, HOST_WIDE_INT offset,
			  const char *name)
{
	const char *path = f->path;

	if (*name)
		f->path = concat(path, *path ? "." : "", name, NULL);
	bool good = flatten(f, type, offset);
	f->path = path;
	return good;
}

static bool flatten_complex(struct flattening *f, tree type, HOST_WIDE_INT offset)
{
	tree part = TREE_TYPE(type);

	if (!is_known_scalar(part))
		return refuse_flattening(
		    f, xstrdup("a complex number of a type that is not known"));
	put_bracket(f, f->braces ? "{" : "__builtin_complex(", "cmplx(");
	flatten_named(f, part, offset, "re");
	put_literal(f, ", ");
	flatten_named(f, part, offset + tree_to_shwi(TYPE_SIZE_UNIT(part)), "im");
	if (lang_GNU_Fortran()) {
		char *kind = xasprintf(", %u", (unsigned)TYPE_PRECISION(part) / 8);
		put_literal(f, kind);
		free(kind);
	}
	put_literal(f, f->braces ? "}" : ")");
	return !f->why;
}

static bool flatten_array(struct flattening *f, tree type, HOST_WIDE_INT offset)
{
	tree element = strip_array_types(type);

	if (!TYPE_SIZE_UNIT(type) || !tree_fits_uhwi_p(TYPE_SIZE_UNIT(type)) ||
	    integer_zerop(TYPE_SIZE_UNIT(type)))
		return refuse_flattening(f, xstrdup("an array without a fixed length"));
	unsigned HOST_WIDE_INT size = tree_to_uhwi(TYPE_SIZE_UNIT(element));
	unsigned HOST_WIDE_INT n = size ? tree_to_uhwi(TYPE_SIZE_UNIT(type)) / size : 0;
	tree one = strip_arrays(type); /* a text, or the element */
	const bool is_text = one == type;
	put_bracket(f, is_text ? "" : "{", is_text ? "" : "[");
	if (is_known_scalar(element) && is_dense(element)) {
		put_values(f, element,
			   tree_to_uhwi(TYPE_SIZE_UNIT(one)) /
			       tree_to_uhwi(TYPE_SIZE_UNIT(element)));
		if (!add_field(f, element, offset, n))
			return false;
	} else {
		for (unsigned HOST_WIDE_INT i = 0; i < n; i++) {
			put_literal(f, i ? ", " : "");
			if (!flatten(f, element, offset + i * size))
				return false;
		}
	}
	put_bracket(f, is_text ? "" : "}", is_text ? "" : "]");
	return true;
}

tree flatten_find(tree type, const char *path)
{
	const size_t n = strcspn(path, ".");

	if (TREE_CODE(type) != RECORD_TYPE || !n)
		return NULL_TREE;
	for (tree m = TYPE_FIELDS(type); m; m = DECL_CHAIN(m)) {
		if (TREE_CODE(m) != FIELD_DECL || !DECL_NAME(m) ||
		    strlen(IDENTIFIER_POINTER(DECL_NAME(m))) != n ||
		    strncmp(IDENTIFIER_POINTER(DECL_NAME(m)), path, n))
			continue;
		return path[n] ? flatten_find(TREE_TYPE(m), path + n + 1) : m;
	}
	return NULL_TREE;
}

/* Whether functions of other units get objects of the structure. */
static bool escapes(tree record)
{
	if (lang_GNU_CXX())
		return false;
	uses_read();
	const decl_use *u = uses_of(TYPE_MAIN_VARIANT(record));
	return u && u->escapes;
}

/* A pointer, or a union, that nothing reads is zero. */
static bool is_left_out(const struct flattening *f, tree member)
{
	tree type = strip_array_types(TREE_TYPE(member));

	return !lang_GNU_Fortran() && !DECL_BIT_FIELD_TYPE(member) &&
	       (TREE_CODE(type) == POINTER_TYPE || TREE_CODE(type) == UNION_TYPE) &&
	       !body_uses(f->entry, member) && !escapes(DECL_CONTEXT(member));
}

/* Of C: drivers of C++ make no such objects. */
static bool is_tail(const struct flattening *f, tree member)
{
	if (!f->is_pointed || lang_GNU_CXX() ||
	    TREE_CODE(TREE_TYPE(member)) != ARRAY_TYPE)
		return false;
	uses_read();
	return uses_is_tail(member);
}

static bool flatten_member(struct flattening *f, tree member, HOST_WIDE_INT offset)
{
	const char *name =
	    DECL_NAME(member) ? IDENTIFIER_POINTER(DECL_NAME(member)) : "";

	if (startswith(name, "_vptr"))
		return refuse_flattening(f, xstrdup("a class with virtual functions"));
	if (is_left_out(f, member)) {
		put_literal(f, AGGREGATE_TYPE_P(TREE_TYPE(member)) ? "{0}" : "0");
		return true;
	}
	if (is_tail(f, member))
		return refuse_flattening(
		    f, xasprintf("its member '%s' is an array that goes on behind it",
				 name));
	if (DECL_BIT_FIELD_TYPE(member))
		return refuse_flattening(
		    f, xasprintf("its member '%s' is a bit-field", name));
	if (flatten_named(f, TREE_TYPE(member), offset + int_byte_position(member),
			  name))
		return true;
	if (*name && !startswith(f->why, "its member"))
		f->why = reconcat(f->why, "its member '", name, "': ", f->why, NULL);
	return false;
}

static bool is_of_std(tree type)
{
	tree context = TYPE_CONTEXT(type);

	return context && TREE_CODE(context) == NAMESPACE_DECL && DECL_NAME(context) &&
	       id_equal(DECL_NAME(context), "std");
}

/* std::complex<T> has constructors, but any two values are a valid object: it is
 * treated as its only member, a complex number. Returns that member, or null. */
static tree complex_member(tree type)
{
	type = TYPE_MAIN_VARIANT(type); /* not the name that a typedef gives it */
	tree name = TYPE_NAME(type), m = TYPE_FIELDS(type);

	if (!name || TREE_CODE(name) != TYPE_DECL || !is_of_std(type) ||
	    !id_equal(DECL_NAME(name), "complex"))
		return NULL_TREE;
	while (m && TREE_CODE(m) != FIELD_DECL)
		m = DECL_CHAIN(m);
	return m && TREE_CODE(TREE_TYPE(m)) == COMPLEX_TYPE ? m : NULL_TREE;
}

static bool flatten_std_complex(struct flattening *f, tree type, HOST_WIDE_INT offset)
{
	f->braces = true;
	bool good = flatten_complex(f, type, offset);
	f->braces = false;
	return good;
}

static bool refuse_class(struct flattening *f, tree type, const char *with)
{
	char *name = flatten_spell(type);

	refuse_flattening(f, xasprintf("%s is a class with %s", name, with));
	free(name);
	return false;
}

/* Its members are the library's. */
static bool is_stream(tree type)
{
	tree name = TYPE_NAME(TYPE_MAIN_VARIANT(type));

	if (name && TREE_CODE(name) == TYPE_DECL)
		name = DECL_NAME(name);
	return name && id_equal(name, "_IO_FILE");
}

static bool flatten_record(struct flattening *f, tree type, HOST_WIDE_INT offset)
{
	tree number = complex_member(type);
	const char *separator = "";

	if (number)
		return flatten_std_complex(f, TREE_TYPE(number), offset);
	if (is_stream(type))
		return refuse_flattening(f, xstrdup("a stream of the C library"));
	if (class_has_constructor(type))
		return refuse_class(f, type, "a constructor or destructor");
	for (tree m = TYPE_FIELDS(type); m; m = DECL_CHAIN(m))
		if (lang_GNU_CXX() && TREE_CODE(m) == FIELD_DECL &&
		    (TREE_PRIVATE(m) || TREE_PROTECTED(m)))
			return refuse_class(f, type, "members that are not public");
	if (lang_GNU_Fortran())
		put_literal(f, flatten_spell(type));
	put_bracket(f, "{", "(");
	for (tree m = TYPE_FIELDS(type); m; m = DECL_CHAIN(m)) {
		if (TREE_CODE(m) != FIELD_DECL ||
		    (!DECL_NAME(m) && DECL_BIT_FIELD_TYPE(m)))
			continue;
		put_literal(f, separator);
		separator = ", ";
		if (!flatten_member(f, m, offset))
			return false;
	}
	put_bracket(f, "}", ")");
	return true;
}

static bool refuse_type(struct flattening *f, tree type)
{
	char *name = flatten_spell(type);

	if (POINTER_TYPE_P(type))
		refuse_flattening(
		    f,
		    xstrdup(
			"a pointer inside a structure or array, or behind a pointer"));
	else if (VOID_TYPE_P(type))
		refuse_flattening(
		    f, xstrdup("a pointer to void, whose elements have no type"));
	else if (TREE_CODE(type) == UNION_TYPE || TREE_CODE(type) == QUAL_UNION_TYPE)
		refuse_flattening(f, xasprintf("%s is a union", *name ? name : "it"));
	else if (TREE_CODE(type) == FUNCTION_TYPE || TREE_CODE(type) == METHOD_TYPE)
		refuse_flattening(f, xstrdup("a pointer to a function"));
	else if (SCALAR_FLOAT_TYPE_P(type) && DECIMAL_FLOAT_MODE_P(TYPE_MODE(type)))
		refuse_flattening(
		    f, xasprintf("%s is a decimal number, which cannot be an input",
				 name));
	else if (!COMPLETE_TYPE_P(type))
		refuse_flattening(f, xstrdup("its type is incomplete"));
	else
		refuse_flattening(
		    f, xasprintf("type %s is not an arithmetic type, nor an array or "
				 "structure of such",
				 name));
	free(name);
	return false;
}

bool flatten(struct flattening *f, tree type, HOST_WIDE_INT offset)
{
	if (TREE_CODE(type) == ARRAY_TYPE)
		return flatten_array(f, type, offset);
	if (!VOID_TYPE_P(type) && is_known_scalar(type)) {
		put_values(f, type, 1);
		return add_field(f, type, offset, 1);
	}
	if (TREE_CODE(type) == COMPLEX_TYPE)
		return flatten_complex(f, type, offset);
	if (TREE_CODE(type) == RECORD_TYPE && COMPLETE_TYPE_P(type))
		return flatten_record(f, type, offset);
	return refuse_type(f, type);
}
