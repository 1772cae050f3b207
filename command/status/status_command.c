/* SPDX-License-Identifier: GPL-3.0-or-later */
/* status_command.c - `me status`: how far sessions are, one a line, and all together. */
#include <ctype.h>
#include <errno.h>
#include <jansson.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command/base/json_text.h"
#include "command/base/usage.h"
#include "command/farm/farm.h"
#include "corpus/files/corpus.h"

/* ---- a directory of `me farm`: where its sessions write how far they are */

static bool is_directory(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static int farm_list_units(struct command *command, const struct farm *farm,
			   struct corpus_list *list)
{
	struct text_buffer path = {0};
	int err = 0;

	for (size_t i = 0; i < farm_units(farm) && !err; i++) {
		const struct farm_unit unit = farm_unit_at(farm, i);
		const char *name = farm_unit_path(&unit, &path, "status.json");
		const int bad =
		    access(name, F_OK) == 0 ? corpus_list_add(list, name) : 0;
		if (bad && bad != CORPUS_ENOENT)
			err = command_fail(command, name, "%s", corpus_strerror(bad));
	}
	text_done(&path);
	return err;
}

/* Adds the files of the sessions that have begun. 1: it was a farm; 0: it is none; -1: its
 * record cannot be read, and the failure is noted. */
static int status_farm_list(struct command *command, const char *directory,
			    struct corpus_list *list)
{
	struct farm farm = {.lock = -1};
	int result = 0;

	if (!is_directory(directory))
		return 0;
	if (farm_open(command, &farm, directory))
		result = -1;
	else if (farm.is_there)
		result = farm_list_units(command, &farm, list) ? -1 : 1;
	farm_done(&farm);
	return result;
}

static int farm_print_json(struct command *command, const struct farm *farm)
{
	size_t states[UNIT_FAILED + 1];

	farm_report_states(farm, states);
	return json_line_print(
		   json_pack("{s:s, s:o, s:i, s:I, s:I, s:I, s:I, s:I, s:O}", "kind",
			     "farm", "directory", json_text(farm->directory), "round",
			     (int)farm->round, "targets", (json_int_t)farm->count,
			     "sessions", (json_int_t)farm_units(farm), "done",
			     (json_int_t)states[UNIT_DONE], "begun",
			     (json_int_t)states[UNIT_RUNNING], "failed",
			     (json_int_t)states[UNIT_FAILED], "jobs", farm->jobs),
		   stdout)
		   ? command_no_memory(command)
		   : 0;
}

/* Prints how far the farm's round is: as a line of text, or of JSON. Nothing when it is no
 * farm. */
static int status_farm_print(struct command *command, const char *directory, bool json)
{
	struct farm farm = {.lock = -1};
	int err = 0;

	if (!is_directory(directory))
		return 0;
	err = farm_open(command, &farm, directory);
	if (!err && farm.is_there && json)
		err = farm_print_json(command, &farm);
	else if (!err && farm.is_there)
		farm_report_head(&farm, stdout);
	farm_done(&farm);
	return err;
}

/* ---- the files that sessions write with --status=FILE (me/schema.h) */

struct status_files {
	json_t *list; /* an array of the objects, each with its "file" */
	bool troubled; /* a file could not be read, and it was said */
	bool is_begun; /* there is a farm, whose sessions may not have begun */
};

/* Whether the session's process is known to be none any more. */
static bool is_gone(const json_t *status)
{
	char host[256] = "";
	const json_int_t process =
	    json_integer_value(json_object_get(status, "process"));

	gethostname(host, sizeof host - 1);
	return strcmp(json_member_text(status, "state"), "running") == 0 &&
	       process > 0 && strcmp(json_member_text(status, "host"), host) == 0 &&
	       kill((pid_t)process, 0) != 0 && errno == ESRCH;
}

/* Null when the bytes are no such file; the caller owns it. */
static json_t *status_parse(const unsigned char *bytes, size_t size)
{
	json_t *status = json_loadb((const char *)bytes, size, 0, NULL);

	if (json_is_object(status) &&
	    strcmp(json_member_text(status, "kind"), "status") == 0)
		return status;
	json_decref(status);
	return NULL;
}

static int status_add(struct command *command, struct status_files *files,
		      const char *path, json_t *status)
{
	if (is_gone(status))
		json_object_set_new(status, "state", json_string("gone"));
	if (!files->list)
		files->list = json_array();
	json_object_set_new(status, "file", json_text(path));
	return json_array_append_new(files->list, status) ? command_no_memory(command)
							  : 0;
}

static int status_add_file(struct command *command, struct status_files *files,
			   const char *path, bool is_named)
{
	unsigned char *bytes;
	size_t size;

	if (command_read(command, path, &bytes, &size))
		return -1;
	json_t *status = status_parse(bytes, size);
	free(bytes);
	if (status)
		return status_add(command, files, path, status);
	return is_named ? command_fail(command, path, "is no status of a session") : 0;
}

static bool is_candidate(const char *path)
{
	const size_t n = strlen(path);

	return n > 5 && strcmp(path + n - 5, ".json") == 0;
}

/* A file may have gone since it was listed. */
static int status_add_listed(struct command *command, struct status_files *files,
			     const struct corpus_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		if (!is_candidate(list->paths[i]) || access(list->paths[i], F_OK) ||
		    !status_add_file(command, files, list->paths[i], false))
			continue;
		command_report(command);
		files->troubled = true;
	}
	return 0;
}

