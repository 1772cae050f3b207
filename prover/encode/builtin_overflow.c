/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * builtin_overflow.c - what __builtin_add_overflow() and such become: the exact result, in as
 * many bits as it needs, cut to the type, and whether that changes it.
 */
#include <string.h>

#include "prover/encode/encode_internal.h"

static const struct overflow_known {
	const char *name; /* then .re, the result, or .im, whether it overflows */
	enum expr_op op;
} known[] = {{".ADD_OVERFLOW.", EXPR_ADD},
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
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strncmp(s->callee, known[i].name, strlen(known[i].name)) == 0)
			return &known[i];
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
