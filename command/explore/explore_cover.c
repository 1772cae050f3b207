/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * explore_cover.c - the strategies that begin with a cover (prover/explore/cover.h): its
 * models are inputs like any other, whose runs the execution tree knows then. What the
 * cover leaves open is explored side by side.
 */
#include <stdlib.h>

#include "command/base/command.h"
#include "command/explore/exploring.h"
#include "prover/explore/cover.h"
#include "prover/ir/arena.h"

/* Whether the run took each branch that it should. */
static bool took_all(const struct exploring *x, const bool *takes)
{
	const struct build_record *r = &x->session.record;
	bool all = true;

	for (size_t i = 0; i < r->goal_count; i++)
		all &= !takes[i] || !r->goals[i].is_branch || x->ran[i];
	return all;
}

/* A round with longer loops finds the paths of the round before again. */
static void cover_run(void *context, const uint8_t *bytes, size_t size,
		      const bool *takes)
{
	struct exploring *x = context;
	char name[SHA1_HEX_SIZE];

	sha1_hex(bytes, size, name);
	if (execution_tree_find(&x->tree, name) != TREE_NONE || explore_is_over(x))
		return;
	explore_run(x, bytes, size, false);
	x->missed += !took_all(x, takes);
}

static bool cover_is_over(void *context)
{
	return explore_is_over(context);
}

/* Each model has been run when the cover has gone on. */
static void cover_finish(void *context)
{
	(void)context;
}

static bool is_met(void *context, size_t goal)
{
	const struct exploring *x = context;

	return x->session.witness[goal].met;
}

/* A cover of paths says nothing of predicates. */
static void leave_predicates(const struct exploring *x, struct prove_goal *goals)
{
	for (size_t i = 0; i < x->session.record.goal_count; i++) {
		const struct function *f;
		const struct function_goal *goal = explore_goal(x, i, &f);
		if (goal && goal->edge == GIMPLE_NONE)
			goals[i].verdict = VERDICT_COVERED;
	}
}

/* Keeps and prints the proofs that are new. What has none is left to what comes next. */
static int cover_settle(struct exploring *x, struct prove_goal *goals)
{
	int err = 0;

	for (size_t i = 0; i < x->session.record.goal_count && !err; i++) {
		if (!prove_goal_is_proven(&goals[i]) || explore_is_proven(x, i))
			continue;
		err = proof_settle(&x->session, &goals[i]);
		x->proven++;
	}
	return err;
}

int explore_cover(struct exploring *x)
{
	const struct explore_options *o = x->options;
	struct proof_session *p = &x->session;
	const bool is_of_paths = o->strategy == STRATEGY_PATH;
	const struct proof_cover_options options = {
	    .algorithm = is_of_paths ? COVER_PREFIXES : COVER_STATEMENTS,
	    .near = true,
	    .path_limit = SIZE_MAX,
	    .over = cover_is_over,
	    .run = cover_run,
	    .finish = cover_finish,
	    .met = is_met,
	    .context = x};
	struct cover_statistics statistics;
	struct prove_goal *goals = array_new(p->record.goal_count + 1, sizeof *goals);

	status_do(p->command->status, "covering");
	proof_open_goals(p, true, goals);
	if (is_of_paths)
		leave_predicates(x, goals);
	cover(&p->prover, &options, goals, p->record.goal_count, &statistics);
	p->prover.queries += statistics.queries;
	p->prover.solver_seconds += statistics.cpu;
	const int err = cover_settle(x, goals);
	free(goals);
	return err || x->failed ? -1 : 0;
}
