/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * library_contract.c - contracts of functions of the mathematical library. Their
 * results are unconstrained within the contract, which follows from C's Annex F: for
 * which arguments the result is a NaN, that it is not negative, and the ranges of fmod,
 * remainder and atan2.
 * Each result is a fresh variable, replaced by a permitted value where it breaks the
 * contract.
 */
#include <math.h>
#include <string.h>

#include "prover/encode/encode_internal.h"
#include "prover/expr/node.h"

/* The arguments for which the result is no NaN. */
enum domain { DOMAIN_ALL, DOMAIN_FINITE, DOMAIN_NOT_BELOW, DOMAIN_WITHIN };

struct library_contract {
	const char *name; /* for float, followed by an f */
	enum domain domain;
	double limit; /* of the last two: x >= limit, or |x| <= limit */
	bool is_positive; /* never below 0 */
};

static const struct library_contract contracts[] = {
    {"exp", DOMAIN_ALL, 0, true},	   {"exp2", DOMAIN_ALL, 0, true},
    {"cosh", DOMAIN_ALL, 0, true},	   {"expm1", DOMAIN_ALL, 0, false},
    {"sinh", DOMAIN_ALL, 0, false},	   {"tanh", DOMAIN_ALL, 0, false},
    {"atan", DOMAIN_ALL, 0, false},	   {"asinh", DOMAIN_ALL, 0, false},
    {"cbrt", DOMAIN_ALL, 0, false},	   {"sin", DOMAIN_FINITE, 0, false},
    {"cos", DOMAIN_FINITE, 0, false},	   {"tan", DOMAIN_FINITE, 0, false},
    {"log", DOMAIN_NOT_BELOW, 0, false},   {"log2", DOMAIN_NOT_BELOW, 0, false},
    {"log10", DOMAIN_NOT_BELOW, 0, false}, {"log1p", DOMAIN_NOT_BELOW, -1, false},
    {"acosh", DOMAIN_NOT_BELOW, 1, true},  {"asin", DOMAIN_WITHIN, 1, false},
    {"acos", DOMAIN_WITHIN, 1, true},	   {"atanh", DOMAIN_WITHIN, 1, false}};

/* The builtin's name without its prefix; null: it is no builtin. */
static const char *contract_name(const struct statement *s)
{
	return s->callee && (s->flags & CALL_BUILTIN) ? gimple_builtin_name(s->callee)
						      : NULL;
}

static bool is_contract(const char *name, const char *known, struct type type)
{
	const size_t length = strlen(known);

	return strncmp(name, known, length) == 0 &&
	       strcmp(name + length, type.bits == 32 ? "f" : "") == 0;
}

/* Whether it is the known function for double or float. */
static bool is_either(const char *name, const char *known)
{
	return is_contract(name, known, (struct type){TYPE_FLOAT, 32, 0}) ||
	       is_contract(name, known, (struct type){TYPE_FLOAT, 64, 0});
}

bool library_contract_knows(const char *name)
{
	for (size_t i = 0; i < sizeof contracts / sizeof *contracts; i++)
		if (is_either(name, contracts[i].name))
			return true;
	return is_either(name, "fmod") || is_either(name, "remainder") ||
	       is_either(name, "hypot") || is_either(name, "atan2") ||
	       is_either(name, "pow");
}

static expr contract_number(struct encoding *e, struct type type, double value)
{
	return number_of(
	    e, type,
	    expr_const(&e->store, type.bits, node_bits(SORT_FLOAT + type.bits, value)));
}

static expr is_nan(struct encoding *e, expr x)
{
	return expr_unary(&e->store, EXPR_FNAN, x);
}

/* ---- of one number */

static expr in_domain(struct encoding *e, const struct library_contract *p,
		      struct type type, expr x)
{
	struct expr_store *s = &e->store;
	const expr size = expr_unary(s, EXPR_FABS, x);

	switch (p->domain) {
	case DOMAIN_FINITE:
		return expr_binary(s, EXPR_FLT, size,
				   contract_number(e, type, INFINITY));
	case DOMAIN_NOT_BELOW:
		return expr_binary(s, EXPR_FLE, contract_number(e, type, p->limit), x);
	case DOMAIN_WITHIN:
		return expr_binary(s, EXPR_FLE, size,
				   contract_number(e, type, p->limit));
	default:
		return expr_not(s, is_nan(e, x));
	}
}

/* Any number that is no NaN, and not below 0 if the contract says so: a search takes
 * what the call, `result`, computes. */
static expr any_number(struct encoding *e, struct type type, bool is_positive,
		       expr result)
{
	struct expr_store *s = &e->store;
	const expr any = number_of(e, type, result);
	const expr x = is_positive ? expr_unary(s, EXPR_FABS, any) : any;

	return expr_ite(s, is_nan(e, x), contract_number(e, type, 0), x);
}

