/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * proving.c - each branch in scope that the corpus does not take gets a verdict. Models
 * of the solvers are inputs; each is run by the target, and goes to the corpus when it
 * takes a new branch, or to CORPUS.me/seeds, where a search may start from it.
 */
#include "gcov-tools/proving.h"

#include "prover/prove.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "corpus/corpus.h"
#include "gcov-tools/entry_json.h"
#include "gcov-tools/process.h"
#include "gcov-tools/report.h"
#include "gcov-tools/trace.h"
#include "gcov-tools/verdicts.h"
#include "me/ir.h"

struct proving {
	struct command *command;
	const char *corpus;
	struct build_record record;
	struct program program;
	struct entry entry;
	struct verdicts verdicts;
	struct prover prover;
	bool *met; /* by goal of the record */
	char (*input)[SHA1_HEX_SIZE]; /* by goal: the file that was made for it */
	char *seeds; /* directory */
	size_t newly_met; /* by the input that was run last */
	char *model; /* path of that input */
	size_t open, resolved;
	size_t inputs; /* new files, of the corpus or seeds */
};

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

static void goal_prove(struct proving *p, uint64_t key, struct prove_goal *goal)
{
	const struct verdict_line *kept = verdicts_find(&p->verdicts, key, goal);

	if (kept && !p->prover.explain) {
		goal->verdict = kept->verdict;
		snprintf(goal->how, sizeof goal->how, "%s", kept->how);
		return;
	}
	prove(&p->prover, goal);
	if (!kept &&
	    (goal->verdict == VERDICT_INFEASIBLE || goal->verdict == VERDICT_NEAREST))
		verdicts_add(&p->verdicts, key, goal);
}

static int goals_prove(struct proving *p)
{
	const uint64_t key = p->record.entry.key;
	struct source_text source = {0};
	int err = 0;

	for (size_t i = 0; i < p->record.goal_count && !err; i++) {
		const struct build_goal *g = &p->record.goals[i];
		struct prove_goal goal = {.function = g->function,
					  .unit = p->record.units[g->unit].source,
					  .ordinal = g->ordinal,
					  .rank = g->rank};
		if (!g->scope || (p->met[i] && !*p->input[i]))
			continue;
		p->open++;
		if (p->met[i])
			goal.verdict =
			    VERDICT_COVERED; /* by a model for another goal */
		else
			goal_prove(p, verdicts_unit_key(key, goal.unit), &goal);
		p->resolved += goal.verdict == VERDICT_COVERED ||
			       goal.verdict == VERDICT_INFEASIBLE ||
			       goal.verdict == VERDICT_NEAREST;
		err = report_goal_place(p->command, &p->record, g, &source, stdout);
		if (!err)
			verdict_print(p, i, &goal);
		for (unsigned k = 0; k < goal.reason_count && !err; k++)
			reason_print(p, &goal.reasons[k], &source);
		fflush(stdout);
	}
	source_text_done(&source);
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
		err = goals_prove(&p);
	if (!err)
		err = verdicts_write(command, &p.verdicts);
	if (!err)
		summary_make(&p, summary);
	proving_done(&p);
	return err;
}
