/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * breadth.h - runs for all goals at once. A program has hundreds of goals where each
 * operation has several; then most goals are met by runs that were made for none or for
 * another one, and a run counts by what it closes. So descents take turns with draws:
 * points of random bits, special values, and variations of inputs that have closed a
 * goal before or are the best for an open one. Each turn goes to one of these by what it
 * has brought for what it has cost, of which the last turns count most.
 *
 * Where inputs contain texts, descents take turns with variations of these, whatever the
 * number of goals: a text that has another character, and one more, is not reached by
 * steps along coordinates, all of which change with each character that comes in.
 */
#ifndef HARNESS_BREADTH_H
#define HARNESS_BREADTH_H

#include "harness/search/search.h"

/* With many open goals, or texts: makes the draws of one turn, and returns 1, or leaves the turn
 * to a descent, and returns 0. */
int breadth_turn(struct search *s);
/* A turn for texts has several parts: makes the draws of the next one, and returns 1, or
 * 0 when none is left. */
int breadth_continue(struct search *s);

/* What each way is called: "bits", "values", ... */
const char *breadth_way_name(enum breadth_way way);

/* A descent of such a search has ended: what it has closed, of all goals. */
void breadth_account_descent(struct search *s, unsigned long long closed,
			     unsigned long long evaluations, unsigned long long hooks);

#endif
