/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * corpus_merge.c - `me corpus merge`: adds to a corpus what it lacks of others. libFuzzer
 * merges first, by its counters; then come those inputs that meet goals which no counter
 * shows. Nothing is removed.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command/base/process.h"
#include "command/base/usage.h"
#include "command/target/corpora.h"
#include "corpus/tools/score.h"

#define AT(member) .at = offsetof(struct score_options, member)

static const struct option_row merge_rows[] = {
    {"json", NULL, "print a line of JSON", OPTION_FLAG, AT(json)},
};

const struct usage corpus_merge_usage = {
    .name = "corpus merge",
    .operands = "TARGET INTO CORPUS...",
    .help = "add to a corpus the inputs of others that cover more",
    .least = 3,
    USAGE_ROWS(merge_rows),
    .verbose = "show the commands that are run",
};

/* The last line of the text that says what was wrong. */
static const char *merge_reason(const char *text)
{
	const char *found = NULL;

	for (const char *at = text; at && (at = strstr(at, "ERROR: ")); at++)
		found = at;
	return found ? found : "it says no more";
}

static int libfuzzer_merge(struct command *command, const char *target,
			   const char *shown, char *const *corpora, int count)
{
	struct process run = {.is_tied = true};

	/* What the program prints would be taken for the reason of a failure. */
	words_add_each(&run.words, target, "-merge=1", "-close_fd_mask=3");
	for (int i = 0; i < count; i++)
		words_add(&run.words, corpora[i]);
	int err = process_run(command, &run);
	if (!err && run.status != 0) {
		const char *why =
		    merge_reason(run.errors.size ? text_string(&run.errors) : "");
		err =
		    command_fail(command, shown, "-merge=1 ended with status %d: %.*s",
				 run.status, (int)strcspn(why, "\n"), why);
	}
	process_done(&run);
	return err;
}

/* ---- names with a newline */

/* libFuzzer's record of a merge has a line for each file: where a path has a newline,
 * links with plain names are merged, in a directory that is removed afterwards. */
struct linked_corpora {
	char root[64], into[80], from[80];
	size_t count; /* of the links, which are named by numbers */
};

static bool has_newline(const struct corpus_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		if (strchr(list->paths[i], '\n'))
			return true;
	return false;
}

static int links_add(struct command *command, struct linked_corpora *l,
		     const char *directory, const struct corpus_list *inputs)
{
	char name[112];

	for (size_t i = 0; i < inputs->count; i++) {
		char *path = realpath(inputs->paths[i], NULL);
		snprintf(name, sizeof(name), "%s/%zu", directory, l->count++);
		const bool failed = !path || symlink(path, name) != 0;
		free(path);
		if (failed)
			return command_fail(command, inputs->paths[i], "%s",
					    strerror(errno));
	}
	return 0;
}

static int links_make(struct command *command, struct linked_corpora *l,
		      const struct corpus_list *own, const struct corpus_list *others)
{
	const char *parent = getenv("TMPDIR");

	if (!parent || !*parent || strlen(parent) > 40)
		parent = "/tmp";
	snprintf(l->root, sizeof(l->root), "%s/me-merge-XXXXXX", parent);
	if (!mkdtemp(l->root))
		return command_fail(command, parent, "%s", strerror(errno));
	snprintf(l->into, sizeof(l->into), "%s/into", l->root);
	snprintf(l->from, sizeof(l->from), "%s/from", l->root);
	if (mkdir(l->into, 0777) != 0 || mkdir(l->from, 0777) != 0)
		return command_fail(command, l->root, "%s", strerror(errno));
	const int err = links_add(command, l, l->into, own);
	return err ? err : links_add(command, l, l->from, others);
}

/* What libFuzzer has added is no link. */
static int links_take(struct command *command, const struct corpus_list *merged,
		      const char *into)
{
	struct stat status;
	bool is_new;
	int err = 0;

	for (size_t i = 0; i < merged->count && !err; i++)
		if (lstat(merged->paths[i], &status) == 0 && S_ISREG(status.st_mode))
			err = corpus_directory_copy(command, into, merged->paths[i],
						    &is_new);
	return err;
}

