/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * extent.cc - the declared size of an array as a function of the integer parameters.
 *
 * GCC has the bounds of C's `a[n]` in the attribute "access" of the function's type:
 * "^1[$],$0" says that parameter 1 has a bound, which is parameter 0. In Fortran the
 * array's type has a variable as its bound, which the first statements of the body
 * compute; they are interpreted for some values of the parameters.
 */
#include "plugin/gcc.h"
#include "plugin/entry/parameter.h"

typedef auto_vec<HOST_WIDE_INT> numbers;

/* A size that is not known, or overflows. */
static const HOST_WIDE_INT UNKNOWN = -1;

/* ---- Fortran: the first statements, interpreted */

struct extent_environment {
	auto_vec<tree> names;
	numbers values;
	const parameter_list *parameters;
	const numbers *arguments; /* by parameter */
};

static bool lookup(const extent_environment *e, tree name, HOST_WIDE_INT *value)
{
	for (unsigned i = e->names.length(); i-- > 0;)
		if (e->names[i] == name) {
			*value = e->values[i];
			return true;
		}
	return false;
}

/* The integer that the operand has, if that is known. */
static bool operand_value(const extent_environment *e, tree operand,
			  HOST_WIDE_INT *value)
{
	tree base = TREE_CODE(operand) == MEM_REF ? TREE_OPERAND(operand, 0) : operand;

	if (tree_fits_shwi_p(operand)) {
		*value = tree_to_shwi(operand);
		return true;
	}
	for (unsigned i = 0; i < e->parameters->length(); i++)
		if ((*e->parameters)[i].decl == base) {
			*value = (*e->arguments)[i];
			return true;
		}
	return lookup(e, operand, value);
}

static bool compute_integer(tree_code code, HOST_WIDE_INT a, HOST_WIDE_INT b,
			    HOST_WIDE_INT *r)
{
	switch (code) {
	case PLUS_EXPR:
		return !__builtin_add_overflow(a, b, r);
	case MINUS_EXPR:
		return !__builtin_sub_overflow(a, b, r);
	case MULT_EXPR:
		return !__builtin_mul_overflow(a, b, r);
	case TRUNC_DIV_EXPR:
		*r = b > 0 ? a / b : 0;
		return b > 0;
	case MAX_EXPR:
		*r = MAX(a, b);
		return true;
	case MIN_EXPR:
		*r = MIN(a, b);
		return true;
	default:
		return false;
	}
}

/* What is not known is forgotten. */
static void interpret(extent_environment *e, gimple *stmt)
{
	HOST_WIDE_INT a, b, result = 0;
	bool known = false;

	if (!gimple_get_lhs(stmt) || !is_gimple_assign(stmt)) {
		if (gimple_get_lhs(stmt))
			for (unsigned i = 0; i < e->names.length(); i++)
				if (e->names[i] == gimple_get_lhs(stmt))
					e->names[i] = NULL_TREE;
		return;
	}
	if (operand_value(e, gimple_assign_rhs1(stmt), &a)) {
		if (gimple_assign_single_p(stmt) ||
		    CONVERT_EXPR_CODE_P(gimple_assign_rhs_code(stmt)))
			known = true, result = a;
		else if (gimple_num_ops(stmt) == 3 &&
			 operand_value(e, gimple_assign_rhs2(stmt), &b))
			known = compute_integer(gimple_assign_rhs_code(stmt), a, b,
						&result);
	}
	e->names.safe_push(known ? gimple_assign_lhs(stmt) : NULL_TREE);
	e->values.safe_push(result);
	for (unsigned i = 0; !known && i < e->names.length(); i++)
		if (e->names[i] == gimple_assign_lhs(stmt))
			e->names[i] = NULL_TREE;
}

/* Elements of an array of which the first statements compute the last index. */
static HOST_WIDE_INT computed_size(tree entry, const parameter *p,
				   const parameter_list *parameters,
				   const numbers *arguments)
{
	tree array = TREE_TYPE(TREE_TYPE(p->decl)), last;
	struct function *fun = DECL_STRUCT_FUNCTION(entry);
	extent_environment e;
	HOST_WIDE_INT value;

	if (TREE_CODE(array) != ARRAY_TYPE || !TYPE_DOMAIN(array) || !fun || !fun->cfg)
		return UNKNOWN;
	last = TYPE_MAX_VALUE(TYPE_DOMAIN(array));
	if (!last || TREE_CODE(last) == INTEGER_CST)
		return UNKNOWN;
	e.parameters = parameters;
	e.arguments = arguments;
	basic_block bb = single_succ(ENTRY_BLOCK_PTR_FOR_FN(fun));
	for (unsigned steps = 0; bb != EXIT_BLOCK_PTR_FOR_FN(fun) && steps < 100;
	     steps++) {
		for (gimple_stmt_iterator at = gsi_start_bb(bb); !gsi_end_p(at);
		     gsi_next(&at))
			interpret(&e, gsi_stmt(at));
		if (!single_succ_p(bb))
			break;
		bb = single_succ(bb);
	}
	return lookup(&e, last, &value) && value >= 0 ? value + 1 : UNKNOWN;
}

