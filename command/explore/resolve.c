/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * resolve.c - `me resolve`: search, prove, search again from what the proofs proposed;
 * where a round brings nothing, the paths that lead to open goals are explored. It ends
 * when every goal is resolved, when that brings nothing either, or the time is up.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "corpus/corpus.h"
#include "command/base/process.h"
#include "command/explore/exploring.h"
#include "command/proof/proof_options.h"
#include "command/proof/proof_session.h"
#include "command/base/status.h"
#include "command/base/subcommands.h"
#include "command/target/target_check.h"
#include "system/clock.h"
#include "system/stop.h"

enum {
	ROUND_LIMIT = 8,
	EXPLORE_QUERY = 2, /* seconds of CPU for one run of a solver, */
	EXPLORE_LEAST = 10, /* and for all of them, beside as many as proofs took */
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

/* What the status says of a session's executions. */
struct hearing {
	struct status *status; /* or null */
	unsigned long long before; /* executions */
};

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

/* The executions of a session as libFuzzer's last line counts them: `#4096	...`. */
static void hear(void *context, const char *text, size_t size)
{
	struct hearing *h = context;

	if (!h->status)
		return;
	while (size && (text[size - 1] != '#' || (size > 1 && text[size - 2] != '\n')))
		size--;
	if (size)
		h->status->executions = h->before + strtoull(text + size, NULL, 10);
}

/* The target's own session, with its own stop, which takes at the most half of the time
 * that is left: the rest is for proofs. The seeds are read, not written. *status
 * is the target's. */
static int session(struct command *command, const struct prove_options *o,
		   unsigned round, int *status)
{
	struct words words = {0};
	struct hearing hearing = {command->status,
				  command->status ? command->status->executions : 0};
	const double half = stop_left() / 2;
	const struct process process = {.words = &words,
					.is_session = true,
					.deadline =
					    isfinite(half) ? clock_now() + half : 0,
					.hear = hear,
					.context = &hearing};
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
	goal_choice_add(&o->choice, &words);
	words_add_format(&words, "-artifact_prefix=%s/", aside);
	words_add(&words, o->corpus);
	if (count_files(seeds))
		words_add(&words, seeds);
	err = process_run(command, &process, &result);
	*status = result.is_late ? 0 : result.status;
	process_result_done(&result);
	words_done(&words);
	free(seeds);
	free(aside);
	return err;
}

static int search(struct command *command, const struct prove_options *o,
		  unsigned round)
{
	int status = 0;
	int err = session(command, o, round, &status);

	if (!err && is_failure(status) && round == 1)
		command_note(command, "%s: runs failed, their inputs are in %s.me",
			     o->target, o->corpus);
	else if (!err && status && !is_failure(status))
		command_note(command, "%s: the search ended with status %d", o->target,
			     status);
	return err;
}

/* Whether goals are asked for as the explorer has them. */
static bool is_explored(const struct prove_options *o)
{
	return o->algorithm == PROVE_GOALS && !o->complete && !o->explain &&
	       !proving_asks_for(o, "path");
}

/* Whether it goes on: the explorer has closed a goal that the round left open. */
static bool explore_rest(struct command *command, const struct prove_options *o,
			 const struct prove_summary *summary, bool *failed)
{
	struct prove_options options = *o;
	size_t closed = 0;

	if (!is_explored(o))
		return false;
	if (options.seconds > EXPLORE_QUERY)
		options.seconds = EXPLORE_QUERY;
	*failed = explore_goals(command, &options,
				EXPLORE_LEAST + summary->solver_seconds, &closed) != 0;
	return closed > 0 && !*failed;
}

/* What the last round says of goals that it has left open. */
struct left_open {
	FILE *out;
	char *text;
	size_t size;
};

static void left_open_done(struct left_open *o)
{
	if (o->out)
		fclose(o->out);
	free(o->text);
	*o = (struct left_open){0};
}

/* Of the round that begins. */
static FILE *left_open_begin(struct left_open *o)
{
	left_open_done(o);
	return o->out = open_memstream(&o->text, &o->size);
}

static void left_open_print(struct left_open *o, struct status *status)
{
	status_erase(status);
	if (o->out && fflush(o->out) == 0)
		fwrite(o->text, 1, o->size, stdout);
	left_open_done(o);
}

/* All rounds. Returns 0, or -1 after a message. */
static int rounds_run(struct command *command, struct prove_options *options,
		      struct left_open *left, struct prove_summary *summary)
{
	double search_seconds = 0, solver_seconds = 0;
	size_t queries = 0;
	bool failed = false;

	for (unsigned round = 1; round <= ROUND_LIMIT; round++) {
		const double before = children_seconds();
		status_do(command->status, "searching, round %u", round);
		if (search(command, options, round))
			return -1;
		search_seconds += children_seconds() - before;
		options->open_verdicts = left_open_begin(left);
		if (proving_run(command, options, summary))
			return -1;
		solver_seconds += summary->solver_seconds;
		queries += summary->queries;
		if (summary->resolved == summary->goals || stop_asked() ||
		    (!summary->inputs &&
		     !explore_rest(command, options, summary, &failed)))
			break;
	}
	summary->search_seconds = search_seconds;
	summary->solver_seconds = solver_seconds;
	summary->queries = queries;
	return failed ? -1 : 0;
}

int resolve_main(struct command *command, int argc, char **argv)
{
	struct prove_options options;
	struct prove_summary summary;
	struct status status = {0};
	struct left_open left = {0};
	int code = proving_options(command, argc, argv, &options);

	if (code != COMMAND_DONE)
		return code;
	if (target_check(command, options.target))
		return COMMAND_ERROR;
	proving_begin(command, &options, &status);
	status_do(&status, "reading the target");
	const bool failed = proving_link(command, &options) ||
			    rounds_run(command, &options, &left, &summary);
	left_open_print(&left, &status);
	return proving_end(command, &options, failed ? NULL : &summary);
}
