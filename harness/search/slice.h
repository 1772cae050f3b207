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

/* For other searches in slices (coverme.h): a slice begins; whether it has lasted long
 * enough; it ends. */
void slice_begin(struct search *s);
int slice_is_over(const struct search *s);
enum slice_outcome slice_end(struct search *s);

#endif
