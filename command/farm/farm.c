/* SPDX-License-Identifier: GPL-3.0-or-later */
/* farm.c - the record of a farm. */
#include "command/farm/farm.h"

#include <dirent.h>
#include <jansson.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command/base/json_text.h"
#include "corpus/files/corpus.h"
#include "system/allocation.h"

/* ---- settings */

static const struct member {
	const char *name;
	size_t at;
	bool is_text;
} members[] = {
    {"time", offsetof(struct farm_settings, time), true},
    {"target_args", offsetof(struct farm_settings, target_args), true},
    {"tasks", offsetof(struct farm_settings, tasks), false},
    {"seeds", offsetof(struct farm_settings, seeds), false},
    {"seed", offsetof(struct farm_settings, seed), false},
    {"cpus", offsetof(struct farm_settings, cpus), false},
    {"session", offsetof(struct farm_settings, session), false},
    {"prove", offsetof(struct farm_settings, prove), false},
};

enum { MEMBERS = sizeof(members) / sizeof(members[0]), NUMBER_MOST = 1000000000 };

void farm_settings_init(struct farm_settings *settings)
{
	*settings =
	    (struct farm_settings){.time = "1:00:00", .seeds = 1, .seed = 1, .cpus = 1};
}

void farm_settings_done(struct farm_settings *settings)
{
	words_done(&settings->sbatch);
}

/* ---- kept */

static json_t *member_json(const struct farm_settings *settings, const struct member *m)
{
	const char *at = (const char *)settings + m->at;

	if (!m->is_text)
		return json_integer(*(const unsigned *)at);
	return *(const char *const *)at ? json_text(*(const char *const *)at)
					: json_null();
}

/* The settings as an object; null when out of memory. The caller owns it. */
static json_t *farm_settings_json(const struct farm_settings *settings)
{
	json_t *object = json_object(), *list = json_array();
	int err = 0;

	for (int i = 0; i < MEMBERS; i++)
		err |= json_object_set_new(object, members[i].name,
					   member_json(settings, &members[i]));
	for (size_t i = 0; i < settings->sbatch.count; i++)
		err |=
		    json_array_append_new(list, json_text(settings->sbatch.items[i]));
	err |= json_object_set_new(object, "sbatch", list);
	if (!err)
		return object;
	json_decref(object);
	return NULL;
}

/* Takes over what the object has; texts stay the object's. */
static void farm_settings_take(struct farm_settings *settings, const json_t *object)
{
	const json_t *list = json_object_get(object, "sbatch");

	for (int i = 0; i < MEMBERS; i++) {
		const json_t *value = json_object_get(object, members[i].name);
		char *at = (char *)settings + members[i].at;
		const json_int_t n = json_integer_value(value);

		if (members[i].is_text && json_is_string(value))
			*(const char **)at = json_string_value(value);
		if (!members[i].is_text && json_is_integer(value) && n >= 0 &&
		    n <= NUMBER_MOST)
			*(unsigned *)at = (unsigned)n;
	}
	for (size_t i = 0; i < json_array_size(list); i++) {
		const char *word = json_string_value(json_array_get(list, i));
		if (word)
			words_add(&settings->sbatch, word);
	}
}

/* ---- time */

/* Reads up to three numbers between colons; how many there are, or 0. */
static int read_fields(const char *text, double field[3])
{
	int count = 0, length;

	while (count < 3) {
		unsigned n;
		if (*text < '0' || *text > '9' ||
		    sscanf(text, "%8u%n", &n, &length) != 1)
			return 0;
		field[count++] = n;
		text += length;
		if (!*text)
			return count;
		if (*text++ != ':')
			return 0;
	}
	return 0;
}

double farm_settings_seconds(const char *time)
{
	const char *dash = strchr(time, '-');
	double field[3] = {0}, days[3] = {0}, seconds;
	char head[16] = "";

	if (dash && (size_t)(dash - time) < sizeof head)
		memcpy(head, time, (size_t)(dash - time));
	if (dash && read_fields(head, days) != 1)
		return -1;
	const int count = read_fields(dash ? dash + 1 : time, field);
	if (!count)
		return -1;
	if (dash)
		seconds = 86400 * days[0] + 3600 * field[0] + 60 * field[1] + field[2];
	else if (count == 3)
		seconds = 3600 * field[0] + 60 * field[1] + field[2];
	else
		seconds = 60 * field[0] + field[1];
	return seconds > 0 ? seconds : -1;
}

enum { VERSION = 1 };

static const char record_name[] = "farm.json", targets_name[] = "targets",
		  lock_name[] = "lock";

/* ---- paths */

const char *farm_path(const struct farm *farm, struct text_buffer *path,
		      const char *format, ...)
{
	char below[PATH_MAX];
	va_list list;

	va_start(list, format);
	vsnprintf(below, sizeof below, format, list);
	va_end(list);
	path->size = 0;
	text_add(path, "%s/%s", farm->directory, below);
	return text_string(path);
}

