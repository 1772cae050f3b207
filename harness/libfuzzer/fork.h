/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fork.h - libFuzzer's -fork=N with a typed target: the processes share which goals are
 * covered, and the parent learns when nothing is left to do.
 *
 * libFuzzer gives each child a few inputs of the corpus, lets it run for some seconds,
 * and merges what it found. It does not know about goals. So parent and children share
 * a board in memory: which goals an input of the corpus meets, and whether a child has
 * ended because nothing was left to do. A child writes an input that closes a goal to
 * the parent's corpus at once. When a child has ended for that reason, the parent
 * starts no more children, waits until the others have been merged, and ends as on
 * request.
 *
 * With -ignore_crashes=1 each child would find the same failure again. So a goal is
 * given up if FORK_FAILURES runs that took it failed, and none that took it ended
 * normally.
 *
 * The board is an unnamed file of the parent; ME_FORK in the environment is its path.
 */
#ifndef HARNESS_FORK_H
#define HARNESS_FORK_H

#include "harness/goals/goals.h"
#include "harness/libfuzzer/failures.h"
#include "harness/progress/progress.h"
#include "harness/search/search.h"

enum { FORK_FAILURES = 4 };

/*
 * Creates the board if the options have -fork, or joins the parent's board if there is
 * one; a child gets the parent's rules for its end, and its sink the parent's corpus.
 * Call it once, when goals and options are known. 0, or -1 if there is no room for a
 * board.
 */
int fork_init(struct harness_options *o, struct sink *sink, const struct goals *g);

/*
 * Publishes the goals that are covered here, by inputs that have been written, and
 * reads those that the others have covered. Cheap if nothing has changed. evaluations
 * and starts are this process's so far. Returns whether a session has ended because
 * nothing is left to do.
 */
int fork_share(struct goals *g, unsigned long long evaluations, unsigned starts);

/* How many goals others have covered, of which fork_share() knows since the last
 * call. */
unsigned fork_learnt(void);

/* Runs the inputs of the corpus that are new since the last call: what other jobs have
 * covered, this one can then start from. */
void fork_run_others(struct search *s, const char *corpus);

/* The table of failures that all children share; null without -fork. */
struct failures *fork_failures(void);
/* Whether this process does a job of -fork. */
int fork_is_child(void);

/* The current run has failed and the process is about to end. May be called in a signal
 * handler. */
void fork_note_failure(void);

/* The goals, executions and process of all that work on the corpus; without a board the
 * numbers stay as they are. */
void fork_fill(struct progress *p);

/* A session has ended because nothing is left to do, for the others neither; `why` is
 * the parent's message. */
void fork_note_end(const char *why);

/* Makes libFuzzer end as on request, at its next run or, in a parent, at its next job.
 */
void fork_end_fuzzer(void);

#endif
