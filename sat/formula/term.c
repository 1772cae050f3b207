/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sat/formula/term.h"

#include <stdlib.h>
#include <string.h>

#include "system/allocation.h"

enum { FIRST_ROOM = 256 };

void formula_init(struct formula *formula)
{
	memset(formula, 0, sizeof(*formula));
}

void formula_done(struct formula *formula)
{
	free(formula->terms);
	free(formula->table);
	formula_init(formula);
}

/* ---- each term once */

static uint64_t mix_hash(uint64_t hash, uint64_t value)
{
	hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
	return hash ^ hash >> 29;
}

static uint64_t term_hash(const struct term *term)
{
	uint64_t hash = term->operation;

	hash = mix_hash(hash, term->number);
	hash = mix_hash(hash, (uint64_t)term->sort.kind << 24 | term->sort.width << 16 |
				  term->sort.exponent << 8);
	hash = mix_hash(hash, (uint64_t)term->value);
	hash = mix_hash(hash, (uint64_t)(term->value >> 64));
	for (unsigned i = 0; i < term->count; i++)
		hash = mix_hash(hash, term->operands[i]);
	return hash;
}

static bool term_same(const struct term *a, const struct term *b)
{
	return a->operation == b->operation && a->count == b->count &&
	       sort_equal(a->sort, b->sort) && a->number == b->number &&
	       a->value == b->value &&
	       memcmp(a->operands, b->operands, a->count * sizeof(term_id)) == 0;
}

/* The place of the term in the table, or the empty place where it belongs. */
static size_t table_find(const struct formula *formula, const struct term *term)
{
	const size_t mask = formula->table_size - 1;
	size_t at = (size_t)term_hash(term) & mask;

	while (formula->table[at] != TERM_NONE &&
	       !term_same(&formula->terms[formula->table[at]], term))
		at = (at + 1) & mask;
	return at;
}

/* Room for one more term, and a table that is at most half full. */
static void formula_grow(struct formula *formula)
{
	const size_t room = formula->room ? 2 * formula->room : FIRST_ROOM;

	if (formula->count < formula->room)
		return;
	if (room > TERM_NONE / 2)
		memory_checked(NULL);
	formula->terms =
	    memory_checked(reallocarray(formula->terms, room, sizeof *formula->terms));
	free(formula->table);
	formula->table = array_new(2 * room, sizeof *formula->table);
	formula->table_size = 2 * room;
	formula->room = room;
	for (size_t i = 0; i < 2 * room; i++)
		formula->table[i] = TERM_NONE;
	for (size_t i = 0; i < formula->count; i++)
		formula->table[table_find(formula, &formula->terms[i])] = (term_id)i;
}

/* The number of such a term. */
static term_id formula_intern(struct formula *formula, const struct term *term)
{
	formula_grow(formula);
	const size_t at = table_find(formula, term);
	if (formula->table[at] == TERM_NONE) {
		formula->table[at] = (term_id)formula->count;
		formula->terms[formula->count++] = *term;
	}
	return formula->table[at];
}

term_id term_constant(struct formula *formula, struct sort sort, word value)
{
	struct term term;

	memset(&term, 0, sizeof(term));
	term.operation = OP_CONSTANT;
	term.sort = sort;
	term.value = sort.kind == SORT_FLOAT ? float_canonical(sort, value)
					     : value & word_mask(sort.width);
	return formula_intern(formula, &term);
}

term_id term_bool(struct formula *formula, bool value)
{
	return term_constant(formula, sort_bool(), value);
}

term_id term_variable(struct formula *formula, struct sort sort)
{
	struct term term;

	memset(&term, 0, sizeof(term));
	term.operation = OP_VARIABLE;
	term.sort = sort;
	term.number = formula->variables++;
	return formula_intern(formula, &term);
}

/* ---- what is simpler */

static bool may_be_open(enum term_operation operation)
{
	return operation == OP_FP_MIN || operation == OP_FP_MAX ||
	       operation == OP_FP_TO_UNSIGNED || operation == OP_FP_TO_SIGNED ||
	       operation == OP_FP_TO_BITS;
}

/* The constant that the term is, or TERM_NONE. */
static term_id fold(struct formula *formula, const struct term *term)
{
	struct sort sorts[TERM_OPERANDS];
	word values[TERM_OPERANDS], result;

	for (unsigned i = 0; i < term->count; i++) {
		const struct term *operand = term_at(formula, term->operands[i]);

		if (operand->operation != OP_CONSTANT)
			return TERM_NONE;
		sorts[i] = operand->sort;
		values[i] = operand->value;
	}
	if (!term_compute(term, sorts, values, &result))
		return TERM_NONE;
	return term_constant(formula, term->sort, result);
}

/* and, or: what is left of two operands of which `a` is a constant. */
static term_id simplify_junction(const struct formula *formula, enum term_operation op,
				 term_id a, term_id b)
{
	const bool absorbs = op == OP_OR;

	return (term_at(formula, a)->value != 0) == absorbs ? a : b;
}

static term_id simplify_term(struct formula *formula, const struct term *term)
{
	const term_id *x = term->operands;

	switch (term->operation) {
	case OP_NOT:
		if (term_at(formula, x[0])->operation == OP_NOT)
			return term_at(formula, x[0])->operands[0];
		return TERM_NONE;
	case OP_AND:
	case OP_OR:
		if (x[0] == x[1])
			return x[0];
		if (term_is_constant(formula, x[0]))
			return simplify_junction(formula, term->operation, x[0], x[1]);
		if (term_is_constant(formula, x[1]))
			return simplify_junction(formula, term->operation, x[1], x[0]);
		return TERM_NONE;
	case OP_EQUAL:
		if (x[0] == x[1] && !term->is_partial)
			return term_bool(formula, true);
		return TERM_NONE;
	case OP_ITE:
		if (x[1] == x[2])
			return x[1];
		if (term_is_constant(formula, x[0]))
			return term_at(formula, x[0])->value ? x[1] : x[2];
		return TERM_NONE;
	default:
		return TERM_NONE;
	}
}

term_id term_make(struct formula *formula, enum term_operation operation,
		  struct sort sort, uint32_t number, const term_id *operands,
		  unsigned count)
{
	struct term term;
	term_id simple;

	memset(&term, 0, sizeof(term));
	term.operation = (uint8_t)operation;
	term.count = (uint8_t)count;
	term.sort = sort;
	term.number = number;
	term.is_partial = may_be_open(operation);
	for (unsigned i = 0; i < count; i++) {
		term.operands[i] = operands[i];
		term.is_partial =
		    term.is_partial || term_at(formula, operands[i])->is_partial;
	}
	simple = fold(formula, &term);
	if (simple == TERM_NONE)
		simple = simplify_term(formula, &term);
	return simple == TERM_NONE ? formula_intern(formula, &term) : simple;
}

term_id term_unary(struct formula *formula, enum term_operation operation,
		   struct sort sort, term_id a)
{
	return term_make(formula, operation, sort, 0, &a, 1);
}

term_id term_binary(struct formula *formula, enum term_operation operation,
		    struct sort sort, term_id a, term_id b)
{
	const term_id operands[] = {a, b};

	return term_make(formula, operation, sort, 0, operands, 2);
}

term_id term_not(struct formula *formula, term_id a)
{
	return term_unary(formula, OP_NOT, sort_bool(), a);
}

term_id term_again(struct formula *formula, const struct term *term,
		   const term_id *operands)
{
	const struct term old = *term; /* the table may move */

	return term_make(formula, old.operation, old.sort, old.number, operands,
			 old.count);
}
