/* SPDX-License-Identifier: GPL-3.0-or-later */
/* option.c - values of options, and their help. */
#include "system/option.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned edit_distance(const char *a, const char *b)
{
	const size_t n = strlen(a), m = strlen(b);
	unsigned row[EDIT_DISTANCE_NAME];

	if (n >= EDIT_DISTANCE_NAME || m >= EDIT_DISTANCE_NAME)
		return EDIT_DISTANCE_NAME;
	for (size_t j = 0; j <= m; j++)
		row[j] = (unsigned)j;
	for (size_t i = 1; i <= n; i++) {
		unsigned diagonal = row[0];
		row[0] = (unsigned)i;
		for (size_t j = 1; j <= m; j++) {
			const unsigned above = row[j];
			unsigned best = diagonal + (a[i - 1] != b[j - 1]);
			if (above + 1 < best)
				best = above + 1;
			if (row[j - 1] + 1 < best)
				best = row[j - 1] + 1;
			diagonal = above;
			row[j] = best;
		}
	}
	return row[m];
}

/* ---- values */

static int store_number(const struct option_row *row, const char *value, void *place)
{
	char *end;

	errno = 0;
	const unsigned long n = strtoul(value, &end, 10);
	if (errno || *value < '0' || *value > '9' || *end || (double)n < row->least ||
	    (double)n > row->most)
		return -1;
	*(unsigned *)place = (unsigned)n;
	return 0;
}

static int store_real(const struct option_row *row, const char *value, void *place)
{
	char *end;
	const double x = strtod(value, &end);

	if (end == value || *end || !(x >= row->least && x <= row->most))
		return -1;
	*(double *)place = x;
	return 0;
}

static int store_choice(const struct option_row *row, const char *value, void *place)
{
	for (unsigned i = 0; row->choices[i]; i++)
		if (strcmp(value, row->choices[i]) == 0) {
			*(unsigned *)place = (unsigned)row->least + i;
			return 0;
		}
	return -1;
}

static int store(const struct option_row *row, const char *value, void *record)
{
	void *place = (char *)record + row->at;

	switch (row->kind) {
	case OPTION_FLAG:
		*(bool *)place = true;
		return 0;
	case OPTION_CONSTANT:
		*(unsigned *)place = (unsigned)row->least;
		return 0;
	case OPTION_NUMBER:
		return store_number(row, value, place);
	case OPTION_REAL:
		return store_real(row, value, place);
	case OPTION_TEXT:
		*(const char **)place = value;
		return *value ? 0 : -1;
	case OPTION_CHOICE:
		return store_choice(row, value, place);
	case OPTION_CALL:
		return row->set(record, value);
	}
	return -1;
}

/* "a, b or c" */
static void say_choices(const char *const *choices, char *why)
{
	size_t n = (size_t)snprintf(why, OPTION_WHY, "wants %s", choices[0]);

	for (int i = 1; choices[i] && n < OPTION_WHY; i++)
		n += (size_t)snprintf(why + n, OPTION_WHY - n, "%s%s",
				      choices[i + 1] ? ", " : " or ", choices[i]);
}

static int store_or_say(const struct option_row *row, const char *value, void *record,
			char *why)
{
	if (store(row, value, record) == 0)
		return 0;
	if (row->kind == OPTION_NUMBER)
		snprintf(why, OPTION_WHY, "wants a whole number from %.0f to %.0f",
			 row->least, row->most);
	else if (row->kind == OPTION_REAL)
		snprintf(why, OPTION_WHY, "wants a number from %g to %g", row->least,
			 row->most);
	else if (row->kind == OPTION_CHOICE)
		say_choices(row->choices, why);
	else
		snprintf(why, OPTION_WHY, "wants %s%s", row->value,
			 row->keys ? "; --help=methods prints the names" : "");
	return -1;
}

/* ---- names */

enum { NEAR = 2 };

const char *option_near(const struct option_row *rows, size_t count, const char *name)
{
	const char *near = NULL;
	unsigned least = NEAR + 1;

	for (size_t i = 0; i < count; i++) {
		const unsigned distance = edit_distance(name, rows[i].name);
		if (distance < least && distance < strlen(name)) {
			least = distance;
			near = rows[i].name;
		}
	}
	return near;
}

/* ---- methods, NAME[,KEY=VALUE...] */

enum { WORD = 80 };

