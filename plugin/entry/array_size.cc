/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * array_size.cc - the size of an array as a function of the integer parameters.
 * What the source declares comes first; where it declares nothing, the size is guessed from what
 * the body accesses (body.h).
 *
 * GCC has the bounds of C's `a[n]` in the attribute "access" of the function's type:
 * "^1[$],$0" says that parameter 1 has a bound, which is parameter 0. In Fortran the
 * array's type has a variable as its bound, which the first statements of the body
 * compute; they are interpreted for some values of the parameters.
 */
#include "plugin/gcc.h"
#include "plugin/bodies/uses_sources.h"
#include "plugin/entry/array_size.h"

enum {
	EXCESS_MOST = 4
}; /* elements more or less than a length, which are no part of it */

/* A size that is not known, or overflows. */
static const HOST_WIDE_INT UNKNOWN = -1;

/* ---- Fortran: the first statements, interpreted */

struct extent_environment {
	auto_vec<tree> names;
	auto_vec<HOST_WIDE_INT> values;
	const parameter_list *parameters;
	const HOST_WIDE_INT *arguments; /* by parameter */
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
			*value = e->arguments[i];
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
				   const HOST_WIDE_INT *arguments)
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
	if (!lookup(&e, last, &value) || value < 0)
		return UNKNOWN;
	return value +
	       !TYPE_STRING_FLAG(array); /* the characters of a text count from 1 */
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
static HOST_WIDE_INT product_of(const char *bounds, const parameter_list *parameters,
				const HOST_WIDE_INT *arguments)
{
	HOST_WIDE_INT size = 1;

	for (; *bounds == '$';) {
		char *end;
		unsigned long n = strtoul(bounds + 1, &end, 10);
		if (end == bounds + 1 || n >= parameters->length() ||
		    __builtin_mul_overflow(size, arguments[n], &size))
			return UNKNOWN;
		bounds = end;
	}
	return size;
}

static HOST_WIDE_INT source_size(tree entry, const parameter *p,
				 const parameter_list *parameters,
				 const HOST_WIDE_INT *arguments)
{
	const char *bounds = declared_bounds(entry, p);

	return bounds ? product_of(bounds, parameters, arguments)
		      : computed_size(entry, p, parameters, arguments);
}

/* ---- the body */

static bool only_declares(const parameter_list *parameters, unsigned integer)
{
	return integer < parameters->length() &&
	       (*parameters)[integer].declares != ME_NO_PARAMETER;
}

body_use array_use(tree entry, const parameter_list *parameters, unsigned of)
{
	numbers known;

	integers_fill(parameters, EXTENT_MOST, &known);
	for (unsigned i = 0; i < known.length(); i++)
		if (only_declares(parameters, i))
			known[i] = BODY_NO_INTEGER;
	return body_use_of(entry, parameters, of, known.address());
}

static bool is_of_bytes(const parameter *p)
{
	tree element = TYPE_MAIN_VARIANT(TREE_TYPE(TREE_TYPE(p->decl)));

	return element == unsigned_char_type_node || element == signed_char_type_node;
}

/* Whether a caller who passes the array and the integer means its length by it: of the bytes that a
 * function parses, or by its name. */
static bool means_length(const parameter *p, tree integer)
{
	return (p->size > 1 && uses_names_count(integer)) || is_of_bytes(p);
}

bool array_is_parsed(const parameter *p, const parameter_list *parameters,
		     const body_use &use)
{
	bool has_others = use.external || use.chosen || p->passing != ME_BY_POINTER ||
			  !(p->flags & ME_PARAMETER_CONST) || !is_of_bytes(p);

	for (unsigned i = 0; i < parameters->length() && !has_others; i++) {
		const parameter *other = &(*parameters)[i];
		if (other != p && other->passing == ME_BY_POINTER)
			has_others = !other->pointed ||
				     !(SCALAR_FLOAT_TYPE_P(other->pointed) ||
				       (other->size == 1 &&
					!(other->flags & ME_PARAMETER_CONST)));
	}
	return !has_others;
}

static HOST_WIDE_INT elements_used(const parameter *p, const body_use &use)
{
	return (use.end + p->size - 1) / p->size;
}

/* What the size is where the integers from `from` to before `to` are larger by PROBE. */
static HOST_WIDE_INT size_beyond(tree entry, const parameter *p,
				 const parameter_list *parameters, const numbers *known,
				 unsigned from, unsigned to)
{
	numbers more;

	for (unsigned i = 0; i < known->length(); i++) {
		const bool is_more =
		    i >= from && i < to && (*known)[i] != BODY_NO_INTEGER;
		more.safe_push((*known)[i] + (is_more ? PROBE : 0));
	}
	return elements_used(
	    p, body_use_of(entry, parameters, p - parameters->begin(), more.address()));
}

