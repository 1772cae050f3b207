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
	/* Of two numbers, whose contract it makes; else null. */
	expr (*of_two)(struct encoding *e, struct type type, expr x, expr y,
		       expr result);
};

/* The builtin's name without its prefix; null: it is no builtin. */
static const char *contract_name(const struct statement *s)
{
	return s->callee && (s->flags & CALL_BUILTIN) ? gimple_builtin_name(s->callee)
						      : NULL;
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
static expr rest_of(struct encoding *e, struct type type, expr x, expr y, expr result,
		    bool is_nearest)
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
	double a, b;

	/* They are exact, and so the same in double. */
	if (node_is_number(s, x, &a) && node_is_number(s, y, &b))
		return contract_number(e, type,
				       is_nearest ? remainder(a, b) : fmod(a, b));

	return expr_ite(
	    s, defined,
	    with_sign(e, expr_ite(s, near, size, zero),
		      is_negative(e, type, is_nearest ? result : bits_of(e, x))),
	    contract_number(e, type, NAN));
}

static expr library_contract_fmod(struct encoding *e, struct type type, expr x, expr y,
				  expr result)
{
	return rest_of(e, type, x, y, result, false);
}

static expr library_contract_remainder(struct encoding *e, struct type type, expr x,
				       expr y, expr result)
{
	return rest_of(e, type, x, y, result, true);
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

/* hypot is never negative, and NaN only if an argument is; beside an infinite one it need not be. */
static expr library_contract_length(struct encoding *e, struct type type, expr x,
				    expr y, expr result)
{
	struct expr_store *s = &e->store;
	const expr infinity = contract_number(e, type, INFINITY);
	const expr is_infinite =
	    expr_or(s, expr_binary(s, EXPR_FEQ, expr_unary(s, EXPR_FABS, x), infinity),
		    expr_binary(s, EXPR_FEQ, expr_unary(s, EXPR_FABS, y), infinity));
	const expr nan = expr_and(s, expr_or(s, is_nan(e, x), is_nan(e, y)),
				  expr_or(s, expr_not(s, is_infinite),
					  fresh(e, SORT_BOOL, "hypot of a NaN")));

	return expr_ite(s, nan, contract_number(e, type, NAN),
			any_number(e, type, true, result));
}

/* ---- all of them */

static const struct library_contract contracts[] = {
    {"exp", .domain = DOMAIN_ALL, .is_positive = true},
    {"exp2", .domain = DOMAIN_ALL, .is_positive = true},
    {"cosh", .domain = DOMAIN_ALL, .is_positive = true},
    {"expm1", .domain = DOMAIN_ALL},
    {"sinh", .domain = DOMAIN_ALL},
    {"tanh", .domain = DOMAIN_ALL},
    {"atan", .domain = DOMAIN_ALL},
    {"asinh", .domain = DOMAIN_ALL},
    {"cbrt", .domain = DOMAIN_ALL},
    {"sin", .domain = DOMAIN_FINITE},
    {"cos", .domain = DOMAIN_FINITE},
    {"tan", .domain = DOMAIN_FINITE},
    {"log", .domain = DOMAIN_NOT_BELOW},
    {"log2", .domain = DOMAIN_NOT_BELOW},
    {"log10", .domain = DOMAIN_NOT_BELOW},
    {"log1p", .domain = DOMAIN_NOT_BELOW, .limit = -1},
    {"acosh", .domain = DOMAIN_NOT_BELOW, .limit = 1, .is_positive = true},
    {"asin", .domain = DOMAIN_WITHIN, .limit = 1},
    {"acos", .domain = DOMAIN_WITHIN, .limit = 1, .is_positive = true},
    {"atanh", .domain = DOMAIN_WITHIN, .limit = 1},
    {"fmod", .of_two = library_contract_fmod},
    {"remainder", .of_two = library_contract_remainder},
    {"hypot", .of_two = library_contract_length},
    {"atan2", .of_two = library_contract_angle},
    {"pow", .of_two = library_contract_power}};

static const struct library_contract *find_contract(const char *name, bool *is_float)
{
	for (size_t i = 0; i < sizeof contracts / sizeof *contracts; i++)
		if (library_names(name, contracts[i].name, is_float))
			return &contracts[i];
	return NULL;
}

bool library_contract_knows(const char *name)
{
	bool is_float;

	return find_contract(name, &is_float) != NULL;
}

/* ---- the result of a call */

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
	bool is_float;
	const struct library_contract *p = find_contract(name, &is_float);
	if (!p || is_float != (type.bits == 32) ||
	    s->operand_count != (p->of_two ? 2 : 1))
		return EXPR_NONE;
	const expr result = library_result(e, s, arguments);
	return bits_of(e, p->of_two ? p->of_two(e, type, x[0], x[1], result)
				    : library_contract_one(e, p, type, x[0], result));
}
