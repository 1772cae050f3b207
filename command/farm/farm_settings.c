/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command/farm/farm_settings.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "command/base/json_text.h"

static const struct member {
	const char *name;
	size_t at;
	bool is_text;
} members[] = {
    {"time", offsetof(struct farm_settings, time), true},
    {"partition", offsetof(struct farm_settings, partition), true},
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

json_t *farm_settings_json(const struct farm_settings *settings)
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

void farm_settings_take(struct farm_settings *settings, const json_t *object)
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
