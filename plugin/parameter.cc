/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * parameter.cc - the entry's parameters: what each consists of, how many elements a
 * pointer points to, and which limits the argument `entry=` sets.
 */
#include "plugin/gcc.h"
#include "plugin/flatten.h"
#include "plugin/options.h"
#include "plugin/record.h"

/* A string's bytes where no count is given. */
enum { STRING_LENGTH = 16, SCALARS_MOST = 1 << 20 };

static unsigned position_of(tree entry, const parameter *p)
{
	unsigned position = 0;

	for (tree d = DECL_ARGUMENTS(entry); d != p->decl; d = DECL_CHAIN(d))
		position++;
	return position;
}

static bool refuse(tree entry, const parameter *p, const char *why)
{
	error_at(DECL_SOURCE_LOCATION(entry),
		 "plugin me: entry %qs cannot be driven: parameter %u (%qs): %s",
		 options.entry, position_of(entry, p) + 1, p->name, why);
	return false;
}

static bool refuse_entry(tree entry, const char *what, const char *name)
{
	error_at(DECL_SOURCE_LOCATION(entry),
		 "plugin me: entry %qs has no parameter %s%s", options.entry, what,
		 name);
	return false;
}

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
		char *bound = xasprintf("%s[%ld]", text,
					(long)tree_to_shwi(array_type_nelts(type)) + 1);
		free(text);
		text = bound;
	}
	return text;
}

static const char *literal_of(const parameter *p, tree type, tree element)
{
	char *name = flatten_spell(strip_array_types(element));
	bool scalar = TREE_CODE(element) != RECORD_TYPE;

	if (!*name || (TREE_CODE(type) == REFERENCE_TYPE && p->count == 1) ||
	    (p->passing == ME_BY_VALUE && scalar))
		return "";
	if (p->passing == ME_BY_VALUE)
		return concat("(", name, ")", NULL);
	if (p->count == 1 && !scalar)
		return concat("&(", name, ")", NULL);
	return concat("(", name, "[]", bounds_of(element), ")", NULL);
}

/* The bound of `double y[4]`, else 0. GCC has it beside the pointer's type: the
 * attribute "access" of `f(int n, double y[4])` is ^1[4]. */
static unsigned declared_bound(tree entry, unsigned position)
{
	tree access = lookup_attribute("access", TYPE_ATTRIBUTES(TREE_TYPE(entry)));
	tree text =
	    access && TREE_VALUE(access) ? TREE_VALUE(TREE_VALUE(access)) : NULL_TREE;
	char *start = xasprintf("^%u[", position);
	unsigned long n = 0;

	if (text && TREE_CODE(text) == STRING_CST) {
		const char *at = strstr(TREE_STRING_POINTER(text), start);
		n = at ? strtoul(at + strlen(start), NULL, 10) : 0;
	}
	free(start);
	return n <= SCALARS_MOST ? n : 0;
}

