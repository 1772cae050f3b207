/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/gcc.h"
#include "plugin/entry/array_size.h"
#include "plugin/entry/body.h"
#include "plugin/bodies/uses.h"

static bool is_integer(const parameter *p)
{
	return p->fields.length() == 1 && p->fields[0].count == 1 && p->count == 1 &&
	       p->fields[0].code >= ME_I8 && p->fields[0].code <= ME_U64 &&
	       !(p->flags & (ME_PARAMETER_NULLABLE | ME_PARAMETER_STRING)) &&
	       (p->passing == ME_BY_VALUE || !(p->flags & ME_PARAMETER_DEFAULT));
}

unsigned integer_count(const parameter_list *parameters)
{
	auto_vec<parameter_member> members;

	parameter_members(parameters, &members);
	return parameters->length() + members.length();
}

const parameter *integer_owner(const parameter_list *parameters, unsigned integer)
{
	auto_vec<parameter_member> members;

	parameter_members(parameters, &members);
	return &(*parameters)[integer < parameters->length()
				  ? integer
				  : members[integer - parameters->length()].of];
}

parameter_field *integer_field(const parameter_list *parameters, unsigned integer)
{
	parameter p = *integer_owner(parameters, integer);
	auto_vec<parameter_member> members;

	parameter_members(parameters, &members);
	if (integer < parameters->length())
		return is_integer(&p) ? p.fields.begin() : NULL;
	return p.fields.begin() + members[integer - parameters->length()].field;
}

void integers_fill(const parameter_list *parameters, HOST_WIDE_INT value, numbers *out)
{
	for (unsigned i = 0; i < integer_count(parameters); i++)
		out->safe_push(integer_field(parameters, i) ? value : BODY_NO_INTEGER);
}

bool integer_is_free(const parameter_list *parameters, unsigned integer)
{
	const parameter_field *f = integer_field(parameters, integer);

	return f && !f->limited &&
	       integer_owner(parameters, integer)->length_of == ME_NO_PARAMETER;
}

HOST_WIDE_INT integer_least(tree entry, const parameter_list *parameters, unsigned n)
{
	const bool is_refused = !TYPE_UNSIGNED(integer_field(parameters, n)->type) &&
				(body_tests_value(entry, parameters, n, -1, 0) ||
				 body_converts(entry, parameters, n));

	return is_refused ? -1 : 0;
}

HOST_WIDE_INT integer_most(tree entry, const parameter_list *parameters, unsigned n)
{
	HOST_WIDE_INT most = ME_GUESSED_ELEMENTS;

	while (most > EXTENT_MOST &&
	       !body_tests_value(entry, parameters, n, most - 1, most - 1))
		most--;
	return most;
}

void integer_limit(parameter_list *parameters, unsigned integer, HOST_WIDE_INT least,
		   HOST_WIDE_INT most, unsigned of)
{
	parameter_field *f = integer_field(parameters, integer);
	parameter *p =
	    &(*parameters)[integer_owner(parameters, integer) - parameters->begin()];

	f->limited = true;
	f->low[0] = (uint64_t)least;
	f->low[1] = least < 0 ? HOST_WIDE_INT_M1U : 0;
	f->high[0] = most;
	f->high[1] = 0;
	if (*f->path) {
		f->is_default = true;
	} else {
		p->limited_for = of;
		p->flags |= ME_PARAMETER_DEFAULT_RANGE;
	}
	parameter_add_text(xasprintf("%s%s%s:%d..%d", p->name, *f->path ? "." : "",
				     f->path, (int)f->low[0], (int)most));
}

/* The array in the structure whose indices its member bounds; or null. */
static tree counted_array(tree member)
{
	for (tree f = member ? TYPE_FIELDS(DECL_CONTEXT(member)) : NULL_TREE; f;
	     f = DECL_CHAIN(f)) {
		const decl_use *u = TREE_CODE(f) == FIELD_DECL ? uses_of(f) : NULL;
		if (u && u->length == member && TREE_CODE(TREE_TYPE(f)) == ARRAY_TYPE)
			return TREE_TYPE(f);
	}
	return NULL_TREE;
}

/* The most that the member is: the last index of the array beside it, or where it is their number
 * or the body asks whether it is one, that number; more where larger values are told apart. 0: it is
 * neither, or that goes far beyond. */
