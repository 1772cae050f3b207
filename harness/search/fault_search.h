/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fault_search.h - the search for runs that fail, where no goal leads to one: a crash behind
 * branches that are all covered, or a loop that does not end for one value.
 */
#ifndef HARNESS_FAULT_SEARCH_H
#define HARNESS_FAULT_SEARCH_H

#include "harness/search/slice.h"

/*
 * The search for goals has ended: draws inputs for one slice, variations of what covers goals,
 * special values, equal values, and numbers of one size; where one covers a goal the slice
 * ends. Faults have a share of the session: a bound in evaluations, and one in hooks and
 * passes of loops, where lost runs cost more. When it is spent the session ends, if it `ends`
 * by itself: SLICE_FINISHED; else slices of both kinds take turns.
 */
enum slice_outcome fault_search_turn(struct search *s, int ends);

/* Whether it is its turn while goals are open: the session has a limit of time, which may end it
 * before the search for goals gives up, and this has been in vain for as much as the share. */
int fault_search_is_due(struct search *s);

/* Where runs make blocks of the heap: now and then, and at the end if inputs have come since, makes
 * runs of which each access outside of one is told, and each block that is lost, in a fork. */
void fault_search_walled(struct search *s, int is_last);

/* In the first process of a session, which tells what the others have found. */
void fault_search_begin(void);
/* To standard error, once: calls that made NaN or infinity of finite numbers and did not fail, one
 * of each, with plain numbers where these do it too. */
void fault_search_tell(void);

/* Whether the input of a typed target has no NaN and no infinity. */
int fault_search_is_finite(const struct subject *s, struct input in);

#endif
