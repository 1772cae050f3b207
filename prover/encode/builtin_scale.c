/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * builtin_scale.c - functions of the mathematical library on the exponent, the fraction and
 * the neighbours of a number: frexp, ldexp, scalbn, logb, ilogb, modf, nextafter. Where C
 * leaves it open, the result is that of an unknown call.
 */
#include <string.h>

#include "prover/encode/encode_internal.h"

enum scale_function {
	SCALE_FREXP,
	SCALE_LDEXP,
	SCALE_LOGB,
	SCALE_ILOGB,
	SCALE_MODF,
	SCALE_NEXTAFTER
};

static const struct scale_known {
	const char *name; /* for float, followed by an f */
	enum scale_function function;
	uint8_t count, second; /* operands; of the second the type's kind, */
	uint8_t bits; /* and bits; 0: those of the first */
} known[] = {
    {"frexp", SCALE_FREXP, 2, TYPE_POINTER, 64},
    {"ldexp", SCALE_LDEXP, 2, TYPE_SIGNED, 32},
    {"scalbn", SCALE_LDEXP, 2, TYPE_SIGNED, 32},
    {"logb", SCALE_LOGB, 1, 0, 0},
    {"ilogb", SCALE_ILOGB, 1, 0, 0},
    {"modf", SCALE_MODF, 2, TYPE_POINTER, 64},
    {"nextafter", SCALE_NEXTAFTER, 2, TYPE_FLOAT, 0},
};

/* A call of one of them. */
struct scale {
	struct encoding *e;
	const struct statement *s;
	const expr *a; /* bits of the arguments */
	struct type type; /* of the first one */
	expr x; /* as a number */
	unsigned fraction; /* bits */
	uint32_t bias;
};

/* Of a number that is finite and not 0: 1.rest * 2^power; power in 32 bits. */
struct scale_parts {
	expr rest, power;
};

/* ---- parts of a number */

static expr constant(const struct scale *c, uint64_t bits)
{
	return expr_const(&c->e->store, c->type.bits, bits);
}

static expr sign_of(const struct scale *c, expr bits)
{
	return expr_binary(&c->e->store, EXPR_BITAND, bits,
			   constant(c, (uint64_t)1 << (c->type.bits - 1)));
}

static expr size_of(const struct scale *c, expr bits)
{
	return expr_binary(&c->e->store, EXPR_BITAND, bits,
			   constant(c, ((uint64_t)1 << (c->type.bits - 1)) - 1));
}

static expr is_size(const struct scale *c, uint64_t bits)
{
	return expr_eq(&c->e->store, size_of(c, c->a[0]), constant(c, bits));
}

static expr is_zero(const struct scale *c)
{
	return is_size(c, 0);
}

static uint64_t infinity_of(const struct scale *c)
{
	return (uint64_t)(2 * c->bias + 1) << c->fraction;
}

static expr is_finite(const struct scale *c)
{
	return expr_binary(&c->e->store, EXPR_ULT, size_of(c, c->a[0]),
			   constant(c, infinity_of(c)));
}

/* A subnormal number is shifted until its highest 1 is where that of others is not written:
 * no mode of rounding is in it. */
static struct scale_parts parts_of(const struct scale *c)
{
	struct expr_store *s = &c->e->store;
	const expr size = size_of(c, c->a[0]), one = expr_const(s, 32, 1);
	const expr exponent = expr_resize(
	    s, expr_extract(s, size, c->fraction, c->type.bits - 1 - c->fraction), 32,
	    false);
	const expr is_small = expr_eq(s, exponent, expr_const(s, 32, 0));
	expr bits = size, small = one;

