/* SPDX-License-Identifier: GPL-3.0-or-later */
/* builtin_bits.c - GCC's builtins on the bits of an integer: __builtin_bswap64() and such; and
 * those that tell of an overflow. */
#include <string.h>

#include "prover/encode/encode_internal.h"

enum bits_builtin { BITS_SWAP, BITS_COUNT, BITS_PARITY, BITS_LEADING, BITS_TRAILING };

static const struct bits_known {
	const char *name;
	enum bits_builtin builtin;
	unsigned width; /* of the operand */
} known[] = {
    {"bswap16", BITS_SWAP, 16},	   {"bswap32", BITS_SWAP, 32},
    {"bswap64", BITS_SWAP, 64},	   {"popcount", BITS_COUNT, 32},
    {"popcountl", BITS_COUNT, 64}, {"popcountll", BITS_COUNT, 64},
    {"parity", BITS_PARITY, 32},   {"parityl", BITS_PARITY, 64},
    {"parityll", BITS_PARITY, 64}, {"clz", BITS_LEADING, 32},
    {"clzl", BITS_LEADING, 64},	   {"clzll", BITS_LEADING, 64},
    {"ctz", BITS_TRAILING, 32},	   {"ctzl", BITS_TRAILING, 64},
    {"ctzll", BITS_TRAILING, 64},
};

static expr swapped(struct expr_store *s, expr a, unsigned width)
{
	expr value = expr_extract(s, a, 0, 8);

	for (unsigned i = 8; i < width; i += 8)
		value = expr_binary(s, EXPR_CONCAT, value, expr_extract(s, a, i, 8));
	return value;
}

/* Bits that are 1, or whether their number is odd. */
static expr counted(struct expr_store *s, expr a, unsigned width, enum expr_op op)
{
	expr value = expr_const(s, 32, 0);

	for (unsigned i = 0; i < width; i++)
		value = expr_binary(
		    s, op, value, expr_resize(s, expr_extract(s, a, i, 1), 32, false));
	return value;
}

/* Zeros above the highest 1, or below the lowest. Of 0 it is undefined. */
static expr zeros(struct encoding *e, expr a, unsigned width, bool leading)
{
	struct expr_store *s = &e->store;
	expr value = fresh(e, 32, "the zeros of 0");

	for (unsigned i = 0; i < width; i++) {
		const unsigned bit = leading ? i : width - 1 - i;
		const expr is_set =
		    expr_eq(s, expr_extract(s, a, bit, 1), expr_const(s, 1, 1));
		value = expr_ite(s, is_set, expr_const(s, 32, width - 1 - i), value);
	}
	return value;
}

static expr bits_value(struct encoding *e, const struct bits_known *k, expr a)
{
	switch (k->builtin) {
	case BITS_SWAP:
		return swapped(&e->store, a, k->width);
	case BITS_COUNT:
		return counted(&e->store, a, k->width, EXPR_ADD);
	case BITS_PARITY:
		return counted(&e->store, a, k->width, EXPR_BITXOR);
	default:
		return zeros(e, a, k->width, k->builtin == BITS_LEADING);
	}
}

expr encode_builtin_bits(struct encoding *e, const struct statement *s,
			 const expr *arguments)
{
	if (!s->callee || !(s->flags & CALL_BUILTIN) || s->operand_count != 1 ||
	    s->result == GIMPLE_NONE || !type_is_word(s->type))
		return EXPR_NONE;
	const char *name = gimple_builtin_name(s->callee);
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		if (strcmp(name, known[i].name) != 0 ||
		    expr_sort(&e->store, arguments[0]) != known[i].width)
			continue;
		const expr value = bits_value(e, &known[i], arguments[0]);
		return expr_sort(&e->store, value) == sort_of(s->type) ? value
								       : EXPR_NONE;
	}
	return EXPR_NONE;
}

/* ---- __builtin_add_overflow() and such: the exact result, in as many bits as it needs, cut to the
 * type, and whether that changes it */

static const struct overflow_known {
	const char *name; /* then .re, the result, or .im, whether it overflows */
	enum expr_op op;
} overflow_calls[] = {{".ADD_OVERFLOW.", EXPR_ADD},
		      {".SUB_OVERFLOW.", EXPR_SUB},
		      {".MUL_OVERFLOW.", EXPR_MUL}};

enum { OPERAND_BITS = 64 };

static unsigned most_bits(unsigned a, unsigned b)
{
	return a > b ? a : b;
}

/*
 * How many bits tell each exact result from each that the type has, if both are read with a
 * sign. A product of m bits each has 2 m bits, and where it has no sign is below
 * 2^(2m) - 2^m: it is not taken for a negative number of m bits.
 */
static unsigned exact_bits(enum expr_op op, unsigned operand, unsigned result)
{
	if (op != EXPR_MUL)
		return most_bits(operand, result) + 2;
	return result <= operand ? 2 * operand : most_bits(2 * operand, result) + 2;
}

static bool is_exact_type(struct type type)
{
	return (type.kind == TYPE_SIGNED || type.kind == TYPE_UNSIGNED) &&
	       type.bits <= OPERAND_BITS && sort_of(type) == type.bits;
}

static const struct overflow_known *known_call(const struct statement *s)
{
	if (!s->callee || s->operand_count != 2 || s->result == GIMPLE_NONE ||
	    !is_exact_type(s->type) || !is_exact_type(s->operands[0].type) ||
	    !is_exact_type(s->operands[1].type))
		return NULL;
	for (size_t i = 0; i < sizeof overflow_calls / sizeof *overflow_calls; i++)
		if (strncmp(s->callee, overflow_calls[i].name,
			    strlen(overflow_calls[i].name)) == 0)
			return &overflow_calls[i];
	return NULL;
}

expr encode_builtin_overflow(struct encoding *e, const struct statement *s,
			     const expr *arguments)
{
	const struct overflow_known *k = known_call(s);
	struct expr_store *store = &e->store;
	expr exact[2];

	if (!k)
		return EXPR_NONE;
	const unsigned width = s->type.bits,
		       bits = exact_bits(k->op,
					 most_bits(s->operands[0].type.bits,
						   s->operands[1].type.bits),
					 width);
	for (int i = 0; i < 2; i++)
		exact[i] = expr_resize(store, arguments[i], bits,
				       s->operands[i].type.kind == TYPE_SIGNED);
	const expr result = expr_binary(store, k->op, exact[0], exact[1]);
	const expr cut = expr_extract(store, result, 0, width);
	if (strcmp(s->callee + strlen(k->name), "re") == 0)
		return cut;
	return expr_ite(
	    store,
	    expr_eq(store, result,
		    expr_resize(store, cut, bits, s->type.kind == TYPE_SIGNED)),
	    expr_const(store, width, 0), expr_const(store, width, 1));
}
