/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * parameter.cc - the entry's parameters: where one is, refusals, counts, lengths and ranges
 * of the argument `entry=`, and the record.
 */
#include "plugin/gcc.h"
#include "plugin/entry/parameter.h"
#include "plugin/sites/shape.h"
#include "plugin/unit/artificial.h"
#include "plugin/unit/symbol.h"

/* How many parameters stand before it. */
static unsigned parameter_position(tree entry, tree decl)
{
	unsigned position = 0;

	for (tree d = DECL_ARGUMENTS(entry); d != decl; d = DECL_CHAIN(d))
		position++;
	return position;
}

static const char *bounds_text(tree entry, tree decl)
{
	tree access = lookup_attribute("access", TYPE_ATTRIBUTES(TREE_TYPE(entry)));
	tree text =
	    access && TREE_VALUE(access) ? TREE_VALUE(TREE_VALUE(access)) : NULL_TREE;
	char *start = xasprintf("^%u[", parameter_position(entry, decl));
	const char *at = text && TREE_CODE(text) == STRING_CST
			     ? strstr(TREE_STRING_POINTER(text), start)
			     : NULL;

	at = at ? at + strlen(start) : NULL;
	free(start);
	return at;
}

const char *parameter_bounds(tree entry, const parameter *p)
{
	return bounds_text(entry, p->decl);
}

unsigned parameter_bound(tree function, tree decl)
{
	const char *at = bounds_text(function, decl);
	unsigned long n = at ? strtoul(*at == 's' ? at + 1 : at, NULL, 10) : 0;

	return n <= PARAMETER_SCALARS ? n : 0;
}

bool parameter_is_nonnull(tree function, unsigned position)
{
	tree attribute =
	    lookup_attribute("nonnull", TYPE_ATTRIBUTES(TREE_TYPE(function)));
	tree list = attribute ? TREE_VALUE(attribute) : NULL_TREE;

	if (attribute && !list)
		return true;
	for (; list; list = TREE_CHAIN(list))
		if (tree_fits_shwi_p(TREE_VALUE(list)) &&
		    tree_to_shwi(TREE_VALUE(list)) == (HOST_WIDE_INT)position + 1)
			return true;
	return false;
}

bool parameter_refuse(tree entry, const parameter *p, const char *why)
{
	tree type = TREE_TYPE(p->decl);

	error_at(
	    DECL_SOURCE_LOCATION(entry),
	    "plugin me: entry %qs cannot be driven: parameter %u (%qs, of type %qT): "
	    "%s",
	    options.entry, parameter_position(entry, p->decl) + 1, p->name, type, why);
	return false;
}

static void (*tell_more)(void);

void parameter_tell_at_hand_over(void (*tell)(void))
{
	tell_more = tell;
}

void parameter_hand_over(const parameter *p, const char *why)
{
	FILE *out = options.refusal ? fopen(options.refusal, "w") : NULL;

	if (!out)
		return;
	fprintf(out, "%s\n", main_input_filename);
	if (p)
		fprintf(out, "parameter '%s': ", p->name);
	fprintf(out, "%s\n", why);
	if (tell_more)
		tell_more();
	if (!fclose(out))
		exit(FATAL_EXIT_CODE);
}

bool parameter_refuse_entry(tree entry, const char *name)
{
	error_at(DECL_SOURCE_LOCATION(entry),
		 "plugin me: entry %qs has no parameter %s", options.entry, name);
	return false;
}

/* Whether the field is of an element of an array of structures: others have its path. */
static bool is_of_element(const parameter *p, unsigned field)
{
	const char *path = p->fields[field].path;

	for (unsigned i = 0; i < p->fields.length(); i++)
		if (i != field && !strcmp(p->fields[i].path, path))
			return true;
	return false;
}

static void add_members(const parameter_list *parameters, bool of_elements,
			auto_vec<parameter_member> *members)
{
	enum { MOST = 12 };

	for (unsigned i = 0; i < parameters->length(); i++) {
		const parameter *p = &(*parameters)[i];
		for (unsigned k = 0; k < p->fields.length() && p->count == 1; k++) {
			const parameter_field *f = &p->fields[k];
			const parameter_member m = {i, k};
			if (*f->path && f->count == 1 && f->code >= ME_I8 &&
			    f->code <= ME_U64 && !p->rank && members->length() < MOST &&
			    !(f->type && TREE_CODE(f->type) == ENUMERAL_TYPE) &&
			    is_of_element(p, k) == of_elements)
				members->safe_push(m);
		}
	}
}

void parameter_members(const parameter_list *parameters,
		       auto_vec<parameter_member> *members)
{
	/* An array of structures leaves places for what bounds its indices. */
	add_members(parameters, false, members);
	add_members(parameters, true, members);
}

