/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * corpus_simplify.c - `me corpus simplify`: inputs whose numbers are simple, and which
 * meet the goals that the others met. The target finds and writes them
 * (harness/triage/simplify.h); an input is removed when the one in its place is on disk.
 */
#include <jansson.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/base/usage.h"
#include "command/target/build_record.h"
#include "command/target/corpora.h"
#include "command/target/target_server.h"
#include "system/path.h"

struct simplify_options {
	struct goal_choice choice;
	const char *output; /* or null */
	bool json;
};

#define AT(member) .at = offsetof(struct simplify_options, member)

static const struct option_row simplify_rows[] = {
    {"output", "DIRECTORY", "write the inputs there, and remove nothing", OPTION_TEXT,
     AT(output)},
    {"kinds", "KIND,...", "goals of these kinds are met as before (all)", OPTION_TEXT,
     AT(choice.kinds)},
    {"functions", "all|static|GLOB", "functions whose goals are met as before",
     OPTION_TEXT, AT(choice.functions)},
    {"json", NULL, "print lines of JSON", OPTION_FLAG, AT(json)},
};

const struct usage corpus_simplify_usage = {
    .name = "corpus simplify",
    .operands = "TARGET CORPUS",
    .help = "replace inputs by simpler ones that meet the same goals",
    .least = 2,
    .most = 2,
    USAGE_ROWS(simplify_rows),
    .verbose = "show the commands that are run",
};

struct simplified_corpus {
	struct command *command;
	const struct simplify_options *options;
	struct build_record record;
	struct corpus_list inputs;
	char *corpus;
	size_t done, changed; /* inputs that have a line; whose name is another one */
	json_int_t runs;
	int err;
};

static void input_replace(struct simplified_corpus *s, const char *file, const char *to)
{
	const bool is_same = strcmp(path_base(file), path_base(to)) == 0;

	s->done++;
	s->changed += !is_same;
	if (!s->options->output && !is_same && !s->err)
		s->err = corpus_directory_remove(s->command, file);
}

static void simplified_take(void *context, size_t input, const struct target_record *r)
{
	struct simplified_corpus *s = context;
	const char *file = s->inputs.paths[input];

	if (strcmp(r->kind, "error") == 0)
		command_note(s->command, "%s: %s", file,
			     json_member_text(r->json, "text"));
	if (strcmp(r->kind, "simplified") != 0)
		return;
	input_replace(s, file, json_member_text(r->json, "to"));
	s->runs += json_integer_value(json_object_get(r->json, "runs"));
	if (s->options->json)
		printf("%.*s\n", (int)r->size, r->line);
}

static int inputs_replace(struct simplified_corpus *s)
{
	struct target_server server;

	target_server_init(&server, s->command, s->record.target, "--trace");
	goal_choice_add(&s->record.choice, &server.words);
	words_add_format(&server.words, "--simplify=%s",
			 s->options->output ? s->options->output : s->corpus);
	const int err = target_ask(&server, &s->inputs, NULL, 0, simplified_take, s);
	target_server_done(&server);
	return err ? err : s->err;
}

static int inputs_simplify(struct simplified_corpus *s, const char *target)
{
	int err = corpus_directory_check(s->command, target, s->corpus);

	if (!err)
		err = corpora_read(s->command, &s->inputs, target, &s->corpus, 1);
	if (!err)
		err = build_record_read(s->command, target, s->options->choice,
					&s->record);
	if (!err && s->options->output)
		err = corpus_directory_make(s->command, s->options->output);
	return err ? err : inputs_replace(s);
}

static int simplify_report(const struct simplified_corpus *s)
{
	const size_t all = s->inputs.count;

	if (s->options->json)
		printf("{\"kind\":\"summary\",\"inputs\":%zu,\"changed\":%zu,"
		       "\"left\":%zu,\"runs\":%lld}\n",
		       all, s->changed, all - s->done, (long long)s->runs);
	else
		printf("%zu of %zu inputs simplified, %lld runs\n", s->changed, all,
		       (long long)s->runs);
	return command_flush(s->command);
}

int corpus_simplify_main(struct command *command, int argc, char **argv)
{
	struct simplify_options options = {0};
	struct simplified_corpus s = {.command = command, .options = &options};
	struct operands words;
	const int code =
	    usage_read(command, &corpus_simplify_usage, argc, argv, &options, &words);

	if (code != COMMAND_DONE)
		return code;
	s.corpus = words.list[1];
	int err = inputs_simplify(&s, words.list[0]);
	if (!err)
		err = simplify_report(&s);
	corpus_list_done(&s.inputs);
	build_record_done(&s.record);
	return err ? COMMAND_ERROR : COMMAND_DONE;
}
