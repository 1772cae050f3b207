/* SPDX-License-Identifier: GPL-3.0-or-later */
/* option.c - values of options, and their help. */
#include "system/option.h"

#include <errno.h>
#include <stdbool.h>
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

int option_store(const struct option_row *row, const char *value, void *record,
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
		snprintf(why, OPTION_WHY, "wants %s", row->value);
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

/* ---- help */

enum { COLUMN = 24 };

void option_help_line(const char *option, const char *help)
{
	printf("  %-*s%s%*s%s\n", COLUMN, option, strlen(option) >= COLUMN ? "\n" : "",
	       strlen(option) >= COLUMN ? COLUMN + 2 : 0, "", help);
}

void option_help(const struct option_row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		char option[128];
		snprintf(option, sizeof(option), "--%s%s%s", rows[i].name,
			 rows[i].value ? "=" : "", rows[i].value ? rows[i].value : "");
		option_help_line(option, rows[i].help);
	}
}