static void links_remove(const struct linked_corpora *l)
{
	struct corpus_list files = {0};

	corpus_list_add(&files, l->root);
	for (size_t i = 0; i < files.count; i++)
		unlink(files.paths[i]);
	corpus_list_done(&files);
	rmdir(l->into);
	rmdir(l->from);
	rmdir(l->root);
}

static int linked_merge(struct command *command, const char *target,
			const struct operands *words, const struct corpus_list *own,
			const struct corpus_list *others)
{
	struct linked_corpora l = {.count = 0};
	struct corpus_list merged = {0};
	int err = links_make(command, &l, own, others);

	if (!err)
		err = libfuzzer_merge(command, target, words->list[0],
				      (char *const[]){l.into, l.from}, 2);
	if (!err)
		err = corpora_list(command, &merged, l.into);
	if (!err)
		err = links_take(command, &merged, words->list[1]);
	corpus_list_done(&merged);
	if (*l.into)
		links_remove(&l);
	return err;
}

static int merge_by_counters(struct command *command, const char *target,
			     const struct operands *words)
{
	struct corpus_list own = {0}, others = {0};
	int err = corpora_list(command, &own, words->list[1]);

	for (int i = 2; i < words->count && !err; i++)
		err = corpora_list(command, &others, words->list[i]);
	if (!err && (has_newline(&own) || has_newline(&others)))
		err = linked_merge(command, target, words, &own, &others);
	else if (!err)
		err = libfuzzer_merge(command, target, words->list[0], words->list + 1,
				      words->count - 1);
	corpus_list_done(&own);
	corpus_list_done(&others);
	return err;
}

/* Copies what the first `own` inputs, those of the corpus, do not cover. */
static int merge_by_goals(struct command *command, const struct score *score,
			  size_t own, const char *into)
{
	struct selection c;
	int err = 0;

	selection_init(&c, score);
	for (size_t i = 0; i < own; i++)
		selection_set(&c, i, true);
	selection_complete(&c);
	for (size_t i = own; i < score->inputs.count && !err; i++) {
		bool is_new;
		if (c.chosen[i])
			err = corpus_directory_copy(command, into,
						    score->inputs.paths[i], &is_new);
	}
	selection_done(&c);
	return err;
}

static int merge(struct command *command, struct score_options *options,
		 const struct operands *words, size_t *before, size_t *after)
{
	const char *into = words->list[1];
	struct score score = {0};
	char *target = realpath(words->list[0], NULL);

	*before = corpora_count(into);
	int err = target ? merge_by_counters(command, target, words)
			 : command_fail(command, words->list[0], "no such program");
	free(target);
	const size_t own = corpora_count(into);
	if (!err)
		err = score_make(command, options, words->list[0], words->list + 1,
				 words->count - 1, &score);
	if (!err)
		err = merge_by_goals(command, &score, own, into);
	*after = corpora_count(into);
	score_done(&score);
	return err;
}

int corpus_merge_main(struct command *command, int argc, char **argv)
{
	struct score_options options = {.whole = true};
	struct operands words;
	size_t before = 0, after = 0;
	int err = 0;
	const int code =
	    usage_read(command, &corpus_merge_usage, argc, argv, &options, &words);

	if (code != COMMAND_DONE)
		return code;
	for (int i = 2; i < words.count && !err; i++)
		err = corpus_directory_check(command, words.list[0], words.list[i]);
	if (!err)
		err = target_check(command, words.list[0]);
	if (!err)
		err = corpus_directory_make(command, words.list[1]);
	if (!err)
		err = merge(command, &options, &words, &before, &after);
	if (!err && options.json)
		printf("{\"kind\":\"summary\",\"before\":%zu,\"after\":%zu}\n", before,
		       after);
	else if (!err)
		printf("%s: %zu input%s added, %zu in all\n", words.list[1],
		       after - before, after - before == 1 ? "" : "s", after);
	if (!err)
		err = command_flush(command);
	return err ? COMMAND_ERROR : COMMAND_DONE;
}