static expr library_contract_one(struct encoding *e, const struct library_contract *p,
				 struct type type, expr x, expr result)
{
	return expr_ite(&e->store, in_domain(e, p, type, x),
			any_number(e, type, p->is_positive, result),
			contract_number(e, type, NAN));
}

/* ---- of two */

static expr is_negative(struct encoding *e, struct type type, expr bits)
{
	return expr_binary(&e->store, EXPR_SLT, bits,
			   expr_const(&e->store, type.bits, 0));
}

static expr with_sign(struct encoding *e, expr size, expr negative)
{
	return expr_ite(&e->store, negative, expr_unary(&e->store, EXPR_FNEG, size),
			size);
}

static expr at_most(struct encoding *e, expr size, expr limit)
{
	return expr_binary(&e->store, EXPR_FLE, size, limit);
}

/* fmod(x, y) has x's sign, and is nearer to 0 than y; remainder(x, y) is at most half as far from
 * it as y is, also where the half is rounded. Both are no farther from 0 than x. */
static expr library_contract_rest(struct encoding *e, struct type type, expr x, expr y,
				  expr result, bool is_nearest)
{
	struct expr_store *s = &e->store;
	const expr zero = contract_number(e, type, 0);
	const expr of_x = expr_unary(s, EXPR_FABS, x),
		   of_y = expr_unary(s, EXPR_FABS, y);
	const expr size = any_number(e, type, true, result);
	const expr half = is_nearest
			      ? rounded(e, EXPR_FMUL, SORT_FLOAT + type.bits, of_y,
					contract_number(e, type, 0.5), EXPR_NONE)
			      : EXPR_NONE;
	const expr near = expr_and(s,
				   is_nearest ? at_most(e, size, half)
					      : expr_binary(s, EXPR_FLT, size, of_y),
				   at_most(e, size, of_x));
	const expr defined = expr_and(
	    s, expr_binary(s, EXPR_FLT, of_x, contract_number(e, type, INFINITY)),
	    expr_binary(s, EXPR_FLT, zero, of_y));

	return expr_ite(
	    s, defined,
	    with_sign(e, expr_ite(s, near, size, zero),
		      is_negative(e, type, is_nearest ? result : bits_of(e, x))),
	    contract_number(e, type, NAN));
}

/* atan2(y, x) has y's sign, and is at most a half turn, for x > 0 a quarter. */
static expr library_contract_angle(struct encoding *e, struct type type, expr y, expr x,
				   expr result)
{
	struct expr_store *s = &e->store;
	const expr zero = contract_number(e, type, 0);
	const expr limit =
	    expr_ite(s, expr_binary(s, EXPR_FLT, zero, x),
		     contract_number(e, type, 1.6), contract_number(e, type, 3.2));
	const expr size = any_number(e, type, true, result);

	return expr_ite(s, expr_or(s, is_nan(e, x), is_nan(e, y)),
			contract_number(e, type, NAN),
			with_sign(e, expr_ite(s, at_most(e, size, limit), size, zero),
				  is_negative(e, type, bits_of(e, y))));
}

/* pow(x, y) of x > 0 is never negative, and no NaN if y is none. */
static expr library_contract_power(struct encoding *e, struct type type, expr x, expr y,
				   expr result)
{
	struct expr_store *s = &e->store;
	const expr any = number_of(e, type, result);
	const expr of_nan = expr_unary(s, EXPR_FABS, any);

	return expr_ite(
	    s, expr_binary(s, EXPR_FLT, contract_number(e, type, 0), x),
	    expr_ite(s, is_nan(e, y), of_nan, any_number(e, type, true, result)), any);
}

/* hypot is never negative, and no NaN if no argument is. */
static expr library_contract_length(struct encoding *e, struct type type, expr x,
				    expr y, expr result)
{
	struct expr_store *s = &e->store;
	const expr nan = expr_and(s, expr_or(s, is_nan(e, x), is_nan(e, y)),
				  fresh(e, SORT_BOOL, "hypot of a NaN"));

	return expr_ite(s, nan, contract_number(e, type, NAN),
			any_number(e, type, true, result));
}

/* ---- */

/* Whether it is that type, and computed as the machine does. */
static bool is_native(const struct encoding *e, struct type type,
		      struct native_type native)
{
	return type.bits == native.bits &&
	       (native.is_float ? type.kind == TYPE_FLOAT && !is_flushed(e, type)
				: type.kind == TYPE_SIGNED);
}

/* The function whose call a search may execute: the library's own, in the mode to
 * nearest. Null: none. */
