/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expr.c - stores each expression once (hash consing). */
#include "prover/expr/expr.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "prover/expr/node.h"
#include "prover/ir/arena.h"

enum { FIRST_TABLE_SIZE = 4096 };

/* ---- rewritten expressions: a hash table with open addressing, at most half full */

enum { FIRST_DISTRIBUTED = 64 };

struct distributed_row {
	struct expr_node node;
	expr became; /* EXPR_NONE: the row is free */
};

static struct distributed_row *distributed_row(const struct distributed *d,
					       const struct expr_node *n)
{
	size_t i = node_hash(n) & (d->size - 1);

	while (d->rows[i].became != EXPR_NONE && !node_same(&d->rows[i].node, n))
		i = (i + 1) & (d->size - 1);
	return &d->rows[i];
}

/* Whether the node may be one: its first operand is a choice. */
static bool distributed_is(const struct expr_store *s, const struct expr_node *n)
{
	return expr_at(s, n->a)->op == EXPR_ITE &&
	       (n->op == EXPR_TOFP || n->op == EXPR_EXTRACT || n->op == EXPR_CONCAT ||
		n->op == EXPR_NOT);
}

/* What the node became, or EXPR_NONE. */
static expr distributed_find(const struct distributed *d, const struct expr_node *n)
{
	return d->size ? distributed_row(d, n)->became : EXPR_NONE;
}

static void distributed_grow(struct distributed *d)
{
	const struct distributed before = *d;

	d->size = before.size ? 4 * before.size : FIRST_DISTRIBUTED;
	d->rows = array_new(d->size, sizeof *d->rows);
	for (size_t i = 0; i < before.size; i++)
		if (before.rows[i].became != EXPR_NONE)
			*distributed_row(d, &before.rows[i].node) = before.rows[i];
	free(before.rows);
}

/* Notes what the node became, unless it is there. */
static void distributed_add(struct distributed *d, const struct expr_node *n,
			    expr became)
{
	if (2 * (d->count + 1) > d->size)
		distributed_grow(d);
	struct distributed_row *row = distributed_row(d, n);

	d->count += row->became == EXPR_NONE;
	*row = (struct distributed_row){*n, became};
}

static void distributed_done(struct distributed *d)
{
	free(d->rows);
	*d = (struct distributed){0};
}

/* ---- the store */

void expr_init(struct expr_store *s)
{
	memset(s, 0, sizeof *s);
	s->nodes = array_grow(NULL, 0, &s->room, sizeof *s->nodes);
	memset(&s->nodes[0], 0, sizeof *s->nodes);
	s->count = 1;
}

void expr_done(struct expr_store *s)
{
	free(s->nodes);
	free(s->table);
	free(s->variables);
	distributed_done(&s->distributed);
	memset(s, 0, sizeof *s);
}

/* ---- the table */

static expr *expr_slot(struct expr_store *s, const struct expr_node *n)
{
	size_t i = node_hash(n) & (s->table_size - 1);

	while (s->table[i] != EXPR_NONE && !node_same(&s->nodes[s->table[i]], n))
		i = (i + 1) & (s->table_size - 1);
	return &s->table[i];
}

static void grow_table(struct expr_store *s)
{
	if (2 * s->count < s->table_size)
		return;
	free(s->table);
	s->table_size = s->table_size ? 4 * s->table_size : FIRST_TABLE_SIZE;
	s->table = array_new(s->table_size, sizeof *s->table);
	for (expr e = 1; e < s->count; e++)
		*expr_slot(s, &s->nodes[e]) = e;
}

expr expr_intern(struct expr_store *s, const struct expr_node *node)
{
	/* A copy: `node` may be one of s->nodes, which moves. */
	struct expr_node n = *node;

	grow_table(s);
	expr *slot = expr_slot(s, &n);
	if (*slot != EXPR_NONE)
		return *slot;
	assert(s->count < UINT32_MAX);
	n.has_address |= s->nodes[n.a].has_address | s->nodes[n.b].has_address |
			 s->nodes[n.c].has_address;
	*slot = (expr)s->count;
	s->nodes = array_grow(s->nodes, s->count, &s->room, sizeof *s->nodes);
	s->nodes[s->count] = n;
	return (expr)s->count++;
}

/* ---- leaves */

