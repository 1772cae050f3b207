/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * explain.c - which decisions and assignments make a branch infeasible: each is left
 * out in turn, first the assignments nearest to the branch, then the decisions from the
 * first one on; if the proof still succeeds, it stays left out. The rest is minimal:
 * without any part of it the proof fails, or takes a solver longer than a second.
 */
#include "prover/verify/ask.h"

#include <stdlib.h>
#include <string.h>

#include "prover/ir/arena.h"
#include "system/stop.h"

enum { PART_LIMIT = 80 }; /* decisions, and assignments, that are tried */

struct condition_parts {
	struct prover *prover;
	const struct question *question;
	expr decisions[PART_LIMIT]; /* conjuncts, the last one first */
	bool dropped[PART_LIMIT];
	size_t decision_count;
	expr values[PART_LIMIT]; /* the ones nearest to the goal first */
	size_t value_count;
	bool *open; /* by expression */
};

static const struct origin *origin_of(const struct encoding *e, expr part,
				      bool is_value)
{
	for (size_t i = 0; i < e->origin_count; i++)
		if (e->origins[i].e == part &&
		    (e->origins[i].name != GIMPLE_NONE) == is_value)
			return &e->origins[i];
	return NULL;
}

/* ---- what there is */

static void find_decisions(struct condition_parts *p)
{
	const struct expr_store *s = &p->question->encoding->store;
	expr rest = p->question->proven;

	while (p->decision_count + 1 < PART_LIMIT && expr_at(s, rest)->op == EXPR_AND) {
		p->decisions[p->decision_count++] = expr_at(s, rest)->b;
		rest = expr_at(s, rest)->a;
	}
	p->decisions[p->decision_count++] = rest;
}

static void find_values(struct condition_parts *p)
{
	const struct expr_store *s = &p->question->encoding->store;
	bool *seen = array_new(p->question->proven + 1u, sizeof *seen);

	seen[p->question->proven] = true;
	for (expr e = p->question->proven; e > 0; e--) {
		const struct expr_node *n = expr_at(s, e);
		if (!seen[e])
			continue;
		seen[n->a] = seen[n->b] = seen[n->c] = true;
		if (p->value_count < PART_LIMIT && n->op != EXPR_CONST &&
		    n->op != EXPR_VAR && origin_of(p->question->encoding, e, true))
			p->values[p->value_count++] = e;
	}
	free(seen);
}

/* ---- leaving out */

static bool still_unsat(struct condition_parts *p)
{
	const struct encoding *e = p->question->encoding;
	const struct query_options options = {.stage = p->question->stage,
					      .rounding = p->question->rounding,
					      .open = p->open};
	size_t count = 0;
	expr *conditions =
	    array_new(p->decision_count + e->assumption_count, sizeof *conditions);
	struct query q;

	for (size_t i = 0; i < p->decision_count; i++)
		if (!p->dropped[i])
			conditions[count++] = p->decisions[i];
	for (size_t i = 0; i < e->assumption_count; i++)
		conditions[count++] = e->assumptions[i];
	smt_write(&q, &e->store, conditions, count, &options, "which parts are needed");
	const bool unsat = ask_unsat(p->prover, &q);
	smt_done(&q);
	free(conditions);
	return unsat;
}

static void leave_out(struct condition_parts *p)
{
	for (size_t i = 0; i < p->value_count && !stop_asked(); i++) {
		p->open[p->values[i]] = true;
		p->open[p->values[i]] = still_unsat(p);
	}
	for (size_t i = p->decision_count; i-- > 0 && !stop_asked();) {
		p->dropped[i] = true;
		p->dropped[i] = still_unsat(p);
	}
}

/* ---- what remains */

static void add_reason(struct prove_goal *goal, const struct origin *o)
{
	const struct reason reason = {
	    o->function, o->line,
	    o->name == GIMPLE_NONE ? NULL : o->function->names[o->name].text, o->edge,
	    o->is_switch};

	if (goal->reason_count < REASON_LIMIT)
		goal->reasons[goal->reason_count++] = reason;
}

/* Marks what the remaining decisions depend on; the operands of values that were left
 * out do not count. */
static void mark_needed(const struct condition_parts *p, bool *needed)
{
	const struct expr_store *s = &p->question->encoding->store;

	for (size_t i = 0; i < p->decision_count; i++)
		needed[p->decisions[i]] = !p->dropped[i];
	for (expr e = p->question->proven; e > 0; e--) {
		const struct expr_node *n = expr_at(s, e);
		if (needed[e] && !p->open[e])
			needed[n->a] = needed[n->b] = needed[n->c] = true;
	}
}

static void add_reasons(const struct condition_parts *p, struct prove_goal *goal)
{
	const struct encoding *e = p->question->encoding;
	bool *needed = array_new(p->question->proven + 1u, sizeof *needed);

	mark_needed(p, needed);
	for (size_t i = p->value_count; i-- > 0;)
		if (needed[p->values[i]] && !p->open[p->values[i]])
			add_reason(goal, origin_of(e, p->values[i], true));
	for (size_t i = p->decision_count; i-- > 0;) {
		const struct origin *o = origin_of(e, p->decisions[i], false);
		if (!p->dropped[i] && o)
			add_reason(goal, o);
	}
	free(needed);
}

void explain(struct prover *prover, const struct question *question,
	     struct prove_goal *goal)
{
	struct condition_parts p = {.prover = prover, .question = question};

	p.open = array_new(question->encoding->store.count, sizeof *p.open);
	find_decisions(&p);
	find_values(&p);
	leave_out(&p);
	if (!stop_asked()) /* else they are not minimal */
		add_reasons(&p, goal);
	free(p.open);
}
