/* SPDX-License-Identifier: GPL-3.0-or-later */
/* build_record.c - asking a target how it was built and what its goals are. */
#include "command/target/build_record.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "command/base/json_text.h"
#include "command/base/text.h"
#include "command/target/target_server.h"
#include "me/schema.h"
#include "prover/executable/section.h"
#include "system/allocation.h"

/* ---- whether a file is a target, found without running it */

/* Looks for the note; says why not, and what to give instead. */
static int note_find(struct command *command, const char *path)
{
	char why[SECTION_WHY];
	struct section_file file;
	Elf_Scn *section;
	Elf_Data *data;
	int err = section_open(&file, path, why);

	if (err)
		command_fail(command, path,
			     "%s; it was not run: give the target that me-cc linked",
			     why);
	else if (section_find(&file, ME_TARGET_NOTE, &section, &data, why))
		err = command_fail(command, path,
				   "was not built with this version of ME; it was not "
				   "run: give the target that me-cc linked");
	section_close(&file);
	return err ? -1 : 0;
}

int target_check(struct command *command, const char *path)
{
	struct stat st;

	if (stat(path, &st) != 0)
		return command_fail(command, path, "%s", strerror(errno));
	if (!S_ISREG(st.st_mode))
		return command_fail(command, path, "not a program");
	return note_find(command, path);
}

/* ---- JSON lines */

static unsigned build_number(const json_t *line, const char *key)
{
	const json_int_t value = json_integer_value(json_object_get(line, key));

	return value < 0 || value > 0x7fffffff ? 0 : (unsigned)value;
}

void goal_choice_add(const struct goal_choice *choice, struct words *words)
{
	if (choice->functions)
		words_add_format(words, "--functions=%s", choice->functions);
	if (choice->kinds)
		words_add_format(words, "--kinds=%s", choice->kinds);
	if (choice->path)
		words_add_format(words, "--path=%s", choice->path);
	if (choice->custom)
		words_add_format(words, "--custom=%s", choice->custom);
}

static void record_append(void *context, size_t input, const struct target_record *r)
{
	json_t **records = context;

	(void)input;
	if (*records && json_array_append(*records, r->json) != 0) {
		json_decref(*records);
		*records = NULL;
	}
}

/* All records of TARGET OPTION. */
static int target_tell(struct command *command, const struct build_record *record,
		       const char *option, json_t **records)
{
	struct target_server server;

	target_server_init(&server, command, record->target, option);
	goal_choice_add(&record->choice, &server.words);
	*records = memory_checked(json_array());
	const int err = target_server_listen(&server, record_append, records);
	target_server_done(&server);
	return err;
}

/* ---- units */

static int words_get(struct command *command, const json_t *line, const char *key,
		     struct words *words)
{
	if (words_split(words, json_member_text(line, key)) == 0)
		return 0;
	return command_fail(command, json_member_text(line, "source"),
			    "its record of the build is damaged (%s)", key);
}

static int build_unit_read(struct command *command, const json_t *line,
			   struct build_unit *unit)
{
	unit->source = json_member_text(line, "source");
	unit->directory = json_member_text(line, "directory");
	unit->compiler = json_member_text(line, "compiler");
	if (words_get(command, line, "options", &unit->options) != 0 ||
	    words_get(command, line, "command", &unit->command) != 0)
		return -1;
	if (!*unit->source || !*unit->directory || !*unit->compiler)
		return command_fail(command, unit->source,
				    "the target does not say how it was compiled");
	return 0;
}

static void entry_read(const json_t *line, struct build_entry *entry)
{
	entry->name = json_member_text(line, "name");
	entry->source_name = json_member_text(line, "source_name");
	entry->file = json_member_text(line, "file");
	entry->ranges = json_member_text(line, "ranges");
	entry->reasons = json_member_text(line, "reasons");
	entry->key = strtoull(json_member_text(line, "key"), NULL, 16);
	entry->line = build_number(line, "line");
	entry->bytes = build_number(line, "bytes");
}

