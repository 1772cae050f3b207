/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * option.h - the options of a program as a table: what each is called, what values it
 * takes, where they go and what the help says of it.
 */
#ifndef SYSTEM_OPTION_H
#define SYSTEM_OPTION_H

#include <stdbool.h>
#include <stddef.h>

enum { OPTION_WHY = 160 };

enum option_kind {
	OPTION_FLAG, /* no value; sets a bool */
	OPTION_CONSTANT, /* no value; sets an unsigned or enum to `least` */
	OPTION_NUMBER, /* a whole number, unsigned, `least` to `most` */
	OPTION_REAL, /* a double, `least` to `most` */
	OPTION_TEXT, /* const char *, not empty; it stays where it is */
	OPTION_CHOICE, /* one of `choices`: `least` and its index, in an enum */
	OPTION_CALL, /* whatever set() takes */
};

/* Whom an option is for: --help shows those of users. */
enum option_readers {
	FOR_USERS,
	FOR_METHODS, /* who compares methods: --help=methods */
	FOR_PROGRAMS, /* what ME's programs ask each other: --help=programs */
};

/* Reads an argument, --help or --help=WORD, or -h; false: it is none. */
bool option_help_asked(const char *argument, enum option_readers *readers);

struct option_row {
	const char *name; /* without its dashes */
	const char *value; /* what the help calls it; null: it takes none */
	const char *help;
	enum option_kind kind;
	size_t at; /* where in the record it goes */
	double least, most;
	const char *const *choices; /* ended by a null */
	int (*set)(void *record, const char *value); /* 0, or -1: not a value */
	enum option_readers readers;
	const char *group; /* the heading in the help above this row; or null */
	/* Of a method, NAME[,KEY=VALUE...]: its keys, a table too. Keys have no text. */
	const struct option_row *keys;
	size_t key_count;
	const char *const *of; /* of a key: the names that have it; null: all */
};

#define OPTION_KEYS(table) .keys = table, .key_count = sizeof(table) / sizeof(table[0])

/* Puts a value into the record; of an option without one, `value` is not read. Returns
 * 0, or -1 and says what would be a value (OPTION_WHY bytes). */
int option_store(const struct option_row *row, const char *value, void *record,
		 char *why);

/* The name in the table that a misspelled one resembles most, or null. */
const char *option_near(const struct option_row *rows, size_t count, const char *name);

/* Prints the lines of the help for these readers to standard output: for methods with their
 * keys, for users with how the others are shown. Rows without help are left out. */
void option_help(const struct option_row *rows, size_t count,
		 enum option_readers readers);
/* Prints the line of an option that is in no table, "-v". */
void option_help_line(const char *option, const char *help);

enum { EDIT_DISTANCE_NAME = 200 };

/* Characters to insert, delete or replace that make one name the other (Levenshtein
 * 1966); EDIT_DISTANCE_NAME if one is as long as that or longer. */
unsigned edit_distance(const char *a, const char *b);

#endif
