/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * system.c - a constraint x = t, where x does not occur in t, defines x: x is replaced
 * by t everywhere, and the constraint is dropped. fp.eq(x, t) defines x too, but stays:
 * it is false for NaN. (x is then the same zero as t, though fp.eq allows the other.)
 */
#include "sat/formula/system.h"

#include <stdlib.h>
#include <string.h>

#include "system/allocation.h"

enum { ROUNDS_MOST = 50 };

/* ---- constraints */

/* Adds a constraint, or each part of a conjunction. */
static void constraint_add(struct system *s, term_id id)
{
	const struct term term = *term_at(s->formula, id);

	if (term.operation == OP_CONSTANT) {
		s->is_false = s->is_false || term.value == 0;
		return;
	}
	ARRAY_ADD(s->constraints, s->count, s->room, id);
}

/* The parts of a conjunction, or of a disjunction that is denied. */
static bool parts(struct system *s, term_id id, term_id part[2])
{
	struct formula *f = s->formula;
	struct term term = *term_at(f, id);
	const bool is_denied = term.operation == OP_NOT;

	if (is_denied)
		term = *term_at(f, term.operands[0]);
	if (term.operation != (is_denied ? OP_OR : OP_AND))
		return false;
	for (int i = 0; i < 2; i++)
		part[i] = is_denied ? term_not(f, term.operands[i]) : term.operands[i];
	return true;
}

/* Replaces conjunctions by their parts. */
static void split(struct system *s)
{
	term_id part[2];

	for (size_t i = 0; i < s->count;) {
		if (!parts(s, s->constraints[i], part)) {
			i++;
			continue;
		}
		s->constraints[i] = s->constraints[--s->count];
		constraint_add(s, part[0]);
		constraint_add(s, part[1]);
	}
}

/* Each constraint once. */
static void unique(struct system *s)
{
	bool *seen = array_new(s->formula->count, sizeof(*seen));
	size_t kept = 0;

	for (size_t i = 0; i < s->count; i++) {
		const term_id id = s->constraints[i];

		if (!seen[id])
			s->constraints[kept++] = id;
		seen[id] = true;
	}
	s->count = kept;
	free(seen);
}

/* ---- a walk over terms, through definitions */

struct term_walk {
	struct system *system;
	term_id *images; /* of the terms that were done; TERM_NONE */
	size_t size;
	term_id *stack;
	size_t depth, room;
};

static void walk_init(struct term_walk *w, struct system *s)
{
	memset(w, 0, sizeof(*w));
	w->system = s;
	w->size = s->formula->count;
	w->images = array_new(w->size, sizeof(*w->images));
	for (size_t i = 0; i < w->size; i++)
		w->images[i] = TERM_NONE;
}

static void walk_done(struct term_walk *w)
{
	free(w->images);
	free(w->stack);
}

static void walk_push(struct term_walk *w, term_id id)
{
	ARRAY_ADD(w->stack, w->depth, w->room, id);
}

/* What a term is made of: its operands, or the definition of a variable. */
static unsigned walk_below(const struct term_walk *w, term_id id, term_id *below)
{
	const struct term *term = term_at(w->system->formula, id);

	if (term->operation == OP_VARIABLE) {
		below[0] = w->system->definitions[term->number];
		return below[0] != TERM_NONE;
	}
	memcpy(below, term->operands, sizeof(term->operands));
	return term->count;
}

/* Pushes what is below and not done. Returns how many. */
static int walk_open(struct term_walk *w, term_id id)
{
	term_id below[TERM_OPERANDS];
	const unsigned count = walk_below(w, id, below);
	int open = 0;

	for (unsigned i = 0; i < count; i++)
		if (w->images[below[i]] == TERM_NONE) {
			walk_push(w, below[i]);
			open++;
		}
	return open;
}

/* The term with the images of what is below it. */
static term_id image_of(const struct term_walk *w, term_id id)
{
	const struct term *term = term_at(w->system->formula, id);
	term_id below[TERM_OPERANDS];
	const unsigned count = walk_below(w, id, below);

	for (unsigned i = 0; i < count; i++)
		below[i] = w->images[below[i]];
	if (count == 0)
		return id;
	if (term->operation == OP_VARIABLE)
		return below[0];
	return term_again(w->system->formula, term, below);
}

/* The term with all definitions replaced. */
static term_id substitute(struct term_walk *w, term_id id)
{
	walk_push(w, id);
	while (w->depth > 0) {
		const term_id next = w->stack[w->depth - 1];

		if (w->images[next] == TERM_NONE && walk_open(w, next) > 0)
			continue;
		w->depth--;
		if (w->images[next] == TERM_NONE)
			w->images[next] = image_of(w, next);
	}
	return w->images[id];
}

