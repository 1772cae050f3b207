/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * learnt.h - what a search has learnt, from the rows of a database and into them.
 *
 *	best	the input that came nearest to an open goal: it is run again, whatever the
 *		build, which makes it the goal's best one again or closes the goal
 *	failing	an input that failed and met goals first: run again, so that a failure is
 *		told in each session as long as it is there, and its goals are covered
 * and, where the program is the same:
 *	best	how often the goal had its turn, so that it goes on with long descents
 *	method	what each minimiser, and each other way, has brought for what it cost
 *	state	which coordinates have no effect; which values of them lose runs; what
 *		learnt_also has named
 */
#ifndef HARNESS_LEARNT_H
#define HARNESS_LEARNT_H

#include "harness/search/search.h"

/* The database of a session: the file, or that beside the corpus where it is null; "none":
 * none. Call it before the first run, when goals and options are known. */
void learnt_start(const char *file, const char *corpus,
		  const struct harness_options *options);

/* Such a state of another room, which stays where it is: learnt_take_up sets it, learnt_keep
 * reads it. There is one at the most. */
void learnt_also(const char *name, void *state, size_t size);

/* Before the first slice, when all given inputs have been run: runs inputs, up to
 * s->limit, and sets what is known. */
void learnt_take_up(struct search *s);

/* Between two runs: keeps what has changed since the last call; or all, when the session
 * ends, and waits until it is on disk. */
void learnt_keep(struct search *s, int ends);

/* A run of this file's bytes has failed and met goals, or is the first that fails so. In a
 * handler of signals. */
void learnt_failing(const char *artifact, const unsigned char *bytes, size_t size);

#endif
