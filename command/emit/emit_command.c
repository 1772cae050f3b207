/* SPDX-License-Identifier: GPL-3.0-or-later */
/* emit_command.c - `me emit`: inputs as tests that need no ME. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "command/emit/emitted.h"
#include "command/target/corpora.h"

enum { PROPERTY_BRANCHES, PROPERTY_ERROR };

static const char *const emit_format_names[] = {EMIT_FORMATS(FORMAT_WORD, ) NULL};
static const struct emit_format *const emit_formats[] = {
    EMIT_FORMATS(FORMAT_ADDRESS, )};
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

static const struct option_row emit_rows[] = {
    {"format", "F", "c (default), or testcomp (a test suite in XML)", OPTION_CHOICE,
     AT(format), .choices = emit_format_names},
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
    USAGE_ROWS(emit_rows),
    .verbose = "show the commands that are run",
};

/* ---- archives */

/* an archive of files that are stored as they are (PKWARE, .ZIP File Format
 * Specification 6.3.10, without ZIP64: less than 4 GB and 65,536 files). */
/* Start with all zeros. */
struct zip {
	struct text_buffer files, directory; /* local entries; the central directory */
	size_t count;
};

enum { VERSION = 10, FILES_MOST = 65535 };

/* 1980-01-01: the same files make the same archive. */
enum { TIME = 0, DATE = 0x21 };

static void zip_put(struct text_buffer *out, uint32_t value, int bytes)
{
	for (int i = 0; i < bytes; i++)
		text_add_char(out, (char)(value >> (8 * i)));
}

/* The polynomial of ISO 3309, bits reversed. */
static uint32_t checksum(const uint8_t *bytes, size_t size)
{
	uint32_t sum = 0xffffffff;

	for (size_t i = 0; i < size; i++) {
		sum ^= bytes[i];
		for (int bit = 0; bit < 8; bit++)
			sum = sum >> 1 ^ (sum & 1 ? 0xedb88320 : 0);
	}
	return ~sum;
}

/* What both headers of a file have in common, from the version needed on. */
static void zip_put_file(struct text_buffer *out, uint32_t sum, uint32_t size,
			 const char *name)
{
	zip_put(out, VERSION, 2);
	zip_put(out, 0, 2); /* flags */
	zip_put(out, 0, 2); /* stored */
	zip_put(out, TIME, 2);
	zip_put(out, DATE, 2);
	zip_put(out, sum, 4);
	zip_put(out, size, 4);
	zip_put(out, size, 4);
	zip_put(out, (uint32_t)strlen(name), 2);
	zip_put(out, 0, 2); /* extra field */
}

/* 0, or -1: the archive would be too large. */
static int zip_add(struct zip *z, const char *name, const void *bytes, size_t size)
{
	const uint32_t sum = checksum(bytes, size), at = (uint32_t)z->files.size;

	if (z->count == FILES_MOST || z->files.size + size > 0xf0000000)
		return -1;
	z->count++;
	zip_put(&z->directory, 0x02014b50, 4);
	zip_put(&z->directory, VERSION, 2); /* made by */
	zip_put_file(&z->directory, sum, (uint32_t)size, name);
	zip_put(&z->directory, 0, 2); /* comment */
	zip_put(&z->directory, 0, 2); /* disk */
	zip_put(&z->directory, 0, 2); /* internal attributes */
	zip_put(&z->directory, 0, 4); /* external ones */
	zip_put(&z->directory, at, 4);
	text_add(&z->directory, "%s", name);
	zip_put(&z->files, 0x04034b50, 4);
	zip_put_file(&z->files, sum, (uint32_t)size, name);
	text_add(&z->files, "%s", name);
	text_add_bytes(&z->files, bytes, size);
	return 0;
}

/* Adds what ends the archive; it is z->files then. */
static void zip_end(struct zip *z)
{
	const uint32_t at = (uint32_t)z->files.size;

	text_add_bytes(&z->files, z->directory.bytes, z->directory.size);
	zip_put(&z->files, 0x06054b50, 4);
	zip_put(&z->files, 0, 4); /* disks */
	zip_put(&z->files, (uint32_t)z->count, 2);
	zip_put(&z->files, (uint32_t)z->count, 2);
	zip_put(&z->files, (uint32_t)z->directory.size, 4);
	zip_put(&z->files, at, 4);
	zip_put(&z->files, 0, 2); /* comment */
}

static void zip_done(struct zip *z)
{
	text_done(&z->files);
	text_done(&z->directory);
}

/* ---- where the files go */

struct output {
	struct command *command;
	const char *path;
	bool is_archive;
	struct zip zip;
	size_t count;
};

static int file_emit(void *context, const char *name, const struct text_buffer *content)
{
	struct output *o = context;
	struct text_buffer path = {0};

	o->count++;
	if (o->is_archive)
		return zip_add(&o->zip, name, content->bytes, content->size)
			   ? command_fail(o->command, o->path,
					  "too large for an archive; let it be a "
					  "directory")
			   : 0;
	text_add(&path, "%s/%s", o->path, name);
	const int err =
	    command_write(o->command, path.bytes, content->bytes, content->size);
	text_done(&path);
	return err;
}

static int output_end(struct output *o)
{
	if (!o->is_archive)
		return 0;
	zip_end(&o->zip);
	return command_write(o->command, o->path, o->zip.files.bytes,
			     o->zip.files.size);
}

static bool is_zip(const char *path)
{
	const size_t n = strlen(path);

	return n > 4 && strcmp(path + n - 4, ".zip") == 0;
}

/* ---- the command */

static int emit_target_read(struct emitted *e, const struct operands *words,
			    unsigned format)
{
	const char *target = words->list[0];
	int err =
	    build_record_read(e->command, target, (struct goal_choice){0}, &e->record);

	if (!err && !e->record.entry.name)
		err = command_fail(e->command, target,
				   "is a bytes target: its inputs are files already");
	if (!err && emit_formats[format]->is_draws && !emitted_draws(e))
		err = command_fail(e->command, target,
				   "--format=%s wants a program that draws its values "
				   "(me-cc --nondet)",
				   emit_format_names[format]);
	if (!err)
		err = corpora_read(e->command, &e->inputs, target, words->list + 1,
				   words->count - 1);
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
	struct emit_options options = {.format = FORMAT_emit_c};
	struct emitted e = {.command = command};
	struct output o = {.command = command};
	struct operands words;
	const int code = usage_read(command, &emit_usage, argc, argv, &options, &words);

	if (code != COMMAND_DONE)
		return code;
	if (!options.output)
		return usage_fail(command, "emit",
				  "--output=", "wants a directory or NAME.zip");
	o.path = options.output;
	o.is_archive = is_zip(o.path);
	e.property = properties[options.property];
	int err = emit_target_read(&e, &words, options.format);
	if (!err)
		err = emit(&e, emit_formats[options.format], &o);
	if (!err)
		printf("%s: %zu file%s\n", o.path, o.count, o.count == 1 ? "" : "s");
	zip_done(&o.zip);
	emitted_done(&e);
	if (!err)
		err = command_flush(command);
	return err ? COMMAND_ERROR : COMMAND_DONE;
}
