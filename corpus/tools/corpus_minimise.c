/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * corpus_minimise.c - `me corpus minimise`: few inputs that cover what all of them do.
 * Inputs are removed when the ones that are kept have been run again and cover the same.
 */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "command/base/usage.h"
#include "corpus/tools/score.h"
#include "command/target/corpora.h"

struct minimise_options {
	struct score_options score;
	const char *output; /* or null */
};

#define AT(member) .at = offsetof(struct minimise_options, member)

static const struct option_row minimise_rows[] = {
    {"output", "DIRECTORY", "copy what is kept there, and remove nothing", OPTION_TEXT,
     AT(output)},
    {"labels", "CRITERION,...", "keep what these criteria count: DC, MCDC, ...",
     OPTION_TEXT, AT(score.labels)},
    {"kinds", "KIND,...", "and these kinds of goals: branch, label, ...", OPTION_TEXT,
     AT(score.kinds)},
    {"functions", "all|static|GLOB", "functions whose goals are counted", OPTION_TEXT,
     AT(score.functions)},
    {"json", NULL, "print a line of JSON", OPTION_FLAG, AT(score.json)},
};

const struct usage corpus_minimise_usage = {
    .name = "corpus minimise",
    .operands = "TARGET CORPUS...",
    .help = "keep few inputs that cover what all do",
    .least = 2,
    USAGE_ROWS(minimise_rows),
    .verbose = "show the commands that are run",
};

/* Whether the input is one of another build or entry: a typed target would cut or fill
 * it, which says nothing of what it is worth there. */
static bool is_foreign(const struct score *s, size_t input)
{
	struct stat status;
	const size_t wanted = s->record.entry.bytes;

	return wanted && stat(s->inputs.paths[input], &status) == 0 &&
	       (size_t)status.st_size != wanted;
}

static int selection_choose(struct command *command, struct selection *c)
{
	const struct score *s = c->score;

	selection_complete(c);
	selection_reduce(c);
	if (!memchr(c->chosen, true, s->inputs.count))
		return command_fail(command, s->record.target,
				    "no input covers a goal that counts: nothing was "
				    "removed");
	for (size_t i = 0; i < s->inputs.count; i++)
		if (!c->chosen[i] && is_foreign(s, i)) {
			command_note(command, "%s: made for another build; it is kept",
				     s->inputs.paths[i]);
			selection_set(c, i, true);
		}
	/* What such a run covers nobody knows. */
	for (size_t i = 0; i < s->inputs.count; i++)
		if (!s->told[i] && !c->chosen[i]) {
			command_note(command,
				     "%s: its run does not tell what it "
				     "covers; it is kept",
				     s->inputs.paths[i]);
			selection_set(c, i, true);
		}
	return 0;
}

static int selection_keep(struct command *command, const struct selection *c,
			  const char *output, struct corpus_list *kept)
{
	const struct corpus_list *inputs = &c->score->inputs;
	int err = output ? corpus_directory_make(command, output) : 0;
	bool is_new;

	for (size_t i = 0; i < inputs->count && !err; i++) {
		if (!c->chosen[i])
			continue;
		if (output)
			err = corpus_directory_copy(command, output, inputs->paths[i],
						    &is_new);
		if (!err && corpus_list_add(kept, inputs->paths[i]))
			err = command_fail(command, inputs->paths[i],
					   "is no longer there; nothing was removed");
	}
	return err;
}

/* Whether they cover when run again what they covered. */
static int check_again(struct command *command, const struct selection *c,
		       const struct minimise_options *options,
		       const struct corpus_list *kept)
{
	const struct score *s = c->score;
	struct score_options first = options->score;
	struct score again = {0};
	size_t lost = 0;

	first.whole = false;
	int err = score_make(command, &first, s->record.target, kept->paths,
			     (int)kept->count, &again);
	for (size_t i = 0; i < s->record.goal_count && !err; i++)
		lost += score_counts(&s->record.goals[i]) &&
			s->first[i] != SCORE_NONE && again.first[i] == SCORE_NONE;
	score_done(&again);
	if (!err && lost)
		err = command_fail(command, s->record.target,
				   "%zu goals are not met again by the same inputs: "
				   "nothing was removed",
				   lost);
	return err;
}

static int remove_others(struct command *command, const struct selection *c)
{
	const struct corpus_list *inputs = &c->score->inputs;
	int err = 0;

	for (size_t i = 0; i < inputs->count && !err; i++)
		if (!c->chosen[i])
			err = corpus_directory_remove(command, inputs->paths[i]);
	return err;
}

static int minimise(struct command *command, const struct minimise_options *options,
		    const struct score *score, size_t *count)
{
	struct corpus_list kept = {0};
	struct selection c;

	selection_init(&c, score);
	int err = selection_choose(command, &c);
	if (!err)
		err = selection_keep(command, &c, options->output, &kept);
	*count = kept.count;
	if (!err)
		err = check_again(command, &c, options, &kept);
	if (!err && !options->output)
		err = remove_others(command, &c);
	corpus_list_done(&kept);
	selection_done(&c);
	return err;
}

int corpus_minimise_main(struct command *command, int argc, char **argv)
{
	struct minimise_options options = {.score.whole = true};
	struct score score = {0};
	struct operands words;
	size_t kept = 0;
	int err = 0;
	const int code =
	    usage_read(command, &corpus_minimise_usage, argc, argv, &options, &words);

	if (code != COMMAND_DONE)
		return code;
	for (int i = 1; i < words.count && !err; i++)
		err = corpus_directory_check(command, words.list[0], words.list[i]);
	if (!err)
		err = score_make(command, &options.score, words.list[0], words.list + 1,
				 words.count - 1, &score);
	if (!err)
		err = minimise(command, &options, &score, &kept);
	if (!err && options.score.json)
		printf("{\"kind\":\"summary\",\"inputs\":%zu,\"kept\":%zu}\n",
		       score.inputs.count, kept);
	else if (!err)
		printf("%zu of %zu inputs kept\n", kept, score.inputs.count);
	score_done(&score);
	if (!err)
		err = command_flush(command);
	return err ? COMMAND_ERROR : COMMAND_DONE;
}