/* The path of a directory that need not be there yet. */
static char *absolute(const char *path)
{
	char *real = realpath(path, NULL);
	char here[PATH_MAX];

	if (real || *path == '/' || !getcwd(here, sizeof here))
		return real ? real : string_copy(path);
	return string_format("%s/%s", here, path);
}

/* ---- reading */

static char *copy_of(const json_t *object, const char *member)
{
	const char *text = json_string_value(json_object_get(object, member));

	return string_copy(text ? text : "");
}

static unsigned record_number(const json_t *object, const char *member)
{
	const json_int_t n = json_integer_value(json_object_get(object, member));

	return n < 0 || n > 1000000000 ? 0 : (unsigned)n;
}

static bool is_farm_name(const char *name)
{
	return *name && !strchr(name, '/') && strcmp(name, ".") != 0 &&
	       strcmp(name, "..") != 0;
}

static bool targets_take(struct farm *farm, const json_t *list)
{
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *object = json_array_get(list, i);
		const struct farm_target target = {.name = copy_of(object, "name"),
						   .path = copy_of(object, "path"),
						   .sha1 = copy_of(object, "sha1"),
						   .signature =
						       copy_of(object, "signature")};
		farm_add(farm, &target);
		if (!is_farm_name(target.name) || *target.path != '/')
			return false;
	}
	return true;
}

static int damaged(struct command *command, const char *path, const char *why)
{
	return command_fail(command, path,
			    "is damaged: %s; nothing else was touched. Without that "
			    "file and with its targets on the command line, `me farm` "
			    "goes on with what lies in targets/",
			    why);
}

static int record_take(struct command *command, struct farm *farm, const char *path)
{
	const json_t *record = farm->record;
	const char *kind = json_string_value(json_object_get(record, "kind"));
	const unsigned version = record_number(record, "version");

	if (!kind || strcmp(kind, "farm") != 0)
		return damaged(command, path, "it is no record of a farm");
	if (version > VERSION)
		return command_fail(command, path,
				    "was written by a newer version of ME; it was left "
				    "as it is");
	farm_settings_take(&farm->settings, json_object_get(record, "settings"));
	farm->round = record_number(record, "round");
	farm->tasks = record_number(record, "tasks");
	farm->merges = record_number(record, "merges");
	if (json_is_array(json_object_get(record, "jobs")))
		json_array_extend(farm->jobs, json_object_get(record, "jobs"));
	if (!targets_take(farm, json_object_get(record, "targets")) || !farm->count ||
	    !farm->settings.seeds || !farm->settings.cpus ||
	    farm_settings_seconds(farm->settings.time) < 0)
		return damaged(command, path, "it lacks what a farm has");
	return 0;
}

static int record_read(struct command *command, struct farm *farm, const char *path)
{
	unsigned char *bytes;
	json_error_t error;
	size_t size;
	const int err = corpus_read_regular(path, &bytes, &size);

	if (err == CORPUS_ENOENT || err == CORPUS_ENOTDIR)
		return 0;
	if (err)
		return command_fail(command, path, "%s", corpus_strerror(err));
	farm->record = json_loadb((const char *)bytes, size, 0, &error);
	free(bytes);
	if (!farm->record)
		return damaged(command, path, error.text);
	json_text_decode(farm->record);
	farm->is_there = true;
	return record_take(command, farm, path);
}

int farm_open(struct command *command, struct farm *farm, const char *directory)
{
	struct text_buffer path = {0};

	*farm = (struct farm){.directory = absolute(directory),
			      .jobs = memory_checked(json_array()),
			      .lock = -1};
	farm_settings_init(&farm->settings);
	const int err =
	    record_read(command, farm, farm_path(farm, &path, "%s", record_name));
	text_done(&path);
	return err;
}

int farm_find(struct command *command, struct farm *farm, const char *directory)
{
	const int err = farm_open(command, farm, directory);

	if (err || farm->is_there)
		return err;
	return command_fail(command, directory,
			    "is no farm; `me farm %s TARGET...` makes one", directory);
}

void farm_done(struct farm *farm)
{
	for (size_t i = 0; i < farm->count; i++) {
		free(farm->targets[i].name);
		free(farm->targets[i].path);
		free(farm->targets[i].sha1);
		free(farm->targets[i].signature);
	}
	free(farm->targets);
	free(farm->directory);
	farm_settings_done(&farm->settings);
	json_decref(farm->jobs);
	json_decref(farm->record);
	if (farm->lock >= 0)
		close(farm->lock);
}

/* ---- changing */

void farm_add(struct farm *farm, const struct farm_target *target)
{
	ARRAY_ADD(farm->targets, farm->count, farm->room, *target);
}

