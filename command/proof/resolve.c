/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * resolve.c - `me resolve`: search, prove, search again from what the proofs proposed,
 * until every goal is resolved, a round brings nothing, or the time is up. A search
 * that a failure ends goes on in child processes, which leave failures behind.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "corpus/corpus.h"
#include "command/base/process.h"
#include "command/proof/proof_options.h"
#include "command/proof/proof_session.h"
#include "command/proof/verdict_format.h"
#include "command/base/subcommands.h"
#include "command/target/target_check.h"
#include "prover/verify/prover.h"
#include "system/clock.h"

enum {
	ROUND_LIMIT = 8,
	IGNORING_SECONDS = 10, /* of a search behind a failure, at the most */
};

/* CPU of all programs that were run. */
static double children_seconds(void)
{
	struct rusage usage;

	getrusage(RUSAGE_CHILDREN, &usage);
	return clock_used(&usage);
}

/* libFuzzer's exit codes for a crash, a leak or memory used up, and a timeout. */
static bool is_failure(int status)
{
	return status == 70 || status == 71 || status == 77;
}

/* How many files a directory has; 0 when there is none. */
static size_t count_files(const char *directory)
{
	struct corpus_list list = {0};
	size_t count = 0;

	if (corpus_list_add(&list, directory) == 0)
		count = list.count;
	corpus_list_done(&list);
	return count;
}

/* For a search that ignores failures, which it might meet for ever: no more than half
 * of the time that is left. */
static unsigned ignoring_seconds(const struct prove_options *o)
{
	const double half = (o->deadline - solver_clock()) / 2;

	if (!o->deadline || half > IGNORING_SECONDS)
		return IGNORING_SECONDS;
	return half < 1 ? 1 : (unsigned)half;
}

/* The target's own session, with its own stop. The seeds are read, not written. *status
 * is the target's. */
static int session(struct command *command, const struct prove_options *o,
		   unsigned round, bool ignoring, int *status)
{
	struct words words = {0};
	const struct process process = {.words = &words};
	struct process_result result = {0};
	char *seeds = NULL, *aside = NULL;
	int err = corpus_aside(o->corpus, "seeds", &seeds);

	if (err || corpus_aside(o->corpus, NULL, &aside)) {
		free(seeds);
		return command_no_memory(command);
	}
	mkdir(o->corpus, 0777);
	mkdir(aside, 0777);
	words_add_format(&words, "%s%s", strchr(o->target, '/') ? "" : "./", o->target);
	words_add_format(&words, "-seed=%u", round);
	if (o->goals)
		words_add_format(&words, "--goals=%s", o->goals);
	words_add_format(&words, "-artifact_prefix=%s/", aside);
	if (ignoring) {
		words_add(&words, "-fork=1");
		words_add(&words, "-ignore_crashes=1");
		words_add(&words, "-ignore_timeouts=1");
		words_add_format(&words, "-max_total_time=%u", ignoring_seconds(o));
	}
	words_add(&words, o->corpus);
	if (count_files(seeds))
		words_add(&words, seeds);
	err = process_run(command, &process, &result);
	*status = result.status;
	process_result_done(&result);
	words_done(&words);
	free(seeds);
	free(aside);
	return err;
}

/* *failing: a run has failed before, here or in an earlier round. */
static int search(struct command *command, const struct prove_options *o,
		  unsigned round, bool *failing)
{
	int status = 0;
	int err = 0;

	if (!*failing) {
		err = session(command, o, round, false, &status);
		*failing = !err && is_failure(status);
		if (*failing)
			command_note(command,
				     "%s: a run failed, its input is in %s.me; the "
				     "search goes on",
				     o->target, o->corpus);
	}
	if (*failing)
		err = session(command, o, round, true, &status);
	if (!err && status && !is_failure(status))
		command_note(command, "%s: the search ended with status %d", o->target,
			     status);
	return err;
}

int resolve_main(struct command *command, int argc, char **argv)
{
	struct prove_options options;
	struct prove_summary summary;
	double search_seconds = 0, solver_seconds = 0;
	size_t queries = 0;
	bool failing = false;
	int code = proving_options(command, argc, argv, &options);

	if (code != COMMAND_DONE)
		return code;
	if (target_check(command, options.target))
		return COMMAND_ERROR;
	for (unsigned round = 1; round <= ROUND_LIMIT; round++) {
		const double before = children_seconds();
		if (search(command, &options, round, &failing))
			return COMMAND_ERROR;
		search_seconds += children_seconds() - before;
		if (proving_run(command, &options, &summary))
			return COMMAND_ERROR;
		solver_seconds += summary.solver_seconds;
		queries += summary.queries;
		if (summary.resolved == summary.goals || !summary.inputs ||
		    (options.deadline && solver_clock() >= options.deadline))
			break;
	}
	summary.search_seconds = search_seconds;
	summary.solver_seconds = solver_seconds;
	summary.queries = queries;
	verdict_formats[options.format]->summary(&options, &summary);
	return COMMAND_DONE;
}