/* Whether the variable occurs in the term, through definitions. Images are marks. */
static bool occurs(struct term_walk *w, term_id variable, term_id in)
{
	bool found = false;
	size_t done = 0;
	term_id *all;

	w->depth = 0;
	walk_push(w, in);
	w->images[in] = in;
	/* The stack is a queue here: nothing is taken off until the end. */
	while (done < w->depth && !found) {
		const term_id next = w->stack[done++];
		const size_t before = w->depth;

		found = next == variable;
		if (!found)
			walk_open(w, next);
		for (size_t i = before; i < w->depth; i++)
			w->images[w->stack[i]] = w->stack[i];
	}
	all = w->stack;
	for (size_t i = 0; i < w->depth; i++)
		w->images[all[i]] = TERM_NONE;
	w->depth = 0;
	return found;
}

/* ---- definitions */

static bool is_free(const struct system *s, term_id id)
{
	const struct term *term = term_at(s->formula, id);

	return term->operation == OP_VARIABLE &&
	       s->definitions[term->number] == TERM_NONE;
}

static bool define(struct term_walk *w, term_id variable, term_id as)
{
	struct system *s = w->system;

	if (!is_free(s, variable) || occurs(w, variable, as))
		return false;
	s->definitions[term_at(s->formula, variable)->number] = as;
	return true;
}

/* Whether the constraint defines a variable; *is_all: it says nothing else. */
static bool define_by(struct term_walk *w, term_id constraint, const term_id truth[2],
		      bool *is_all)
{
	const struct term term = *term_at(w->system->formula, constraint);
	const term_id a = term.operands[0], b = term.operands[1];

	*is_all = true;
	switch (term.operation) {
	case OP_VARIABLE:
		return define(w, constraint, truth[1]);
	case OP_NOT:
		return define(w, a, truth[0]);
	case OP_EQUAL:
		/* Where the theory leaves a value open, it has to be avoided. */
		*is_all = !term.is_partial;
		return define(w, a, b) || define(w, b, a);
	case OP_FP_EQ:
		*is_all = false;
		return define(w, a, b) || define(w, b, a);
	default:
		return false;
	}
}

/* One round over all constraints. Returns how many variables it defined. */
static size_t define_round(struct system *s)
{
	const term_id truth[] = {term_bool(s->formula, false),
				 term_bool(s->formula, true)};
	struct term_walk w;
	size_t kept = 0, defined = 0;

	walk_init(&w, s);
	for (size_t i = 0; i < s->count; i++) {
		bool is_all;

		if (define_by(&w, s->constraints[i], truth, &is_all)) {
			defined++;
			if (is_all)
				continue;
		}
		s->constraints[kept++] = s->constraints[i];
	}
	s->count = kept;
	walk_done(&w);
	return defined;
}

/* Replaces what is defined, in constraints and in definitions. */
static void substitute_all(struct system *s)
{
	const size_t count = s->count;
	struct term_walk w;

	walk_init(&w, s);
	s->count = 0;
	/* A constraint becomes one or none: later ones are not overwritten. */
	for (size_t i = 0; i < count; i++)
		constraint_add(s, substitute(&w, s->constraints[i]));
	for (uint32_t v = 0; v < s->variables; v++)
		if (s->definitions[v] != TERM_NONE)
			s->definitions[v] = substitute(&w, s->definitions[v]);
	walk_done(&w);
}

static void reduce(struct system *s)
{
	size_t defined = 1;

	for (int round = 0; round < ROUNDS_MOST && defined; round++) {
		split(s);
		unique(s);
		defined = define_round(s);
		if (defined)
			substitute_all(s);
	}
	split(s);
	unique(s);
}

void system_init(struct system *system, struct formula *formula, const term_id *roots,
		 size_t count)
{
	memset(system, 0, sizeof(*system));
	system->formula = formula;
	system->variables = formula->variables;
	system->definitions =
	    array_new(system->variables, sizeof(*system->definitions));
	for (uint32_t v = 0; v < system->variables; v++)
		system->definitions[v] = TERM_NONE;
	for (size_t i = 0; i < count; i++)
		constraint_add(system, roots[i]);
	reduce(system);
}

void system_done(struct system *system)
{
	free(system->constraints);
	free(system->definitions);
	memset(system, 0, sizeof(*system));
}
