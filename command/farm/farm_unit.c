/* SPDX-License-Identifier: GPL-3.0-or-later */
/* farm_unit.c - a session of the farm: one target with one seed, and how far it is. */
#include "command/farm/farm.h"

#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"

static const char *const names[] = {"open", "running", "done", "failed"};

enum { NAMES = sizeof(names) / sizeof(names[0]) };

struct unit unit_at(const struct farm *farm, size_t number)
{
	return (struct unit){farm, &farm->targets[number % farm->count],
			     (unsigned)(number / farm->count) + 1};
}

const char *unit_path(const struct unit *unit, struct text *path, const char *below)
{
	return farm_path(unit->farm, path, "targets/%s/%u/%s", unit->target->name,
			 unit->seed, below);
}

/* Null when there is none, or a damaged one: then the session runs again. */
static json_t *read_note(const struct unit *unit)
{
	struct text path = {0};
	json_t *note = farm_read(unit_path(unit, &path, "unit.json"));

	text_done(&path);
	return note;
}

enum unit_state unit_state(const struct unit *unit, char *why, size_t size)
{
	json_t *note = read_note(unit);
	enum unit_state state = UNIT_OPEN;

	if (json_integer_value(json_object_get(note, "round")) ==
		(json_int_t)unit->farm->round &&
	    strcmp(json_member_text(note, "sha1"), unit->target->sha1) == 0)
		for (int i = 0; i < NAMES; i++)
			if (strcmp(json_member_text(note, "state"), names[i]) == 0)
				state = (enum unit_state)i;
	if (why && size)
		snprintf(why, size, "%s", json_member_text(note, "why"));
	json_decref(note);
	return state;
}

int unit_note(struct command *command, const struct unit *unit, enum unit_state state,
	      const char *why)
{
	struct text path = {0};
	json_t *note = json_pack("{s:s, s:i, s:s, s:s}", "kind", "unit", "round",
				 (int)unit->farm->round, "state", names[state], "sha1",
				 unit->target->sha1);

	if (note && why && *why)
		json_object_set_new(note, "why", json_text(why));
	const int err = farm_write(command, unit_path(unit, &path, "unit.json"), note,
				   JSON_COMPACT);
	text_done(&path);
	return err;
}
