/* SPDX-License-Identifier: GPL-3.0-or-later */
/* farm_merge.c - what a target's sessions have found becomes one corpus, one list of
 * failures and one line of numbers. */
#include "command/farm/farm.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command/base/json_text.h"
#include "command/base/process.h"
#include "command/farm/farm_pool.h"
#include "command/target/corpora.h"
#include "system/allocation.h"
#include "system/clock.h"

struct merge {
	struct command *command;
	const struct farm *farm;
	const struct farm_target *target;
	char *me; /* our own program */
	struct text_buffer path; /* for one path at a time */
};

/* What is counted. */
struct numbers {
	size_t goals, covered, infeasible, inputs, failures, artifacts;
};

static const char *merge_path(struct merge *m, const char *part)
{
	return farm_path(m->farm, &m->path, "targets/%s/%s", m->target->name, part);
}

static const char *seed_part(struct merge *m, unsigned seed, const char *part)
{
	return farm_path(m->farm, &m->path, "targets/%s/%u/%s", m->target->name, seed,
			 part);
}

/* ---- calls of `me` */

/* Runs `me` with the words. `least` and below are exit codes of success. */
static int merge_call(struct merge *m, struct words *words, int least,
		      struct text_buffer *output)
{
	struct process run = {.words = *words, .is_tied = true};
	int err = process_run(m->command, &run);

	if (!err && run.status > least && run.status != COMMAND_FAULTS) {
		const char *said =
		    run.errors.size ? text_string(&run.errors) : "it says no more";
		const size_t n = strcspn(said, "\n");
		err = command_fail(m->command, m->target->name,
				   "`me %s` ended with status %d: %.*s",
				   words->items[1], run.status, (int)n, said);
	}
	if (!err && output) {
		*output = run.output;
		run.output = (struct text_buffer){0};
	}
	process_done(&run);
	*words = (struct words){0};
	return err;
}

static int merge_corpora(struct merge *m)
{
	struct words words = {0};
	size_t others = 0;

	words_add_each(&words, m->me, "corpus", "merge", m->target->path,
		       merge_path(m, "corpus"));
	for (unsigned s = 1; s <= m->farm->settings.seeds; s++) {
		const char *corpus = seed_part(m, s, "corpus");
		if (!corpora_count(corpus))
			continue;
		words_add(&words, corpus);
		others++;
	}
	if (others)
		return merge_call(m, &words, 0, NULL);
	words_done(&words);
	return 0;
}

/* Proves open goals of a typed target. A proof that is not found in time is none; only what is wrong
 * counts. */
static int merge_prove(struct merge *m)
{
	struct words words = {0};

	if (!m->farm->settings.prove || strcmp(m->target->signature, "bytes") == 0 ||
	    !corpora_count(merge_path(m, "corpus")))
		return 0;
	words_add_each(&words, m->me, "prove");
	words_add_format(&words, "--time=%u", m->farm->settings.prove);
	words_add_each(&words, m->target->path, merge_path(m, "corpus"));
	return merge_call(m, &words, 0, NULL);
}

/* ---- what is counted in lines of JSON */

static void take_goal(void *context, json_t *line)
{
	struct numbers *n = context;

	if (strcmp(json_member_text(line, "kind"), "label") != 0)
		return;
	const bool covered = json_is_string(json_object_get(line, "input"));
	n->goals++;
	n->covered += covered;
	n->infeasible += !covered && json_is_string(json_object_get(line, "proof"));
}

static void take_failure(void *context, json_t *line)
{
	struct numbers *n = context;

	n->failures += strcmp(json_member_text(line, "kind"), "group") == 0;
}

/* Those that there are; how many files that is. */
static size_t add_artifacts(struct merge *m, struct words *words)
{
	size_t all = 0;

	for (unsigned s = 1; s <= m->farm->settings.seeds; s++) {
		const char *artifacts = seed_part(m, s, "artifacts");
		const size_t count = corpora_count(artifacts);
		if (count)
			words_add(words, artifacts);
		all += count;
	}
	return all;
}

