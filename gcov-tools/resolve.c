/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * resolve.c - `me resolve`: search, prove, search again from what the proofs proposed,
 * until every branch is resolved, a round brings nothing, or the time is up.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "corpus/corpus.h"
#include "gcov-tools/process.h"
#include "gcov-tools/proving.h"
#include "gcov-tools/subcommands.h"
#include "prover/prove.h"

enum { ROUND_LIMIT = 8 };

/* CPU of all programs that were run. */
static double children_seconds(void)
{
	struct rusage usage;

	getrusage(RUSAGE_CHILDREN, &usage);
	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
	       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
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

/* The target's own session, with its own stop. The seeds are read, not written. */
static int search(struct command *command, const struct prove_options *o,
		  unsigned round)
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
	words_add_format(&words, "-artifact_prefix=%s/", aside);
	words_add(&words, o->corpus);
	if (count_files(seeds))
		words_add(&words, seeds);
	err = process_run(command, &process, &result);
	if (!err && result.status)
		command_note(command, "%s: the search ended with status %d", o->target,
			     result.status);
	process_result_done(&result);
	words_done(&words);
	free(seeds);
	free(aside);
	return err;
}

int resolve_main(struct command *command, int argc, char **argv)
{
	struct prove_options options;
	struct prove_summary summary;
	double search_seconds = 0, solver_seconds = 0;
	size_t queries = 0;
	int code = proving_options(command, argc, argv, &options);

	if (code != COMMAND_DONE)
		return code;
	for (unsigned round = 1; round <= ROUND_LIMIT; round++) {
		const double before = children_seconds();
		if (search(command, &options, round))
			return COMMAND_ERROR;
		search_seconds += children_seconds() - before;
		if (proving_run(command, &options, &summary))
			return COMMAND_ERROR;
		solver_seconds += summary.solver_seconds;
		queries += summary.queries;
		if (summary.resolved == summary.goals || !summary.inputs ||
		    (options.deadline && prove_clock() >= options.deadline))
			break;
	}
	printf("%zu of %zu branches resolved; search %.2f s, %zu queries, %.2f s of "
	       "solvers\n",
	       summary.resolved, summary.goals, search_seconds, queries,
	       solver_seconds);
	if (*summary.ranges)
		printf("for inputs of %s\n", summary.ranges);
	return COMMAND_DONE;
}