/* ---- C: the attribute */

/* "^1[$],$0$2": behind the brackets of the parameter, or null. */
static const char *declared_bounds(tree entry, const parameter *p)
{
	const char *at = parameter_bounds(entry, p);

	at = at ? strchr(at, ']') : NULL;
	return at && at[1] == ',' && at[2] == '$' ? at + 2 : NULL;
}

/* Elements of `double a[n][m]`, whose bounds are parameters by themselves. */
static HOST_WIDE_INT declared_size(const char *bounds, const parameter_list *parameters,
				   const numbers *arguments)
{
	HOST_WIDE_INT size = 1;

	for (; *bounds == '$';) {
		char *end;
		unsigned long n = strtoul(bounds + 1, &end, 10);
		if (end == bounds + 1 || n >= parameters->length() ||
		    __builtin_mul_overflow(size, (*arguments)[n], &size))
			return UNKNOWN;
		bounds = end;
	}
	return size;
}

static HOST_WIDE_INT array_size(tree entry, const parameter *p,
				const parameter_list *parameters,
				const numbers *arguments)
{
	const char *bounds = declared_bounds(entry, p);

	if (p->passing != ME_BY_POINTER || p->rank || p->presence_of != ME_NO_PARAMETER)
		return UNKNOWN;
	return bounds ? declared_size(bounds, parameters, arguments)
		      : computed_size(entry, p, parameters, arguments);
}

/* ---- which integers the size depends on */

static bool is_integer(const parameter *p)
{
	return p->fields.length() == 1 && p->fields[0].count == 1 && p->count == 1 &&
	       p->fields[0].code >= ME_I8 && p->fields[0].code <= ME_U64 &&
	       !(p->flags & (ME_PARAMETER_NULLABLE | ME_PARAMETER_STRING)) &&
	       (p->passing == ME_BY_VALUE || !(p->flags & ME_PARAMETER_DEFAULT));
}

static bool is_free(const parameter *p)
{
	return is_integer(p) && p->length_of == ME_NO_PARAMETER &&
	       !p->fields[0].limited;
}

static bool size_depends(tree entry, const parameter *p,
			 const parameter_list *parameters, unsigned integer)
{
	numbers arguments;

	if (!is_integer(&(*parameters)[integer]))
		return false;
	for (unsigned i = 0; i < parameters->length(); i++)
		arguments.safe_push(5);
	HOST_WIDE_INT before = array_size(entry, p, parameters, &arguments);
	arguments[integer] = 6;
	return before != array_size(entry, p, parameters, &arguments);
}

/* The integer that is the number of its elements, or -1. */
static int length_parameter(tree entry, const parameter *p,
			    const parameter_list *parameters)
{
	int only = -1;
	numbers arguments;

	for (unsigned i = 0; i < parameters->length(); i++) {
		arguments.safe_push(7);
		if (!size_depends(entry, p, parameters, i))
			continue;
		if (only >= 0)
			return -1;
		only = i;
	}
	return only >= 0 && array_size(entry, p, parameters, &arguments) == 7 ? only
									      : -1;
}

/* ---- what follows from it */

static void add_text(char *text)
{
	options.ranges = concat(options.ranges, *options.ranges ? "," : "", text, NULL);
	free(text);
}

static bool is_counted(const parameter_list *parameters, unsigned parameter)
{
	for (unsigned i = 0; i < parameters->length(); i++)
		if ((*parameters)[i].length_of == parameter)
			return true;
	return false;
}

static void take_length(tree entry, parameter_list *parameters, unsigned of)
{
	parameter *p = &(*parameters)[of];
	int n = length_parameter(entry, p, parameters);

	if (n < 0 || !is_free(&(*parameters)[n]) || is_counted(parameters, of))
		return;
	(*parameters)[n].length_of = of;
	p->flags &= ~ME_PARAMETER_STRING;
	if (p->flags & ME_PARAMETER_DEFAULT) {
		p->count = EXTENT_MOST;
		add_text(xasprintf("%s:%u", p->name, p->count));
	}
	add_text(xasprintf("%s:len(%s)", (*parameters)[n].name, p->name));
}

static void limit_integer(parameter *n)
{
	n->fields[0].limited = true;
	n->fields[0].low[0] = n->fields[0].low[1] = n->fields[0].high[1] = 0;
	n->fields[0].high[0] = EXTENT_MOST;
	n->flags |= ME_PARAMETER_DEFAULT_RANGE;
	add_text(xasprintf("%s:0..%d", n->name, EXTENT_MOST));
}