	for (unsigned step = c->type.bits / 2; step; step /= 2) {
		const expr is_low =
		    expr_binary(s, EXPR_ULT, bits,
				constant(c, (uint64_t)1 << (c->fraction + 1 - step)));
		bits = expr_ite(
		    s, is_low, expr_binary(s, EXPR_SHL, bits, constant(c, step)), bits);
		small = expr_ite(
		    s, is_low, expr_binary(s, EXPR_SUB, small, expr_const(s, 32, step)),
		    small);
	}
	return (struct scale_parts){
	    expr_binary(s, EXPR_BITAND, expr_ite(s, is_small, bits, size),
			constant(c, ((uint64_t)1 << c->fraction) - 1)),
	    expr_binary(s, EXPR_SUB, expr_ite(s, is_small, small, exponent),
			expr_const(s, 32, c->bias))};
}

/* ---- the functions */

/* x * 2^n is rounded once, if 2^n is a normal number. */
static expr scaled(const struct scale *c, expr unknown)
{
	struct expr_store *s = &c->e->store;
	const expr biased =
	    expr_binary(s, EXPR_ADD, c->a[1], expr_const(s, 32, c->bias));
	const expr fits = expr_binary(
	    s, EXPR_ULT, expr_binary(s, EXPR_SUB, biased, expr_const(s, 32, 1)),
	    expr_const(s, 32, 2 * c->bias));
	const expr factor =
	    expr_binary(s, EXPR_SHL, expr_resize(s, biased, c->type.bits, false),
			constant(c, c->fraction));
	const expr product = rounded_bits(c->e, EXPR_FMUL, c->type, c->x,
					  number_of(c->e, c->type, factor));

	return expr_ite(s, fits, product, unknown);
}

static expr logarithm(const struct scale *c)
{
	struct expr_store *s = &c->e->store;
	const expr power =
	    rounded_bits(c->e, EXPR_FROM_SIGNED, c->type, parts_of(c).power, EXPR_NONE);
	const expr of_zero =
	    constant(c, infinity_of(c) | (uint64_t)1 << (c->type.bits - 1));
	const expr of_others = bits_of(c->e, expr_unary(s, EXPR_FABS, c->x));

	return expr_ite(s, is_zero(c), of_zero,
			expr_ite(s, is_finite(c), power, of_others));
}

/* The bits of numbers of one sign are in their order. */
static expr neighbour(const struct scale *c)
{
	struct expr_store *s = &c->e->store;
	const expr y = number_of(c->e, c->type, c->a[1]),
		   zero = number_of(c->e, c->type, constant(c, 0));
	const expr is_outward = expr_eq(s, expr_binary(s, EXPR_FLT, c->x, y),
					expr_binary(s, EXPR_FLT, zero, c->x));
	const expr nan =
	    expr_or(s, expr_unary(s, EXPR_FNAN, c->x), expr_unary(s, EXPR_FNAN, y));
	expr value =
	    expr_ite(s, is_outward, expr_binary(s, EXPR_ADD, c->a[0], constant(c, 1)),
		     expr_binary(s, EXPR_SUB, c->a[0], constant(c, 1)));

	value = expr_ite(
	    s, is_zero(c),
	    expr_binary(s, EXPR_BITOR, sign_of(c, c->a[1]), constant(c, 1)), value);
	value = expr_ite(s, expr_binary(s, EXPR_FEQ, c->x, y), c->a[1], value);
	return expr_ite(s, nan, rounded_bits(c->e, EXPR_FADD, c->type, c->x, y), value);
}

/* The difference is exact; it and the whole part have the sign of x. */
static expr split(const struct scale *c, struct walk_state *state)
{
	struct expr_store *s = &c->e->store;
	const expr whole = expr_unary(s, EXPR_FTRUNC, c->x);
	const expr rest = rounded_bits(c->e, EXPR_FSUB, c->type, c->x, whole);
	const expr size =
	    expr_ite(s, is_size(c, infinity_of(c)), constant(c, 0), size_of(c, rest));

	memory_store(c->e, state, c->a[1], bits_of(c->e, whole), c->s->line);
	return expr_binary(s, EXPR_BITOR, size, sign_of(c, c->a[0]));
}