/* Of an array that is only read and as long as a parameter means, what is read behind that end,
 * text[i + 1] where i < n, is no part of it. */
static HOST_WIDE_INT without_excess(tree entry, const parameter *p,
				    const parameter_list *parameters,
				    const numbers *known, HOST_WIDE_INT size)
{
	if (!(p->flags & ME_PARAMETER_CONST) || lang_GNU_Fortran())
		return size;
	for (unsigned i = 0; i < parameters->length(); i++) {
		const HOST_WIDE_INT n = (*known)[i];
		if (n < size && size - n <= EXCESS_MOST &&
		    means_length(p, (*parameters)[i].decl) &&
		    size_beyond(entry, p, parameters, known, i, i + 1) ==
			size + PROBE &&
		    size_beyond(entry, p, parameters, known, 0, known->length()) ==
			size + PROBE)
			return n;
	}
	return size;
}

/* Elements that the body reaches, where nothing declares their number. Of a text only
 * the length that an integer gives is known, and only if no other function reads it. */
static HOST_WIDE_INT used_size(tree entry, const parameter *p,
			       const parameter_list *parameters,
			       const numbers *arguments)
{
	const unsigned of = p - parameters->begin();
	numbers known;

	if (!(p->flags & ME_PARAMETER_DEFAULT) || !p->size || p->is_noted)
		return UNKNOWN;
	for (unsigned i = 0; i < arguments->length(); i++)
		known.safe_push(integer_field(parameters, i) &&
					!only_declares(parameters, i)
				    ? (*arguments)[i]
				    : BODY_NO_INTEGER);
	body_use use = body_use_of(entry, parameters, of, known.address());
	if (p->flags & ME_PARAMETER_STRING &&
	    (use.external || body_tests_end(entry, parameters, of)))
		return UNKNOWN;
	return without_excess(entry, p, parameters, &known, elements_used(p, use));
}

/* What the source declares. In Fortran 77 a length may be there for the declaration alone, as ls of
 * s(ls) where the body goes from 1 to n: callers know from a comment how large it has to be. */
static HOST_WIDE_INT declared_size(tree entry, const parameter *p,
				   const parameter_list *parameters,
				   const numbers *arguments)
{
	return p->is_undeclared || p->passing != ME_BY_POINTER || p->rank
		   ? UNKNOWN
		   : source_size(entry, p, parameters, arguments->address());
}

HOST_WIDE_INT array_size(tree entry, const parameter *p,
			 const parameter_list *parameters, const numbers *arguments)
{
	if (p->passing != ME_BY_POINTER || p->rank || p->presence_of != ME_NO_PARAMETER)
		return UNKNOWN;
	HOST_WIDE_INT size = declared_size(entry, p, parameters, arguments);
	return size == UNKNOWN ? used_size(entry, p, parameters, arguments) : size;
}

/* ---- which integers the size depends on */

typedef HOST_WIDE_INT size_fn(tree entry, const parameter *p,
			      const parameter_list *parameters,
			      const numbers *arguments);

static bool depends(size_fn *size, tree entry, const parameter *p,
		    const parameter_list *parameters, unsigned integer)
{
	numbers arguments;

	if (!integer_field(parameters, integer))
		return false;
	integers_fill(parameters, PROBE, &arguments);
	const HOST_WIDE_INT before = size(entry, p, parameters, &arguments);
	for (HOST_WIDE_INT value :
	     {PROBE + 1, 4 * PROBE, 7}) { /* bits[n / 8], x[1 << n] */
		arguments[integer] = value;
		if (before != size(entry, p, parameters, &arguments))
			return true;
	}
	return false;
}

bool array_depends(tree entry, const parameter *p, const parameter_list *parameters,
		   unsigned integer)
{
	return depends(array_size, entry, p, parameters, integer);
}

bool array_is_fixed(tree entry, const parameter *p, const parameter_list *parameters)
{
	enum { MANY = 32 };
	numbers arguments;

	if (integer_count(parameters) < MANY)
		return false;
	integers_fill(parameters, PROBE, &arguments);
	const HOST_WIDE_INT size = array_size(entry, p, parameters, &arguments);
	/* Steps of their own, so that n - m is another number, too. */
	for (unsigned i = 0; i < arguments.length(); i++)
		if (arguments[i] != BODY_NO_INTEGER)
			arguments[i] += i + 1;
	return size == array_size(entry, p, parameters, &arguments);
}