static int units_read(struct command *command, struct build_record *record)
{
	const size_t count = json_array_size(record->units_lines);

	record->units = array_new(count + 1, sizeof(*record->units));
	for (size_t i = 0; i < count; i++) {
		const json_t *line = json_array_get(record->units_lines, i);
		const char *kind = json_member_text(line, "kind");
		int err = 0;

		if (strcmp(kind, "unit") == 0) {
			err = build_unit_read(command, line,
					      record->units + record->unit_count++);
		} else if (strcmp(kind, "link") == 0) {
			record->link.directory = json_member_text(line, "directory");
			words_done(&record->link.command);
			err =
			    words_get(command, line, "command", &record->link.command);
		} else if (strcmp(kind, "entry") == 0) {
			entry_read(line, &record->entry);
		}
		if (err)
			return err;
	}
	if (record->unit_count == 0)
		return command_fail(command, record->target, "was not built with ME");
	return 0;
}

/* ---- goals */

static void goal_read(const json_t *line, struct build_goal *goal)
{
	goal->id = json_member_text(line, "goal");
	goal->type = json_member_text(line, "type");
	goal->name = json_member_text(line, "name");
	goal->never = json_member_text(line, "never");
	goal->function = json_member_text(line, "function");
	goal->source_name = json_member_text(line, "source_name");
	goal->file = json_member_text(line, "file");
	goal->line = build_number(line, "line");
	goal->column = build_number(line, "column");
	goal->unit = build_number(line, "unit");
	goal->local = json_is_true(json_object_get(line, "local"));
	goal->compiler = json_is_true(json_object_get(line, "compiler"));
	goal->searched = json_is_true(json_object_get(line, "searched"));
	goal->scope = json_is_true(json_object_get(line, "scope"));
	goal->beyond = json_is_true(json_object_get(line, "beyond"));
	goal->is_branch = strcmp(goal->type, "branch") == 0;
	goal->is_decision = json_is_true(json_object_get(line, "decision"));
	goal->path = json_object_get(line, "path");
	goal->op = json_member_text(line, "op");
	goal->label = json_member_text(line, "label");
	goal->never_null = json_member_text(line, "never_null");
	goal->sides = build_number(line, "sides");
	goal->ordinal = build_number(line, "ordinal");
	goal->ordinals = build_number(line, "ordinals");
	goal->rank = build_number(line, "rank");
	goal->side = build_number(line, "side");
}

static int by_id(const void *a, const void *b, void *context)
{
	const struct build_goal *goals = context;

	return strcmp(goals[*(const size_t *)a].id, goals[*(const size_t *)b].id);
}

static bool is_of_run(const struct build_goal *goal)
{
	return strcmp(goal->type, "path") == 0 || strcmp(goal->type, "custom") == 0;
}

static int goals_read(struct command *command, struct build_record *record)
{
	const size_t count = json_array_size(record->goals_lines);

	record->goals = array_new(count + 1, sizeof(*record->goals));
	record->by_id = array_new(count + 1, sizeof(*record->by_id));
	for (size_t i = 0; i < count; i++) {
		const json_t *line = json_array_get(record->goals_lines, i);

		if (strcmp(json_member_text(line, "kind"), "goal") != 0)
			continue;
		record->by_id[record->goal_count] = record->goal_count;
		goal_read(line, record->goals + record->goal_count++);
	}
	/* The goal over a whole run belongs to the target, and to no unit. */
	record->units[record->unit_count].source = "";
	for (size_t i = 0; i < record->goal_count; i++)
		if (record->goals[i].unit >=
		    record->unit_count + is_of_run(&record->goals[i]))
			return command_fail(command, record->target,
					    "names a goal of no unit");
	qsort_r(record->by_id, record->goal_count, sizeof(*record->by_id), by_id,
		record->goals);
	return 0;
}

