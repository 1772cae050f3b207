/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/progress/announce.h"

#include <stdio.h>

#include "harness/goals/known_verdicts.h"
#include "harness/rungoal/custom.h"
#include "harness/rungoal/decisions.h"
#include "harness/runtime/trace.h"

static void announce_covered(const char *what, const struct sink *sink)
{
	if (*sink->newest)
		fprintf(stderr, "INFO: me: %s: covered by %s/%s\n", what, sink->corpus,
			sink->newest);
	else
		fprintf(stderr, "INFO: me: %s: covered\n", what);
}

/* The verdict of --goal=path: the file that covers it, or how many of its decisions the
 * nearest run takes. */
static void announce_path(const struct goals *g, const struct sink *sink)
{
	uint32_t followed, length;

	decisions_nearest(&followed, &length);
	if (trace.forced_runs)
		fprintf(stderr,
			"INFO: me: path: %llu runs were forced along it, %llu of them "
			"failed by that\n",
			trace.forced_runs, trace.forced_faults);
	if (goals_proven(g))
		fprintf(stderr, "INFO: me: path: proven infeasible\n");
	else if (!goals_covered(g))
		fprintf(stderr,
			"INFO: me: path: not found; the nearest run takes the first %u "
			"of its %u decisions\n",
			followed, length);
	else
		announce_covered("path", sink);
}

/* That of --goal=custom: the file, or the least r of a run. */
static void announce_custom(const struct goals *g, const struct sink *sink)
{
	if (goals_covered(g))
		announce_covered(custom_name(), sink);
	else
		fprintf(stderr, "INFO: me: %s: not found; the least r is %g\n",
			custom_name(), custom_least());
}

void announce_stop(const struct search *s, const char *why,
		   unsigned long long evaluations)
{
	const struct goals *g = s->goals;
	char proven[40], predicates[60] = "";

	known_verdicts_say(g, proven, sizeof proven);
	if (trace.predicates)
		snprintf(predicates, sizeof predicates,
			 ", %llu evaluations of predicates",
			 (unsigned long long)trace.predicates);
	fprintf(stderr,
		"INFO: me: stop: %s; %u of %u goals covered%s, %llu evaluations, "
		"%u starts, %zu bytes of state%s\n",
		why, goals_covered(g), g->scope_count, proven, evaluations,
		s->starts_made, s->state ? s->state->bytes : 0, predicates);
	if (goals_given_up(g))
		fprintf(stderr, "INFO: me: %u goals given up\n", goals_given_up(g));
	if (s->options->run_goal == RUN_GOAL_PATH)
		announce_path(g, s->sink);
	if (s->options->run_goal == RUN_GOAL_CUSTOM)
		announce_custom(g, s->sink);
}