expr expr_const(struct expr_store *s, unsigned sort, uint64_t value)
{
	struct expr_node n = {.op = EXPR_CONST, .sort = (uint16_t)sort};

	assert(sort <= 64);
	n.value = sort == SORT_BOOL ? value != 0 : value & node_mask(sort);
	return expr_intern(s, &n);
}

expr expr_wide(struct expr_store *s, unsigned sort, uint64_t low, uint64_t high)
{
	if (sort <= 64)
		return expr_const(s, sort, low);
	return expr_binary(s, EXPR_CONCAT, expr_const(s, sort - 64, high),
			   expr_const(s, 64, low));
}

expr expr_bool(struct expr_store *s, bool value)
{
	return expr_const(s, SORT_BOOL, value);
}

expr expr_var(struct expr_store *s, unsigned sort, enum variable_kind kind,
	      uint32_t index, const char *what)
{
	const struct expr_node n = {.op = EXPR_VAR,
				    .sort = (uint16_t)sort,
				    .has_address = kind == VARIABLE_ADDRESS ||
						   kind == VARIABLE_SYMBOL,
				    .value = s->variable_count};
	struct variable v = {.kind = (uint8_t)kind,
			     .sort = (uint16_t)sort,
			     .index = index,
			     .what = what};

	v.node = expr_intern(s, &n);
	ARRAY_ADD(s->variables, s->variable_count, s->variable_room, v);
	return v.node;
}

expr expr_call(struct expr_store *s, const struct native_function *function,
	       const expr arguments[NATIVE_ARGUMENTS])
{
	const expr e = expr_var(s, native_function_result(function).bits,
				VARIABLE_FRESH, 0, function->name);
	struct variable *v = &s->variables[s->variable_count - 1];

	v->native = function;
	for (unsigned i = 0; i < native_function_count(function); i++)
		v->arguments[i] = arguments[i];
	return e;
}

expr expr_byte_after(struct expr_store *s, expr before, uint32_t index,
		     const char *what)
{
	const expr e = expr_var(s, 8, VARIABLE_FRESH, index, what);

	s->variables[s->variable_count - 1].before = before;
	return e;
}

expr expr_over(struct expr_store *s, expr e, const expr *now)
{
	const struct expr_node n = s->nodes[e];
	const expr a = now[n.a], b = now[n.b], c = now[n.c];

	if (n.op == EXPR_CONST || (a == n.a && b == n.b && c == n.c))
		return e;
	return expr_make(s, (enum expr_op)n.op, n.sort, a, b, c, n.value);
}

unsigned expr_operands(const struct expr_store *s, expr e, expr operands[EXPR_OPERANDS])
{
	const struct expr_node *n = &s->nodes[e];
	const expr all[] = {n->a, n->b, n->c};
	const struct variable *v = n->op == EXPR_VAR ? &s->variables[n->value] : NULL;
	unsigned count = 0;

	for (unsigned i = 0; v && v->native && i < native_function_count(v->native);
	     i++)
		operands[count++] = v->arguments[i];
	for (unsigned i = 0; !v && i < EXPR_OPERANDS; i++)
		if (all[i] != EXPR_NONE)
			operands[count++] = all[i];
	return count;
}

bool expr_is_const(const struct expr_store *s, expr e, uint64_t *value)
{
	if (s->nodes[e].op != EXPR_CONST || e == EXPR_NONE)
		return false;
	*value = s->nodes[e].value;
	return true;
}

bool expr_is_true(const struct expr_store *s, expr e)
{
	uint64_t value;

	return expr_sort(s, e) == SORT_BOOL && expr_is_const(s, e, &value) && value;
}

bool expr_is_false(const struct expr_store *s, expr e)
{
	uint64_t value;

	return expr_sort(s, e) == SORT_BOOL && expr_is_const(s, e, &value) && !value;
}

/* ---- operations */

static unsigned expr_result_sort(const struct expr_store *s, enum expr_op op, expr a,
				 expr b)
{
	switch (op) {
	case EXPR_NOT:
	case EXPR_AND:
	case EXPR_OR:
	case EXPR_EQ:
	case EXPR_ULT:
	case EXPR_ULE:
	case EXPR_SLT:
	case EXPR_SLE:
	case EXPR_FLT:
	case EXPR_FLE:
	case EXPR_FEQ:
	case EXPR_FNAN:
		return SORT_BOOL;
	case EXPR_CONCAT:
		return expr_sort(s, a) + expr_sort(s, b);
	case EXPR_BITS:
		return expr_sort(s, a) - SORT_FLOAT;
	case EXPR_ITE:
		return expr_sort(s, b);
	default:
		return expr_sort(s, a);
	}
}