/* The largest value of each integer, or the least. */
static void limits_of(const parameter_list *parameters, bool least, numbers *out)
{
	for (unsigned i = 0; i < parameters->length(); i++) {
		const parameter *p = &(*parameters)[i];
		HOST_WIDE_INT value = 0;
		if (p->length_of != ME_NO_PARAMETER)
			value = least ? 0 : (*parameters)[p->length_of].count;
		else if (is_integer(p) && p->fields[0].limited)
			value = least ? p->fields[0].low[0] : p->fields[0].high[0];
		out->safe_push(value);
	}
}

static void take_count(tree entry, parameter_list *parameters, unsigned of)
{
	parameter *p = &(*parameters)[of];
	numbers least, most;
	bool found = false;

	for (unsigned i = 0; i < parameters->length(); i++) {
		if (!size_depends(entry, p, parameters, i))
			continue;
		found = true;
		if (is_free(&(*parameters)[i]))
			limit_integer(&(*parameters)[i]);
	}
	limits_of(parameters, true, &least);
	limits_of(parameters, false, &most);
	HOST_WIDE_INT size = MAX(array_size(entry, p, parameters, &least),
				 array_size(entry, p, parameters, &most));
	if (!found || size < 1 || size > PARAMETER_SCALARS)
		return;
	p->count = (unsigned)size;
	p->flags &= ~ME_PARAMETER_DEFAULT;
	add_text(xasprintf("%s:%u", p->name, p->count));
}

/* An array of which only the length was given. */
static void take_default(parameter_list *parameters, unsigned of)
{
	parameter *p = &(*parameters)[of];

	if (!is_counted(parameters, of) || !(p->flags & ME_PARAMETER_DEFAULT) ||
	    p->count != 1)
		return;
	p->count = p->extent[0] = EXTENT_MOST;
	add_text(xasprintf("%s:%u", p->name, p->count));
}

void extents_read(tree entry, parameter_list *parameters)
{
	for (unsigned i = 0; i < parameters->length(); i++)
		take_default(parameters, i);
	for (unsigned i = 0; i < parameters->length(); i++)
		take_length(entry, parameters, i);
	for (unsigned i = 0; i < parameters->length(); i++)
		if ((*parameters)[i].flags & ME_PARAMETER_DEFAULT &&
		    !is_counted(parameters, i))
			take_count(entry, parameters, i);
}

/* ---- what the source does not say */

/* A name as lengths have: n, nx, n_points, len, size, count. */
static bool is_length_name(const char *name)
{
	static const char *const words[] = {"len", "size", "count", "num", "dim"};

	if ((*name == 'n' || *name == 'N') && (strlen(name) < 3 || name[1] == '_'))
		return true;
	for (const char *word : words)
		if (strstr(name, word))
			return true;
	return false;
}

static bool is_bare_array(const parameter *p)
{
	return p->passing == ME_BY_POINTER && p->flags & ME_PARAMETER_DEFAULT &&
	       !(p->flags & ME_PARAMETER_STRING) && !p->rank && *p->name;
}

/* Adds ",x:8" of the pointers in first..end-1; returns the first one or `end`. */
static unsigned propose(const parameter_list *parameters, unsigned first, unsigned end,
			char **text)
{
	unsigned found = end;

	for (unsigned i = first; i < end; i++) {
		if (!is_bare_array(&(*parameters)[i]) || is_counted(parameters, i))
			continue;
		*text = reconcat(*text, *text, ",", (*parameters)[i].name, ":8", NULL);
		found = MIN(found, i);
	}
	return found;
}

void extents_advise(tree entry, const parameter_list *parameters)
{
	unsigned length = parameters->length();

	if (inhibit_warnings) /* -w */
		return;
	for (unsigned i = 0; i < length; i++) {
		const parameter *n = &(*parameters)[i];
		if (!is_free(n) || !is_length_name(n->name))
			continue;
		char *text = xstrdup("");
		unsigned array = propose(parameters, 0, i, &text);
		if (array == i) { /* none before it */
			array = propose(parameters, i + 1, length, &text);
			array = array == length ? i : array;
		}
		if (array != i)
			inform(DECL_SOURCE_LOCATION(entry),
			       "plugin me: if %qs is the length of %qs, write "
			       "%<entry=%s%s%s%s,%s:len(%s)%>",
			       n->name, (*parameters)[array].name, options.entry,
			       *options.ranges ? "," : "", options.ranges, text,
			       n->name, (*parameters)[array].name);
		free(text);
		if (array != i)
			return;
	}
}