/* Whether it has as many elements as the integer is, for a small one and a larger one, where all
 * others are `others`. */
static bool has_length(tree entry, const parameter *p, const parameter_list *parameters,
		       unsigned integer, HOST_WIDE_INT others)
{
	static const HOST_WIDE_INT values[] = {2, 7, PROBE};
	numbers arguments;

	integers_fill(parameters, others, &arguments);
	for (HOST_WIDE_INT value : values) {
		arguments[integer] = value;
		if (array_size(entry, p, parameters, &arguments) != value)
			return false;
	}
	return true;
}

/* Whether integer n stands behind an array and is its length by what callers mean. */
static bool is_length_behind(const parameter_list *parameters, unsigned n)
{
	return n > 0 && n < parameters->length() && integer_field(parameters, n) &&
	       (*parameters)[n - 1].passing == ME_BY_POINTER &&
	       means_length(&(*parameters)[n - 1], (*parameters)[n].decl);
}

/* Whether the array is only read and has its length behind it, and integer n is the length of another
 * one: that a copy fits in there does not say that so much is to be read. */
static bool is_length_of_other(const parameter *p, const parameter_list *parameters,
			       unsigned n)
{
	const unsigned own = p - parameters->begin() + 1;

	return p->flags & ME_PARAMETER_CONST && !lang_GNU_Fortran() && n != own &&
	       is_length_behind(parameters, own) && is_length_behind(parameters, n);
}

int array_length(tree entry, const parameter *p, const parameter_list *parameters)
{
	int only = -1;
	bool has_other = false;

	if (array_is_fixed(entry, p, parameters))
		return -1;
	for (unsigned i = 0; i < integer_count(parameters); i++) {
		if (!array_depends(entry, p, parameters, i))
			continue;
		if (is_length_of_other(p, parameters, i)) {
			has_other = true;
			continue;
		}
		if (only >= 0)
			return -1;
		only = i;
	}
	return only >= 0 && (unsigned)only < parameters->length() &&
		       has_length(entry, p, parameters, only, has_other ? 0 : 7)
		   ? only
		   : -1;
}

/* Whether it has so many elements more than the integer, or less, as far as there are any. Integer
 * `alike` has the same value, which is the integer itself or one that is kept below it. */
static bool length_excess(tree entry, const parameter *p,
			  const parameter_list *parameters, unsigned integer,
			  unsigned alike, HOST_WIDE_INT *excess)
{
	HOST_WIDE_INT more[3];
	numbers arguments;

	integers_fill(parameters, 4 * PROBE, &arguments);
	for (unsigned i = 0; i < 3; i++) {
		const HOST_WIDE_INT value = i == 0 ? 7 : i == 1 ? PROBE : 2;
		arguments[integer] = arguments[alike] = value;
		more[i] = array_size(entry, p, parameters, &arguments) - value;
	}
	*excess = more[0];
	return more[1] == more[0] && more[2] <= MAX(more[0], 0);
}

/* Whether a body that keeps indices below the integer means the array's length by it, where it has so
 * many elements more: if written + 2 > room is refused, it has no less than room. What is written
 * behind that, as to[n] = 0 where another parameter n may be room, is no part of it, unless its
 * first element is none either. */
static bool is_capacity(tree entry, const parameter *p,
			const parameter_list *parameters, HOST_WIDE_INT excess,
			bool keeps_parameters)
{
	numbers arguments;

	if (excess <= 0 || !keeps_parameters || lang_GNU_Fortran())
		return excess >= -EXCESS_MOST && excess <= 0;
	integers_fill(parameters, PROBE, &arguments);
	return excess == 1 && !(p->flags & ME_PARAMETER_CONST) &&
	       body_begin_least(entry, parameters, p - parameters->begin(),
				arguments.address()) <= 0;
}

/* Whether each of the integers that the size depends on is kept below `length`: alone it reaches no
 * further, and hardly so beside another one, which may be too large with it. */
