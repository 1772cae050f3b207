/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * slice.h - the search by minimisation, in slices between libFuzzer's own mutations:
 * chooses an open goal, a start and a method, and runs the descent.
 *
 * Decisions are made from counts and from one random number generator, never from a
 * clock; the clock ends a slice only where it ends the session.
 */
#ifndef HARNESS_SLICE_H
#define HARNESS_SLICE_H

#include "harness/search/search.h"

enum slice_outcome {
	SLICE_MORE, /* the slice is over */
	SLICE_CRASH, /* s->failed ended in a signal: libFuzzer has to run it now */
	SLICE_FINISHED, /* all goals closed, or n_start starts brought nothing */
	SLICE_SPENT, /* -runs is reached */
};

/* Minimises for one slice. What it closed goals with stands in the pool from
 * pool.handed on. */
enum slice_outcome slice_run(struct search *s);

/* For other searches in slices (coverme_slice): a slice begins; whether it has lasted long
 * enough; it ends. */
void slice_begin(struct search *s);
int slice_is_over(const struct search *s);
enum slice_outcome slice_end(struct search *s);
/* Whether no descent is under way. */
int slice_is_between(const struct search *s);

/* ---- mutations between slices */

/* libFuzzer makes twice as many mutations after some that paid, else half as many. */
enum { ALTERNATION_FIRST = 16, ALTERNATION_LEAST = 4, ALTERNATION_MOST = 1024 };

/* The next number of mutations, when the last `budget` of them have closed `brought`
 * goals. They paid if they closed any, and more in each run than the search
 * did, which closed `slice` goals a run; 0 where a goal weighs more than any number
 * of runs. */
unsigned alternation_budget(unsigned budget, unsigned brought, double slice);

/* ---- small_space.c: the inputs of a function that has few of them are all run: two bytes, a flag
 * and an enumeration. What none of them meets, no search does. */

/* Runs some that were not run yet, when a few starts were in vain. 0: there are none, or too many
 * to be run. Whoever has run all has no start left. */
int small_space_turn(struct search *s);

/* ---- what --method=coverme runs */

/* One slice of the paper's Algorithm 1. */
enum slice_outcome coverme_slice(struct search *s);

#endif