/* A fraction from 0.5 on and below 1 has the exponent -1. */
static expr fraction_of(const struct scale *c, struct walk_state *state)
{
	struct expr_store *s = &c->e->store;
	const struct scale_parts parts = parts_of(c);
	const expr size =
	    expr_binary(s, EXPR_BITOR, parts.rest,
			constant(c, (uint64_t)(c->bias - 1) << c->fraction));
	const expr power =
	    expr_ite(s, is_finite(c),
		     expr_binary(s, EXPR_ADD, parts.power, expr_const(s, 32, 1)),
		     fresh(c->e, 32, "the exponent of frexp"));

	memory_store(c->e, state, c->a[1],
		     expr_ite(s, is_zero(c), expr_const(s, 32, 0), power), c->s->line);
	return expr_ite(s, expr_and(s, is_finite(c), expr_not(s, is_zero(c))),
			expr_binary(s, EXPR_BITOR, size, sign_of(c, c->a[0])),
			bits_of(c->e, c->x));
}

/* Of 0 and what is not finite it is one that the library chooses. */
static expr whole_logarithm(const struct scale *c, expr unknown)
{
	struct expr_store *s = &c->e->store;

	return expr_ite(s, expr_and(s, is_finite(c), expr_not(s, is_zero(c))),
			parts_of(c).power, unknown);
}

/* ---- which one is called */

/* Of that name; *is_float: it is the one for float. */
static const struct scale_known *find_known(const char *name, bool *is_float)
{
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (library_names(name, known[i].name, is_float))
			return &known[i];
	return NULL;
}

static const struct scale_known *known_callee(const struct encoding *e,
					      const struct statement *s)
{
	const char *name = s->callee && (s->flags & CALL_BUILTIN) && s->operand_count
			       ? gimple_builtin_name(s->callee)
			       : "";
	bool is_float;
	const struct scale_known *k = find_known(name, &is_float);

	return k && s->operand_count == k->count &&
		       is_float == (s->operands[0].type.bits == 32) &&
		       !symbol_table_defines(e->program, name)
		   ? k
		   : NULL;
}

/* Whether the types are those of the declaration. */
static bool has_types(const struct scale_known *k, const struct statement *s)
{
	const struct type first = s->operands[0].type;
	const struct type second = k->count > 1 ? s->operands[1].type : first;
	const bool is_pointer = k->second == TYPE_POINTER;

	if (first.kind != TYPE_FLOAT || (first.bits != 32 && first.bits != 64) ||
	    second.bits != (k->bits ? k->bits : first.bits) ||
	    (k->count > 1 && !is_pointer && second.kind != k->second))
		return false;
	if (s->result == GIMPLE_NONE)
		return is_pointer;
	return k->function == SCALE_ILOGB
		   ? type_is_integer(s->type) && s->type.bits == 32
		   : s->type.kind == TYPE_FLOAT && s->type.bits == first.bits;
}

bool builtin_scale_knows(const char *name)
{
	bool is_float;

	return find_known(name, &is_float) != NULL;
}

expr encode_builtin_scale(struct encoding *e, struct walk_state *state,
			  const struct statement *s, const expr *arguments)
{
	const struct scale_known *k = known_callee(e, s);

	if (!k || !has_types(k, s) || is_flushed(e, s->operands[0].type))
		return EXPR_NONE;
	const struct type type = s->operands[0].type;
	const struct scale c = {e,
				s,
				arguments,
				type,
				number_of(e, type, arguments[0]),
				type.bits == 32 ? 23 : 52,
				type.bits == 32 ? 127 : 1023};
	const expr unknown = s->result == GIMPLE_NONE ? fresh(e, type.bits, s->callee)
						      : library_result(e, s, arguments);
	switch (k->function) {
	case SCALE_FREXP:
		return fraction_of(&c, state);
	case SCALE_LDEXP:
		return scaled(&c, unknown);
	case SCALE_LOGB:
		return logarithm(&c);
	case SCALE_ILOGB:
		return whole_logarithm(&c, unknown);
	case SCALE_MODF:
		return split(&c, state);
	default:
		return neighbour(&c);
	}
}
