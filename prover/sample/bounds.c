/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bounds.c - interval propagation. Each comparison with a constant is an interval
 * (span) of what it compares; intervals of one expression are intersected. Over the
 * integers the intervals of sums narrow those of their terms and vice versa, for some
 * rounds.
 */
#include "prover/sample/sample.h"

#include "prover/solver/integers.h"
#include "prover/expr/linear.h"
#include "prover/expr/node.h"

enum { SPAN_LIMIT = 128, TERM_LIMIT = 128, ROUNDS = 4 };

typedef __int128 wide;

struct spans {
	const struct expr_store *store;
	struct linear_span list[SPAN_LIMIT]; /* of compared expressions */
	size_t count;
	struct linear_span terms[TERM_LIMIT];
	size_t term_count;
};

/* ---- spans of what is compared */

/* Intersects a span with that of the same expression. Returns false when the
 * intersection is empty. */
static bool add_span(struct spans *all, const struct linear_span *span)
{
	size_t i = 0;

	while (i < all->count && all->list[i].e != span->e)
		i++;
	if (i == SPAN_LIMIT)
		return true;
	if (i == all->count)
		all->list[all->count++] = *span;
	struct linear_span *same = &all->list[i];
	same->least = span->least > same->least ? span->least : same->least;
	same->most = span->most < same->most ? span->most : same->most;
	return same->least <= same->most;
}

/* Whether a condition is `x != c` and the span of x is the one value c. */
static bool excludes(const struct spans *all, expr condition)
{
	struct linear_span one;

	if (!node_is_op(all->store, condition, EXPR_NOT) ||
	    !linear_span(all->store, expr_at(all->store, condition)->a, &one))
		return false;
	for (size_t i = 0; i < all->count; i++)
		if (all->list[i].e == one.e && all->list[i].least == one.least &&
		    all->list[i].most == one.most)
			return true;
	return false;
}

/* ---- terms of sums */

/* The span of a term, a variable of at most 32 bits: its multiples do not overflow
 * `wide`. Null for other terms, and when there are too many. */
static struct linear_span *span_of_term(struct spans *all, expr term)
{
	const struct expr_node *n = expr_at(all->store, term);
	struct linear_span *new = &all->terms[all->term_count];

	for (size_t i = 0; i < all->term_count; i++)
		if (all->terms[i].e == term)
			return &all->terms[i];
	if (all->term_count == TERM_LIMIT || n->op != EXPR_VAR || n->sort > 32 ||
	    !integers_range(all->store, n->value, &new->least, &new->most))
		return NULL;
	new->e = term;
	all->term_count++;
	return new;
}

static wide floor_divide(wide a, wide b)
{
	return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/* factor * term is least to most; returns false when the term's span becomes empty. */
static bool narrow_span(struct linear_span *term, int64_t factor, wide least, wide most)
{
	wide low =
	    factor > 0 ? -floor_divide(-least, factor) : -floor_divide(-most, factor);
	wide high =
	    factor > 0 ? floor_divide(most, factor) : floor_divide(least, factor);

	if (low > term->least)
		term->least = low > INT64_MAX ? INT64_MAX : (int64_t)low;
	if (high < term->most)
		term->most = high < INT64_MIN ? INT64_MIN : (int64_t)high;
	return term->least <= term->most;
}

/* Narrows the spans of the sum's terms; returns false when one becomes empty. */
static bool narrow_terms(struct spans *all, const struct linear_span *span,
			 const struct linear *sum)
{
	struct linear_span *terms[LINEAR_TERMS];
	const wide none = (wide)1 << 100;
	const wide least = span->least == INT64_MIN ? -none : span->least;
	const wide most = span->most == INT64_MAX ? none : span->most;
	wide low = sum->constant, high = sum->constant;

	for (size_t i = 0; i < sum->count; i++) {
		const wide f = sum->factors[i];
		terms[i] = span_of_term(all, sum->terms[i]);
		if (!terms[i])
			return true;
		low += f * (f > 0 ? terms[i]->least : terms[i]->most);
		high += f * (f > 0 ? terms[i]->most : terms[i]->least);
	}
	for (size_t i = 0; i < sum->count; i++) {
		const wide f = sum->factors[i];
		const wide a = f * (f > 0 ? terms[i]->least : terms[i]->most);
		const wide b = f * (f > 0 ? terms[i]->most : terms[i]->least);
		/* the others are low - a to high - b */
		if (!narrow_span(terms[i], sum->factors[i], least - (high - b),
				 most - (low - a)))
			return false;
	}
	return low <= most && high >= least;
}

/* Returns false when the spans contradict each other. */
static bool narrow_all(struct spans *all)
{
	struct linear sums[SPAN_LIMIT];
	bool fits[SPAN_LIMIT];

	for (size_t i = 0; i < all->count; i++) {
		sums[i].count = 0;
		sums[i].constant = 0;
		fits[i] = linear_add(&sums[i], all->store, all->list[i].e, 1);
	}
	for (int round = 0; round < ROUNDS; round++)
		for (size_t i = 0; i < all->count; i++)
			if (fits[i] && !narrow_terms(all, &all->list[i], &sums[i]))
				return false;
	return true;
}

bool bounds_contradict(const struct expr_store *store, const expr *conditions,
		       size_t count, bool integers)
{
	struct spans all;
	struct linear_span span;

	all.store = store;
	all.count = 0;
	all.term_count = 0;
	for (size_t i = 0; i < count; i++)
		if (linear_span(store, conditions[i], &span) && !add_span(&all, &span))
			return true;
	for (size_t i = 0; i < count; i++)
		if (excludes(&all, conditions[i]))
			return true;
	return integers && !narrow_all(&all);
}