/* A run that fails meets goals too. */
static int count_goals(struct merge *m, struct numbers *n)
{
	struct words words = {0};
	struct text_buffer lines = {0};

	n->inputs = corpora_count(merge_path(m, "corpus"));
	if (!n->inputs)
		return 0;
	words_add_each(&words, m->me, "score", "--json", m->target->path,
		       merge_path(m, "corpus"));
	add_artifacts(m, &words);
	const int err = merge_call(m, &words, 0, &lines);
	if (!err)
		json_lines_read(text_string(&lines), take_goal, n);
	text_done(&lines);
	return err;
}

/* Artifacts that cannot be run again are in its lines too: status 1. */
static int fold_failures(struct merge *m, struct numbers *n)
{
	struct words words = {0};
	struct text_buffer lines = {0};

	words_add_each(&words, m->me, "triage", "--json");
	if (m->farm->settings.target_args)
		words_add_format(&words, "--target-args=%s",
				 m->farm->settings.target_args);
	words_add(&words, m->target->path);
	n->artifacts = add_artifacts(m, &words);
	if (!n->artifacts) {
		words_done(&words);
		return 0;
	}
	int err = merge_call(m, &words, 1, &lines);
	if (!err)
		json_lines_read(text_string(&lines), take_failure, n);
	if (!err)
		err = command_write(m->command, merge_path(m, "failures.json"),
				    lines.bytes, lines.size);
	text_done(&lines);
	return err;
}

/* ---- a target */

static int write_numbers(struct merge *m, const struct numbers *n, double seconds)
{
	json_t *object = json_pack(
	    "{s:s, s:i, s:o, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:f}", "kind", "merged",
	    "round", (int)m->farm->round, "target", json_text(m->target->path), "goals",
	    (json_int_t)n->goals, "covered", (json_int_t)n->covered, "infeasible",
	    (json_int_t)n->infeasible, "open",
	    (json_int_t)(n->goals - n->covered - n->infeasible), "inputs",
	    (json_int_t)n->inputs, "failures", (json_int_t)n->failures, "artifacts",
	    (json_int_t)n->artifacts, "seconds", seconds);

	return json_file_write(m->command, merge_path(m, "merged.json"), object,
			       JSON_COMPACT | JSON_REAL_PRECISION(6));
}

static int merge_target(struct merge *m)
{
	const double begin = clock_now();
	struct numbers n = {0};
	int err = farm_targets_check(m->command, m->target);

	if (!err && access(merge_path(m, "corpus"), F_OK))
		err = command_fail(m->command, m->target->name,
				   "no session of it has begun");
	if (!err)
		err = merge_corpora(m);
	if (!err)
		err = merge_prove(m);
	if (!err)
		err = count_goals(m, &n);
	if (!err)
		err = fold_failures(m, &n);
	const double seconds = clock_now() - begin;
	if (!err)
		err = write_numbers(m, &n, seconds);
	if (!err)
		printf("%s: merged: %zu inputs, %zu of %zu goals covered, %.1f s\n",
		       m->target->name, n.inputs, n.covered, n.goals, seconds);
	return err;
}

static int merge_work(void *context, size_t piece, double seconds)
{
	struct merge m = *(const struct merge *)context;

	(void)seconds;
	signal(SIGTERM, SIG_DFL);
	signal(SIGINT, SIG_DFL);
	m.target = &m.farm->targets[piece];
	const int err = merge_target(&m);
	command_report(m.command);
	text_done(&m.path);
	return err ? 1 : 0;
}

int farm_merge_run(struct command *command, const struct farm *farm,
		   struct farm_pool *pool, size_t first, size_t step)
{
	struct merge m = {.command = command, .farm = farm};
	size_t *pieces = array_new(farm->count / step + 1, sizeof *pieces), count = 0;
	int err = command_own_file(command, "me", &m.me);

	for (size_t t = first; t < farm->count; t += step)
		pieces[count++] = t;
	farm_pool_watch();
	pool->work = merge_work;
	pool->context = &m;
	if (!err)
		farm_pool_run(pool, pieces, count);
	if (!err && pool->is_interrupted)
		err =
		    command_fail(command, farm->directory,
				 "interrupted; nothing is lost, and `me farm %s` goes "
				 "on",
				 farm->directory);
	free(m.me);
	free(pieces);
	return err;
}
