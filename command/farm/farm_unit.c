/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command/farm/farm_unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "corpus/corpus.h"

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

static const char *text_of(const json_t *object, const char *member)
{
	const char *text = json_string_value(json_object_get(object, member));

	return text ? text : "";
}

/* Null when there is none, or a damaged one: then the session runs again. */
static json_t *read_note(const struct unit *unit)
{
	struct text path = {0};
	unsigned char *bytes;
	size_t size;
	json_t *note = NULL;

	if (corpus_read_regular(unit_path(unit, &path, "unit.json"), &bytes, &size) ==
	    0) {
		note = json_loadb((const char *)bytes, size, 0, NULL);
		free(bytes);
	}
	text_done(&path);
	return note;
}

enum unit_state unit_state(const struct unit *unit, char *why, size_t size)
{
	json_t *note = read_note(unit);
	enum unit_state state = UNIT_OPEN;

	if (json_integer_value(json_object_get(note, "round")) ==
		(json_int_t)unit->farm->round &&
	    strcmp(text_of(note, "sha1"), unit->target->sha1) == 0)
		for (int i = 0; i < NAMES; i++)
			if (strcmp(text_of(note, "state"), names[i]) == 0)
				state = (enum unit_state)i;
	if (why && size)
		snprintf(why, size, "%s", text_of(note, "why"));
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
	int err = note ? 0 : -1;

	if (why && *why)
		json_object_set_new(note, "why", json_text(why));
	char *text = note ? json_dumps(note, JSON_COMPACT) : NULL;
	unit_path(unit, &path, "unit.json");
	if (!text || path.failed)
		err = command_no_memory(command);
	else if ((err = corpus_write_file(text_string(&path), text, strlen(text))))
		command_fail(command, text_string(&path), "%s", corpus_strerror(err));
	free(text);
	json_decref(note);
	text_done(&path);
	return err ? -1 : 0;
}