size_t build_record_goal(const struct build_record *record, const char *id)
{
	size_t low = 0, high = record->goal_count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		const int order = strcmp(record->goals[record->by_id[middle]].id, id);
		if (order == 0)
			return record->by_id[middle];
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return record->goal_count;
}

/* ---- the record */

int build_record_read(struct command *command, const char *target,
		      struct goal_choice choice, struct build_record *record)
{
	struct stat st;

	memset(record, 0, sizeof(*record));
	record->choice = choice;
	record->target = realpath(target, NULL);
	if (!record->target || stat(record->target, &st) != 0)
		return command_fail(command, target, "%s", strerror(errno));
	if (target_check(command, record->target) != 0)
		return -1;
	record->built = st.st_mtim;
	if (target_tell(command, record, "--units", &record->units_lines) != 0 ||
	    units_read(command, record) != 0 ||
	    target_tell(command, record, "--goals", &record->goals_lines) != 0)
		return -1;
	return goals_read(command, record);
}

void build_record_done(struct build_record *record)
{
	for (size_t i = 0; i < record->unit_count; i++) {
		words_done(&record->units[i].options);
		words_done(&record->units[i].command);
	}
	for (size_t i = 0; i < record->goal_count; i++)
		free(record->goals[i].assumes);
	words_done(&record->link.command);
	free(record->units);
	free(record->goals);
	free(record->by_id);
	free(record->target);
	json_decref(record->units_lines);
	json_decref(record->goals_lines);
	memset(record, 0, sizeof(*record));
}

int build_record_check_age(struct command *command, const struct build_record *record,
			   const char *directory, const char *path)
{
	const struct timespec built = record->built;
	struct text_buffer whole = {0};
	struct stat st;
	int err = 0;

	if (*path != '/')
		text_add(&whole, "%s/", directory);
	text_add(&whole, "%s", path);
	if (stat(text_string(&whole), &st) == 0 &&
	    (st.st_mtim.tv_sec > built.tv_sec ||
	     (st.st_mtim.tv_sec == built.tv_sec && st.st_mtim.tv_nsec > built.tv_nsec)))
		err = command_fail(command, path, "newer than %s; build it again",
				   record->target);
	text_done(&whole);
	return err;
}

/* ---- goals that the entry can reach and that are out of scope */

void beyond_text(const struct build_record *record, char *text, size_t size)
{
	const struct build_goal *first = NULL, *last = NULL;
	unsigned goals = 0, functions = 0;
	char more[64] = "";

	*text = '\0';
	/* The goals of a function stand together. */
	for (size_t i = 0; i < record->goal_count; i++) {
		const struct build_goal *g = record->goals + i;

		if (!g->beyond)
			continue;
		first = first ? first : g;
		functions += !last || last->unit != g->unit ||
			     strcmp(last->function, g->function) != 0;
		last = g;
		goals++;
	}
	if (!goals)
		return;
	if (functions > 1)
		snprintf(more, sizeof more, ME_BEYOND_MORE, functions - 1,
			 text_plural(functions - 1));
	snprintf(
	    text, size, ME_BEYOND_START "%s" ME_BEYOND_END, goals, text_plural(goals),
	    *first->source_name ? first->source_name : first->function, first->file,
	    more, goals == 1 ? "is" : "are", goals == 1 ? "it" : "them");
}

/* ---- the parameters of the entry */

static uint32_t entry_number(const json_t *object, const char *key, uint32_t otherwise)
{
	const json_t *value = json_object_get(object, key);

	return json_is_integer(value) ? (uint32_t)json_integer_value(value) : otherwise;
}

static void get_bits(const json_t *object, const char *key, uint64_t bits[2])
{
	const json_t *pair = json_object_get(object, key);

	for (size_t i = 0; i < 2; i++) {
		const char *text = json_string_value(json_array_get(pair, i));
		bits[i] = text ? strtoull(text, NULL, 16) : 0;
	}
}

