/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * condition_search.c - what is sent to a method: the dependents of what the start
 * violates, one clause of each disjunction at a time.
 */
#include "prover/search/condition_search.h"

#include <gsl/gsl_rng.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prover/ir/arena.h"
#include "prover/search/condition_method.h"

/*
 * Conditions with disjunctions as paths of conjuncts: each path takes one clause of
 * each disjunction that it meets (Dinges and Agha, 2014, section 3.1: each clause of an
 * or is treated as a separate path).
 */

struct condition_path {
	struct conjunct *conjuncts;
	size_t count, room;
	size_t alternatives; /* how many paths there are at these choices, at least */
};

/* Clauses of a disjunction; more are left together in the last one. */
enum { CLAUSES_MOST = 16 };

static void add_conjunct(struct condition_path *p, struct conjunct c)
{
	for (size_t i = 0; i < p->count; i++)
		if (p->conjuncts[i].e == c.e && p->conjuncts[i].holds == c.holds)
			return;
	ARRAY_ADD(p->conjuncts, p->count, p->room, c);
}

/* Without the negations around it. */
static struct conjunct without_negations(const struct expr_store *store,
					 struct conjunct c)
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

/* The conjuncts at the top of a condition that is to be `holds` are added; a disjunction
 * is one of them. */
static void condition_path_split(struct condition_path *p,
				 const struct expr_store *store, expr condition,
				 bool holds)
{
	struct conjunct c =
	    without_negations(store, (struct conjunct){condition, holds});

	/* A chain hangs on the first operand. */
	while (is_conjunction(store, c)) {
		condition_path_split(p, store, expr_at(store, c.e)->b, c.holds);
		c = without_negations(
		    store, (struct conjunct){expr_at(store, c.e)->a, c.holds});
	}
	add_conjunct(p, c);
}

/* ---- choosing */

static size_t clauses_of(const struct expr_store *store, struct conjunct c,
			 struct conjunct *clauses)
{
	size_t count = 0;

