/* SPDX-License-Identifier: GPL-3.0-or-later */
/* integers.c - writes conditions in linear arithmetic over the integers. */
#include "prover/integers.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct writer {
	FILE *out;
	const struct expr_store *store;
	bool *marked;
	struct query *query;
};

static const struct expr_node *at(const struct writer *w, expr e)
{
	return expr_at(w->store, e);
}

static bool is_const(const struct writer *w, expr e)
{
	return e != EXPR_NONE && at(w, e)->op == EXPR_CONST;
}

/* ---- what has a meaning over the integers */

static const char *name_of(const struct writer *w, const struct expr_node *n)
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
		return at(w, n->a)->sort <= 64 ? "=" : NULL;
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
		return is_const(w, n->a) || is_const(w, n->b) ? "*" : NULL;
	case EXPR_SEXT:
		return "+ 0";
	case EXPR_ZEXT: /* of one bit, which is 0 or 1 */
		return at(w, n->a)->sort == 1 ? "+ 0" : NULL;
	default:
		return NULL;
	}
}

static void mark_cone(struct writer *w, const expr *roots, size_t count)
{
	const struct expr_store *s = w->store;

	for (size_t i = 0; i < count; i++)
		w->marked[roots[i]] = true;
	for (expr e = (expr)s->count; e-- > 1;) { /* operands stand before */
		const struct expr_node *n = at(w, e);
		if (!w->marked[e] || !name_of(w, n))
			continue;
		w->marked[n->a] = w->marked[n->b] = w->marked[n->c] = true;
	}
}

/* ---- writing it */

static void put_integer(struct writer *w, int64_t value)
{
	if (value < 0)
		fprintf(w->out, "(- %" PRIu64 ")", 0 - (uint64_t)value);
	else
		fprintf(w->out, "%" PRId64, value);
}

static void put_operand(struct writer *w, expr e)
{
	const struct expr_node *n = at(w, e);
	const unsigned spare = n->sort > 1 && n->sort < 64 ? 64u - n->sort : 0;

	if (n->op == EXPR_VAR)
		fprintf(w->out, "v%" PRIu64, n->value);
	else if (n->op != EXPR_CONST)
		fprintf(w->out, "%c%u", name_of(w, n) ? 'n' : 'h', e);
	else if (n->sort == SORT_BOOL)
		fputs(n->value ? "true" : "false", w->out);
	else
		put_integer(w, (int64_t)(n->value << spare) >> spare);
}

/* Something that is left open; of an input, its range. */
static void put_open(struct writer *w, expr e)
{
	const struct expr_node *n = at(w, e);

	fputs("(declare-const ", w->out);
	put_operand(w, e);
	fputs(n->sort == SORT_BOOL ? " Bool)\n" : " Int)\n", w->out);
	w->query->is_abstract |= n->op != EXPR_VAR;
	if (n->op != EXPR_VAR || w->store->variables[n->value].kind != VARIABLE_INPUT ||
	    n->sort > 64)
		return;
	w->query->inputs[w->query->input_count++] = (uint32_t)n->value;
	fputs("(assert (<= ", w->out);
	put_integer(w, INT64_MIN >> (64 - n->sort));
	fprintf(w->out, " v%" PRIu64 " ", n->value);
	put_integer(w, INT64_MAX >> (64 - n->sort));
	fputs("))\n", w->out);
}

static void put_definition(struct writer *w, expr e)
{
	const struct expr_node *n = at(w, e);
	const expr operands[3] = {n->a, n->b, n->c};

	fprintf(w->out, "(define-fun n%u () %s (%s", e,
		n->sort == SORT_BOOL ? "Bool" : "Int", name_of(w, n));
	for (int i = 0; i < 3 && operands[i] != EXPR_NONE; i++) {
		putc(' ', w->out);
		put_operand(w, operands[i]);
	}
	fputs("))\n", w->out);
}

void integers_write(struct query *q, const struct expr_store *store,
		    const expr *conditions, size_t count, bool kept, const char *title)
{
	struct writer w = {.store = store, .query = q};

	w.out = query_open(q, store, &w.marked);
	if (!w.out)
		return;
	mark_cone(&w, conditions, count);
	fprintf(w.out, "; %s\n(set-option :produce-models true)\n(set-logic QF_LIA)\n",
		title);
	for (expr e = 1; e < store->count; e++) {
		const struct expr_node *n = at(&w, e);
		if (!w.marked[e] || n->op == EXPR_CONST)
			continue;
		if (n->op == EXPR_VAR || !name_of(&w, n))
			put_open(&w, e);
		else
			put_definition(&w, e);
	}
	for (size_t i = 0; i < count; i++) {
		fputs("(assert ", w.out);
		put_operand(&w, conditions[i]);
		fputs(")\n", w.out);
	}
	if (!kept)
		fputs("(check-sat)\n", w.out);
	fclose(w.out);
	free(w.marked);
}