static bool has_key(const struct option_row *key, const char *method)
{
	bool found = !key->of;

	for (int i = 0; !found && key->of[i]; i++)
		found = strcmp(key->of[i], method) == 0;
	return found;
}

static int store_key(const struct option_row *row, const char *method, char *word,
		     void *record, char *why)
{
	char reason[OPTION_WHY];
	char *value = strchr(word, '=');

	if (value)
		*value++ = '\0';
	for (size_t i = 0; i < row->key_count; i++) {
		const struct option_row *key = &row->keys[i];
		if (strcmp(key->name, word) != 0 || !has_key(key, method))
			continue;
		if (!key->value == !value) {
			if (store_or_say(key, value, record, reason) == 0)
				return 0;
		} else {
			snprintf(reason, sizeof(reason), "%s value",
				 value ? "takes no" : "wants a");
		}
		snprintf(why, OPTION_WHY, "%s %.*s", key->name, OPTION_WHY - WORD,
			 reason);
		return -1;
	}
	const char *near = option_near(row->keys, row->key_count, word);
	if (near && strcmp(near, word) == 0) /* another method has it */
		near = NULL;
	snprintf(why, OPTION_WHY, "%s has no '%s'%s%s%s", method, word,
		 near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
	return -1;
}

int option_store(const struct option_row *row, const char *value, void *record,
		 char *why)
{
	char method[WORD], word[WORD];
	const char *at = value ? value + strcspn(value, ",") : "";

	if (!row->keys)
		return store_or_say(row, value, record, why);
	snprintf(method, sizeof(method), "%.*s", (int)(at - value), value);
	if (store_or_say(row, method, record, why))
		return -1;
	while (*at) {
		const size_t length = strcspn(++at, ",");
		snprintf(word, sizeof(word), "%.*s", (int)length, at);
		if (store_key(row, method, word, record, why))
			return -1;
		at += length;
	}
	return 0;
}

/* ---- help */

enum { COLUMN = 24, LINE = 90 };

bool option_help_asked(const char *argument, enum option_readers *readers)
{
	const bool methods = strcmp(argument, "--help=methods") == 0;
	const bool programs = strcmp(argument, "--help=programs") == 0;

	if (!methods && !programs && strcmp(argument, "--help") != 0 &&
	    strcmp(argument, "-h") != 0)
		return false;
	*readers = methods ? FOR_METHODS : programs ? FOR_PROGRAMS : FOR_USERS;
	return true;
}

void option_help_line(const char *option, const char *help)
{
	printf("  %-*s", COLUMN, option);
	if (strlen(option) >= COLUMN)
		printf("\n%*s", COLUMN + 2, "");
	for (int column = 0; *help;) {
		const int length = (int)strcspn(help, " ");

		if (column && column + length >= LINE - COLUMN - 2) {
			printf("\n%*s", COLUMN + 2, "");
			column = 0;
		}
		column += printf("%s%.*s", column ? " " : "", length, help);
		help += length;
		help += strspn(help, " ");
	}
	printf("\n");
}

static void help_row(const char *indent, const struct option_row *row)
{
	char option[160];

	snprintf(option, sizeof(option), "%s%s%s%s", indent, row->name,
		 row->value ? "=" : "", row->value ? row->value : "");
	option_help_line(option, row->help);
}

/* Whether the row, or a key of it, is for them. */
static bool is_for(const struct option_row *row, enum option_readers readers)
{
	return row->readers == readers || (readers == FOR_METHODS && row->keys);
}

void option_help(const struct option_row *rows, size_t count,
		 enum option_readers readers)
{
	bool others[FOR_PROGRAMS + 1] = {false};

	for (size_t i = 0; i < count; i++) {
		for (int r = FOR_METHODS; r <= FOR_PROGRAMS; r++)
			others[r] |= readers == FOR_USERS && is_for(&rows[i], r);
		if (!is_for(&rows[i], readers) || !rows[i].help)
			continue;
		if (rows[i].group && rows[i].readers == readers)
			printf("%s:\n", rows[i].group);
		help_row("--", &rows[i]);
		for (size_t k = 0; k < rows[i].key_count && readers == FOR_METHODS; k++)
			help_row("  ", &rows[i].keys[k]);
	}
	if (others[FOR_METHODS])
		option_help_line("--help=methods", "the options that compare methods");
	if (others[FOR_PROGRAMS])
		option_help_line("--help=programs", "the options that programs give");
}