static const struct native_function *native_of(const struct encoding *e,
					       const struct statement *s)
{
	const char *name = contract_name(s);
	const struct native_function *f = name ? native_function_find(name) : NULL;

	if (!f || symbol_table_defines(e->program, name) || e->changes_rounding)
		return NULL;
	const unsigned count = native_function_count(f);
	if (s->operand_count != count + f->stores ||
	    !is_native(e, s->type, native_function_result(f)))
		return NULL;
	for (uint32_t i = 0; i < count; i++)
		if (!is_native(e, s->operands[i].type, native_function_argument(f, i)))
			return NULL;
	return f;
}

/* Whether a process can call functions that have it as an argument or result. */
static bool is_scalar_type(struct type type)
{
	return (type.kind == TYPE_FLOAT && (type.bits == 32 || type.bits == 64)) ||
	       ((type.kind == TYPE_SIGNED || type.kind == TYPE_UNSIGNED) &&
		type.bits <= 64);
}

static struct native_type native_type_of(struct type type)
{
	return (struct native_type){.is_float = type.kind == TYPE_FLOAT,
				    .bits = type.bits,
				    .is_unsigned = type.kind == TYPE_UNSIGNED};
}

/* Whether it calls a function of scalars that is declared const and has no GIMPLE here. A
 * declared pointer may lead to memory that the callee reads. */
static bool is_opaque(const struct encoding *e, const struct statement *s)
{
	if (!s->callee || !(s->flags & CALL_CONST) || s->flags & CALL_BUILTIN ||
	    gimple_find(e->program, s->callee, e->frame->function->unit) ||
	    e->changes_rounding || !is_scalar_type(s->type) ||
	    s->operand_count > NATIVE_ARGUMENTS)
		return false;
	for (uint32_t i = 0; i < s->operand_count; i++)
		if (!is_scalar_type(s->operands[i].type))
			return false;
	return true;
}

/* The function, where a process of the target executes the call. Null: none, or
 * nobody is to call it. */
static const struct native_function *opaque_of(struct encoding *e,
					       const struct statement *s)
{
	if (!e->guide || !e->guide->caller || !is_opaque(e, s))
		return NULL;
	struct native_opaque *opaque = arena_get(&e->arena, 1, sizeof *opaque);
	struct native_function *f = arena_get(&e->arena, 1, sizeof *f);

	opaque->count = s->operand_count;
	opaque->result = native_type_of(s->type);
	opaque->caller = e->guide->caller;
	for (uint32_t i = 0; i < s->operand_count; i++)
		opaque->arguments[i] = native_type_of(s->operands[i].type);
	f->name = s->callee;
	f->form = NATIVE_OPAQUE;
	f->call.opaque = opaque;
	return f;
}

expr library_result(struct encoding *e, const struct statement *s,
		    const expr *arguments)
{
	const struct native_function *f = native_of(e, s);

	if (!f)
		f = opaque_of(e, s);
	return f ? expr_call(&e->store, f, arguments)
		 : fresh(e, sort_of(s->type), s->callee ? s->callee : "call");
}

static expr library_contract_any(struct encoding *e, const struct statement *s,
				 const char *name, const expr *x, expr result)
{
	const struct type type = s->type;

	if (s->operand_count == 2) {
		if (is_contract(name, "fmod", type) ||
		    is_contract(name, "remainder", type))
			return library_contract_rest(e, type, x[0], x[1], result,
						     *name == 'r');
		if (is_contract(name, "hypot", type))
			return library_contract_length(e, type, x[0], x[1], result);
		if (is_contract(name, "atan2", type))
			return library_contract_angle(e, type, x[0], x[1], result);
		return is_contract(name, "pow", type)
			   ? library_contract_power(e, type, x[0], x[1], result)
			   : EXPR_NONE;
	}
	for (size_t i = 0; i < sizeof contracts / sizeof *contracts; i++)
		if (is_contract(name, contracts[i].name, type))
			return library_contract_one(e, &contracts[i], type, x[0],
						    result);
	return EXPR_NONE;
}

expr encode_library_contract(struct encoding *e, const struct statement *s,
			     const expr *arguments)
{
	const char *name = contract_name(s);
	const struct type type = s->type;
	expr x[2] = {EXPR_NONE, EXPR_NONE};

	/* If the program defines exp, its own function is called. */
	if (!name || symbol_table_defines(e->program, name) ||
	    s->result == GIMPLE_NONE || type.kind != TYPE_FLOAT || type.bits > 64 ||
	    s->operand_count < 1 || s->operand_count > 2 || is_flushed(e, type))
		return EXPR_NONE;
	for (uint32_t i = 0; i < s->operand_count; i++) {
		if (s->operands[i].type.kind != TYPE_FLOAT ||
		    s->operands[i].type.bits != type.bits)
			return EXPR_NONE;
		x[i] = number_of(e, type, arguments[i]);
	}
	const expr result =
	    library_contract_any(e, s, name, x, library_result(e, s, arguments));
	return result == EXPR_NONE ? EXPR_NONE : bits_of(e, result);
}