/* Adds the file, or those below the directory whose names end with .json and that are such
 * files; of a farm those of its sessions. The state of a session that has not ended is "gone" where its process is not there
 * any more, on this machine. A file that was named and is none is a failure, -1; in a
 * directory one that cannot be read is told, and passed over. */
static int status_files_add(struct command *command, struct status_files *files,
			    const char *path)
{
	struct corpus_list list = {0, NULL, 0};
	struct stat st;

	if (stat(path, &st) == 0 && !S_ISDIR(st.st_mode))
		return status_add_file(command, files, path, true);
	const int farm = status_farm_list(command, path, &list);
	const int err = farm ? 0 : corpus_list_add(&list, path);
	int result = err ? command_fail(command, path, "%s", corpus_strerror(err))
		     : farm < 0 ? farm
				: status_add_listed(command, files, &list);
	files->is_begun |= farm > 0;

	corpus_list_done(&list);
	return result;
}

static void status_files_done(struct status_files *files)
{
	json_decref(files->list);
	files->list = NULL;
}

struct status_options {
	bool json;
};

static const struct option_row status_rows[] = {
    {"json", NULL, "print each as a line of JSON", OPTION_FLAG,
     .at = offsetof(struct status_options, json)},
};

const struct usage status_usage = {
    .name = "status",
    .operands = "DIRECTORY|FILE...",
    .help = "how far sessions are, by the files that they write",
    .least = 1,
    USAGE_ROWS(status_rows),
};

/* ---- the table */

/* Numbers that are added up. */
static const struct status_column {
	const char *member;
	int width;
} columns[] = {
    {"goals", 9},	{"covered", 9}, {"infeasible", 11}, {"open", 9},
    {"executions", 14}, {"inputs", 9},	{"failures", 9},
};

enum { COLUMNS = sizeof(columns) / sizeof(columns[0]) };

static void status_print_head(void)
{
	printf("%-8s", "state");
	for (int i = 0; i < COLUMNS; i++)
		printf("%*s", columns[i].width, columns[i].member);
	printf("%9s  %s\n", "seconds", "file");
}

static void status_print_row(const json_t *status, json_int_t *sums)
{
	printf("%-8s", json_string_value(json_object_get(status, "state")));
	for (int i = 0; i < COLUMNS; i++) {
		const json_int_t n =
		    json_integer_value(json_object_get(status, columns[i].member));
		sums[i] += n;
		printf("%*lld", columns[i].width, (long long)n);
	}
	printf("%9.0f  %s\n", json_number_value(json_object_get(status, "seconds")),
	       json_string_value(json_object_get(status, "file")));
}

static void status_print_sums(size_t count, const json_int_t *sums)
{
	printf("%-8s", "all");
	for (int i = 0; i < COLUMNS; i++)
		printf("%*lld", columns[i].width, (long long)sums[i]);
	printf("%9s  %zu sessions\n", "", count);
}

static void status_print_table(json_t *list)
{
	json_int_t sums[COLUMNS] = {0};
	const size_t count = json_array_size(list);

	status_print_head();
	for (size_t i = 0; i < count; i++) {
		json_t *status = json_array_get(list, i);
		json_text_decode(status);
		status_print_row(status, sums);
	}
	if (count > 1)
		status_print_sums(count, sums);
}

/* ---- the faults of all sessions, which are one where kind and place agree */

/* " in FUNCTION FILE:LINE"; its end where it tells no place. */
static const char *fault_place(const char *what)
{
	const char *place = what + strlen(what);

	while (place > what && strncmp(place, " in ", 4) != 0)
		place--;
	return place > what ? place : what + strlen(what);
}

/* Behind a colon are the values of one run, and numbers stand for such elsewhere. */
static bool is_same_kind(const char *a, const char *a_end, const char *b,
			 const char *b_end)
{
	for (;; a++, b++) {
		while (a < a_end && isdigit((unsigned char)*a))
			a++;
		while (b < b_end && isdigit((unsigned char)*b))
			b++;
		const bool a_ends = a >= a_end || *a == ':',
			   b_ends = b >= b_end || *b == ':';
		if (a_ends || b_ends)
			return a_ends && b_ends;
		if (*a != *b)
			return false;
	}
}