int parameter_find(const parameter_list *parameters, const char *name)
{
	for (unsigned i = 0; i < parameters->length(); i++)
		if (symbol_same_name(name, (*parameters)[i].name))
			return i;
	return -1;
}

void parameter_add_text(char *text)
{
	options.ranges = concat(options.ranges, *options.ranges ? "," : "", text, NULL);
	free(text);
}

/* ---- counts */

/* The parameter that says whether a value of Fortran's OPTIONAL is present. */
static parameter *presence_of(parameter_list *parameters, const parameter *p)
{
	for (unsigned i = 0; i < parameters->length(); i++)
		if ((*parameters)[i].presence_of == (unsigned)(p - parameters->begin()))
			return &(*parameters)[i];
	return NULL;
}

static bool limit_null(tree entry, parameter_list *parameters, parameter *p)
{
	parameter *presence = presence_of(parameters, p);

	if (presence)
		presence->fields[0].low[0] = 0;
	else if (p->passing != ME_BY_POINTER)
		return parameter_refuse(entry, p,
					"it may not be null: it is no pointer");
	else if (TREE_CODE(TREE_TYPE(p->decl)) == REFERENCE_TYPE)
		return parameter_refuse(entry, p, "a reference may not be null");
	else
		p->flags |= ME_PARAMETER_NULLABLE;
	return true;
}

/* One count for each dimension. */
static bool limit_extents(tree entry, const entry_limit *l, parameter *p)
{
	uint64_t count = 1;
	const char *at = l->more;

	for (unsigned i = 0; i < p->rank; i++) {
		p->extent[i] = l->elements;
		if (i && *l->more) {
			char *end;
			p->extent[i] = strtoul(at, &end, 10);
			at = *end ? end + 1 : end;
		}
		count *= p->extent[i];
		p->flags &= ~ME_PARAMETER_DEFAULT;
		p->varies = l->is_most;
		if (!p->extent[i])
			return parameter_refuse(entry, p, "it has more dimensions");
		if (count > PARAMETER_SCALARS)
			return parameter_refuse(entry, p, "it has too many elements");
	}
	p->count = (unsigned)count;
	p->is_guess = l->is_guess;
	return !*at || parameter_refuse(entry, p, "it has fewer dimensions");
}

/* Whether "3x4" are the bounds that the type has behind the first: a[][3][4]. */
static bool has_bounds(const parameter *p, const char *bounds)
{
	tree type = p->pointed;

	for (; *bounds && type && TREE_CODE(type) == ARRAY_TYPE;
	     type = TREE_TYPE(type)) {
		char *end;
		unsigned long n = strtoul(bounds, &end, 10);
		if (n != tree_to_uhwi(array_type_nelts_minus_one(type)) + 1)
			return false;
		bounds = *end ? end + 1 : end;
	}
	return !*bounds && (!type || TREE_CODE(type) != ARRAY_TYPE);
}

static bool limit_count(tree entry, const entry_limit *l, parameter_list *parameters,
			parameter *p)
{
	if (*l->member)
		return parameter_refuse(entry, p, "a count or ? is given to a member");
	if (l->elements && p->passing != ME_BY_POINTER)
		return parameter_refuse(entry, p,
					"a count is given, but it is no pointer");
	if (l->nullable && !limit_null(entry, parameters, p))
		return false;
	if (l->is_most && !p->rank)
		return parameter_refuse(entry, p,
					".. is for arrays of assumed shape in Fortran");
	if (p->rank && l->elements)
		return limit_extents(entry, l, p);
	if (*l->more && !has_bounds(p, l->more))
		return parameter_refuse(
		    entry, p,
		    p->pointed && TREE_CODE(p->pointed) == ARRAY_TYPE
			? "the type has other bounds behind the first"
			: "it has one dimension");
	if (l->elements) {
		p->count = l->elements;
		p->is_guess = l->is_guess;
		if (!l->is_guess)
			p->flags &= ~ME_PARAMETER_DEFAULT;
	}
	return true;
}

/* ---- lengths */

/* Whether it is one scalar and, if requested, an integer of at most 64 bits. */
static bool is_one_number(const parameter *p, bool integer)
{
	unsigned code;

	if (p->fields.length() != 1 || p->fields[0].count != 1)
		return false;
	code = p->fields[0].code;
	return !integer || (code >= ME_I8 && code <= ME_U64);
}

