/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * extent.cc - the declared size of an array as a function of the integer parameters.
 *
 * GCC has the bounds of C's `a[n]` in the attribute "access" of the function's type:
 * "^1[$],$0" says that parameter 1 has a bound, which is parameter 0. In Fortran the
 * array's type has a variable as its bound, which the first statements of the body
 * compute; they are interpreted for some values of the parameters. Where nothing declares
 * it, it is guessed from what the body accesses (body.h).
 */
#include "plugin/gcc.h"
#include "plugin/entry/body.h"
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

/* ---- the body */

static bool is_integer(const parameter *p)
{
	return p->fields.length() == 1 && p->fields[0].count == 1 && p->count == 1 &&
	       p->fields[0].code >= ME_I8 && p->fields[0].code <= ME_U64 &&
	       !(p->flags & (ME_PARAMETER_NULLABLE | ME_PARAMETER_STRING)) &&
	       (p->passing == ME_BY_VALUE || !(p->flags & ME_PARAMETER_DEFAULT));
}

/* Elements that the body reaches, where nothing declares their number. Of a text only
 * the length that an integer gives is known, and only if no other function reads it. */
static HOST_WIDE_INT used_size(tree entry, const parameter *p,
			       const parameter_list *parameters,
			       const numbers *arguments)
{
	numbers known;

	if (!(p->flags & ME_PARAMETER_DEFAULT) || !p->size || p->is_noted)
		return UNKNOWN;
	for (unsigned i = 0; i < parameters->length(); i++)
		known.safe_push(is_integer(&(*parameters)[i]) ? (*arguments)[i]
							      : BODY_NO_INTEGER);
	body_use use =
	    body_use_of(entry, parameters, p - parameters->begin(), known.address());
	if (p->flags & ME_PARAMETER_STRING &&
	    (use.external ||
	     body_tests_end(entry, parameters, p - parameters->begin())))
		return UNKNOWN;
	return (use.end + p->size - 1) / p->size;
}

static HOST_WIDE_INT array_size(tree entry, const parameter *p,
				const parameter_list *parameters,
				const numbers *arguments)
{
	const char *bounds = declared_bounds(entry, p);

	if (p->passing != ME_BY_POINTER || p->rank || p->presence_of != ME_NO_PARAMETER)
		return UNKNOWN;
	HOST_WIDE_INT size = bounds ? declared_size(bounds, parameters, arguments)
				    : computed_size(entry, p, parameters, arguments);
	return size == UNKNOWN ? used_size(entry, p, parameters, arguments) : size;
}

/* ---- which integers the size depends on */

static bool is_free(const parameter *p)
{
	return is_integer(p) && p->length_of == ME_NO_PARAMETER &&
	       !p->fields[0].limited;
}

/* A value of an integer that is larger than constant indices mostly are. */
enum { PROBE = 50 };

static bool size_depends(tree entry, const parameter *p,
			 const parameter_list *parameters, unsigned integer)
{
	numbers arguments;

	if (!is_integer(&(*parameters)[integer]))
		return false;
	for (unsigned i = 0; i < parameters->length(); i++)
		arguments.safe_push(PROBE);
	HOST_WIDE_INT before = array_size(entry, p, parameters, &arguments);
	arguments[integer] = PROBE + 1;
	return before != array_size(entry, p, parameters, &arguments);
}

/* Whether it has as many elements as the integer is, for a small one and a larger one. */
static bool has_length(tree entry, const parameter *p, const parameter_list *parameters,
		       unsigned integer)
{
	static const HOST_WIDE_INT values[] = {2, 7, PROBE};
	numbers arguments;

	for (unsigned i = 0; i < parameters->length(); i++)
		arguments.safe_push(7);
	for (HOST_WIDE_INT value : values) {
		arguments[integer] = value;
		if (array_size(entry, p, parameters, &arguments) != value)
			return false;
	}
	return true;
}

/* The integer that is the number of its elements, or -1. */
static int length_parameter(tree entry, const parameter *p,
			    const parameter_list *parameters)
{
	int only = -1;

	for (unsigned i = 0; i < parameters->length(); i++) {
		if (!size_depends(entry, p, parameters, i))
			continue;
		if (only >= 0)
			return -1;
		only = i;
	}
	return only >= 0 && has_length(entry, p, parameters, only) ? only : -1;
}

