/* SPDX-License-Identifier: GPL-3.0-or-later */
/* status_command.c - `me status`: how far sessions are, one a line, and all together. */
#include <stdio.h>

#include "command/base/json_text.h"
#include "command/base/usage.h"
#include "command/status/status_farm.h"
#include "command/status/status_file.h"

struct status_options {
	bool json;
};

static const struct option_row rows[] = {
    {"json", NULL, "print each as a line of JSON", OPTION_FLAG,
     .at = offsetof(struct status_options, json)},
};

const struct usage status_usage = {
    .name = "status",
    .operands = "DIRECTORY|FILE...",
    .help = "how far sessions are, by the files that they write",
    .least = 1,
    .rows = rows,
    .count = sizeof(rows) / sizeof(rows[0]),
};

/* Numbers that are added up. */
static const struct column {
	const char *member;
	int width;
} columns[] = {
    {"goals", 9},	{"covered", 9}, {"infeasible", 11}, {"open", 9},
    {"executions", 14}, {"inputs", 9},	{"failures", 9},
};

enum { COLUMNS = sizeof(columns) / sizeof(columns[0]) };

static void print_head(void)
{
	printf("%-8s", "state");
	for (int i = 0; i < COLUMNS; i++)
		printf("%*s", columns[i].width, columns[i].member);
	printf("%9s  %s\n", "seconds", "file");
}

static void print_row(const json_t *status, json_int_t *sums)
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

static void print_sums(size_t count, const json_int_t *sums)
{
	printf("%-8s", "all");
	for (int i = 0; i < COLUMNS; i++)
		printf("%*lld", columns[i].width, (long long)sums[i]);
	printf("%9s  %zu sessions\n", "", count);
}

static void print_table(json_t *list)
{
	json_int_t sums[COLUMNS] = {0};
	const size_t count = json_array_size(list);

	print_head();
	for (size_t i = 0; i < count; i++) {
		json_t *status = json_array_get(list, i);
		json_text_decode(status);
		print_row(status, sums);
	}
	if (count > 1)
		print_sums(count, sums);
}

static void print_json(const json_t *list)
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
		print_json(files.list);
	else if (!err && json_array_size(files.list))
		print_table(files.list);
	if (!err)
		err = command_flush(command);
	const bool troubled = files.troubled;
	status_files_done(&files);
	return err || troubled ? COMMAND_ERROR : COMMAND_DONE;
}
