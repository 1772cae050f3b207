/* SPDX-License-Identifier: GPL-3.0-or-later */
/* proof_early.c - what is proven before a search, or before most of it: without a solver, or
 * in little time. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "command/proof/goal_turns.h"
#include "command/proof/proof.h"
#include "command/proof/witness.h"
#include "system/clock.h"
#include "system/stop.h"

enum {
	BEFORE_SECONDS = 1, /* of CPU, for all goals, */
	BEFORE_PARTS = 10, /* and one of these parts of the time that is left */
};

/* Goals that no run takes, as far as a proof of that needs neither a solver nor a run. */
static void goals_simplify(struct proof_session *p)
{
	const double part = stop_left() / BEFORE_PARTS,
		     end = clock_used_by_all() + fmin(BEFORE_SECONDS, part);
	struct prover alone = {
	    .program = &p->program,
	    .entry = &p->entry,
	    .unwind = p->prover.unwind,
	    .client = {.note = proof_note_text, .wait = proof_note_wait, .context = p}};
	double left;

	for (size_t i = 0; i < p->record.goal_count && !stop_asked() &&
			   (left = end - clock_used_by_all()) > 0;
	     i++) {
		struct prove_goal goal = proof_goal(p, i);
		if (goal.path || !p->record.goals[i].scope || proof_recall(p, &goal))
			continue;
		stop_share_begin(left);
		prove(&alone, &goal);
		stop_share_end();
		if (goal.verdict != VERDICT_INFEASIBLE)
			continue;
		proof_find_defaults(p, 0, &goal);
		proof_remember(p, &goal);
	}
	prove_done(&alone);
}

static bool proves_early(const struct proof_session *p)
{
	return p->options->algorithm == PROVE_GOALS && !p->options->explain;
}

int proof_before_search(struct proof_session *p)
{
	if (proves_early(p))
		goals_simplify(p);
	return p->verdicts.is_new ? verdicts_write(p->command, &p->verdicts) : 0;
}

/* Within so many seconds, or it stays open. */
static void goal_prove_early(struct proof_session *p, struct prove_goal *goal,
			     double share)
{
	if (p->witness[goal->number].met) {
		goal->verdict = VERDICT_COVERED; /* by a model for another goal */
	} else if (!proof_recall(p, goal)) {
		const double begun = clock_now();
		stop_share_begin(share);
		prove(&p->prover, goal);
		stop_share_end();
		proof_find_defaults(p, clock_now() - begun, goal);
		if (!stop_asked())
			proof_remember(p, goal);
	}
}

/* Each open goal has one turn. Of a run that does not come back proof_run() tells. */
static int goals_prove_early(struct proof_session *p, double seconds)
{
	const double end = clock_now() + seconds;
	struct turns turns;
	struct turn *turn;
	size_t others;
	double left;
	int err = 0;

	turns_init(p, &turns);
	while (!err && !stop_asked() && (left = end - clock_now()) > 0 &&
	       (turn = turns_next(p, &turns, &others))) {
		const size_t number = (size_t)(turn - turns.list);
		struct prove_goal goal = proof_goal(p, number);
		turns_tell(p, &turns, number);
		goal_prove_early(p, &goal, turns_share(left, others));
		turn->done = true;
		if (goal.verdict == VERDICT_COVERED && !p->witness[number].end.kind)
			err = proof_report(p, number, &goal);
	}
	turns_done(&turns);
	return err;
}

int proof_early(struct proof_session *p, double seconds, struct prove_summary *summary)
{
	int err = proof_round_begin(p);

	if (!err && proves_early(p) && p->prover.solvers.count)
		err = goals_prove_early(p, seconds);
	if (!err && p->verdicts.is_new)
		err = verdicts_write(p->command, &p->verdicts);
	summary->queries += p->prover.queries;
	summary->solver_seconds += p->prover.solver_seconds;
	return err;
}
