/* SPDX-License-Identifier: GPL-3.0-or-later */
/* integers.c - writes conditions in linear arithmetic over the integers. */
#include "prover/solver/integers.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prover/expr/linear.h"
#include "prover/expr/node.h"

/* ---- what has a meaning over the integers */

static const char *integers_name(const struct expr_store *s, const struct expr_node *n)
{
	switch (n->op) {
	case EXPR_NOT:
		return "not";
	case EXPR_AND:
		return "and";
	case EXPR_OR:
		return "or";
	case EXPR_ITE:
		return n->sort <= 64 ? "ite" : NULL;
	case EXPR_EQ:
		return expr_sort(s, n->a) <= 64 ? "=" : NULL;
	case EXPR_SLT:
		return "<";
	case EXPR_SLE:
		return "<=";
	case EXPR_ADD:
		return "+";
	case EXPR_SUB:
	case EXPR_NEG:
		return "-";
	case EXPR_MUL:
		return node_is_const(s, n->a) || node_is_const(s, n->b) ? "*" : NULL;
	case EXPR_SEXT:
		return "+ 0";
	case EXPR_ZEXT: /* of one bit, which is 0 or 1 */
		return expr_sort(s, n->a) == 1 ? "+ 0" : NULL;
	default:
		return NULL;
	}
}

bool integers_is_open(const struct expr_store *s, const struct expr_node *n)
{
	return n->op == EXPR_VAR || !integers_name(s, n);
}

void integers_mark(struct smt_writer *w, const expr *roots, size_t count)
{
	const struct expr_store *s = w->store;

	for (size_t i = 0; i < count; i++)
		w->marked[roots[i]] = true;
	for (expr e = (expr)s->count; e-- > 1;) { /* operands stand before */
		const struct expr_node *n = smt_node(w, e);
		if (!w->marked[e] || !integers_name(w->store, n))
			continue;
		w->marked[n->a] = w->marked[n->b] = w->marked[n->c] = true;
	}
}

/* ---- writing it */

/* A single bit is 0 or 1, as a truth value is. */
static int64_t integer_of(const struct expr_node *constant)
{
	return constant->sort > 1 ? linear_constant(constant)
				  : (int64_t)constant->value;
}

static void put_integer(struct smt_writer *w, int64_t value)
{
	if (value < 0)
		fprintf(w->out, "(- %" PRIu64 ")", 0 - (uint64_t)value);
	else
		fprintf(w->out, "%" PRId64, value);
}

static void put_sum(struct smt_writer *w, const struct expr_node *n);
static void integers_operation(struct smt_writer *w, const struct expr_node *n);

/* Sums in the normal form of simplify_linear(), and their comparisons, are written
 * where they are used, without a definition. */
static bool is_inline(const struct smt_writer *w, const struct expr_node *n)
{
	if (n->op >= EXPR_EQ && n->op <= EXPR_SLE)
		return integers_name(w->store, n) &&
		       smt_node(w, n->a)->sort != SORT_BOOL;
	if (n->op != EXPR_ADD && (n->op != EXPR_MUL || !node_is_const(w->store, n->b)))
		return false;
	return !node_is_op(w->store, n->op == EXPR_ADD ? n->b : n->a, EXPR_ADD);
}

void integers_put_operand(struct smt_writer *w, expr e)
{
	const struct expr_node *n = smt_node(w, e);

	if (is_inline(w, n) && n->sort != SORT_BOOL)
		put_sum(w, n);
	else if (is_inline(w, n))
		integers_operation(w, n);
	else if (n->op == EXPR_VAR)
		fprintf(w->out, "v%" PRIu64, n->value);
	else if (n->op != EXPR_CONST)
		fprintf(w->out, "%c%u", integers_name(w->store, n) ? 'n' : 'h', e);
	else if (n->sort == SORT_BOOL)
		fputs(n->value ? "true" : "false", w->out);
	else
		put_integer(w, integer_of(n));
}

