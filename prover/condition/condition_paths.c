/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prover/condition/condition_paths.h"

#include <stdlib.h>
#include <string.h>

#include "prover/ir/arena.h"

/* Of a disjunction; more are left together in the last one. */
enum { CLAUSES_MOST = 16 };

static void add(struct condition_path *p, struct conjunct c)
{
	for (size_t i = 0; i < p->count; i++)
		if (p->conjuncts[i].e == c.e && p->conjuncts[i].holds == c.holds)
			return;
	p->conjuncts =
	    array_grow(p->conjuncts, p->count, &p->room, sizeof *p->conjuncts);
	p->conjuncts[p->count++] = c;
}

/* Without the negations around it. */
static struct conjunct bare(const struct expr_store *store, struct conjunct c)
{
	while (expr_at(store, c.e)->op == EXPR_NOT)
		c = (struct conjunct){expr_at(store, c.e)->a, !c.holds};
	return c;
}

static bool is_conjunction(const struct expr_store *store, struct conjunct c)
{
	return expr_at(store, c.e)->op == (c.holds ? EXPR_AND : EXPR_OR);
}

static bool is_disjunction(const struct expr_store *store, struct conjunct c)
{
	return expr_at(store, c.e)->op == (c.holds ? EXPR_OR : EXPR_AND);
}

void condition_path_split(struct condition_path *p, const struct expr_store *store,
			  expr condition, bool holds)
{
	struct conjunct c = bare(store, (struct conjunct){condition, holds});

	/* A chain hangs on the first operand. */
	while (is_conjunction(store, c)) {
		condition_path_split(p, store, expr_at(store, c.e)->b, c.holds);
		c = bare(store, (struct conjunct){expr_at(store, c.e)->a, c.holds});
	}
	add(p, c);
}

/* ---- choosing */

static size_t clauses_of(const struct expr_store *store, struct conjunct c,
			 struct conjunct *clauses)
{
	size_t count = 0;

	while (is_disjunction(store, c) && count + 1 < CLAUSES_MOST) {
		clauses[count++] =
		    bare(store, (struct conjunct){expr_at(store, c.e)->b, c.holds});
		c = bare(store, (struct conjunct){expr_at(store, c.e)->a, c.holds});
	}
	clauses[count++] = c;
	return count;
}

static size_t nearest(const struct condition_errors *errors,
		      const struct conjunct *clauses, size_t count)
{
	size_t best = 0;

	for (size_t i = 1; i < count; i++)
		if (condition_error(errors, clauses[i].e, clauses[i].holds) <
		    condition_error(errors, clauses[best].e, clauses[best].holds))
			best = i;
	return best;
}

static void choose_clause(struct condition_path *p, const struct expr_store *store,
			  struct conjunct c, size_t *number,
			  const struct condition_errors *errors)
{
	struct conjunct clauses[CLAUSES_MOST];
	const size_t count = clauses_of(store, c, clauses);
	const size_t which = errors ? nearest(errors, clauses, count) : *number % count;

	*number /= count;
	if (p->alternatives < SIZE_MAX / CLAUSES_MOST)
		p->alternatives *= count;
	condition_path_choose(p, store, clauses[which], number, errors);
}

/* A choice between two conditions is a disjunction of two conjunctions. */
static void choose_side(struct condition_path *p, const struct expr_store *store,
			struct conjunct c, size_t *number,
			const struct condition_errors *errors)
{
	const struct expr_node *n = expr_at(store, c.e);
	const bool first = errors ? condition_error(errors, n->a, true) <=
					condition_error(errors, n->a, false)
				  : *number % 2 == 0;

	*number /= 2;
	if (p->alternatives < SIZE_MAX / CLAUSES_MOST)
		p->alternatives *= 2;
	condition_path_choose(p, store, (struct conjunct){n->a, first}, number, errors);
	condition_path_choose(p, store, (struct conjunct){first ? n->b : n->c, c.holds},
			      number, errors);
}

void condition_path_choose(struct condition_path *p, const struct expr_store *store,
			   struct conjunct c, size_t *number,
			   const struct condition_errors *errors)
{
	c = bare(store, c);
	if (!p->alternatives)
		p->alternatives = 1;
	while (is_conjunction(store, c)) {
		condition_path_choose(
		    p, store, (struct conjunct){expr_at(store, c.e)->b, c.holds},
		    number, errors);
		c = bare(store, (struct conjunct){expr_at(store, c.e)->a, c.holds});
	}
	if (is_disjunction(store, c))
		choose_clause(p, store, c, number, errors);
	else if (expr_at(store, c.e)->op == EXPR_ITE)
		choose_side(p, store, c, number, errors);
	else
		add(p, c);
}

void condition_path_done(struct condition_path *p)
{
	free(p->conjuncts);
	memset(p, 0, sizeof *p);
}