static bool is_guarded(tree entry, const parameter *p, const parameter_list *parameters,
		       unsigned length, const auto_vec<tree> &kept)
{
	unsigned count = 0, only = length;
	HOST_WIDE_INT most = 0, excess = 0;

	for (unsigned i = 0; i < integer_count(parameters); i++) {
		numbers arguments;

		if (i == length || !array_depends(entry, p, parameters, i))
			continue;
		if (i >= parameters->length() || !kept.contains((*parameters)[i].decl))
			return false;
		integers_fill(parameters, 1, &arguments);
		arguments[length] = arguments[i] = PROBE;
		most = MAX(most, array_size(entry, p, parameters, &arguments));
		only = i;
		count++;
	}
	if (count > 1)
		return most <= PROBE + count;
	/* An insertion: n of max elements are in use, and x[n] is written. */
	const bool inserts =
	    length_excess(entry, p, parameters, length, only, &excess) && excess == 1;
	return (inserts ||
		length_excess(entry, p, parameters, length, length, &excess)) &&
	       is_capacity(entry, p, parameters, excess, kept.length() > 1);
}

int array_guard(tree entry, const parameter *p, const parameter_list *parameters)
{
	if (p->is_noted || array_is_declared(entry, p, parameters) ||
	    array_is_fixed(entry, p, parameters))
		return -1;
	/* What is only read may be longer than what it is cut down to. */
	const bool cuts = !(p->flags & ME_PARAMETER_CONST);
	const unsigned count = parameters->length();
	/* The next one behind it comes first. */
	for (unsigned i = 1; i < count; i++) {
		const unsigned n = (p - parameters->begin() + i) % count;
		auto_vec<tree> kept;
		if (integer_field(parameters, n) &&
		    body_guards(entry, (*parameters)[n].decl, cuts, &kept) &&
		    is_guarded(entry, p, parameters, n, kept))
			return n;
	}
	return -1;
}

bool array_is_declared(tree entry, const parameter *p, const parameter_list *parameters)
{
	numbers arguments;

	for (unsigned i = 0; i < parameters->length(); i++)
		arguments.safe_push(5);
	return declared_size(entry, p, parameters, &arguments) != UNKNOWN;
}

/* ---- what the source does not say */

bool array_use_depends(tree entry, const parameter_list *parameters, unsigned of,
		       unsigned integer)
{
	return depends(used_size, entry, &(*parameters)[of], parameters, integer);
}

bool array_is_permuted(tree entry, const parameter_list *parameters, unsigned of,
		       bool any)
{
	const body_use use = array_use(entry, parameters, of);

	if (!use.indexed && !(any && use.external))
		return false;
	for (unsigned i = 0; i < integer_count(parameters); i++)
		if (array_depends(entry, &(*parameters)[of], parameters, i))
			return true;
	return false;
}

bool arrays_any_indexed(tree entry, const parameter_list *parameters)
{
	bool is_any_declared = false, is_any = false;

	for (unsigned i = 0; i < parameters->length(); i++)
		is_any_declared |=
		    array_is_declared(entry, &(*parameters)[i], parameters);
	for (unsigned i = 0; is_any_declared && i < parameters->length(); i++)
		is_any |= (*parameters)[i].flags & ME_PARAMETER_DEFAULT &&
			  array_use(entry, parameters, i).indexed;
	return is_any;
}

bool array_goes_across(tree entry, const parameter_list *parameters, unsigned of)
{
	const parameter *p = &(*parameters)[of];

	for (unsigned n = 0; n < parameters->length(); n++) {
		bool is_length = false;
		for (unsigned i = 0; i < parameters->length(); i++)
			is_length |= depends(declared_size, entry, &(*parameters)[i],
					     parameters, n);
		if (is_length && !depends(declared_size, entry, p, parameters, n) &&
		    depends(used_size, entry, p, parameters, n))
			return true;
	}
	return false;
}

static bool only_declares(tree entry, const parameter_list *parameters, unsigned n)
{
	return integer_is_free(parameters, n) &&
	       body_only_declares(entry, (*parameters)[n].decl);
}

void arrays_find_undeclared(tree entry, parameter_list *parameters)
{
	auto_vec<unsigned> declaring;
	bool has_other = false; /* an integer that comments may say a length by */

	for (unsigned n = 0; lang_GNU_Fortran() && n < parameters->length(); n++)
		if (only_declares(entry, parameters, n))
			declaring.safe_push(n);
		else
			has_other |= integer_field(parameters, n) != NULL;
	for (unsigned n : declaring) {
		if (!has_other)
			break;
		for (unsigned i = 0; i < parameters->length(); i++) {
			parameter *p = &(*parameters)[i];
			if (!(p->flags & ME_PARAMETER_DEFAULT) ||
			    !has_length(entry, p, parameters, n, 7))
				continue;
			p->is_undeclared = true;
			(*parameters)[n].declares = i;
		}
	}
}
