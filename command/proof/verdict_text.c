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

/* What is said behind the goal, of goals that no run has met, and behind a branch that runs
 * have taken which did not return: whether one that does takes it. `is_how`: the proof's
 * stages are behind it, else the reason. */
static const struct verdict_words {
	const char *open, *completion, *end;
	bool is_how;
} said[] = {
    [VERDICT_INFEASIBLE] = {": infeasible (", ", never completes (", ")", true},
    [VERDICT_NEAREST] = {": infeasible [round-to-nearest] (",
			 ", never completes [round-to-nearest] (", ")", true},
    [VERDICT_WITHIN] = {": infeasible within ", ", never completes within ", "", false},
    [VERDICT_INTEGERS] = {": infeasible over the integers (", NULL, ")", true},
    [VERDICT_STOPPED] = {"? ", ", never completes? ", "", false},
};

static void said_print(const struct prove_goal *goal, bool completion, FILE *out)
{
	static const struct verdict_words unknown = {
	    "? unknown: ", ", never completes? unknown: ", "", false};
	const size_t known = sizeof said / sizeof *said;
	const struct verdict_words *w =
	    (size_t)goal->verdict < known ? &said[goal->verdict] : &unknown;

	if (!(completion ? w->completion : w->open))
		w = &unknown;
	fprintf(out, "%s%s%s", completion ? w->completion : w->open,
		w->is_how ? goal->how : goal->why, w->end);
}

static void goal_print(const struct proof_session *p, size_t number,
		       const struct prove_goal *goal, FILE *out)
{
	const bool completion = witness_is_completion(p, number, goal);
	const bool covered = goal->verdict == VERDICT_COVERED;

	if (covered || completion)
		covered_print(p, number, out);
	else
		report_goal_never(&p->record.goals[number], out);
	if (!covered && !completion && goal->returning)
		fputs(" in a run that returns", out);
	if (!covered)
		said_print(goal, completion, out);
	fputc('\n', out);
}

/* One thing that a proof rests on: where it stands, and what it is there. */
static void reason_print(struct proof_session *p, const struct reason *r, FILE *out)
{
	const struct build_goal place = {.function = r->function->name,
					 .source_name = "",
					 .file = r->function->file,
					 .line = r->line};

	fprintf(out, "\t");
	report_goal_place(&p->record, &place, &p->source, out);
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
	report_goal_place(&p->record, &p->record.goals[number], &p->source, out);
	goal_print(p, number, goal, out);
	for (unsigned k = 0; k < goal->reason_count; k++)
		reason_print(p, &goal->reasons[k], out);
	return 0;
}

/* ---- the end */

/* What `me prove --algorithm=` found and used. */
static void statistics_print(const struct prove_statistics *s)
{
	const struct cover_statistics *c = &s->cover;

	printf("%zu queries in the incremental session, %zu unwound graphs; %.3f s by "
	       "the clock, "
	       "%.3f s of CPU; checks of proofs %.3f s of CPU\n",
	       c->queries, c->rounds, c->seconds, c->cpu, c->confirm_cpu);
	printf("%zu models, %zu inputs near them; %zu took exactly their path when "
	       "run, in "
	       "%.3f s\n",
	       c->models, c->near, s->confirmed, s->run_seconds);
	printf("%.3f s of CPU in all\n", s->all_cpu);
	if (*c->stopped)
		printf("stopped early: %s\n", c->stopped);
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
	fputs(s->needs, stdout);
}

static int faults_print_text(const struct triage *faults)
{
	faults_print(faults, stdout);
	return 0;
}

const struct verdict_format verdict_text = {verdict_print_text, faults_print_text,
					    summary_print_text};
