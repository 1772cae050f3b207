/* SPDX-License-Identifier: GPL-3.0-or-later */
/* farm_unit.c - a session of the farm: one target with one seed, and how far it is. */
#include "command/farm/farm.h"

#include <string.h>

#include "command/base/json_text.h"

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
