/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_text.h - names of files and functions, which are bytes, as strings of JSON and
 * back, as me/schema.h says. */
#ifndef COMMAND_JSON_TEXT_H
#define COMMAND_JSON_TEXT_H

#include <jansson.h>
#include <stdio.h>

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

/* Makes bytes again of all strings in the value. */
void json_text_decode(json_t *value);

#endif
