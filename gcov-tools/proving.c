/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * proving.c - each branch in scope that the corpus does not take gets a verdict. Models
 * of the solvers are inputs; each is run by the target, and goes to the corpus when it
 * takes a new branch, or to CORPUS.me/seeds, where a search may start from it.
 */
#include "gcov-tools/proving.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gcov-tools/entry_json.h"
#include "gcov-tools/process.h"
#include "gcov-tools/proving_internal.h"
#include "gcov-tools/report.h"
#include "gcov-tools/trace.h"
#include "me/ir.h"

/* ---- running inputs */

static void note_met(void *context, size_t goal, const char *path)
{
	struct proving *p = context;

	(void)path;
	p->newly_met += !p->met[goal];
	p->met[goal] = true;
}

static int corpus_trace(struct proving *p)
{
	struct corpus_list inputs = {0};
	int err = corpus_list_add(&inputs, p->corpus);

	if (err == CORPUS_ENOENT && mkdir(p->corpus, 0777) == 0)
		err = 0;
	if (err)
		err = command_fail(p->command, p->corpus, "%s", corpus_strerror(err));
	else
		err = trace_inputs(p->command, &p->record, &inputs, note_met, p);
	corpus_list_done(&inputs);
	return err;
}

static size_t goal_number(const struct proving *p, const struct prove_goal *goal)
{
	for (size_t i = 0; i < p->record.goal_count; i++) {
		const struct build_goal *g = &p->record.goals[i];
		if (g->ordinal == goal->ordinal && g->rank == goal->rank &&
		    strcmp(g->function, goal->function) == 0 &&
		    strcmp(p->record.units[g->unit].source, goal->unit) == 0)
			return i;
	}
	return p->record.goal_count;
}

/* Where an input goes: to the corpus when it takes a branch that nothing took before.
 */
static void input_keep(struct proving *p, const uint8_t *bytes, size_t size,
		       const bool *before)
{
	char name[SHA1_HEX_SIZE] = "";
	int err;

	if (!p->newly_met)
		mkdir(p->seeds, 0777);
	err = corpus_write(p->newly_met ? p->corpus : p->seeds, bytes, size, name);
	if (err)
		command_note(p->command, "%s: %s", p->newly_met ? p->corpus : p->seeds,
			     corpus_strerror(err));
	p->inputs += !err;
	for (size_t i = 0; i < p->record.goal_count; i++)
		if (p->met[i] && !before[i])
			memcpy(p->input[i], name, sizeof name);
}

static bool input_run(void *context, const uint8_t *bytes, size_t size,
		      const struct prove_goal *goal)
{
	struct proving *p = context;
	const size_t number = goal_number(p, goal);
	char *paths[] = {p->model};
	const struct corpus_list inputs = {1, paths, 1};
	bool *before = calloc(p->record.goal_count + 1, sizeof *before);
	bool met = false;

	if (before && corpus_write_file(p->model, bytes, size) == 0) {
		memcpy(before, p->met, p->record.goal_count * sizeof *before);
		p->newly_met = 0;
		if (trace_inputs(p->command, &p->record, &inputs, note_met, p) == 0) {
			met = p->met[number];
			input_keep(p, bytes, size, before);
		}
		unlink(p->model);
	}
	free(before);
	return met;
}

static void note_text(void *context, const char *text)
{
	const struct proving *p = context;

	command_note(p->command, "%s", text);
}

/* ---- one goal */

static void verdict_print(const struct proving *p, size_t number,
			  const struct prove_goal *goal)
{
	const struct build_goal *g = &p->record.goals[number];
	const char *how = *goal->how ? goal->how : "";

	if (goal->verdict == VERDICT_COVERED) {
		printf("covered by %s/%s\n", p->corpus, p->input[number]);
		return;
	}
	report_goal_never(g, stdout);
	switch (goal->verdict) {
	case VERDICT_INFEASIBLE:
		printf(": infeasible (%s)\n", how);
		break;
	case VERDICT_NEAREST:
		printf(": infeasible [round-to-nearest] (%s)\n", how);
		break;
	case VERDICT_WITHIN:
		printf(": infeasible within %s\n", goal->why);
		break;
	case VERDICT_NO_RETURN:
		printf(" in a run that returns (%s)\n", how);
		break;
	case VERDICT_INTEGERS:
		printf(": infeasible over the integers (%s)\n", how);
		break;
	default:
		printf("? unknown: %s\n", goal->why);
	}
}

