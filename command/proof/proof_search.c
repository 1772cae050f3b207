/* SPDX-License-Identifier: GPL-3.0-or-later */
/* proof_search.c - a short search in the middle of proofs, for goals that solvers are slow
 * at: what no input takes is theirs. */
#include <math.h>

#include "command/proof/target_session.h"
#include "command/proof/witness.h"
#include "system/clock.h"
#include "system/stop.h"

/* The most that it may take: a part of the time, and so many seconds. */
enum { TIME_PARTS = 20, MOST_SECONDS = 10 };

static void search(struct proof_session *p)
{
	const struct session_limits limits = {
	    .seed = 1,
	    .starts = SESSION_SHORT_STARTS,
	    .seconds = fmin(stop_left() / TIME_PARTS, MOST_SECONDS)};
	struct process run = {.words = {0}};

	if (target_session_run(p->command, p->options, &limits, &run) == 0)
		witness_found(p);
	process_done(&run);
}

bool proof_search(void *context, const struct prove_goal *goal)
{
	struct proof_session *p = context;
	const struct witness *w = &p->witness[goal->number];
	const double left = p->share_end - clock_now();
	const bool has_share = p->share_end > 0; /* covers have none */

	stop_share_end();
	if (!stop_asked())
		search(p);
	if (has_share) {
		p->share_end = clock_now() + left;
		stop_share_begin(left);
	}
	return goal->returning ? w->returned : w->met;
}
