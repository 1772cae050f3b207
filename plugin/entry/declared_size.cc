/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * declared_size.cc - the size of an array as the source declares it.
 *
 * GCC has the bounds of C's `a[n]` in the attribute "access" of the function's type:
 * "^1[$],$0" says that parameter 1 has a bound, which is parameter 0. In Fortran the
 * array's type has a variable as its bound, which the first statements of the body
 * compute; they are interpreted for some values of the parameters.
 */
#include "plugin/gcc.h"
#include "plugin/entry/parameter.h"

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

HOST_WIDE_INT parameter_declared_size(tree entry, const parameter *p,
				      const parameter_list *parameters,
				      const HOST_WIDE_INT *arguments)
{
	const char *bounds = declared_bounds(entry, p);

	return bounds ? product_of(bounds, parameters, arguments)
		      : computed_size(entry, p, parameters, arguments);
}