static HOST_WIDE_INT indexed_most(tree entry, const parameter_list *parameters,
				  unsigned integer, tree member)
{
	const decl_use *u = member ? uses_of(member) : NULL;
	const bool is_index = u && u->index_in;
	tree array = is_index ? TREE_TYPE(u->index_in) : counted_array(member);
	tree last = array && TREE_CODE(array) == ARRAY_TYPE && TYPE_DOMAIN(array)
			? TYPE_MAX_VALUE(TYPE_DOMAIN(array))
			: NULL_TREE;

	const bool is_known = last && tree_fits_shwi_p(last) && tree_to_shwi(last) > 0;
	if (!is_known && !(u && u->bounds_index_of))
		return 0;
	const HOST_WIDE_INT count = is_known ? tree_to_shwi(last) + 1
					     : (HOST_WIDE_INT)u->bounds_index_of,
			    far = MAX(count, ME_GUESSED_ELEMENTS) + 1;
	if (body_tests_order(entry, parameters, integer, far, HOST_WIDE_INT_MAX))
		return 0;
	/* A number of elements is told from the full array, an index from the last one. */
	if (is_index ? body_tests_order(entry, parameters, integer, count - 1,
					HOST_WIDE_INT_MAX)
		     : body_tells_above(entry, parameters, integer, count))
		return MAX(count + 1, integer_most(entry, parameters, integer));
	return count - (is_index && !u->index_checked);
}

/* How many rows of the matrix are accessed where the integer has that value, and all others are 1. */
static HOST_WIDE_INT rows_used(tree entry, const parameter_list *parameters,
			       unsigned of, unsigned integer, HOST_WIDE_INT value)
{
	const parameter *p = &(*parameters)[of];
	numbers values;

	integers_fill(parameters, 1, &values);
	values[integer] = value;
	const body_use use = body_use_of(entry, parameters, of, values.address());
	return (use.end + p->size - 1) / p->size;
}

/* The most that it is as the number of rows of a matrix, or as the number of a row, where the source
 * says how many these are, a[3][4]; of: that matrix. 0: it is none. */
static HOST_WIDE_INT rows_most(tree entry, const parameter_list *parameters,
			       unsigned integer, unsigned *of)
{
	for (*of = 0; *of < parameters->length(); ++*of) {
		const parameter *p = &(*parameters)[*of];
		if (!p->pointed || TREE_CODE(p->pointed) != ARRAY_TYPE || !p->size ||
		    p->is_noted || p->flags & ME_PARAMETER_DEFAULT)
			continue;
		const HOST_WIDE_INT more =
		    rows_used(entry, parameters, *of, integer, p->count) - p->count;
		if (IN_RANGE(more, 0, 1) &&
		    rows_used(entry, parameters, *of, integer, p->count - 1) ==
			p->count - 1 + more)
			return p->count - more;
	}
	return 0;
}

/* An index of an array with a size of its own, in what another parameter leads to, or the number of
 * its elements in use: no caller passes more, unless the body asks. */
static void integer_limit_given(tree entry, parameter_list *parameters, unsigned n)
{
	const parameter *p = &(*parameters)[n];
	const decl_use *u = p->decl && is_integer(p) && integer_is_free(parameters, n)
				? uses_of(p->decl)
				: NULL;
	if (!u)
		return;
	HOST_WIDE_INT most = u->given_bound_of	 ? u->given_bound_of
			     : u->given_index_of ? u->given_index_of - 1
						 : 0;
	unsigned of = 0;

	while (of < parameters->length() && (*parameters)[of].decl != u->given_in)
		of++;
	if (!most)
		most = rows_most(entry, parameters, n, &of);
	if (!most || of == parameters->length() ||
	    (u->index_of && u->index_of <= most) ||
	    body_tells_above(entry, parameters, n, most))
		return;
	integer_limit(parameters, n, integer_least(entry, parameters, n), most, of);
}

void integers_limit_given(tree entry, parameter_list *parameters)
{
	bool any = false;

	for (unsigned i = 0; i < parameters->length(); i++)
		any |= (*parameters)[i].pointed &&
		       AGGREGATE_TYPE_P((*parameters)[i].pointed);
	if (any)
		uses_read();
	for (unsigned i = 0; any && i < parameters->length(); i++)
		integer_limit_given(entry, parameters, i);
}

/* Elements that are indices of an array with a size of its own lie in it, or are -1 where a body
 * asks for numbers below 0; those that such indices are compared with are at most its size. Unless
 * bodies tell more of them apart. */
static void elements_limit(parameter *p, parameter_field *f, const decl_use *u)
{
	const bool is_index = u && u->index_of && !u->is_ordered,
		   is_bound = u && u->bounds_index_of && (f->count > 1 || p->count > 1);
	const unsigned most = is_bound	 ? u->bounds_index_of
			      : is_index ? u->index_of - 1
					 : 0;

	if (!most || u->compared >= most || f->limited || f->code < ME_I8 ||
	    f->code > ME_U64 || TREE_CODE(f->type) != INTEGER_TYPE ||
	    !int_fits_type_p(build_int_cst(integer_type_node, most), f->type))
		return;
	const bool negative = (u->negative || u->ends_below) && !TYPE_UNSIGNED(f->type);
	f->limited = true;
	f->low[0] = f->low[1] = negative ? HOST_WIDE_INT_M1U : 0;
	f->high[0] = most;
	f->high[1] = 0;
	f->is_default = true;
	parameter_add_text(
	    xasprintf("%s.%s:%d..%u", p->name, f->path, -(int)negative, most));
}

