/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verdict_text.c - verdicts for people: a line for each goal, with its source. */
#include <string.h>

#include "gcov-tools/report.h"
#include "command/proof/verdict_format.h"
#include "command/proof/witness.h"
#include "system/stop.h"

static void covered_print(const struct proof_session *p, size_t number, FILE *out)
{
	report_goal_met(&p->record.goals[number], out);
	fputs(": ", out);
	witness_print(&p->witness[number], out);
}

static void verdict_print(const struct proof_session *p, size_t number,
			  const struct prove_goal *goal, FILE *out)
{
	const struct build_goal *g = &p->record.goals[number];
	const char *runs = goal->returning ? " in a run that returns" : "";

	if (goal->verdict == VERDICT_COVERED) {
		covered_print(p, number, out);
		fputc('\n', out);
		return;
	}
	report_goal_never(g, out);
	switch (goal->verdict) {
	case VERDICT_INFEASIBLE:
		fprintf(out, "%s: infeasible (%s)\n", runs, goal->how);
		break;
	case VERDICT_NEAREST:
		fprintf(out, "%s: infeasible [round-to-nearest] (%s)\n", runs,
			goal->how);
		break;
	case VERDICT_WITHIN:
		fprintf(out, "%s: infeasible within %s\n", runs, goal->why);
		break;
	case VERDICT_INTEGERS:
		fprintf(out, "%s: infeasible over the integers (%s)\n", runs,
			goal->how);
		break;
	case VERDICT_STOPPED:
		fprintf(out, "%s? %s\n", runs, goal->why);
		break;
	default:
		fprintf(out, "%s? unknown: %s\n", runs, goal->why);
	}
}

/* Whether a branch that runs have taken which did not return is taken by one that does. */
static void completion_print(const struct proof_session *p, size_t number,
			     const struct prove_goal *goal, FILE *out)
{
	covered_print(p, number, out);
	switch (goal->verdict) {
	case VERDICT_INFEASIBLE:
		fprintf(out, ", never completes (%s)\n", goal->how);
		break;
	case VERDICT_NEAREST:
		fprintf(out, ", never completes [round-to-nearest] (%s)\n", goal->how);
		break;
	case VERDICT_WITHIN:
		fprintf(out, ", never completes within %s\n", goal->why);
		break;
	case VERDICT_STOPPED:
		fprintf(out, ", never completes? %s\n", goal->why);
		break;
	default:
		fprintf(out, ", never completes? unknown: %s\n", goal->why);
	}
}

/* One thing that a proof rests on: where it stands, and what it is there. */
static void reason_print(struct proof_session *p, const struct reason *r, FILE *out)
{
	const struct build_goal place = {.function = r->function->name,
					 .source_name = "",
					 .file = r->function->file,
					 .line = r->line};

	fprintf(out, "\t");
	if (report_goal_place(p->command, &p->record, &place, &p->source, out))
		return;
	if (r->name && *r->name == '_') /* a value that has no name in the source */
		fprintf(out, "computes\n");
	else if (r->name)
		fprintf(out, "makes %.*s\n", (int)(strrchr(r->name, '_') - r->name),
			r->name);
	else if (r->is_switch)
		fprintf(out, "takes branch %u\n", r->edge + 1);
	else
		fprintf(out, "is %s\n", r->edge == 0 ? "true" : "false");
}

static int verdict_print_text(struct proof_session *p, size_t number,
			      const struct prove_goal *goal, FILE *out)
{
	int err = report_goal_place(p->command, &p->record, &p->record.goals[number],
				    &p->source, out);

	if (!err && witness_is_completion(p, number, goal))
		completion_print(p, number, goal, out);
	else if (!err)
		verdict_print(p, number, goal, out);
	for (unsigned k = 0; k < goal->reason_count && !err; k++)
		reason_print(p, &goal->reasons[k], out);
	return err;
}

/* ---- the end */

/* What `me prove --algorithm=` found and used. */
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

static void summary_print_text(const struct prove_options *options,
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

const struct verdict_format verdict_text = {verdict_print_text, summary_print_text};
