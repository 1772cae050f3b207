/* SPDX-License-Identifier: GPL-3.0-or-later */
/* builtin_bits.c - GCC's builtins on the bits of an integer: __builtin_bswap64() and such. */
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