/* ---- what follows from it */

/* "x:8", or "x:8?" where null is a guess, too. */
static void add_count(parameter *p)
{
	parameter_add_text(
	    xasprintf("%s:%u%s", p->name, p->count, p->is_null_guessed ? "?" : ""));
	p->is_null_guessed = false;
}

/* Says at the place in the body what follows from it. */
static void tell_use(tree entry, const parameter_list *parameters, const parameter *p,
		     const char *what)
{
	numbers known;

	if (options.twin || inhibit_warnings || !(p->flags & ME_PARAMETER_DEFAULT))
		return;
	for (unsigned i = 0; i < parameters->length(); i++)
		known.safe_push(is_integer(&(*parameters)[i])
				    ? (HOST_WIDE_INT)EXTENT_MOST
				    : BODY_NO_INTEGER);
	body_use use =
	    body_use_of(entry, parameters, p - parameters->begin(), known.address());
	if (use.end)
		inform(use.where, "plugin me: %qs %s, as this access has it", p->name,
		       what);
}

static bool is_counted(const parameter_list *parameters, unsigned parameter)
{
	if ((*parameters)[parameter].counted_by != ME_NO_PARAMETER)
		return true;
	for (unsigned i = 0; i < parameters->length(); i++)
		if ((*parameters)[i].length_of == parameter)
			return true;
	return false;
}

/* Whether the source declares the size. */
static bool is_declared(tree entry, const parameter *p,
			const parameter_list *parameters)
{
	numbers arguments;

	for (unsigned i = 0; i < parameters->length(); i++)
		arguments.safe_push(5);
	return declared_bounds(entry, p) ||
	       computed_size(entry, p, parameters, &arguments) != UNKNOWN;
}

/* Whether the body compares the signed integer with 0. */
static bool is_refused(tree entry, const parameter_list *parameters, unsigned n)
{
	return !TYPE_UNSIGNED((*parameters)[n].fields[0].type) &&
	       body_tests_order(entry, parameters, n, -1, 0);
}

/* The most elements of an array with a length: more than each constant that the body tells
 * lengths or indices apart by, as far as it is no large one. */
static unsigned length_most(tree entry, const parameter_list *parameters)
{
	const HOST_WIDE_INT n =
	    body_largest_constant(entry, parameters, ME_GUESSED_ELEMENTS - 1);

	return MAX((unsigned)EXTENT_MOST, (unsigned)n + 1);
}

/* Above the constants that the body tells the values of the integer apart by. */
static HOST_WIDE_INT limit_of(tree entry, const parameter_list *parameters, unsigned n)
{
	HOST_WIDE_INT most = ME_GUESSED_ELEMENTS;

	while (most > EXTENT_MOST &&
	       !body_tests_order(entry, parameters, n, most - 1, most - 1))
		most--;
	return most;
}

/* A body that refuses negative numbers gets them. */
static void limit_integer(parameter *n, bool is_refused, HOST_WIDE_INT most)
{
	n->fields[0].limited = true;
	n->fields[0].low[0] = n->fields[0].low[1] = n->fields[0].high[1] = 0;
	n->fields[0].high[0] = most;
	n->flags |= ME_PARAMETER_DEFAULT_RANGE;
	if (is_refused)
		n->fields[0].low[0] = n->fields[0].low[1] = HOST_WIDE_INT_M1U;
	parameter_add_text(
	    xasprintf("%s:%d..%d", n->name, (int)n->fields[0].low[0], (int)most));
}

/* Parameter n is the length of another array, too. */
static void share_length(tree entry, parameter_list *parameters, unsigned of,
			 unsigned n)
{
	parameter *p = &(*parameters)[of];
	char *what = concat("has ", (*parameters)[n].name, " elements", NULL);

	p->flags &= ~ME_PARAMETER_STRING;
	p->counted_by = n;
	p->count = (*parameters)[(*parameters)[n].length_of].count;
	tell_use(entry, parameters, p, what);
	free(what);
	parameter_add_text(xasprintf("%s:%s%s", p->name, (*parameters)[n].name,
				     p->is_null_guessed ? "?" : ""));
	p->is_null_guessed = false;
}

