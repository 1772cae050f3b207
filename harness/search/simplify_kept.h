/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simplify_kept.h - inputs of plain numbers in the place of those that a session has kept.
 *
 * For each input whose file the session has written, a simpler one is sought
 * (harness/input/simple_vector.h) whose run returns and meets all goals that the input was
 * kept for. It takes the input's place when a run of it alone (harness/pristine) meets them
 * too: its file is written, and then the other one is deleted. The pool, from which is
 * searched, keeps inputs that libFuzzer has had. No random number of the search's is drawn.
 */
#ifndef HARNESS_SIMPLIFY_KEPT_H
#define HARNESS_SIMPLIFY_KEPT_H

#include "harness/search/search.h"

/*
 * Makes one evaluation for ten others of the session, with bounds on either side, and spends at
 * most a tenth of what the session's runs have cost so far; none after s->limit or s->deadline.
 * A descent that is under way ends. An input that was tried is not tried by a later call. Prints
 * how many were simplified. Does nothing for other sessions than those of a typed target with a
 * corpus, by the search of ours, which failing runs do not end.
 */
void simplify_kept(struct search *s, unsigned long long evaluations);

/* How many of -runs are to be left for it; 0 once it is due. */
unsigned long long simplify_kept_reserve(const struct search *s);

/* Does so once, in the last tenth of -max_total_time. */
void simplify_kept_when_late(struct search *s, unsigned long long evaluations);

#endif
