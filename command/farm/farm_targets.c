/* SPDX-License-Identifier: GPL-3.0-or-later */
/* farm_targets.c - the targets of a farm: whether they are the same programs as before. */
#include "command/farm/farm.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "command/target/build_record.h"
#include "corpus/files/corpus.h"
#include "system/allocation.h"
#include "system/path.h"

/* ---- what a target is */

/* The SHA-1 of a target's file. */
static int farm_targets_sha1(struct command *command, const char *path, char **sha1)
{
	char hex[SHA1_HEX_SIZE];

	if (command_file_sha1(command, path, hex))
		return -1;
	*sha1 = string_copy(hex);
	return 0;
}

/* What the target says of its entry, but for where that stands and for what changes with
 * the program alone. */
static char *entry_digest(const struct build_record *record)
{
	static const char *const passing[] = {"file", "line", "key", "flushes",
					      "shortens"};
	char hex[SHA1_HEX_SIZE];
	char *text = NULL;

	for (size_t i = 0; i < json_array_size(record->units_lines); i++) {
		json_t *line = json_array_get(record->units_lines, i);
		const char *kind = json_string_value(json_object_get(line, "kind"));
		if (!kind || strcmp(kind, "entry") != 0)
			continue;
		for (size_t p = 0; p < sizeof passing / sizeof *passing; p++)
			json_object_del(line, passing[p]);
		text = json_dumps(line, JSON_COMPACT | JSON_SORT_KEYS);
	}
	if (!text)
		return NULL;
	sha1_hex(text, strlen(text), hex);
	free(text);
	return string_copy(hex);
}

static int signature_of(struct command *command, const char *path, char **signature)
{
	struct build_record record;
	const struct goal_choice choice = {0};
	const int err = build_record_read(command, path, choice, &record);

	*signature = err		 ? NULL
		     : record.entry.name ? entry_digest(&record)
					 : string_copy("bytes");
	build_record_done(&record);
	return err ? err : *signature ? 0 : command_no_memory(command);
}

int farm_targets_check(struct command *command, const struct farm_target *target)
{
	char *sha1 = NULL;
	int err = farm_targets_sha1(command, target->path, &sha1);

	if (!err && strcmp(sha1, target->sha1) != 0)
		err =
		    command_fail(command, target->path,
				 "was rebuilt since the farm was submitted; `me farm` "
				 "with its directory goes on with the new one");
	free(sha1);
	return err;
}

/* ---- those of the record */

static struct farm_target *target_find(const struct farm *farm, const char *path)
{
	for (size_t i = 0; i < farm->count; i++)
		if (strcmp(farm->targets[i].path, path) == 0)
			return &farm->targets[i];
	return NULL;
}

static int refuse_change(struct command *command, const struct farm *farm,
			 const struct farm_target *t)
{
	return command_fail(
	    command, t->path,
	    "was rebuilt, and its inputs are not those of before: "
	    "they were left as they are. Give a new directory, and take "
	    "them over with `me corpus import --from=OLD %s CORPUS "
	    "%s/targets/%s/corpus`",
	    t->path, farm->directory, t->name);
}

/* Takes the new program in the place of the old one. */
static int renew(struct command *command, const struct farm *farm,
		 struct farm_target *t)
{
	char *sha1 = NULL, *signature = NULL;
	int err = target_check(command, t->path);

	if (!err)
		err = farm_targets_sha1(command, t->path, &sha1);
	if (!err && strcmp(sha1, t->sha1) != 0) {
		err = signature_of(command, t->path, &signature);
		if (!err && strcmp(signature, t->signature) != 0)
			err = refuse_change(command, farm, t);
		if (!err) {
			command_note(command,
				     "%s was rebuilt since the last round; its inputs "
				     "are kept, and run again",
				     t->path);
			free(t->sha1);
			t->sha1 = sha1;
			sha1 = NULL;
		}
	}
	free(sha1);
	free(signature);
	return err;
}

/* ---- new ones */

static bool name_is_taken(const struct farm *farm, const char *name)
{
	for (size_t i = 0; i < farm->count; i++)
		if (strcmp(farm->targets[i].name, name) == 0)
			return true;
	return false;
}

/* PARENT-NAME of a path /.../PARENT/NAME, as a word. */
static char *long_name(const char *path)
{
	const char *base = path_base(path), *parent = base;

	while (parent > path + 1 && (parent == base || parent[-1] != '/'))
		parent--;
	char *name = string_copy(parent);
	for (char *slash = name; (slash = strchr(slash, '/'));)
		*slash = '-';
	return name;
}

/* The file's name; with that of its directory before it, and then with a number behind it,
 * where another target has it. */
static char *unique_name(const struct farm *farm, const char *path)
{
	char *first = string_copy(path_base(path)), *name = NULL;

	if (name_is_taken(farm, first)) {
		free(first);
		first = long_name(path);
	}
	if (!name_is_taken(farm, first))
		return first;
	for (unsigned n = 2; !name; n++) {
		name = string_format("%s-%u", first, n);
		if (name_is_taken(farm, name)) {
			free(name);
			name = NULL;
		}
	}
	free(first);
	return name;
}

static int target_add(struct command *command, struct farm *farm, const char *path)
{
	struct farm_target t = {.path = string_copy(path),
				.name = unique_name(farm, path)};
	int err = farm_targets_sha1(command, path, &t.sha1);

	if (!err)
		err = signature_of(command, path, &t.signature);
	if (!err) {
		farm_add(farm, &t);
		return 0;
	}
	free(t.path);
	free(t.name);
	free(t.sha1);
	return err;
}

static int refuse_other(struct command *command, const struct farm *farm,
			const char *path)
{
	return command_fail(command, path,
			    "is no target of the farm %s, which has %s%s; --add adds "
			    "it, or give a new directory",
			    farm->directory, farm->targets[0].path,
			    farm->count > 1 ? " and others" : "");
}

static int target_take(struct command *command, struct farm *farm, const char *path,
		       bool may_add)
{
	int err = target_check(command, path);
	char *real = err ? NULL : realpath(path, NULL);

	if (!err && !real)
		err = command_fail(command, path, "%s", strerror(errno));
	if (!err && !target_find(farm, real)) {
		err = may_add ? target_add(command, farm, real)
			      : refuse_other(command, farm, path);
	}
	free(real);
	return err;
}

int farm_targets_take(struct command *command, struct farm *farm, char **paths,
		      int count, bool may_add)
{
	const size_t known = farm->count;
	int err = 0;

	if (!known && !count)
		return command_fail(command, farm->directory,
				    "is no farm yet; give its targets behind it");
	for (int i = 0; i < count && !err; i++)
		err = target_take(command, farm, paths[i], may_add || !farm->is_there);
	for (size_t i = 0; i < known && !err; i++)
		err = renew(command, farm, &farm->targets[i]);
	return err;
}