static void take_length(tree entry, parameter_list *parameters, unsigned of)
{
	parameter *p = &(*parameters)[of];
	int n = length_parameter(entry, p, parameters);

	if (n < 0 || is_counted(parameters, of))
		return;
	if ((*parameters)[n].length_of != ME_NO_PARAMETER && !p->is_noted) {
		share_length(entry, parameters, of, n);
		return;
	}
	if (!is_free(&(*parameters)[n]))
		return;
	if (!is_declared(entry, p, parameters) && is_refused(entry, parameters, n))
		limit_integer(&(*parameters)[n], true, length_most(entry, parameters));
	(*parameters)[n].length_of = of;
	p->flags &= ~ME_PARAMETER_STRING;
	if (p->flags & ME_PARAMETER_DEFAULT) {
		char *what = concat("has ", (*parameters)[n].name, " elements", NULL);
		p->count = length_most(entry, parameters);
		add_count(p);
		tell_use(entry, parameters, p, what);
		free(what);
	}
	parameter_add_text(xasprintf("%s:len(%s)", (*parameters)[n].name, p->name));
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

/* Whether the body tells values apart that are beyond the sizes guessed: to keep the integer
 * below would leave them out. */
static bool goes_beyond(tree entry, const parameter_list *parameters, unsigned n)
{
	return is_free(&(*parameters)[n]) &&
	       body_tests_order(entry, parameters, n, ME_GUESSED_ELEMENTS,
				HOST_WIDE_INT_MAX);
}

static void take_count(tree entry, parameter_list *parameters, unsigned of)
{
	parameter *p = &(*parameters)[of];
	numbers least, most;
	bool found = false, is_guess = !is_declared(entry, p, parameters);

	for (unsigned i = 0; i < parameters->length(); i++) {
		if (!size_depends(entry, p, parameters, i))
			continue;
		if (is_guess && goes_beyond(entry, parameters, i))
			return;
		found = true;
		if (is_free(&(*parameters)[i]))
			limit_integer(&(*parameters)[i],
				      is_guess && is_refused(entry, parameters, i),
				      limit_of(entry, parameters, i));
	}
	limits_of(parameters, true, &least);
	limits_of(parameters, false, &most);
	HOST_WIDE_INT size = MAX(array_size(entry, p, parameters, &least),
				 array_size(entry, p, parameters, &most));
	if (!found || size < 1 || size > PARAMETER_SCALARS)
		return;
	char *what = xasprintf("has %u elements", (unsigned)size);
	p->count = (unsigned)size;
	tell_use(entry, parameters, p, what);
	free(what);
	p->flags &= ~(ME_PARAMETER_DEFAULT | ME_PARAMETER_STRING);
	if (is_guess)
		p->flags |= ME_PARAMETER_GUESSED;
	add_count(p);
}

/* An array with constant indices has as many elements as these reach; one with indices of
 * which no bound is known has EXTENT_MOST. */
static void take_use(tree entry, parameter_list *parameters, unsigned of)
{
	parameter *p = &(*parameters)[of];
	numbers known;

	if (p->passing != ME_BY_POINTER || p->rank || !p->size || p->is_noted ||
	    p->flags & ME_PARAMETER_STRING || p->count != 1)
		return;
	for (unsigned i = 0; i < parameters->length(); i++)
		known.safe_push(is_integer(&(*parameters)[i])
				    ? (HOST_WIDE_INT)EXTENT_MOST
				    : BODY_NO_INTEGER);
	body_use use = body_use_of(entry, parameters, of, known.address());
	HOST_WIDE_INT size = (use.end + p->size - 1) / p->size;
	if (use.unknown && size < EXTENT_MOST) {
		size = EXTENT_MOST;
		p->flags |= ME_PARAMETER_GUESSED;
	}
	if (size <= 1 || size > PARAMETER_SCALARS)
		return;
	char *what = xasprintf("has %u elements", (unsigned)size);
	p->count = (unsigned)size;
	tell_use(entry, parameters, p, what);
	free(what);
	add_count(p);
}

/* A value of Fortran's OPTIONAL whose presence is asked for may be absent. */
static void take_presence(tree entry, parameter_list *parameters, parameter *presence)
{
	parameter *p = &(*parameters)[presence->presence_of];

	if (p->is_noted || !body_uses(entry, presence->decl))
		return;
	presence->fields[0].low[0] = 0;
	p->is_null_guessed = true;
}

/* A pointer that is compared with null may be null. */
static void take_null(tree entry, parameter_list *parameters, unsigned of)
{
	parameter *p = &(*parameters)[of];
	location_t where;

	if (p->presence_of != ME_NO_PARAMETER)
		take_presence(entry, parameters, p);
	if (p->passing != ME_BY_POINTER || p->is_noted ||
	    TREE_CODE(TREE_TYPE(p->decl)) != POINTER_TYPE ||
	    (DECL_ARTIFICIAL(p->decl) && !p->rank) ||
	    !body_tests_null(entry, parameters, of, &where))
		return;
	p->flags |= ME_PARAMETER_NULLABLE;
	p->is_null_guessed = true;
	if (!options.twin && !inhibit_warnings)
		inform(where, "plugin me: %qs may be null, as it is compared here",
		       p->name);
}

/* An array of which only the length was given. */
static void take_default(parameter_list *parameters, unsigned of)
{
	parameter *p = &(*parameters)[of];

	if (p->counted_by != ME_NO_PARAMETER) {
		p->count = (*parameters)[(*parameters)[p->counted_by].length_of].count;
		return;
	}

	if (!is_counted(parameters, of) || !(p->flags & ME_PARAMETER_DEFAULT) ||
	    p->count != 1)
		return;
	p->count = p->extent[0] = EXTENT_MOST;
	p->varies = false;
	add_count(p);
}

/* An array of assumed shape: "x:..4", "a:..4x4". */
static void take_shape(parameter *p)
{
	char *text = xstrdup("");
	unsigned count = 1;

	if (!p->varies)
		return;
	for (unsigned i = 0; i < p->rank; i++) {
		char *more = xasprintf("%s%s%u", text, i ? "x" : "..", p->extent[i]);
		free(text);
		text = more;
		count *= p->extent[i];
	}
	p->count = count;
	if (p->flags & ME_PARAMETER_DEFAULT) {
		parameter_add_text(
		    xasprintf("%s:%s%s", p->name, text, p->is_null_guessed ? "?" : ""));
		p->is_null_guessed = false;
	}
	free(text);
}

void extents_read(tree entry, parameter_list *parameters)
{
	for (unsigned i = 0; i < parameters->length(); i++)
		take_null(entry, parameters, i);
	for (unsigned i = 0; i < parameters->length(); i++)
		if ((*parameters)[i].counted_by == ME_NO_PARAMETER)
			take_default(parameters, i);
	for (unsigned i = 0; i < parameters->length(); i++)
		if ((*parameters)[i].counted_by != ME_NO_PARAMETER)
			take_default(parameters, i);
	for (unsigned i = 0; i < parameters->length(); i++)
		take_shape(&(*parameters)[i]);
	for (unsigned i = 0; i < parameters->length(); i++)
		take_length(entry, parameters, i);
	for (unsigned i = 0; i < parameters->length(); i++)
		if ((*parameters)[i].flags & ME_PARAMETER_DEFAULT &&
		    !is_counted(parameters, i))
			take_count(entry, parameters, i);
	for (unsigned i = 0; i < parameters->length(); i++)
		if ((*parameters)[i].flags & ME_PARAMETER_DEFAULT &&
		    !is_counted(parameters, i))
			take_use(entry, parameters, i);
	for (unsigned i = 0; i < parameters->length(); i++)
		for (unsigned k = 0; k < (*parameters)[i].fields.length(); k++)
			enumeration_read(entry, parameters, i,
					 &(*parameters)[i].fields[k]);
	for (unsigned i = 0; i < parameters->length(); i++)
		if ((*parameters)[i].is_null_guessed)
			parameter_add_text(concat((*parameters)[i].name, ":?", NULL));
}
