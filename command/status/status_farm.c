/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command/status/status_farm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command/base/json_text.h"
#include "command/farm/farm.h"
#include "command/farm/farm_unit.h"

static bool is_directory(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static int list_units(struct command *command, const struct farm *farm,
		      struct corpus_list *list)
{
	struct text path = {0};
	int err = 0;

	for (size_t i = 0; i < farm_units(farm) && !err; i++) {
		const struct unit unit = unit_at(farm, i);
		const char *name = unit_path(&unit, &path, "status.json");
		const int bad =
		    access(name, F_OK) == 0 ? corpus_list_add(list, name) : 0;
		if (bad && bad != CORPUS_ENOENT)
			err = command_fail(command, name, "%s", corpus_strerror(bad));
	}
	text_done(&path);
	return err;
}

int status_farm_list(struct command *command, const char *directory,
		     struct corpus_list *list)
{
	struct farm farm = {.lock = -1};
	int result = 0;

	if (!is_directory(directory))
		return 0;
	if (farm_open(command, &farm, directory))
		result = -1;
	else if (farm.is_there)
		result = list_units(command, &farm, list) ? -1 : 1;
	farm_done(&farm);
	return result;
}

static int print_json(struct command *command, const struct farm *farm)
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

int status_farm_print(struct command *command, const char *directory, bool json)
{
	struct farm farm = {.lock = -1};
	int err = 0;

	if (!is_directory(directory))
		return 0;
	err = farm_open(command, &farm, directory);
	if (!err && farm.is_there && json)
		err = print_json(command, &farm);
	else if (!err && farm.is_there)
		farm_report_head(&farm, stdout);
	farm_done(&farm);
	return err;
}
