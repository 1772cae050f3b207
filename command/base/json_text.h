/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_text.h - names of files and functions, which are bytes, as strings of JSON and
 * back, as me/schema.h says. */
#ifndef COMMAND_JSON_TEXT_H
#define COMMAND_JSON_TEXT_H

#include <jansson.h>
#include <stdio.h>

#include "command/base/command.h"

/* The bytes as a string; null when out of memory. The caller owns it. */
json_t *json_text(const char *bytes);

/* The object on a line, its strings as bytes; null where the line holds none: a target
 * may print what it likes. The caller owns it. */
json_t *json_line_read(const char *text, size_t size);

/* Tells of each of these objects, line by line. A null text has none. */
typedef void json_line_fn(void *context, json_t *line);
void json_lines_read(const char *text, json_line_fn *take, void *context);

/* The member's text; "" where there is none, also for null. */
const char *json_member_text(const json_t *object, const char *member);

/* Prints the value as a line, and releases it. 0, or -1 where it is null (out of memory) or
 * cannot be printed. */
int json_line_print(json_t *line, FILE *out);

/* Writes a value to the file, with flags of json_dumps(), and releases it; null: out of
 * memory. At each moment the old file is there or the new one. 0, or -1 after a message. */
int json_file_write(struct command *command, const char *path, json_t *value,
		    size_t flags);
/* The object that the file holds, its strings as bytes; null where there is none, or a
 * damaged one. The caller owns it. */
json_t *json_file_read(const char *path);

/* Makes bytes again of all strings in the value. */
void json_text_decode(json_t *value);

#endif