/* Members alone: of the numbers of a plain array nobody says that they fit. */
static void elements_limit_all(parameter_list *parameters)
{
	for (unsigned i = 0; i < parameters->length(); i++) {
		parameter *p = &(*parameters)[i];
		const bool is_array = p->passing == ME_BY_POINTER && p->pointed &&
				      !p->rank && !lang_GNU_Fortran();
		for (unsigned k = 0; is_array && k < p->fields.length(); k++) {
			tree member = flatten_find(p->pointed, p->fields[k].path);
			if (member)
				elements_limit(p, &p->fields[k], uses_of(member));
		}
	}
}

void integers_limit_members(tree entry, parameter_list *parameters)
{
	auto_vec<parameter_member> members;

	parameter_members(parameters, &members);
	bool any = members.length() > 0;
	for (unsigned i = 0; i < parameters->length(); i++)
		any |= (*parameters)[i].pointed &&
		       TREE_CODE((*parameters)[i].pointed) == RECORD_TYPE;
	if (!any)
		return;
	uses_read();
	for (unsigned i = 0; i < members.length(); i++) {
		const parameter *p = &(*parameters)[members[i].of];
		const unsigned integer = parameters->length() + i;
		const HOST_WIDE_INT most = indexed_most(
		    entry, parameters, integer,
		    flatten_find(p->pointed ? p->pointed : TREE_TYPE(p->decl),
				 p->fields[members[i].field].path));
		const bool negative =
		    body_tests_sign(entry, parameters, integer) ||
		    body_tests_value(entry, parameters, integer, -1, -1);
		if (most > 0 && integer_is_free(parameters, integer))
			integer_limit(parameters, integer, -(HOST_WIDE_INT)negative,
				      most, members[i].of);
	}
	elements_limit_all(parameters);
}

static bool ends_in(const char *name, const char *word)
{
	const size_t size = strlen(name), end = strlen(word);

	return size >= end && !strcasecmp(name + size - end, word);
}

/* A length of a text, `len`, may leave out the NUL. */
int integer_sizing(const parameter_list *parameters, unsigned of)
{
	static const char *const words[] = {"size", "capacity", "cap", "room", "sz"};
	const parameter *p = &(*parameters)[of];
	const unsigned n = of + 1;

	if (!(p->flags & ME_PARAMETER_STRING) || p->flags & ME_PARAMETER_CONST ||
	    !(p->flags & ME_PARAMETER_DEFAULT) || p->is_noted || p->rank ||
	    lang_GNU_Fortran() || n >= parameters->length() ||
	    (*parameters)[n].passing != ME_BY_VALUE || !integer_is_free(parameters, n))
		return -1;
	for (const char *word : words)
		if (ends_in((*parameters)[n].name, word))
			return n;
	return -1;
}

unsigned integer_counting(const parameter_list *parameters, unsigned of)
{
	unsigned n = 0;

	if ((*parameters)[of].counted_by != ME_NO_PARAMETER)
		return (*parameters)[of].counted_by;
	while (n < parameters->length() && (*parameters)[n].length_of != of)
		n++;
	return n;
}

void integers_limit_used(tree entry, parameter_list *parameters, unsigned of)
{
	const unsigned length = integer_counting(parameters, of);

	if (length == parameters->length())
		return;
	for (unsigned i = 0; i < parameters->length(); i++) {
		parameter *p = &(*parameters)[i];
		const bool is_number = p->passing == ME_BY_POINTER && !p->rank &&
				       p->count == 1 && p->pointed &&
				       TREE_CODE(p->pointed) == INTEGER_TYPE &&
				       !p->is_noted && p->fields.length() == 1;
		if (!is_number || TYPE_UNSIGNED(p->pointed) || p->fields[0].limited ||
		    p->flags & ME_PARAMETER_CONST ||
		    body_tests_order(entry, parameters, i, -1, 0) ||
		    !body_keeps(entry, p->decl, (*parameters)[length].decl))
			continue;
		parameter_field *f = &p->fields[0];
		f->limited = f->is_default = true;
		f->low[0] = f->low[1] = f->high[1] = 0;
		f->high[0] = (*parameters)[of].count;
		parameter_add_text(
		    xasprintf("%s:0..%u", p->name, (*parameters)[of].count));
	}
}
