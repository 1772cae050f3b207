/* SPDX-License-Identifier: GPL-3.0-or-later */
/* emit_command.c - `me emit`: inputs as tests that need no ME. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/usage.h"
#include "command/emit/emitted.h"
#include "command/emit/zip.h"
#include "command/target/corpora.h"
#include "system/path.h"

enum { FORMAT_TESTCOMP, FORMAT_C };
enum { PROPERTY_BRANCHES, PROPERTY_ERROR };

static const char *const format_names[] = {"testcomp", "c", NULL};
static const struct emit_format *const formats[] = {&emit_testcomp, &emit_c};
static const char *const property_names[] = {"branches", "error", NULL};
/* As Test-Comp's rules have them. */
static const char *const properties[] = {
    "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )",
    "COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )"};

struct emit_options {
	unsigned format, property;
	const char *output;
};

#define AT(member) .at = offsetof(struct emit_options, member)

static const struct option_row rows[] = {
    {"format", "F", "c (default), or testcomp (a test suite in XML)", OPTION_CHOICE,
     AT(format), .choices = format_names},
    {"output", "PATH", "a directory that gets the files, or an archive NAME.zip",
     OPTION_TEXT, AT(output)},
    {"property", "P", "what a test suite is to cover: branches (default), error",
     OPTION_CHOICE, AT(property), .choices = property_names},
};

const struct usage emit_usage = {
    .name = "emit",
    .operands = "TARGET CORPUS|FILE...",
    .help = "write inputs as tests that need no ME",
    .least = 2,
    .rows = rows,
    .count = sizeof(rows) / sizeof(rows[0]),
    .verbose = "show the commands that are run",
};

/* Where the files go. */
struct output {
	struct command *command;
	const char *path;
	bool is_archive;
	struct zip zip;
	size_t count;
};

static int file_emit(void *context, const char *name, const struct text *content)
{
	struct output *o = context;
	struct text path = {0};
	int err;

	if (content->failed)
		return command_no_memory(o->command);
	o->count++;
	if (o->is_archive)
		return zip_add(&o->zip, name, content->bytes, content->size)
			   ? command_fail(o->command, o->path,
					  "too large for an archive; let it be a "
					  "directory")
			   : 0;
	text_add(&path, "%s/%s", o->path, name);
	if (path.failed)
		return command_no_memory(o->command);
	err = corpus_write_file(path.bytes, content->bytes, content->size);
	if (err)
		command_fail(o->command, path.bytes, "%s", corpus_strerror(err));
	text_done(&path);
	return err;
}

static int output_end(struct output *o)
{
	int err;

	if (!o->is_archive)
		return 0;
	if (zip_end(&o->zip))
		return command_no_memory(o->command);
	err = corpus_write_file(o->path, o->zip.files.bytes, o->zip.files.size);
	return err ? command_fail(o->command, o->path, "%s", corpus_strerror(err)) : 0;
}

static bool is_zip(const char *path)
{
	const size_t n = strlen(path);

	return n > 4 && strcmp(path + n - 4, ".zip") == 0;
}

/* ---- the command */

static int target_read(struct emitted *e, const struct operands *words,
		       const struct emit_format *format)
{
	const char *target = words->list[0];
	int err =
	    build_record_read(e->command, target, (struct goal_choice){0}, &e->record);

	if (!err && !e->record.entry.name)
		err = command_fail(e->command, target,
				   "is a bytes target: its inputs are files already");
	if (!err && format->is_draws && !emitted_draws(e))
		err = command_fail(e->command, target,
				   "--format=%s wants a program that draws its values "
				   "(me-cc --nondet)",
				   format->name);
	for (int i = 1; i < words->count && !err; i++)
		err = corpora_add(e->command, &e->inputs, target, words->list[i]);
	if (!err)
		err = corpora_check_any(e->command, &e->inputs, target, words->list[1]);
	if (!err)
		corpora_check_sizes(e->command, &e->inputs, target,
				    e->record.entry.bytes);
	return err;
}

static int emit(struct emitted *e, const struct emit_format *format, struct output *o)
{
	int err = 0;

	if (emitted_draws(e))
		err = emitted_run_all(e);
	if (!err && e->is_cut)
		command_note(e->command, "a run draws more values than are written");
	if (!err && !o->is_archive)
		err = corpus_directory_make(e->command, o->path);
	if (!err)
		err = format->write(e, file_emit, o);
	return err ? err : output_end(o);
}

int emit_main(struct command *command, int argc, char **argv)
{
	struct emit_options options = {.format = FORMAT_C};
	struct emitted e = {.command = command};
	struct output o = {.command = command};
	struct operands words;
	int err;
	const int code = usage_read(command, &emit_usage, argc, argv, &options, &words);

	if (code != COMMAND_DONE)
		return code;
	if (!options.output)
		return usage_fail(command, "emit",
				  "--output=", "wants a directory or NAME.zip");
	o.path = options.output;
	o.is_archive = is_zip(o.path);
	e.property = properties[options.property];
	err = target_read(&e, &words, formats[options.format]);
	if (!err)
		err = emit(&e, formats[options.format], &o);
	if (!err)
		printf("%s: %zu file%s\n", o.path, o.count, o.count == 1 ? "" : "s");
	zip_done(&o.zip);
	emitted_done(&e);
	if (!err)
		err = command_flush(command);
	return err ? COMMAND_ERROR : COMMAND_DONE;
}
