/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * condition_search.h - a path condition, solved by search: values of the input's bytes
 * under which all conditions evaluate to true.
 *
 * A search sees the input as scalars, integers and floating-point numbers mixed, each a
 * coordinate. It evaluates the conditions themselves, with calls of the mathematical
 * library and of opaque functions that are declared const executed (native_function.c),
 * and is guided by their errors (condition_problem.h). Bit-precise evaluation is the only
 * judge of a solution; that none was found is no proof of anything.
 *
 * As in FloPSy (Lakhotia, Tillmann, Harman and de Halleux, 2010, section 3), only the
 * transitive dependents of what the start violates are sent to the search: conditions
 * that share no variable with those, directly or through others, hold at the start and
 * keep its values. Of a disjunction one clause at a time is searched, as a path of its
 * own (Dinges and Agha, 2014, section 3.1).
 *
 * prover/search/ holds the methods that solve path conditions. Start with this file,
 * then condition_method.h: a method is a constant record.
 */
#ifndef PROVER_CONDITION_SEARCH_H
#define PROVER_CONDITION_SEARCH_H

#include "prover/condition/condition_problem.h"
#include "prover/expr/expr.h"
#include "value/layout.h"

enum search_answer {
	SEARCH_FOUND, /* bit-precise evaluation says so */
	SEARCH_NONE, /* the budget is spent, or the method ended before */
	SEARCH_UNABLE, /* the search was not begun; `why` says why */
};

struct condition_method;

struct condition_search {
	/* What the caller sets; condition_search_init() sets the defaults. */
	const struct expr_store *store;
	/* What the bytes of the input are; null: it follows from how the conditions use
	 * them. */
	const struct entry *entry;
	const struct condition_method *method;
	size_t budget; /* evaluations of a search */
	uint64_t seed;
	struct condition_options options;
	/* Told of what a method is given first, if any is at work; may be null. */
	void (*tell)(void *context, const struct condition_problem *problem);
	void *context;
	/* Of the last search: */
	size_t evaluations;
	size_t variables, conjuncts; /* that were sent to it */
	size_t kept; /* variables that options.floats_only left as they were */
	size_t paths; /* clauses of disjunctions that were searched one by one */
	bool is_open; /* values that nobody knows were set to fixed ones */
	const char *solved_by; /* the method that found it; null: none was needed */
	char why[128];
};

void condition_search_init(struct condition_search *search,
			   const struct expr_store *store);

/* The method of that name: portfolio, random, avm, es, cw, relay; or null. */
const struct condition_method *condition_method_find(const char *name);
const char *condition_method_name(const struct condition_method *method);

/*
 * Looks for an input of `size` bytes under which all conditions, truth values of the
 * store, hold. It begins at `start`. FOUND: the input is in `found`, which may be
 * `start`; else that is unchanged. The same record and arguments give the same result.
 */
enum search_answer condition_search(struct condition_search *search,
				    const expr *conditions, size_t count,
				    const unsigned char *start, size_t size,
				    unsigned char *found);

#endif