static bool is_same_fault(const json_t *a, const json_t *b)
{
	const char *one = json_member_text(a, "what"),
		   *other = json_member_text(b, "what");
	const char *here = fault_place(one), *there = fault_place(other);

	return strcmp(here, there) == 0 && is_same_kind(one, here, other, there);
}

static json_t *fault_find(json_t *faults, const json_t *fault)
{
	for (size_t i = 0; i < json_array_size(faults); i++) {
		json_t *known = json_array_get(faults, i);
		if (is_same_fault(known, fault))
			return known;
	}
	return NULL;
}

/* `member`: "faults", or "outside". */
static void faults_add(json_t *faults, const json_t *status, const char *member)
{
	const json_t *list = json_object_get(status, member);

	for (size_t i = 0; i < json_array_size(list); i++) {
		json_t *fault = json_array_get(list, i),
		       *known = fault_find(faults, fault);
		const json_int_t runs =
		    json_integer_value(json_object_get(fault, "runs"));
		if (!known) {
			known = json_copy(fault);
			json_object_set_new(known, "runs", json_integer(0));
			json_object_set_new(known, "sessions", json_integer(0));
			json_object_set(known, "target",
					json_object_get(status, "target"));
			json_array_append_new(faults, known);
		}
		json_integer_set(
		    json_object_get(known, "runs"),
		    runs + json_integer_value(json_object_get(known, "runs")));
		json_integer_set(
		    json_object_get(known, "sessions"),
		    1 + json_integer_value(json_object_get(known, "sessions")));
	}
}

static void fault_print(size_t number, const json_t *fault)
{
	const json_int_t runs = json_integer_value(json_object_get(fault, "runs")),
			 sessions =
			     json_integer_value(json_object_get(fault, "sessions"));
	const char *target = json_member_text(fault, "target"),
		   *call = json_member_text(fault, "call");

	printf("%zu. %s (%lld run%s of %lld session%s)\n", number,
	       json_member_text(fault, "what"), (long long)runs, runs == 1 ? "" : "s",
	       (long long)sessions, sessions == 1 ? "" : "s");
	if (*call)
		printf("   %s\n", call);
	printf("   to run it again: %s%s %s\n", strchr(target, '/') ? "" : "./", target,
	       json_member_text(fault, "artifact"));
}

static void status_print_faults(const json_t *list, const char *member)
{
	const bool outside = strcmp(member, "outside") == 0;
	json_t *faults = json_array();
	size_t count;

	for (size_t i = 0; i < json_array_size(list); i++)
		faults_add(faults, json_array_get(list, i), member);
	count = json_array_size(faults);
	if (count && outside)
		printf(
		    "outside what was assumed of the parameters, which is no fault\n");
	else if (count)
		printf("%zu distinct fault%s\n", count, count == 1 ? "" : "s");
	for (size_t i = 0; i < count; i++)
		fault_print(i + 1, json_array_get(faults, i));
	if (count)
		putchar('\n');
	json_decref(faults);
}

static void status_print_json(const json_t *list)
{
	for (size_t i = 0; i < json_array_size(list); i++) {
		json_dumpf(json_array_get(list, i), stdout,
			   JSON_COMPACT | JSON_REAL_PRECISION(15));
		putchar('\n');
	}
}

int status_main(struct command *command, int argc, char **argv)
{
	struct status_options options = {0};
	struct status_files files = {.list = NULL};
	struct operands operands;
	int err = 0,
	    code = usage_read(command, &status_usage, argc, argv, &options, &operands);

	if (code != COMMAND_DONE)
		return code;
	for (int i = 0; i < operands.count && !err; i++)
		err = status_files_add(command, &files, operands.list[i]);
	if (!err && !json_array_size(files.list) && !files.troubled && !files.is_begun)
		err =
		    command_fail(command, operands.list[0],
				 "has no status of a session; sessions write one with "
				 "--status=FILE.json");
	for (int i = 0; i < operands.count && !err; i++)
		err = status_farm_print(command, operands.list[i], options.json);
	if (!err && options.json)
		status_print_json(files.list);
	else if (!err && json_array_size(files.list)) {
		status_print_faults(files.list, "faults");
		status_print_faults(files.list, "outside");
		status_print_table(files.list);
	}
	if (!err)
		err = command_flush(command);
	const bool troubled = files.troubled;
	status_files_done(&files);
	return err || troubled ? COMMAND_ERROR : COMMAND_DONE;
}
