/* SPDX-License-Identifier: GPL-3.0-or-later */
/* confirm.c - compares a run with one of its input alone. */
#include "harness/pristine/confirm.h"

#include <stdio.h>

#include "harness/program/shared_memory.h"
#include "harness/runtime/trace.h"

enum { FAILURES_MOST = 64, GOALS_MOST = 256 }; /* refuted ones that are known again */

/* Shared by the processes of the session: a run that is refuted may end its own. */
static struct confirm {
	unsigned refuted;
	int has_failure; /* one was confirmed: refuted ones may be what it damaged */
	int has_told_goal, has_told_failure, has_told_writes;
	struct refuted_failure {
		enum me_end kind;
		uint64_t key;
	} failures[FAILURES_MOST];
	unsigned failure_count;
	struct refuted_goal {
		uint32_t goal;
		unsigned runs; /* that have met it since */
	} goals[GOALS_MOST];
	unsigned goal_count;
} * confirm;

static struct subject *subject;

static void tell_goal(const struct goals *g, uint32_t goal, int met_alone)
{
	char id[PROGRAM_ID_SIZE];

	if (confirm->has_told_goal)
		return;
	confirm->has_told_goal = 1;
	program_goal_id(g->program, goal, id, sizeof id);
	fprintf(
	    stderr,
	    "INFO: me: a run depends on earlier runs: %s is %s when its input is run "
	    "alone; only what is met then counts\n",
	    id, met_alone ? "met only" : "not met");
}

/* Null where it cannot be run so. */
static const struct pristine_record *run_alone(struct input in, uint64_t steps)
{
	const struct pristine_record *r = pristine_run(in, steps);

	if (r && r->writes && !confirm->has_told_writes) {
		confirm->has_told_writes = 1;
		fprintf(stderr, "INFO: me: runs write to files or other processes: "
				"what they have written stays\n");
	}
	return r;
}

/* Nearly each run of a program that is set up by its first one meets what no run alone
 * meets: of such runs the first, second, fourth, eighth ... are confirmed. */
static int is_due(struct refuted_goal *r)
{
	r->runs++;
	return (r->runs & (r->runs - 1)) == 0;
}

static void note_refuted_goal(struct goals *g, uint32_t goal)
{
	for (unsigned i = 0; i < confirm->goal_count; i++)
		if (confirm->goals[i].goal == goal)
			return;
	if (confirm->goal_count == GOALS_MOST)
		return;
	confirm->goals[confirm->goal_count++] = (struct refuted_goal){goal, 0};
	open_counters_set(&g->open_counters, goal, 0);
}

/* Clears the counters of goals that are not due; whether an open goal is left. */
static int leave_due(struct goals *g)
{
	int is_any = 0;

	for (unsigned i = 0; i < confirm->goal_count; i++) {
		const uint32_t goal = confirm->goals[i].goal;
		if (g->list[goal].verdict == GOAL_COVERED || !goals_is_met(g, goal))
			continue;
		if (is_due(&confirm->goals[i]))
			is_any = 1;
		else
			*g->program->goals[goal]->counter = 0;
	}
	return is_any || open_counters_any(&g->open_counters);
}

/* Whether the run alone differs in this goal; the counter is as it was there. */
static int correct(struct goals *g, uint32_t goal, int met_alone)
{
	unsigned char *counter = g->program->goals[goal]->counter;

	if (!*counter == !met_alone)
		return 0;
	*counter = (unsigned char)met_alone;
	if (trace.record.was_forced)
		return 0;
	tell_goal(g, goal, met_alone);
	if (!met_alone)
		note_refuted_goal(g, goal);
	return 1;
}

/* What it met alone may be at sites that this run has not passed. A run that was left for its
 * steps meets no more than it did: alone it may have had more of them. */
static void confirm_goals(struct goals *g)
{
	const int was_left = trace.record.steps > trace.record.budget;
	int differs = 0;

	if (confirm->goal_count && !leave_due(g))
		return;
	const struct pristine_record *r =
	    run_alone(subject->kind->held(subject), trace.record.budget);
	if (r && r->is_hung)
		return;
	for (uint32_t i = 0; r && i < r->goal_count; i++)
		if (g->list[i].in_scope && g->list[i].verdict != GOAL_COVERED &&
		    !(was_left && r->met[i]) && correct(g, i, r->met[i])) {
			differs = 1;
			g->by_counters |= r->met[i];
		}
	confirm->refuted += (unsigned)differs;
}

int confirm_start(const struct pristine_runs *runs, struct goals *goals,
		  struct pristine_session *session)
{
	subject = runs->run.subject;
	confirm = shared_memory(sizeof *confirm);
	const int started = confirm ? pristine_start(runs, session) : -1;
	if (started == 0)
		goals->confirm = confirm_goals;
	if (started < 0)
		fprintf(
		    stderr,
		    "WARNING: me: no process can be kept as it was before the first "
		    "run: whether runs depend on earlier ones is not seen\n");
	return started > 0;
}

static int is_refuted(enum me_end kind, uint64_t key)
{
	for (unsigned i = 0; i < confirm->failure_count; i++)
		if (confirm->failures[i].kind == kind &&
		    confirm->failures[i].key == key)
			return 1;
	return 0;
}

static void note_refuted(enum me_end kind, uint64_t key)
{
	if (confirm->failure_count < FAILURES_MOST)
		confirm->failures[confirm->failure_count++] =
		    (struct refuted_failure){kind, key};
	confirm->refuted += !confirm->has_failure;
	if (!confirm->has_told_failure)
		fprintf(stderr,
			"INFO: me: a run depends on earlier runs: it fails, and "
			"does not fail so when its input is run alone; such "
			"failures do not count\n");
	confirm->has_told_failure = 1;
}

int confirm_failure(struct input in, enum me_end kind, uint64_t key, int same_key)
{
	if (!confirm)
		return 1;
	if (is_refuted(kind, key)) {
		confirm->refuted += !confirm->has_failure;
		return 0;
	}
	pristine_ask_failure(kind, key);
	/* Whether a run ends is told by the clock. */
	const struct pristine_record *r =
	    run_alone(in, kind == ME_END_TIMEOUT ? UINT64_MAX : trace.record.budget);
	pristine_ask_failure(ME_END_RETURNS, 0);
	if (!r || !r->is_told || (r->end == kind && (!same_key || r->key == key)))
		return confirm->has_failure = 1;
	note_refuted(kind, key);
	return 0;
}

unsigned confirm_refuted(void)
{
	return confirm ? confirm->refuted : 0;
}
