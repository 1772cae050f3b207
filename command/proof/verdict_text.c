/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verdict_text.c - verdicts for people: a line for each goal, with its source. */
#include <stdio.h>
#include <string.h>

#include "command/gcov/report.h"
#include "command/proof/verdict_format.h"
#include "command/proof/witness.h"
#include "system/stop.h"

static void covered_print(const struct proving *p, size_t number)
{
	report_goal_met(&p->record.goals[number], stdout);
	fputs(": ", stdout);
	witness_print(&p->witness[number], stdout);
}

static void verdict_print(const struct proving *p, size_t number,
			  const struct prove_goal *goal)
{
	const struct build_goal *g = &p->record.goals[number];
	const char *runs = goal->returning ? " in a run that returns" : "";

	if (goal->verdict == VERDICT_COVERED) {
		covered_print(p, number);
		putchar('\n');
		return;
	}
	report_goal_never(g, stdout);
	switch (goal->verdict) {
	case VERDICT_INFEASIBLE:
		printf("%s: infeasible (%s)\n", runs, goal->how);
		break;
	case VERDICT_NEAREST:
		printf("%s: infeasible [round-to-nearest] (%s)\n", runs, goal->how);
		break;
	case VERDICT_WITHIN:
		printf("%s: infeasible within %s\n", runs, goal->why);
		break;
	case VERDICT_INTEGERS:
		printf("%s: infeasible over the integers (%s)\n", runs, goal->how);
		break;
	case VERDICT_STOPPED:
		printf("%s? %s\n", runs, goal->why);
		break;
	default:
		printf("%s? unknown: %s\n", runs, goal->why);
	}
}

/* Of a branch that runs have taken which did not return: whether another one does. */
static void completion_print(const struct proving *p, size_t number,
			     const struct prove_goal *goal)
{
	covered_print(p, number);
	switch (goal->verdict) {
	case VERDICT_INFEASIBLE:
		printf(", never completes (%s)\n", goal->how);
		break;
	case VERDICT_NEAREST:
		printf(", never completes [round-to-nearest] (%s)\n", goal->how);
		break;
	case VERDICT_WITHIN:
		printf(", never completes within %s\n", goal->why);
		break;
	case VERDICT_STOPPED:
		printf(", never completes? %s\n", goal->why);
		break;
	default:
		printf(", never completes? unknown: %s\n", goal->why);
	}
}

/* One thing that a proof rests on: where it stands, and what it is there. */
static void reason_print(struct proving *p, const struct reason *r)
{
	const struct build_goal place = {.function = r->function->name,
					 .source_name = "",
					 .file = r->function->file,
					 .line = r->line};

	printf("\t");
	if (report_goal_place(p->command, &p->record, &place, &p->source, stdout))
		return;
	if (r->name && *r->name == '_') /* a value that has no name in the source */
		printf("computes\n");
	else if (r->name)
		printf("makes %.*s\n", (int)(strrchr(r->name, '_') - r->name), r->name);
	else if (r->is_switch)
		printf("takes branch %u\n", r->edge + 1);
	else
		printf("is %s\n", r->edge == 0 ? "true" : "false");
}

static int print(struct proving *p, size_t number, const struct prove_goal *goal)
{
	int err = report_goal_place(p->command, &p->record, &p->record.goals[number],
				    &p->source, stdout);

	if (!err && verdict_is_completion(p, number, goal))
		completion_print(p, number, goal);
	else if (!err)
		verdict_print(p, number, goal);
	for (unsigned k = 0; k < goal->reason_count && !err; k++)
		reason_print(p, &goal->reasons[k]);
	return err;
}

/* ---- the end */

/* Of the algorithms: what `me prove --algorithm=` found and used. */
static void statistics_print(const struct prove_statistics *s)
{
	printf("%zu queries in the incremental session, %zu unwound graphs; %.3f s by "
	       "the clock, "
	       "%.3f s of CPU; checks of proofs %.3f s of CPU\n",
	       s->queries, s->rounds, s->seconds, s->cpu, s->confirm_cpu);
	printf("%zu models, %zu inputs near them; %zu took exactly their path when "
	       "run, in "
	       "%.3f s\n",
	       s->models, s->near, s->confirmed, s->run_seconds);
	printf("%.3f s of CPU in all\n", s->all_cpu);
	if (*s->stopped)
		printf("stopped early: %s\n", s->stopped);
}

static void print_summary(const struct prove_options *options,
			  const struct prove_summary *s)
{
	printf("%zu of %zu goals resolved: %zu covered%s, %zu %s; ", s->resolved,
	       s->goals, s->covered, options->complete ? " by runs that return" : "",
	       s->proven, options->complete ? "proven" : "infeasible");
	if (s->search_seconds >= 0)
		printf("search %.2f s, ", s->search_seconds);
	printf("%zu queries, %.2f s of solvers\n", s->queries, s->solver_seconds);
	if (options->statistics && options->algorithm != PROVE_GOALS)
		statistics_print(&s->statistics);
	if (*s->ranges)
		printf("for inputs of %s\n", s->ranges);
	if (stop_asked())
		printf("%s: %zu goals are open\n", stop_why(), s->goals - s->resolved);
	if (*s->beyond)
		printf("%s\n", s->beyond);
}

const struct verdict_format verdict_text = {print, print_summary};