static bool limit_length(tree entry, const entry_limit *l, parameter_list *parameters,
			 parameter *p)
{
	int of = parameter_find(parameters, l->of);

	if (of < 0)
		return parameter_refuse_entry(entry, l->of);
	parameter *counted = &(*parameters)[of];
	if (*l->member || !is_one_number(p, true) || p->count != 1 ||
	    p->flags & ME_PARAMETER_NULLABLE)
		return parameter_refuse(entry, p, "a length is one integer");
	if (counted->rank > 1)
		return parameter_refuse(entry, counted,
					"a length is for one dimension");
	if (counted->passing != ME_BY_POINTER || counted == p)
		return parameter_refuse(entry, counted,
					"it has a length, but it is no pointer");
	for (unsigned i = 0; i < parameters->length(); i++)
		if ((*parameters)[i].length_of == (unsigned)of)
			return parameter_refuse(entry, counted, "it has two lengths");
	p->length_of = of;
	counted->is_guess |= l->is_guess;
	counted->varies = false;
	counted->flags &= ~ME_PARAMETER_STRING;
	return true;
}

/* y:n, where n is the length of another array: y has as many elements. */
static bool limit_counted(tree entry, const entry_limit *l, parameter_list *parameters,
			  parameter *p)
{
	const int n = parameter_find(parameters, l->of);
	entry_limit length = *l;

	if (n < 0)
		return parameter_refuse_entry(entry, l->of);
	if (l->nullable && !limit_null(entry, parameters, p))
		return false;
	length.of = p->name;
	if ((*parameters)[n].length_of == ME_NO_PARAMETER)
		return limit_length(entry, &length, parameters, &(*parameters)[n]);
	if (*l->member || p->passing != ME_BY_POINTER || p->rank)
		return parameter_refuse(entry, p,
					"it has a length, but it is no pointer");
	p->counted_by = n;
	p->is_guess |= l->is_guess;
	p->flags &= ~ME_PARAMETER_STRING;
	return true;
}

static bool limit_alias(tree entry, const entry_limit *l, parameter_list *parameters,
			parameter *p)
{
	const int of = parameter_find(parameters, l->of);

	if (of < 0)
		return parameter_refuse_entry(entry, l->of);
	p->alias_of = of;
	return true;
}

/* ---- ranges */

/* One bound as the type's bits in memory. */
static bool integer_bound(tree type, const char *text, uint64_t bits[2])
{
	bool is_unsigned = TYPE_UNSIGNED(type);
	char *end;

	errno = 0;
	bits[1] = 0;
	if (!text) {
		bits[0] = tree_to_shwi(fold_convert(ssizetype, TYPE_MAX_VALUE(type)));
		return true;
	}
	bits[0] =
	    is_unsigned ? strtoull(text, &end, 0) : (uint64_t)strtoll(text, &end, 0);
	return !*end && !errno && !(is_unsigned && *text == '-') &&
	       wi::fits_to_tree_p(is_unsigned ? wide_int(wi::uhwi(bits[0], 65))
					      : wide_int(wi::shwi(bits[0], 65)),
				  type);
}

