/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bounds_sum.cc - a sum as its terms, c + k1 t1 + k2 t2 + ..., so that what is added and taken away
 * cancels: n - at elements from x + at on end at x + n. Where the body compares the sum with a number,
 * that bounds it: after
 *
 *	if (n > room - used)
 *		return -1;
 *
 * used + n is at most room, though each alone may be so, too.
 */
#include "plugin/gcc.h"
#include "plugin/bodies/bounds.h"

enum { TIMES_MOST = 1 << 20, TERMS_MOST = 8 };

struct sum_term {
	tree what;
	HOST_WIDE_INT times;
};

struct sum_terms {
	auto_vec<sum_term> terms;
	HOST_WIDE_INT constant;
};

static void add_term(sum_terms *s, tree what, HOST_WIDE_INT times)
{
	for (unsigned i = 0; i < s->terms.length(); i++)
		if (shape_same(s->terms[i].what, what)) {
			s->terms[i].times += times;
			if (!s->terms[i].times)
				s->terms.ordered_remove(i);
			return;
		}
	s->terms.safe_push({what, times});
}

/* Adds `times` times the expression. */
static void add_terms(const body_frame *f, tree t, HOST_WIDE_INT times, sum_terms *s,
		      unsigned deep = 0)
{
	t = bounds_strip(f, t);
	const tree_code code = deep < TERMS_MOST ? TREE_CODE(t) : ERROR_MARK;
	HOST_WIDE_INT factor;

	if (TREE_CODE(t) == INTEGER_CST) {
		s->constant += times * bounds_addend(t);
	} else if (code == PLUS_EXPR || code == POINTER_PLUS_EXPR ||
		   code == MINUS_EXPR) {
		add_terms(f, TREE_OPERAND(t, 0), times, s, deep + 1);
		add_terms(f, TREE_OPERAND(t, 1), code == MINUS_EXPR ? -times : times, s,
			  deep + 1);
	} else if (code == MULT_EXPR && tree_fits_shwi_p(TREE_OPERAND(t, 1)) &&
		   (factor = tree_to_shwi(TREE_OPERAND(t, 1))) > 0 &&
		   factor < TIMES_MOST && IN_RANGE(times, -TIMES_MOST, TIMES_MOST)) {
		add_terms(f, TREE_OPERAND(t, 0), times * factor, s, deep + 1);
	} else {
		add_term(s, t, times);
	}
}

/* ---- a bound of several terms together */

static const sum_term *find(const sum_terms *s, tree what)
{
	for (unsigned i = 0; i < s->terms.length(); i++)
		if (shape_same(s->terms[i].what, what))
			return &s->terms[i];
	return NULL;
}

/* Where the compared difference is sign * (sum - other + c): the other term; else null. */
static tree other_side(const sum_terms *sum, const sum_terms *difference, int sign)
{
	tree other = NULL_TREE;

	if (difference->terms.length() != sum->terms.length() + 1)
		return NULL_TREE;
	for (unsigned i = 0; i < difference->terms.length(); i++) {
		const sum_term *d = &difference->terms[i];
		if (d->times != (find(sum, d->what) ? sign : -sign))
			return NULL_TREE;
		if (!find(sum, d->what))
			other = other ? error_mark_node : d->what;
	}
	return other == error_mark_node ? NULL_TREE : other;
}

/* The most that the terms, once each, are by comparisons of the body. */
static interval compared_most(body_frame *f, const sum_terms *sum)
{
	interval most = UNBOUNDED;

	for (unsigned i = 0; i < f->b->facts.length(); i++) {
		const fact *c = &f->b->facts[i];
		sum_terms difference;
		if (c->kind != FACT_COMPARE || !fact_is_order(c) ||
		    !INTEGRAL_TYPE_P(TREE_TYPE(c->a)))
			continue;
		difference.constant = 0;
		add_terms(f, c->a, 1, &difference);
		add_terms(f, c->b, -1, &difference);
		for (int sign = -1; sign <= 1; sign += 2) {
			tree other = other_side(sum, &difference, sign);
			const tree_code code =
			    sign < 0 ? swap_tree_comparison(c->code) : c->code;
			const interval b = other ? bounds(f, other) : UNBOUNDED;
			const bool is_strict = code == LT_EXPR || code == GE_EXPR;
			const HOST_WIDE_INT high =
			    b.high - sign * difference.constant - is_strict;
			if (b.has_high && (!most.has_high || high > most.high))
				most.has_high = true, most.high = high;
		}
	}
	return most;
}

/* ---- */

interval bounds_sum(body_frame *f, tree a, tree b)
{
	sum_terms all,
	    alike; /* alike: integers that are there as often as each other */
	HOST_WIDE_INT times = 0;
	interval r = bounds_number(0), each = bounds_number(0);

	all.constant = alike.constant = 0;
	add_terms(f, a, 1, &all);
	add_terms(f, b, 1, &all);
	r = bounds_number(all.constant);
	for (unsigned i = 0; i < all.terms.length(); i++) {
		const sum_term *t = &all.terms[i];
		const interval v =
		    bounds_multiply(bounds(f, t->what), bounds_number(t->times));
		tree base = POINTER_TYPE_P(TREE_TYPE(t->what)) ? bounds(f, t->what).base
							       : NULL_TREE;
		if (base || t->times < 0 || (times && times != t->times)) {
			r = bounds_add(r, v);
			r.base = r.base ? r.base : base;
			continue;
		}
		times = t->times;
		alike.terms.safe_push(*t);
		each = bounds_add(each, v);
	}
	const interval most =
	    alike.terms.length() > 1 ? compared_most(f, &alike) : UNBOUNDED;
	if (most.has_high && (!each.has_high || most.high * times < each.high)) {
		each.has_high = true;
		each.high = most.high * times;
	}
	tree base = r.base;
	r = bounds_add(r, each);
	r.base = base;
	return r;
}
