/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * numbers.h - numbers that a program reads from texts: the start and end of such a
 * text, its value as a coordinate, and the text of another value for the same place.
 *
 * number_find is for hooks: integers only, no errno, no call. The numbers of a text are
 * written as C's strtod and strtol read them, in the C locale.
 */
#ifndef HARNESS_NUMBERS_H
#define HARNESS_NUMBERS_H

#include <stddef.h>

#include "harness/runtime/texts.h"

/* How a number is read. */
struct number_form {
	unsigned char type; /* enum me_type of the value */
	unsigned char base; /* of an integer, as for strtol */
	uint16_t most; /* characters that are read at most; 0: any number */
};

struct number_place {
	const unsigned char *at; /* after blanks */
	uint32_t length; /* 0: there is no number */
	struct number_form form;
};

/* The number at the start of a text. */
struct number_place number_find(const struct text *t, struct number_form form);

/* Not for hooks: the value of a text as a coordinate of the form's type, 0 when there
 * is no number. `text` ends with a NUL. */
coord number_read(struct number_form form, const char *text);

/*
 * Not for hooks: writes the shortest text that is read as c, at most `room` characters
 * and a NUL; if none is short enough, the text of a number near c. Returns its length;
 * 0 only if there is no room.
 */
size_t number_write(struct number_form form, coord c, char *out, size_t room);

/* The longest text that number_write needs, with its NUL. */
enum { NUMBER_LONGEST = 80 };

#endif