/* One thing that a proof rests on: where it stands, and what it is there. */
static void reason_print(struct proving *p, const struct reason *r,
			 struct source_text *source)
{
	const struct build_goal place = {.function = r->function->name,
					 .source_name = "",
					 .file = r->function->file,
					 .line = r->line};

	printf("\t");
	if (report_goal_place(p->command, &p->record, &place, source, stdout))
		return;
	if (r->name && *r->name == '_') /* a value that has no name in the source */
		printf("computes\n");
	else if (r->name)
		printf("makes %.*s\n", (int)(strrchr(r->name, '_') - r->name), r->name);
	else if (r->is_switch)
		printf("takes way %u\n", r->edge + 1);
	else
		printf("is %s\n", r->edge == 0 ? "true" : "false");
}

/* Whether the verdict was kept from before. */
static bool goal_recall(const struct proving *p, struct prove_goal *goal)
{
	const uint64_t key = verdicts_unit_key(p->record.entry.key, goal->unit);
	const struct verdict_line *kept = verdicts_find(&p->verdicts, key, goal);

	if (!kept || p->prover.explain)
		return false;
	goal->verdict = kept->verdict;
	snprintf(goal->how, sizeof goal->how, "%s", kept->how);
	return true;
}

static void goal_remember(struct proving *p, const struct prove_goal *goal)
{
	const uint64_t key = verdicts_unit_key(p->record.entry.key, goal->unit);

	if ((goal->verdict == VERDICT_INFEASIBLE || goal->verdict == VERDICT_NEAREST) &&
	    !verdicts_find(&p->verdicts, key, goal))
		verdicts_add(&p->verdicts, key, goal);
}

static int goal_report(struct proving *p, size_t number, const struct prove_goal *goal,
		       struct source_text *source)
{
	int err;

	p->open++;
	p->resolved += goal->verdict == VERDICT_COVERED ||
		       goal->verdict == VERDICT_INFEASIBLE ||
		       goal->verdict == VERDICT_NEAREST;
	err = report_goal_place(p->command, &p->record, &p->record.goals[number],
				source, stdout);
	if (!err)
		verdict_print(p, number, goal);
	for (unsigned k = 0; k < goal->reason_count && !err; k++)
		reason_print(p, &goal->reasons[k], source);
	fflush(stdout);
	return err;
}

/* Whether the corpus leaves it open. */
static bool goal_is_open(const struct proving *p, size_t number)
{
	return p->record.goals[number].scope && (!p->met[number] || *p->input[number]);
}

static struct prove_goal goal_of(const struct proving *p, size_t number)
{
	const struct build_goal *g = &p->record.goals[number];

	return (struct prove_goal){.function = g->function,
				   .unit = p->record.units[g->unit].source,
				   .ordinal = g->ordinal,
				   .rank = g->rank};
}

static int goals_prove(struct proving *p)
{
	struct source_text source = {0};
	int err = 0;

	for (size_t i = 0; i < p->record.goal_count && !err; i++) {
		struct prove_goal goal = goal_of(p, i);
		if (!goal_is_open(p, i))
			continue;
		if (p->met[i])
			goal.verdict =
			    VERDICT_COVERED; /* by a model for another goal */
		else if (!goal_recall(p, &goal))
			prove(&p->prover, &goal);
		goal_remember(p, &goal);
		err = goal_report(p, i, &goal, &source);
	}
	source_text_done(&source);
	return err;
}

