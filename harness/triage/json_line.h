/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * json_line.h - a line of JSON (me/schema.h) that is put together and printed in a handler
 * of signals: nothing is allocated, and no stream is used.
 */
#ifndef HARNESS_JSON_LINE_H
#define HARNESS_JSON_LINE_H

#include <stddef.h>

struct json_line {
	int file; /* it goes there */
	size_t size;
	char buffer[4096];
	int needs_comma;
};

/* An object begins, on a line of its own; it ends and is printed. */
void json_line_begin(struct json_line *line, int file);
void json_line_end(struct json_line *line);

/* Members. A null text is left out. */
void json_line_text(struct json_line *line, const char *name, const char *text);
void json_line_number(struct json_line *line, const char *name, long number);

/* A member that is an array of objects: each object stands between open and close. */
void json_line_open_array(struct json_line *line, const char *name);
void json_line_close_array(struct json_line *line);
void json_line_open(struct json_line *line);
void json_line_close(struct json_line *line);

#endif
