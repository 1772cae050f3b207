/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * corpus_import.c - `me corpus import`: named values, or the inputs of another build, as
 * inputs of this target. All of them are read before the first one is written.
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "command/base/json_text.h"
#include "corpus/tools/exported.h"
#include "command/target/corpora.h"
#include "system/allocation.h"

struct import_options {
	const char *from; /* the target of the inputs; or null */
	bool json;
};

#define AT(member) .at = offsetof(struct import_options, member)

static const struct option_row import_rows[] = {
    {"from", "OLD_TARGET",
     "directories hold inputs of that target: their values go by name", OPTION_TEXT,
     AT(from)},
    {"json", NULL, "print lines of JSON", OPTION_FLAG, AT(json)},
};

const struct usage corpus_import_usage = {
    .name = "corpus import",
    .operands = "TARGET CORPUS FILE|DIRECTORY...",
    .help = "make inputs of named values, or of the inputs of another build",
    .least = 3,
    USAGE_ROWS(import_rows),
};

struct importing {
	struct command *command;
	const struct import_options *options;
	const char *target;
	struct build_record record, old_record;
	struct named_scalars scalars, old; /* of typed targets */
	bool is_typed;
	struct input_mapping mapping;
	const char *path; /* that is being read */
	struct import_input {
		uint8_t *bytes;
		size_t size;
	} * inputs;
	size_t count, room, written;
};

/* ---- inputs */

/* Takes over `bytes`. */
static void import_add(struct importing *m, uint8_t *bytes, size_t size)
{
	ARRAY_ADD(m->inputs, m->count, m->room, (struct import_input){bytes, size});
}

static void named_add(struct importing *m, const struct exported_input *input)
{
	uint8_t *bytes = array_new(m->scalars.size, 1);

	input_mapping_apply(&m->mapping, input, bytes);
	import_add(m, bytes, m->scalars.size);
}

static int exported_take(void *context, const struct exported_input *input)
{
	struct importing *m = context;

	if (m->is_typed == (input->bytes != NULL))
		return command_fail(m->command, m->path, "line %u: %s", input->line,
				    m->is_typed
					? "bytes, but the target takes named values"
					: "named values, but the target takes bytes");
	if (m->is_typed) {
		named_add(m, input);
		return 0;
	}
	uint8_t *bytes = array_new(input->size, 1);
	memcpy(bytes, input->bytes, input->size);
	import_add(m, bytes, input->size);
	return 0;
}

/* ---- files of named values */

static int exported_read(struct importing *m, const char *path)
{
	static const struct export_format *const import_formats[] = {
	    EXPORT_FORMATS(FORMAT_ADDRESS, )};
	unsigned char *bytes;
	size_t size, i = 0;
	int err = command_read(m->command, path, &bytes, &size);

	if (err)
		return err;
	char *text = string_copy_part((char *)bytes, size);
	free(bytes);
	m->path = path;
	while (i < EXPORT_FORMAT_COUNT && !import_formats[i]->is_of(text))
		i++;
	if (i == EXPORT_FORMAT_COUNT)
		err = command_fail(m->command, path,
				   "line 1, column 1: neither JSON nor CSV of `me "
				   "corpus export`; single inputs are imported from a "
				   "directory");
	else if (strlen(text) < size)
		err = command_fail(m->command, path,
				   "byte %zu is zero: the file is damaged",
				   strlen(text) + 1);
	else
		err = import_formats[i]->read(m->command, path, text, exported_take, m);
	free(text);
	return err;
}

/* ---- inputs of a target */

static void old_values_load(const struct named_scalars *old, const uint8_t *bytes,
			    struct exported_scalar *to)
{
	for (size_t i = 0; i < old->count; i++) {
		to[i].name = old->list[i].name;
		scalar_load(old->list[i].type, bytes + old->list[i].offset,
			    &to[i].value);
	}
}

/* The bytes of an input of the old target. */
static void old_add(struct importing *m, const uint8_t *file, size_t size)
{
	uint8_t *bytes = array_new(m->old.size, 1);
	struct exported_scalar *scalars = array_new(m->old.count, sizeof *scalars);

	named_scalars_canonical(&m->old, file, size, bytes);
	old_values_load(&m->old, bytes, scalars);
	named_add(m, &(struct exported_input){
			 .file = "", .scalars = scalars, .scalar_count = m->old.count});
	free(bytes);
	free(scalars);
}