/* The value when all operands are constants of at most 64 bits. */
static expr fold(struct expr_store *s, const struct expr_node *n)
{
	const expr operands[3] = {n->a, n->b, n->c};
	uint64_t values[3] = {0, 0, 0}, value;

	for (int i = 0; i < 3; i++)
		if (operands[i] != EXPR_NONE &&
		    !expr_is_const(s, operands[i], &values[i]))
			return EXPR_NONE;
	if (n->sort > 64 || !expr_compute(n, expr_sort(s, n->a), values, &value))
		return EXPR_NONE;
	return expr_const(s, n->sort, value);
}

static expr simplify_node(struct expr_store *s, const struct expr_node *n)
{
	expr simple = n->op <= EXPR_SEXT ? fold(s, n) : EXPR_NONE;

	if (simple != EXPR_NONE)
		return simple;
	if (n->op >= EXPR_TOFP)
		return simplify_float(s, n);
	return n->op <= EXPR_SLE ? simplify_bool(s, n) : simplify_bits(s, n);
}

expr expr_make(struct expr_store *s, enum expr_op op, unsigned sort, expr a, expr b,
	       expr c, uint64_t value)
{
	const struct expr_node n = {.op = (uint8_t)op,
				    .sort = (uint16_t)sort,
				    .a = a,
				    .b = b,
				    .c = c,
				    .value = value};
	const bool is_distributed = !s->plain && distributed_is(s, &n);
	const expr known =
	    is_distributed ? distributed_find(&s->distributed, &n) : EXPR_NONE;

	if (known != EXPR_NONE)
		return known;
	const expr simple = s->plain			   ? EXPR_NONE
			    : s->integers && op > EXPR_ITE ? simplify_linear(s, &n)
							   : simplify_node(s, &n);
	const expr made = simple != EXPR_NONE ? simple : expr_intern(s, &n);

	if (is_distributed)
		distributed_add(&s->distributed, &n, made);
	return made;
}

expr expr_convert(struct expr_store *s, enum expr_op op, unsigned sort, expr a)
{
	return expr_make(s, op, sort, a, EXPR_NONE, EXPR_NONE, 0);
}

expr expr_unary(struct expr_store *s, enum expr_op op, expr a)
{
	return expr_convert(s, op, expr_result_sort(s, op, a, EXPR_NONE), a);
}

expr expr_number(struct expr_store *s, unsigned sort, uint64_t bits)
{
	return expr_convert(s, EXPR_TOFP, sort, expr_const(s, sort - SORT_FLOAT, bits));
}

expr expr_binary(struct expr_store *s, enum expr_op op, expr a, expr b)
{
	assert(op == EXPR_CONCAT || expr_sort(s, a) == expr_sort(s, b));
	return expr_make(s, op, expr_result_sort(s, op, a, b), a, b, EXPR_NONE, 0);
}

expr expr_not(struct expr_store *s, expr a)
{
	return expr_unary(s, EXPR_NOT, a);
}

expr expr_and(struct expr_store *s, expr a, expr b)
{
	return expr_binary(s, EXPR_AND, a, b);
}

expr expr_or(struct expr_store *s, expr a, expr b)
{
	return expr_binary(s, EXPR_OR, a, b);
}

expr expr_ite(struct expr_store *s, expr c, expr a, expr b)
{
	assert(expr_sort(s, c) == SORT_BOOL && expr_sort(s, a) == expr_sort(s, b));
	return expr_make(s, EXPR_ITE, expr_sort(s, a), c, a, b, 0);
}

expr expr_eq(struct expr_store *s, expr a, expr b)
{
	return expr_binary(s, EXPR_EQ, a, b);
}

expr expr_extract(struct expr_store *s, expr a, unsigned low, unsigned width)
{
	assert(low + width <= expr_sort(s, a));
	return expr_make(s, EXPR_EXTRACT, width, a, EXPR_NONE, EXPR_NONE, low);
}

expr expr_resize(struct expr_store *s, expr a, unsigned width, bool is_signed)
{
	const unsigned from = expr_sort(s, a);

	if (width == from)
		return a;
	if (width < from)
		return expr_extract(s, a, 0, width);
	return expr_convert(s, is_signed ? EXPR_SEXT : EXPR_ZEXT, width, a);
}
