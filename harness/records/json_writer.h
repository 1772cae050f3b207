/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * json_writer.h - a line of JSON (me/schema.h) that is put together and printed in a handler
 * of signals: nothing is allocated, and no stream is used.
 */
#ifndef HARNESS_JSON_WRITER_H
#define HARNESS_JSON_WRITER_H

#include <stddef.h>

struct json_writer {
	int file; /* it goes there */
	size_t size;
	char buffer[4096];
	int needs_comma;
};

/* An object begins, on a line of its own; it ends and is printed. */
/* Whether a line could not be written; by which process does not matter after
 * json_writer_share(). */
int json_writer_failed(void);
void json_writer_share(void);

void json_writer_begin(struct json_writer *line, int file);
void json_writer_end(struct json_writer *line);

/* Members. A null text is left out. */
void json_writer_text(struct json_writer *line, const char *name, const char *text);
void json_writer_number(struct json_writer *line, const char *name, long number);

/* A member that is an array of texts, or of objects: each object stands between open and
 * close. */
void json_writer_open_array(struct json_writer *line, const char *name);
void json_writer_close_array(struct json_writer *line);
void json_writer_item(struct json_writer *line, const char *text);
void json_writer_open(struct json_writer *line);
void json_writer_close(struct json_writer *line);

#endif