/* Whether all files of the directory are those of a farm whose record is lost; an empty one
 * is any farm's. */
static bool is_ours(const char *directory)
{
	static const char *const ours[] = {".",	      "..",   targets_name,
					   lock_name, "jobs", "report.txt"};
	DIR *d = opendir(directory);
	const struct dirent *entry;
	bool found = true;

	while (d && found && (entry = readdir(d))) {
		found = strncmp(entry->d_name, ".nfs", 4) == 0;
		for (size_t i = 0; i < sizeof ours / sizeof *ours && !found; i++)
			found = strcmp(entry->d_name, ours[i]) == 0;
	}
	if (d)
		closedir(d);
	return found;
}

int farm_hold(struct command *command, struct farm *farm)
{
	struct text_buffer path = {0};
	bool is_free = true;

	if (command_make_directory(command, farm->directory))
		return -1;
	if (!farm->is_there && !is_ours(farm->directory))
		return command_fail(command, farm->directory,
				    "has other files and is no farm; give a new "
				    "directory");
	int err =
	    command_make_directory(command, farm_path(farm, &path, "%s", targets_name));
	if (!err) {
		farm->lock = command_lock(
		    command, farm_path(farm, &path, "%s", lock_name), &is_free);
		err = farm->lock < 0 ? -1 : 0;
	}
	text_done(&path);
	return is_free ? err
		       : command_fail(command, farm->directory,
				      "another `me farm` is at work there; it was left "
				      "as it is");
}

static json_t *targets_json(const struct farm *farm)
{
	json_t *list = json_array();

	for (size_t i = 0; i < farm->count; i++) {
		const struct farm_target *t = &farm->targets[i];
		json_array_append_new(
		    list, json_pack("{s:o, s:o, s:s, s:s}", "name", json_text(t->name),
				    "path", json_text(t->path), "sha1", t->sha1,
				    "signature", t->signature));
	}
	return list;
}

int farm_save(struct command *command, const struct farm *farm)
{
	struct text_buffer path = {0};
	json_t *record = json_pack(
	    "{s:s, s:i, s:i, s:i, s:i, s:O, s:o, s:o}", "kind", "farm", "version",
	    VERSION, "round", (int)farm->round, "tasks", (int)farm->tasks, "merges",
	    (int)farm->merges, "jobs", farm->jobs, "settings",
	    farm_settings_json(&farm->settings), "targets", targets_json(farm));
	const int err = json_file_write(
	    command, farm_path(farm, &path, "%s", record_name), record, JSON_INDENT(1));

	text_done(&path);
	return err;
}

/* ---- a session of the farm: one target with one seed, and how far it is */

static const char *const state_names[] = {"open", "running", "done", "failed"};

enum { NAMES = sizeof(state_names) / sizeof(state_names[0]) };

struct farm_unit farm_unit_at(const struct farm *farm, size_t number)
{
	return (struct farm_unit){farm, &farm->targets[number % farm->count],
				  (unsigned)(number / farm->count) + 1};
}

const char *farm_unit_path(const struct farm_unit *unit, struct text_buffer *path,
			   const char *below)
{
	return farm_path(unit->farm, path, "targets/%s/%u/%s", unit->target->name,
			 unit->seed, below);
}

/* Null when there is none, or a damaged one: then the session runs again. */
static json_t *unit_read_note(const struct farm_unit *unit)
{
	struct text_buffer path = {0};
	json_t *note = json_file_read(farm_unit_path(unit, &path, "unit.json"));

	text_done(&path);
	return note;
}

enum unit_state farm_unit_state(const struct farm_unit *unit, char *why, size_t size)
{
	json_t *note = unit_read_note(unit);
	enum unit_state state = UNIT_OPEN;

	if (json_integer_value(json_object_get(note, "round")) ==
		(json_int_t)unit->farm->round &&
	    strcmp(json_member_text(note, "sha1"), unit->target->sha1) == 0)
		for (int i = 0; i < NAMES; i++)
			if (strcmp(json_member_text(note, "state"), state_names[i]) ==
			    0)
				state = (enum unit_state)i;
	if (why && size)
		snprintf(why, size, "%s", json_member_text(note, "why"));
	json_decref(note);
	return state;
}

int farm_unit_note(struct command *command, const struct farm_unit *unit,
		   enum unit_state state, const char *why)
{
	struct text_buffer path = {0};
	json_t *note = json_pack("{s:s, s:i, s:s, s:s}", "kind", "unit", "round",
				 (int)unit->farm->round, "state", state_names[state],
				 "sha1", unit->target->sha1);

	if (note && why && *why)
		json_object_set_new(note, "why", json_text(why));
	const int err = json_file_write(
	    command, farm_unit_path(unit, &path, "unit.json"), note, JSON_COMPACT);
	text_done(&path);
	return err;
}
