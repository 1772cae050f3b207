/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/records/json_writer.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "harness/program/shared_memory.h"
#include "me/schema.h"

/* Whether a line could not be written, by this process or by one of a run. */
static int own_failure;
static int *failure = &own_failure;

void json_writer_share(void)
{
	int *shared = shared_memory(sizeof *shared);

	if (shared)
		failure = shared;
}

int json_writer_failed(void)
{
	return *failure;
}

static void flush(struct json_writer *line)
{
	const char *at = line->buffer;

	while (line->size) {
		const ssize_t n = write(line->file, at, line->size);
		if (n <= 0) {
			*failure = 1;
			break;
		}
		at += n;
		line->size -= (size_t)n;
	}
	line->size = 0;
}

static void write_bytes(struct json_writer *line, const char *bytes, size_t n)
{
	if (line->size + n > sizeof line->buffer)
		flush(line);
	memcpy(line->buffer + line->size, bytes, n);
	line->size += n;
}

static void write_word(struct json_writer *line, const char *word)
{
	write_bytes(line, word, strlen(word));
}

static void write_string(struct json_writer *line, const char *text)
{
	write_word(line, "\"");
	while (*text) {
		char room[6];
		size_t size;
		const char *bytes = me_schema_escape(&text, room, &size);
		write_bytes(line, bytes, size);
	}
	write_word(line, "\"");
}

static void separate(struct json_writer *line)
{
	if (line->needs_comma)
		write_word(line, ",");
	line->needs_comma = 0;
}

static void write_name(struct json_writer *line, const char *name)
{
	separate(line);
	write_string(line, name);
	write_word(line, ":");
}

static void open_by(struct json_writer *line, const char *bracket)
{
	separate(line);
	write_word(line, bracket);
}

static void close_by(struct json_writer *line, const char *bracket)
{
	write_word(line, bracket);
	line->needs_comma = 1;
}

void json_writer_begin(struct json_writer *line, int file)
{
	line->file = file;
	line->size = 0;
	line->needs_comma = 0;
	open_by(line, "\n{");
}

void json_writer_end(struct json_writer *line)
{
	close_by(line, "}\n");
	flush(line);
}

void json_writer_text(struct json_writer *line, const char *name, const char *text)
{
	if (!text)
		return;
	write_name(line, name);
	write_string(line, text);
	line->needs_comma = 1;
}

void json_writer_number(struct json_writer *line, const char *name, long number)
{
	char text[24];

	write_name(line, name);
	snprintf(text, sizeof text, "%ld", number);
	write_word(line, text);
	line->needs_comma = 1;
}

void json_writer_item(struct json_writer *line, const char *text)
{
	separate(line);
	write_string(line, text);
	line->needs_comma = 1;
}

void json_writer_open_array(struct json_writer *line, const char *name)
{
	write_name(line, name);
	open_by(line, "[");
}

void json_writer_close_array(struct json_writer *line)
{
	close_by(line, "]");
}

void json_writer_open(struct json_writer *line)
{
	open_by(line, "{");
}

void json_writer_close(struct json_writer *line)
{
	close_by(line, "}");
}
