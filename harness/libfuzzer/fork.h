/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fork.h - libFuzzer's -fork=N with a typed target: what its child processes tell each
 * other, and how the parent learns that nothing is left to do.
 *
 * libFuzzer gives each child a few inputs of the corpus, lets it run for some seconds,
 * and merges what it found. Of goals it knows nothing. So parent and children share a
 * board in memory: which goals an input of the corpus meets, and whether a child has
 * ended because nothing was left. A child writes what closes a goal to the parent's
 * corpus at once. When a child has ended so, the parent starts no more of them, waits
 * until the others have been merged, and ends as on request.
 *
 * With -ignore_crashes=1 each child would run into the same failure again. So a goal
 * that FORK_FAILURES runs took which failed, and none that ended, is given up.
 *
 * The board is a nameless file of the parent's; ME_FORK in the environment has its
 * path.
 */
#ifndef HARNESS_FORK_H
#define HARNESS_FORK_H

#include "harness/goals/goals.h"
#include "harness/search/harness_options.h"
#include "harness/search/sink.h"

enum { FORK_FAILURES = 4 };

/*
 * Makes the board where the options ask for -fork, joins that of the parent where
 * there is one; a joining child gets the parent's rules for its end, and its sink the
 * parent's corpus. Call it once, when goals and options are known. 0, or -1 when there
 * is no room for a board.
 */
int fork_init(struct harness_options *o, struct sink *sink, const struct goals *g);

/*
 * Tells the others which goals are covered here, by inputs that have been written, and
 * takes over what they have covered. Cheap when there is no news. evaluations and
 * starts are this process's so far. Returns whether a session has ended since nothing
 * is left to do.
 */
int fork_share(struct goals *g, unsigned long long evaluations, unsigned starts);

/* The run under way has failed and the process is about to end. To be called in a
 * signal handler too. */
void fork_note_failure(void);

/* A session has ended since nothing is left to do, for the others neither; `why` is
 * what the parent will say. */
void fork_note_end(const char *why);

/* Makes libFuzzer end as on request, at its next run or, a parent, at its next job. */
void fork_end_fuzzer(void);

#endif
