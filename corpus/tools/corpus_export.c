/* SPDX-License-Identifier: GPL-3.0-or-later */
/* corpus_export.c - `me corpus export`: inputs as named values, or as files. */
#include <stdio.h>
#include <stdlib.h>

#include "corpus/tools/exported.h"
#include "command/target/corpora.h"
#include "system/allocation.h"
#include "system/path.h"

enum { FORMAT_FILES = EXPORT_FORMAT_COUNT }; /* the inputs as they are */

struct export_options {
	unsigned format;
	const char *output; /* or null */
};

static const char *const export_format_names[] = {EXPORT_FORMATS(FORMAT_WORD, ) "files",
						  NULL};
static const struct export_format *const export_formats[] = {
    EXPORT_FORMATS(FORMAT_ADDRESS, )};

#define AT(member) .at = offsetof(struct export_options, member)

static const struct option_row export_rows[] = {
    {"format", "F", "json (named values, the default), csv (a table), or files",
     OPTION_CHOICE, AT(format), .choices = export_format_names},
    {"json", NULL, "the same as --format=json", OPTION_CONSTANT, AT(format),
     .least = FORMAT_export_json},
    {"output", "PATH", "write there: a file; of --format=files a directory",
     OPTION_TEXT, AT(output)},
};

const struct usage corpus_export_usage = {
    .name = "corpus export",
    .operands = "TARGET CORPUS...",
    .help = "write inputs as named values, which survive a change of the signature",
    .least = 2,
    USAGE_ROWS(export_rows),
};

struct exporting {
	struct command *command;
	const struct export_options *options;
	struct build_record record;
	struct named_scalars scalars;
	struct corpus_list inputs;
	struct text_buffer head, out; /* what stands before the inputs, and they */
	uint8_t *bytes; /* of a typed input */
	bool is_typed;
	size_t unread;
};

static int input_write(struct exporting *x, struct export *e, const char *path,
		       const uint8_t *bytes, size_t size)
{
	if (x->is_typed) {
		named_scalars_canonical(&x->scalars, bytes, size, x->bytes);
		bytes = x->bytes;
		size = x->scalars.size;
	}
	if (x->options->format == FORMAT_FILES) {
		const int err = corpus_write(x->options->output, bytes, size, NULL);
		return err ? command_fail(x->command, x->options->output, "%s",
					  corpus_strerror(err))
			   : 0;
	}
	export_formats[x->options->format]->input(e, path_base(path), bytes, size);
	return 0;
}

static int input_export(struct exporting *x, struct export *e, const char *path)
{
	unsigned char *bytes;
	size_t size;

	if (command_read(x->command, path, &bytes,
			 &size)) { /* the others are written */
		command_report(x->command);
		x->unread++;
		return 0;
	}
	const int err = input_write(x, e, path, bytes, size);
	free(bytes);
	return err;
}

static int all_export(struct exporting *x)
{
	struct export e = {.record = &x->record,
			   .scalars = x->is_typed ? &x->scalars : NULL,
			   .out = &x->out};
	int err = 0;

	if (x->options->format == FORMAT_FILES)
		err = corpus_directory_make(x->command, x->options->output);
	for (size_t i = 0; i < x->inputs.count && !err; i++)
		err = input_export(x, &e, x->inputs.paths[i]);
	e.out = &x->head;
	e.count = x->inputs.count - x->unread;
	if (!err && x->options->format != FORMAT_FILES)
		export_formats[x->options->format]->begin(&e);
	text_add_bytes(&x->head, x->out.bytes, x->out.size);
	return err;
}

/* Whole or not at all, where it is a file. */
static int text_write(struct exporting *x)
{
	const char *output = x->options->output;

	if (x->options->format == FORMAT_FILES)
		return 0;
	if (output)
		return command_write(x->command, output, x->head.bytes, x->head.size);
	fwrite(x->head.bytes, 1, x->head.size, stdout);
	return command_flush(x->command);
}

static int export_target_read(struct exporting *x, const char *target)
{
	int err =
	    build_record_read(x->command, target, (struct goal_choice){0}, &x->record);

	x->is_typed = x->record.entry.name != NULL;
	if (err || !x->is_typed)
		return err;
	err = named_scalars_read(x->command, &x->record, &x->scalars);
	if (err)
		return err;
	x->bytes = array_new(x->scalars.size, 1);
	corpora_check_sizes(x->command, &x->inputs, target, x->scalars.size);
	return 0;
}

int corpus_export_main(struct command *command, int argc, char **argv)
{
	struct export_options options = {0};
	struct exporting x = {.command = command, .options = &options};
	struct operands words;
	const int code =
	    usage_read(command, &corpus_export_usage, argc, argv, &options, &words);

	if (code != COMMAND_DONE)
		return code;
	if (options.format == FORMAT_FILES && !options.output)
		return usage_fail(command, "corpus export", "--format=files",
				  "wants --output=DIRECTORY");
	int err = corpora_read(command, &x.inputs, words.list[0], words.list + 1,
			       words.count - 1);
	if (!err)
		err = export_target_read(&x, words.list[0]);
	if (!err)
		err = all_export(&x);
	if (!err)
		err = text_write(&x);
	text_done(&x.head);
	text_done(&x.out);
	free(x.bytes);
	named_scalars_done(&x.scalars);
	build_record_done(&x.record);
	corpus_list_done(&x.inputs);
	return err || x.unread ? COMMAND_ERROR : COMMAND_DONE;
}