static int file_add(struct importing *m, const char *path)
{
	unsigned char *bytes;
	size_t size;
	const int err = command_read(m->command, path, &bytes, &size);

	if (err)
		return err;
	if (!m->options->from && m->is_typed && size != m->scalars.size) {
		free(bytes);
		return command_fail(m->command, path,
				    "has %zu bytes, an input of %s has %zu: it is of "
				    "another build; --from=OLD_TARGET takes its values "
				    "by name",
				    size, m->target, m->scalars.size);
	}
	if (!m->options->from) {
		import_add(m, bytes, size);
		return 0;
	}
	if (size != m->old.size)
		command_note(m->command,
			     "%s has %zu bytes, an input of %s has %zu: zeros are "
			     "added, or it is cut",
			     path, size, m->options->from, m->old.size);
	old_add(m, bytes, size);
	free(bytes);
	return 0;
}

static int directory_add(struct importing *m, char *path)
{
	struct corpus_list list = {0};
	int err = corpora_read(m->command, &list, m->target, &path, 1);

	for (size_t i = 0; i < list.count && !err; i++)
		err = file_add(m, list.paths[i]);
	corpus_list_done(&list);
	return err;
}

static int source_add(struct importing *m, char *path)
{
	struct stat st;

	if (stat(path, &st) == 0 && S_ISREG(st.st_mode) && !m->options->from)
		return exported_read(m, path);
	return directory_add(m, path);
}

/* ---- the report */

static const char *const told[MAPPING_EVENTS] = {
    [MAPPING_NEW] = "new: the default was taken",
    [MAPPING_UNMAPPED] = "not mapped: the target has no such value",
    [MAPPING_ROUNDED] = "rounded to the type of the target",
    [MAPPING_UNFIT] = "not in the type of the target: the default was taken",
    [MAPPING_LIMITED] = "outside of the range: the bound was taken"};

static void note_print(const struct importing *m, const struct mapping_note *n)
{
	if (!m->options->json) {
		printf("  %s: %zu value%s in %zu input%s: %s\n", n->name, n->values,
		       n->values == 1 ? "" : "s", n->inputs, n->inputs == 1 ? "" : "s",
		       told[n->event]);
		return;
	}
	json_t *line =
	    json_pack("{ss so ss sI sI}", "kind", "mapping", "name", json_text(n->name),
		      "what", mapping_event_name(n->event), "values",
		      (json_int_t)n->values, "inputs", (json_int_t)n->inputs);
	json_line_print(line, stdout);
}

static int import_report(const struct importing *m)
{
	for (size_t i = 0; i < m->mapping.note_count && m->options->json; i++)
		note_print(m, &m->mapping.notes[i]);
	if (m->options->json)
		printf("{\"kind\":\"summary\",\"inputs\":%zu,\"written\":%zu}\n",
		       m->count, m->written);
	else
		printf("%zu input%s: %zu written, %zu there already\n", m->count,
		       m->count == 1 ? "" : "s", m->written, m->count - m->written);
	for (size_t i = 0; i < m->mapping.note_count && !m->options->json; i++)
		note_print(m, &m->mapping.notes[i]);
	return command_flush(m->command);
}

/* ---- the command */

static int targets_read(struct importing *m)
{
	const struct goal_choice all = {0};
	int err = build_record_read(m->command, m->target, all, &m->record);

	m->is_typed = !err && m->record.entry.name;
	if (!err && (m->is_typed || m->options->from))
		err = named_scalars_read(m->command, &m->record, &m->scalars);
	if (!err && m->is_typed)
		input_mapping_init(&m->mapping, &m->scalars);
	if (!err && m->options->from) {
		err = build_record_read(m->command, m->options->from, all,
					&m->old_record);
		if (!err)
			err = named_scalars_read(m->command, &m->old_record, &m->old);
	}
	return err;
}

static int inputs_write(struct importing *m, const char *directory)
{
	int err = corpus_directory_make(m->command, directory);

	for (size_t i = 0; i < m->count && !err; i++) {
		bool is_new;
		err = corpus_directory_write(m->command, directory, m->inputs[i].bytes,
					     m->inputs[i].size, &is_new);
		m->written += !err && is_new;
	}
	return err;
}

static void importing_done(struct importing *m)
{
	for (size_t i = 0; i < m->count; i++)
		free(m->inputs[i].bytes);
	free(m->inputs);
	input_mapping_done(&m->mapping);
	named_scalars_done(&m->scalars);
	named_scalars_done(&m->old);
	build_record_done(&m->record);
	build_record_done(&m->old_record);
}

int corpus_import_main(struct command *command, int argc, char **argv)
{
	struct import_options options = {0};
	struct importing m = {.command = command, .options = &options};
	struct operands words;
	const int code =
	    usage_read(command, &corpus_import_usage, argc, argv, &options, &words);

	if (code != COMMAND_DONE)
		return code;
	m.target = words.list[0];
	int err = targets_read(&m);
	for (int i = 2; i < words.count && !err; i++)
		err = source_add(&m, words.list[i]);
	if (!err)
		err = inputs_write(&m, words.list[1]);
	if (!err)
		err = import_report(&m);
	importing_done(&m);
	return err ? COMMAND_ERROR : COMMAND_DONE;
}