static bool read_type(tree entry, tree type, parameter *p)
{
	bool pointer = POINTER_TYPE_P(type);
	tree element = pointer ? pointed_element(type) : type;
	flattening f = {vNULL, NULL, NULL};

	p->passing = pointer ? ME_BY_POINTER : ME_BY_VALUE;
	if (!flatten(&f, element, 0)) {
		char *why = concat(pointer && !strstr(f.why, "pointer to")
				       ? "what it points to: "
				       : "",
				   f.why, NULL);
		refuse(entry, p, why);
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
	unsigned bound = declared_bound(entry, position_of(entry, p));
	if (pointer && bound)
		p->count = bound;
	return true;
}

static int find_parameter(const auto_vec<parameter> *parameters, const char *name)
{
	for (unsigned i = 0; i < parameters->length(); i++)
		if (!strcmp((*parameters)[i].name, name))
			return i;
	return -1;
}

/* The length of Fortran's CHARACTER c, an argument `_c` behind all others. That of
 * character(*) is searched over. */
static bool read_hidden_length(tree entry, auto_vec<parameter> *parameters,
			       parameter *p)
{
	int of = *p->name == '_' ? find_parameter(parameters, p->name + 1) : -1;
	tree text = of < 0 ? NULL_TREE : TREE_TYPE((*parameters)[of].decl);

	if (!text || !POINTER_TYPE_P(text) ||
	    TREE_CODE(TREE_TYPE(text)) != ARRAY_TYPE ||
	    !TYPE_STRING_FLAG(TREE_TYPE(text)))
		return refuse(
		    entry, p,
		    "the compiler made it: the object of a method, or for Fortran's "
		    "OPTIONAL or assumed shape");
	parameter *counted = &(*parameters)[of];
	if (pointed_element(text) == TREE_TYPE(text)) {
		p->low[0] = p->high[0] = counted->size;
		p->flags |= ME_PARAMETER_RANGE;
	} else {
		counted->count = STRING_LENGTH;
		p->length_of = of;
	}
	return read_type(entry, TREE_TYPE(p->decl), p);
}

static bool read_parameter(tree entry, tree decl, auto_vec<parameter> *parameters,
			   parameter *p)
{
	memset(p, 0, sizeof *p);
	p->decl = decl;
	p->name = DECL_NAME(decl) ? IDENTIFIER_POINTER(DECL_NAME(decl)) : "";
	p->count = 1;
	p->length_of = ME_NO_PARAMETER;
	if (DECL_ARTIFICIAL(decl))
		return read_hidden_length(entry, parameters, p);
	return read_type(entry, TREE_TYPE(decl), p);
}

/* ---- limits */

static bool limit_count(tree entry, const entry_limit *l, parameter *p)
{
	if (p->passing != ME_BY_POINTER)
		return refuse(entry, p,
			      l->elements ? "a count is given, but it is no pointer"
					  : "it may not be null: it is no pointer");
	if (l->nullable && TREE_CODE(TREE_TYPE(p->decl)) == REFERENCE_TYPE)
		return refuse(entry, p, "a reference may not be null");
	if (l->elements)
		p->count = l->elements;
	if (l->nullable)
		p->flags |= ME_PARAMETER_NULLABLE;
	return true;
}

/* Whether it is one scalar, and an integer of at most 64 bits when that is asked for.
 */
static bool is_number(const parameter *p, bool integer)
{
	unsigned code;

	if (p->fields.length() != 1 || p->fields[0].count != 1)
		return false;
	code = p->fields[0].code;
	return !integer || (code >= ME_I8 && code <= ME_U64);
}

static bool limit_length(tree entry, const entry_limit *l,
			 auto_vec<parameter> *parameters, parameter *p)
{
	int of = find_parameter(parameters, l->of);

	if (of < 0)
		return refuse_entry(entry, "", l->of);
	parameter *counted = &(*parameters)[of];
	if (!is_number(p, true) || p->count != 1 || p->flags & ME_PARAMETER_NULLABLE)
		return refuse(entry, p, "a length is one integer");
	if (counted->passing != ME_BY_POINTER || counted == p)
		return refuse(entry, counted, "it has a length, but it is no pointer");
	for (unsigned i = 0; i < parameters->length(); i++)
		if ((*parameters)[i].length_of == (unsigned)of)
			return refuse(entry, counted, "it has two lengths");
	p->length_of = of;
	counted->flags &= ~ME_PARAMETER_STRING;
	return true;
}

/* One bound as the type's bits in memory. */
static bool integer_bound(tree type, const char *text, uint64_t bits[2])
{
	bool is_unsigned = TYPE_UNSIGNED(type);
	char *end;

	errno = 0;
	bits[0] =
	    is_unsigned ? strtoull(text, &end, 0) : (uint64_t)strtoll(text, &end, 0);
	bits[1] = 0;
	return !*end && !errno && !(is_unsigned && *text == '-') &&
	       wi::fits_to_tree_p(is_unsigned ? wide_int(wi::uhwi(bits[0], 65))
					      : wide_int(wi::shwi(bits[0], 65)),
				  type);
}

/* Both zeros lie in a range that one of them bounds. */
static bool real_bound(tree type, const char *text, bool is_low, uint64_t bits[2])
{
	REAL_VALUE_TYPE r;
	unsigned char image[32] = {0};

	if (real_from_string(&r, *text == '+' ? text + 1 : text) < 0)
		r = dconst0;
	real_convert(&r, TYPE_MODE(type), &r);
	if (real_equal(&r, &dconst0))
		r = is_low ? real_value_negate(&dconst0) : dconst0;
	if (REAL_VALUE_ISINF(r) ||
	    !native_encode_expr(build_real(type, r), image, sizeof image))
		return false;
	memcpy(bits, image, 16);
	if (TYPE_PRECISION(type) == 80)
		bits[1] &= 0xffff;
	return true;
}

static bool in_order(tree type, const char *low, const char *high, const parameter *p)
{
	if (SCALAR_FLOAT_TYPE_P(type)) {
		REAL_VALUE_TYPE a, b;
		real_from_string(&a, low);
		real_from_string(&b, high);
		return !real_less(&b, &a);
	}
	return TYPE_UNSIGNED(type) ? p->low[0] <= p->high[0]
				   : (int64_t)p->low[0] <= (int64_t)p->high[0];
}

static bool limit_range(tree entry, const entry_limit *l, parameter *p)
{
	if (p->fields.length() != 1 || p->fields[0].code >= ME_I128 ||
	    p->flags & ME_PARAMETER_STRING)
		return refuse(entry, p, "a range is for numbers of at most 80 bits");
	tree type = p->fields[0].type;
	bool good = SCALAR_FLOAT_TYPE_P(type)
			? real_bound(type, l->low, true, p->low) &&
			      real_bound(type, l->high, false, p->high)
			: integer_bound(type, l->low, p->low) &&
			      integer_bound(type, l->high, p->high);
	if (!good)
		return refuse(entry, p, "a bound of its range is no value of its type");
	if (!in_order(type, l->low, l->high, p))
		return refuse(entry, p, "its range is empty");
	p->flags |= ME_PARAMETER_RANGE;
	return true;
}

static bool apply_limit(tree entry, const entry_limit *l,
			auto_vec<parameter> *parameters)
{
	int i = find_parameter(parameters, l->name);

	if (i < 0) {
		char *name = xasprintf("%s", l->name);
		refuse_entry(entry, "", name);
		free(name);
		return false;
	}
	parameter *p = &(*parameters)[i];
	if (l->kind == LIMIT_COUNT)
		return limit_count(entry, l, p);
	return l->kind == LIMIT_LENGTH ? limit_length(entry, l, parameters, p)
				       : limit_range(entry, l, p);
}

/* What is left when all limits are known. */
static bool finish(tree entry, parameter *p)
{
	tree type = TREE_TYPE(p->decl);
	uint64_t scalars = 0;

	for (unsigned i = 0; i < p->fields.length(); i++)
		scalars += p->fields[i].count;
	if (scalars * p->count > SCALARS_MOST)
		return refuse(entry, p, "it has too many scalars to search over");
	p->literal =
	    literal_of(p, type, POINTER_TYPE_P(type) ? pointed_element(type) : type);
	return true;
}

bool parameters_read(tree entry, auto_vec<parameter> *parameters)
{
	if (stdarg_p(TREE_TYPE(entry))) {
		error_at(
		    DECL_SOURCE_LOCATION(entry),
		    "plugin me: entry %qs cannot be driven: parameter %u (%<...%>): "
		    "variable arguments",
		    options.entry, list_length(DECL_ARGUMENTS(entry)) + 1);
		return false;
	}
	for (tree d = DECL_ARGUMENTS(entry); d; d = DECL_CHAIN(d)) {
		parameter p;
		if (!read_parameter(entry, d, parameters, &p))
			return false;
		parameters->safe_push(p);
	}
	for (int i = 0; i < options.limit_count; i++)
		if (!apply_limit(entry, &options.limits[i], parameters))
			return false;
	for (unsigned i = 0; i < parameters->length(); i++)
		if (!finish(entry, &(*parameters)[i]))
			return false;
	for (unsigned i = 0; i < parameters->length(); i++)
		if ((*parameters)[i].fields.length())
			return true;
	return refuse_entry(entry, "to search over", "");
}

/* ---- the record */

static tree write_fields(const parameter *p)
{
	tree type = record_type("uubbhu", sizeof(struct me_field));
	tree table = table_declare("fields", type);
	auto_vec<tree> values;

	for (unsigned i = 0; i < p->fields.length(); i++) {
		const parameter_field *f = &p->fields[i];
		const record_member members[] = {f->offset, f->count, f->code, 0, 0, 0};
		values.safe_push(record_value(type, members, 6));
	}
	table_define(table, type, &values, NULL);
	return table;
}

tree parameters_write(const auto_vec<parameter> *parameters)
{
	tree type = record_type("ppppuuuubbhuqqqq", sizeof(struct me_parameter));
	tree table = table_declare("parameters", type);
	auto_vec<tree> values;

	for (unsigned i = 0; i < parameters->length(); i++) {
		const parameter *p = &(*parameters)[i];
		const record_member members[] = {
		    string_address(p->name),
		    string_address(p->literal),
		    string_address(p->element),
		    address_at(write_fields(p), 0),
		    p->fields.length(),
		    p->count,
		    p->size,
		    p->length_of,
		    p->passing,
		    p->flags,
		    0,
		    0,
		    (HOST_WIDE_INT)p->low[0],
		    (HOST_WIDE_INT)p->low[1],
		    (HOST_WIDE_INT)p->high[0],
		    (HOST_WIDE_INT)p->high[1],
		};
		values.safe_push(record_value(type, members, 16));
	}
	table_define(table, type, &values, NULL);
	return table;
}