static void field_read(const json_t *from, struct me_field *f)
{
	f->offset = entry_number(from, "offset", 0);
	f->count = entry_number(from, "count", 1);
	f->type = entry_number(from, "type", ME_VOID);
	f->path = json_member_text(from, "path");
	if (json_object_get(from, "low"))
		f->flags = ME_FIELD_RANGE;
	if (json_is_true(json_object_get(from, "default")))
		f->flags |= ME_FIELD_DEFAULT;
	get_bits(from, "low", f->low);
	get_bits(from, "high", f->high);
}

static void parameter_read(const json_t *from, struct me_parameter *p)
{
	const json_t *fields = json_object_get(from, "fields");

	p->name = json_member_text(from, "name");
	p->passing = json_is_true(json_object_get(from, "pointer")) ? ME_BY_POINTER
								    : ME_BY_VALUE;
	for (const struct entry_flag *f = entry_flags; f->name; f++)
		if (json_is_true(json_object_get(from, f->name)))
			p->flags |= f->flag;
	p->count = entry_number(from, "count", 1);
	p->size = entry_number(from, "size", 0);
	p->length_of = entry_number(from, "length_of", ME_NO_PARAMETER);
	p->counted_by = entry_number(from, "counted_by", ME_NO_PARAMETER) + 1;
	p->placed = entry_number(from, "placed", 0);
	p->inside = entry_number(from, "inside", 0);
	struct me_field *list = array_new(json_array_size(fields), sizeof *list);
	p->fields = list;
	p->field_count = (uint32_t)json_array_size(fields);
	for (size_t i = 0; i < p->field_count; i++)
		field_read(json_array_get(fields, i), &list[i]);
}

static const json_t *entry_line(const struct build_record *record)
{
	const size_t n = json_array_size(record->units_lines);

	for (size_t i = 0; i < n; i++) {
		const json_t *line = json_array_get(record->units_lines, i);
		if (strcmp(json_member_text(line, "kind"), "entry") == 0)
			return line;
	}
	return NULL;
}

/* Arguments that runs place in each other: proofs are for all ways in which they overlap. */
static void share(struct entry *entry, const struct me_parameter *p)
{
	if (!(p->flags & ME_PARAMETER_ALIAS) || p->placed >= entry->parameter_count ||
	    p->inside >= entry->parameter_count)
		return;
	entry->parameters[p->placed].flags |= ENTRY_MAY_OVERLAP;
	entry->parameters[p->inside].flags |= ENTRY_MAY_OVERLAP;
}

int entry_json_read(struct command *command, const struct build_record *record,
		    struct entry *entry)
{
	const json_t *line = entry_line(record);
	const json_t *parameters = json_object_get(line, "parameters");

	memset(entry, 0, sizeof *entry);
	if (!json_is_array(parameters))
		return command_fail(command, record->target,
				    "only a typed target (entry=) "
				    "can be proven");
	entry->name = record->entry.name;
	entry->ranges = record->entry.ranges;
	entry->flushes = json_is_true(json_object_get(line, "flushes"));
	entry->is_driver = json_is_true(json_object_get(line, "driver"));
	entry->shortens = json_is_true(json_object_get(line, "shortens"));
	entry->parameter_count = json_array_size(parameters);
	entry->parameters =
	    array_new(entry->parameter_count, sizeof *entry->parameters);
	for (size_t i = 0; i < entry->parameter_count; i++)
		parameter_read(json_array_get(parameters, i), &entry->parameters[i]);
	for (size_t i = 0; i < entry->parameter_count; i++)
		share(entry, &entry->parameters[i]);
	return 0;
}

void entry_json_done(struct entry *entry)
{
	for (size_t i = 0; i < entry->parameter_count; i++)
		free((void *)entry->parameters[i].fields);
	free(entry->parameters);
	memset(entry, 0, sizeof *entry);
}