	while (is_disjunction(store, c) && count + 1 < CLAUSES_MOST) {
		clauses[count++] = without_negations(
		    store, (struct conjunct){expr_at(store, c.e)->b, c.holds});
		c = without_negations(
		    store, (struct conjunct){expr_at(store, c.e)->a, c.holds});
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

/* Adds the conjuncts of path `number` of the condition, which is counted down by what
 * was chosen: paths 0, 1, ... take the clauses in turn. With `errors`, of the point
 * where they were read: those of the least error, whatever the number is. */
static void condition_path_choose(struct condition_path *p,
				  const struct expr_store *store, struct conjunct c,
				  size_t *number,
				  const struct condition_errors *errors);

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

static void condition_path_choose(struct condition_path *p,
				  const struct expr_store *store, struct conjunct c,
				  size_t *number, const struct condition_errors *errors)
{
	c = without_negations(store, c);
	if (!p->alternatives)
		p->alternatives = 1;
	while (is_conjunction(store, c)) {
		condition_path_choose(
		    p, store, (struct conjunct){expr_at(store, c.e)->b, c.holds},
		    number, errors);
		c = without_negations(
		    store, (struct conjunct){expr_at(store, c.e)->a, c.holds});
	}
	if (is_disjunction(store, c))
		choose_clause(p, store, c, number, errors);
	else if (expr_at(store, c.e)->op == EXPR_ITE)
		choose_side(p, store, c, number, errors);
	else
		add_conjunct(p, c);
}

static void condition_path_done(struct condition_path *p)
{
	free(p->conjuncts);
	memset(p, 0, sizeof *p);
}

enum {
	BUDGET = 100000, /* FloPSy's evaluations */
	PATHS_MOST = 32,
};

#define ADDRESS(method) &condition_method_##method,
const struct condition_method *const condition_method_all[] = {
    CONDITION_METHODS(ADDRESS) NULL};

const struct condition_method *condition_method_find(const char *name)
{
	for (const struct condition_method *const *m = condition_method_all; *m; m++)
		if (strcmp((*m)->name, name) == 0)
			return *m;
	return NULL;
}

const char *condition_method_name(const struct condition_method *method)
{
	return method->name;
}

void condition_search_init(struct condition_search *s, const struct expr_store *store)
{
	memset(s, 0, sizeof *s);
	s->store = store;
	s->method = condition_method_all[0];
	s->budget = BUDGET;
	s->seed = 1;
}

/* ---- one search */

struct job {
	struct condition_search *search;
	struct condition_path all; /* the conditions' conjuncts */
	struct condition_program program; /* of all */
	struct condition_errors errors; /* at the start */
	struct condition_scalar *scalars;
	size_t scalar_count;
	struct conjunct *sent; /* the dependents */
	size_t sent_count;
	const unsigned char *start;
	size_t size;
	unsigned char *found;
	gsl_rng *rng;
};

static void job_init(struct job *j, const expr *conditions, size_t count)
{
	struct condition_search *s = j->search;

	for (size_t i = 0; i < count; i++)
		condition_path_split(&j->all, s->store, conditions[i], true);
	condition_program_init(&j->program, s->store, conditions, count);
	condition_errors_init(&j->errors, &j->program, s->options.distance);
	j->scalars = s->entry
			 ? condition_scalars_of_entry(s->entry, &j->scalar_count)
			 : condition_scalars_of_program(&j->program, &j->scalar_count);
	j->rng = gsl_rng_alloc(gsl_rng_mt19937);
	if (j->rng)
		gsl_rng_set(j->rng, s->seed);
}

static void job_done(struct job *j)
{
	condition_path_done(&j->all);
	condition_errors_done(&j->errors);
	condition_program_done(&j->program);
	free(j->scalars);
	free(j->sent);
	if (j->rng)
		gsl_rng_free(j->rng);
}

/* Whether all conditions hold for the input. */
static bool all_hold(struct job *j, const unsigned char *input)
{
	bool all = true;

	condition_program_run(&j->program, input, j->size);
	for (size_t i = 0; i < j->all.count; i++)
		all = all && condition_is(&j->program, j->all.conjuncts[i].e,
					  j->all.conjuncts[i].holds);
	return all;
}

/* ---- the transitive dependents of what is violated */

/* The sent conjuncts are those that are marked. */
static void take_marked(struct job *j, const bool *marked)
{
	j->sent = array_new(j->all.count + 1, sizeof *j->sent);
	for (size_t i = 0; i < j->all.count; i++)
		if (marked[i])
			j->sent[j->sent_count++] = j->all.conjuncts[i];
}

/* Marks the conjuncts of a scalar that a marked one depends on. */
static bool spread(const struct condition_problem *p, bool *marked)
{
	bool some = false;

	for (size_t k = 0; k < p->n; k++) {
		bool moves = false;
		for (size_t i = 0; i < p->count; i++)
			moves = moves || (marked[i] && condition_touches(p, i, k));
		for (size_t i = 0; moves && i < p->count; i++) {
			some = some || (condition_touches(p, i, k) && !marked[i]);
			marked[i] = marked[i] || condition_touches(p, i, k);
		}
	}
	return some;
}

/* After the conditions were evaluated at the start. */
static void find_sent(struct job *j)
{
	bool *marked = array_new(j->all.count + 1, sizeof *marked);
	struct condition_options plain = {0};
	struct condition_problem p;

	condition_problem_init(&p, j->search->store, &plain, j->all.conjuncts,
			       j->all.count, j->scalars, j->scalar_count, j->start,
			       j->size);
	for (size_t i = 0; i < p.count; i++)
		marked[i] =
		    !condition_is(&j->program, p.conjuncts[i].e, p.conjuncts[i].holds);
	while (spread(&p, marked))
		;
	take_marked(j, marked);
	condition_problem_done(&p);
	free(marked);
}

/* ---- paths */

/* Number 0 is the path nearest to the start, then all in turn; false: there is none. */
static bool path_init(struct job *j, struct condition_path *path, size_t number)
{
	size_t rest = number ? number - 1 : 0;

	memset(path, 0, sizeof *path);
	for (size_t i = 0; i < j->sent_count; i++)
		condition_path_choose(path, j->search->store, j->sent[i], &rest,
				      number ? NULL : &j->errors);
	return rest == 0;
}

/* The budget of a path: an even part of the evaluations that are left. */
static size_t path_budget(const struct condition_search *s, size_t path, size_t paths)
{
	const size_t left = s->budget - s->evaluations;

	return left / (paths - path < PATHS_MOST ? paths - path : PATHS_MOST);
}

static bool solve_path(struct job *j, const struct condition_path *path, size_t limit)
{
	struct condition_search *s = j->search;
	const struct condition_method *by = s->method;
	struct condition_problem p;
	bool found = false;

	condition_problem_init(&p, s->store, &s->options, path->conjuncts, path->count,
			       j->scalars, j->scalar_count, j->start, j->size);
	p.limit = limit;
	s->variables = p.n > s->variables ? p.n : s->variables;
	s->kept = p.kept > s->kept ? p.kept : s->kept;
	s->conjuncts = p.count > s->conjuncts ? p.count : s->conjuncts;
	if (!s->paths++ && s->tell)
		s->tell(s->context, &p);
	if (p.n && p.limit)
		by = s->method->solve(&p, j->rng);
	s->evaluations += p.evaluations;
	if (p.found && all_hold(j, p.input)) {
		memcpy(j->found, p.input, j->size);
		s->solved_by = by->name;
		found = true;
	}
	condition_problem_done(&p);
	return found;
}

static bool same_conjuncts(const struct condition_path *a,
			   const struct condition_path *b)
{
	bool same = a->count == b->count;

	for (size_t i = 0; same && i < a->count; i++)
		same = a->conjuncts[i].e == b->conjuncts[i].e &&
		       a->conjuncts[i].holds == b->conjuncts[i].holds;
	return same;
}

static bool solve_paths(struct job *j)
{
	struct condition_path first, path;
	bool found = false;

	path_init(j, &first, 0);
	const size_t paths = first.alternatives > 1 ? first.alternatives + 1 : 1;
	found = solve_path(j, &first, path_budget(j->search, 0, paths));
	for (size_t k = 1; !found && k < paths && k < PATHS_MOST; k++) {
		if (path_init(j, &path, k) && !same_conjuncts(&path, &first))
			found = solve_path(j, &path, path_budget(j->search, k, paths));
		condition_path_done(&path);
	}
	condition_path_done(&first);
	return found;
}

/* ---- */

static enum search_answer unable(struct condition_search *s, const char *why)
{
	snprintf(s->why, sizeof s->why, "%s", why);
	return SEARCH_UNABLE;
}

static enum search_answer run_method(struct job *j)
{
	struct condition_search *s = j->search;

	s->is_open = j->program.is_open;
	if (j->program.is_wide)
		return unable(s, "a condition has values of more than 64 bits");
	if (!j->rng)
		return unable(s, "out of memory");
	if (all_hold(j, j->start)) {
		memmove(j->found, j->start, j->size);
		return SEARCH_FOUND;
	}
	condition_errors_read(&j->errors);
	find_sent(j);
	return solve_paths(j) ? SEARCH_FOUND : SEARCH_NONE;
}

enum search_answer condition_search(struct condition_search *s, const expr *conditions,
				    size_t count, const unsigned char *start,
				    size_t size, unsigned char *found)
{
	struct job j = {.search = s, .start = start, .size = size, .found = found};

	s->evaluations = s->variables = s->kept = s->conjuncts = s->paths = 0;
	s->solved_by = NULL;
	s->why[0] = '\0';
	job_init(&j, conditions, count);
	const enum search_answer answer = run_method(&j);
	job_done(&j);
	return answer;
}