/* All at once: verdicts that are not wanted are COVERED. */
static int goals_cover(struct proving *p, const struct prove_options *options)
{
	struct source_text source = {0};
	struct prove_goal *goals = calloc(p->record.goal_count + 1, sizeof *goals);
	int err = goals ? 0 : command_no_memory(p->command);

	for (size_t i = 0; i < p->record.goal_count && !err; i++) {
		goals[i] = goal_of(p, i);
		if (p->met[i] || !p->record.goals[i].scope)
			goals[i].verdict = VERDICT_COVERED;
		else if (!options->complete && !options->integers)
			goal_recall(p, &goals[i]);
	}
	if (!err)
		err = covering_run(p, options, goals);
	for (size_t i = 0; i < p->record.goal_count && !err; i++) {
		if (!goal_is_open(p, i))
			continue;
		goal_remember(p, &goals[i]);
		err = goal_report(p, i, &goals[i], &source);
	}
	source_text_done(&source);
	free(goals);
	return err;
}

/* ---- all */

static int program_load(struct proving *p)
{
	char why[256];
	char *text = NULL;
	size_t size = 0;
	int err = 0;

	if (section_read(p->record.target, ME_IR_SECTION, &text, &size, why) ||
	    graph_read(&p->program, text, size, why))
		err = command_fail(p->command, p->record.target, "%s", why);
	free(text);
	return err;
}

static int proving_init(struct proving *p, const struct prove_options *o)
{
	char why[256];

	p->corpus = o->corpus;
	if (build_record_read(p->command, o->target, &p->record) || program_load(p) ||
	    entry_json_read(p->command, &p->record, &p->entry) ||
	    verdicts_read(p->command, o->corpus, &p->verdicts))
		return -1;
	if (solvers_find(&p->prover.solvers, o->solvers, why))
		return command_fail(p->command, "prove", "%s", why);
	p->met = calloc(p->record.goal_count + 1, sizeof *p->met);
	p->input = calloc(p->record.goal_count + 1, sizeof *p->input);
	if (!p->met || !p->input || corpus_aside(o->corpus, "seeds", &p->seeds) ||
	    corpus_aside(o->corpus, "model", &p->model))
		return command_no_memory(p->command);
	p->prover.program = &p->program;
	p->prover.entry = &p->entry;
	p->prover.seconds = o->seconds;
	p->prover.unwind = o->unwind;
	p->prover.dump = o->dump;
	p->prover.deadline = o->deadline;
	p->prover.explain = o->explain;
	p->prover.run = input_run;
	p->prover.note = note_text;
	p->prover.context = p;
	return 0;
}

static void proving_done(struct proving *p)
{
	prove_done(&p->prover);
	solvers_done(&p->prover.solvers);
	verdicts_done(&p->verdicts);
	entry_json_done(&p->entry);
	graph_done(&p->program);
	build_record_done(&p->record);
	free(p->met);
	free(p->input);
	free(p->seeds);
	free(p->model);
}

static void summary_make(const struct proving *p, struct prove_summary *summary)
{
	memset(summary, 0, sizeof *summary);
	for (size_t i = 0; i < p->record.goal_count; i++)
		summary->goals += p->record.goals[i].scope;
	summary->resolved = summary->goals - p->open + p->resolved;
	summary->inputs = p->inputs;
	summary->queries = p->prover.queries;
	summary->solver_seconds = p->prover.solver_seconds;
	summary->statistics = p->statistics;
	snprintf(summary->ranges, sizeof summary->ranges, "%s", p->entry.ranges);
}

int proving_run(struct command *command, const struct prove_options *options,
		struct prove_summary *summary)
{
	struct proving p = {.command = command};
	int err = proving_init(&p, options);

	if (!err)
		err = corpus_trace(&p);
	if (!err)
		err = options->algorithm == PROVE_GOALS ? goals_prove(&p)
							: goals_cover(&p, options);
	if (!err)
		err = verdicts_write(command, &p.verdicts);
	if (!err)
		summary_make(&p, summary);
	proving_done(&p);
	return err;
}