/* A range that one zero bounds contains both zeros. */
static bool real_bound(tree type, const char *text, bool is_low, uint64_t bits[2])
{
	REAL_VALUE_TYPE r;
	unsigned char image[32] = {0};

	if (!text || real_from_string(&r, *text == '+' ? text + 1 : text) < 0)
		r = dconst0;
	real_convert(&r, TYPE_MODE(type), &r);
	if (!text)
		real_maxval(&r, is_low, TYPE_MODE(type));
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

static bool in_order(const entry_limit *l, const parameter_field *f)
{
	if (!l->high)
		return true;
	if (SCALAR_FLOAT_TYPE_P(f->type)) {
		REAL_VALUE_TYPE a, b;
		real_from_string(&a, l->low);
		real_from_string(&b, l->high);
		return !real_less(&b, &a);
	}
	return TYPE_UNSIGNED(f->type) ? f->low[0] <= f->high[0]
				      : (int64_t)f->low[0] <= (int64_t)f->high[0];
}

/* Whether the path is that of the member or of a part of it. */
static bool is_in(const char *path, const char *member)
{
	size_t n = strlen(member);

	return !n || (!strncmp(path, member, n) && (!path[n] || path[n] == '.'));
}

static bool limit_field(tree entry, const entry_limit *l, const parameter *p,
			parameter_field *f)
{
	if (f->code >= ME_I128)
		return parameter_refuse(entry, p,
					"a range is for numbers of at most 80 bits");
	bool good = SCALAR_FLOAT_TYPE_P(f->type)
			? real_bound(f->type, l->low, true, f->low) &&
			      real_bound(f->type, l->high, false, f->high)
			: integer_bound(f->type, l->low, f->low) &&
			      integer_bound(f->type, l->high, f->high);
	if (!good)
		return parameter_refuse(entry, p,
					"a bound of its range is no value of its type");
	if (!in_order(l, f))
		return parameter_refuse(entry, p, "its range is empty");
	f->limited = true;
	return true;
}

static bool limit_range(tree entry, const entry_limit *l, parameter *p)
{
	const parameter_field *first = NULL;

	for (unsigned i = 0; i < p->fields.length(); i++) {
		parameter_field *f = &p->fields[i];
		if (!is_in(f->path, l->member) ||
		    (!l->low && !SCALAR_FLOAT_TYPE_P(f->type)))
			continue;
		if (l->low && first && first->code != f->code)
			return parameter_refuse(
			    entry, p,
			    "a range for members of several types; name one member");
		first = f;
		if (!limit_field(entry, l, p, f))
			return false;
		f->is_default |= l->is_guess && *f->path;
		if (l->is_guess && !*f->path)
			p->flags |= ME_PARAMETER_DEFAULT_RANGE;
	}
	return first ||
	       parameter_refuse(entry, p,
				l->low ? "it has no member of that name"
				       : "finite is for floating-point numbers");
}

/* Whether an earlier item says something else of it. */
static bool is_repeated(const struct entry_limit *l, const parameter_list *parameters,
			int i)
{
	for (const struct entry_limit *before = options.limits; before < l; before++) {
		if (before->kind != l->kind || strcmp(before->member, l->member) ||
		    parameter_find(parameters, before->name) != i)
			continue;
		if (l->kind != LIMIT_COUNT || (before->elements && l->elements))
			return true;
	}
	return false;
}

bool parameter_limit(tree entry, const entry_limit *l, parameter_list *parameters)
{
	int i = parameter_find(parameters, l->name);

	if (i < 0)
		return parameter_refuse_entry(entry, l->name);
	parameter *p = &(*parameters)[i];
	if (is_repeated(l, parameters, i))
		return parameter_refuse(
		    entry, p,
		    l->kind == LIMIT_COUNT    ? "its count is given twice"
		    : l->kind == LIMIT_LENGTH ? "it is declared as a length twice"
		    : l->kind == LIMIT_ALIAS  ? "it lies in two arrays"
					      : "its range is given twice");
	p->is_noted |= l->kind == LIMIT_COUNT;
	if (l->kind == LIMIT_COUNT && l->of)
		return limit_counted(entry, l, parameters, p);
	if (l->kind == LIMIT_COUNT)
		return limit_count(entry, l, parameters, p);
	if (l->kind == LIMIT_ALIAS)
		return limit_alias(entry, l, parameters, p);
	return l->kind == LIMIT_LENGTH ? limit_length(entry, l, parameters, p)
				       : limit_range(entry, l, p);
}

void parameter_init(parameter *p, const char *name)
{
	memset(p, 0, sizeof *p);
	p->name = name;
	p->count = 1;
	p->length_of = p->declares = p->presence_of = p->counted_by = p->limited_for =
	    p->alias_of = ME_NO_PARAMETER;
}

/* ---- beside the arguments */

parameter *parameter_add(parameter_list *parameters, char *name, tree type,
			 HOST_WIDE_INT most, unsigned flags)
{
	parameter p;
	parameter_field field;

	parameter_init(&p, name);
	memset(&field, 0, sizeof field);
	p.literal = "";
	p.element = "@";
	p.size = tree_to_uhwi(TYPE_SIZE_UNIT(type));
	p.passing = ME_BY_VALUE;
	p.flags = flags;
	field.type = type;
	field.path = "";
	field.count = 1;
	field.code = shape_operand_type(type);
	field.limited = true;
	field.high[0] = most;
	p.fields = vNULL;
	p.fields.safe_push(field);
	return parameters->safe_push(p);
}

/* ---- the record */

static tree write_fields(const parameter *p)
{
	record_table table("fields", "uubbhuqqqqp", sizeof(struct me_field));

	for (unsigned i = 0; i < p->fields.length(); i++) {
		const parameter_field *f = &p->fields[i];
		table.add({
		    f->offset,
		    f->count,
		    f->code,
		    (f->limited ? ME_FIELD_RANGE : 0) |
			(f->is_default ? ME_FIELD_DEFAULT : 0),
		    0,
		    0,
		    (HOST_WIDE_INT)f->low[0],
		    (HOST_WIDE_INT)f->low[1],
		    (HOST_WIDE_INT)f->high[0],
		    (HOST_WIDE_INT)f->high[1],
		    string_address(f->path),
		});
	}
	return table.define();
}

tree parameters_write(const parameter_list *parameters)
{
	record_table table("parameters", "ppppuuuubbhuuu", sizeof(struct me_parameter));

	for (unsigned i = 0; i < parameters->length(); i++) {
		const parameter *p = &(*parameters)[i];
		table.add({
		    string_address(p->name),
		    string_address(p->literal),
		    string_address(p->element),
		    address_at(write_fields(p), 0),
		    p->fields.length(),
		    p->count,
		    p->size,
		    p->length_of,
		    p->passing,
		    0,
		    p->rank ? p->flags | ME_PARAMETER_DESCRIBED : p->flags,
		    p->counted_by == ME_NO_PARAMETER ? 0 : p->counted_by + 1,
		    p->placed,
		    p->inside,
		});
	}
	return table.define();
}