bool integers_range(const struct expr_store *store, size_t variable, int64_t *least,
		    int64_t *most)
{
	const struct variable *v = &store->variables[variable];

	if (v->kind != VARIABLE_INPUT || v->sort == SORT_BOOL || v->sort > 64)
		return false;
	*least = INT64_MIN >> (64 - v->sort);
	*most = INT64_MAX >> (64 - v->sort);
	return true;
}

/* (+ ...) of all terms, or (* ...). */
static void put_sum(struct smt_writer *w, const struct expr_node *n)
{
	const unsigned op = n->op;

	fputs(op == EXPR_ADD ? "(+ " : "(* ", w->out);
	while (op == EXPR_ADD && node_is_op(w->store, n->a, EXPR_ADD) &&
	       is_inline(w, smt_node(w, n->a))) {
		integers_put_operand(w, n->b);
		putc(' ', w->out);
		n = smt_node(w, n->a);
	}
	integers_put_operand(w, n->a);
	putc(' ', w->out);
	integers_put_operand(w, n->b);
	putc(')', w->out);
}

/* Declares an unconstrained constant; an input is asserted to be in its range. */
static void put_open(struct smt_writer *w, expr e)
{
	const struct expr_node *n = smt_node(w, e);
	int64_t least, most;

	fputs("(declare-const ", w->out);
	integers_put_operand(w, e);
	fputs(n->sort == SORT_BOOL ? " Bool)\n" : " Int)\n", w->out);
	if (w->query)
		w->query->is_abstract |= n->op != EXPR_VAR;
	if (n->op != EXPR_VAR || !integers_range(w->store, n->value, &least, &most))
		return;
	if (w->query)
		w->query->inputs[w->query->input_count++] = (uint32_t)n->value;
	fputs("(assert (<= ", w->out);
	put_integer(w, least);
	fprintf(w->out, " v%" PRIu64 " ", n->value);
	put_integer(w, most);
	fputs("))\n", w->out);
}

static void integers_operation(struct smt_writer *w, const struct expr_node *n)
{
	const expr operands[3] = {n->a, n->b, n->c};

	fprintf(w->out, "(%s", integers_name(w->store, n));
	for (int i = 0; i < 3 && operands[i] != EXPR_NONE; i++) {
		putc(' ', w->out);
		integers_put_operand(w, operands[i]);
	}
	putc(')', w->out);
}

static void put_definition(struct smt_writer *w, expr e)
{
	const struct expr_node *n = smt_node(w, e);

	fprintf(w->out, "(define-fun n%u () %s ", e,
		n->sort == SORT_BOOL ? "Bool" : "Int");
	integers_operation(w, n);
	fputs(")\n", w->out);
}

void integers_put(struct smt_writer *w, expr e)
{
	if (integers_is_open(w->store, smt_node(w, e)))
		put_open(w, e);
	else if (!is_inline(w, smt_node(w, e)))
		put_definition(w, e);
}

/* ---- the same, computed */

/* Integers are compared as words of 64 bits. */
static bool compute_truth(const struct expr_node *n, const int64_t o[3], int64_t *v)
{
	const uint64_t bits[3] = {(uint64_t)o[0], (uint64_t)o[1], (uint64_t)o[2]};
	uint64_t truth;

	if (!expr_compute(n, 64, bits, &truth))
		return false;
	*v = (int64_t)truth;
	return true;
}

bool integers_compute(const struct expr_store *s, const struct expr_node *n,
		      const int64_t o[3], int64_t *v)
{
	if (n->op == EXPR_CONST) {
		*v = integer_of(n);
		return true;
	}
	if (!integers_name(s, n))
		return false;
	if (n->sort == SORT_BOOL)
		return compute_truth(n, o, v);
	switch (n->op) {
	case EXPR_ITE:
		*v = o[0] ? o[1] : o[2];
		return true;
	case EXPR_ADD:
		return !__builtin_add_overflow(o[0], o[1], v);
	case EXPR_SUB:
		return !__builtin_sub_overflow(o[0], o[1], v);
	case EXPR_NEG:
		return !__builtin_sub_overflow(0, o[0], v);
	case EXPR_MUL:
		return !__builtin_mul_overflow(o[0], o[1], v);
	default: /* SEXT, ZEXT */
		*v = o[0];
		return true;
	}
}
