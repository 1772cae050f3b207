/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_text.c - a byte that is no text is one of 128 characters for private use. */
#include "command/base/json_text.h"

#include <stdlib.h>
#include <string.h>

#include "corpus/files/corpus.h"
#include "me/schema.h"

/* A byte that is no text becomes one of EE BE 80 to EE BF BF in UTF-8. */
enum { CHARACTER_SIZE = 3 };

json_t *json_text(const char *bytes)
{
	char *text = malloc(CHARACTER_SIZE * strlen(bytes) + 1), *to = text;
	json_t *json;

	if (!text)
		return NULL;
	for (size_t size; *bytes; bytes += size ? size : 1) {
		size = me_schema_character(bytes);
		if (size) {
			memcpy(to, bytes, size);
			to += size;
			continue;
		}
		const unsigned code = ME_SCHEMA_BYTE + (unsigned char)*bytes;
		*to++ = (char)(0xe0 | code >> 12);
		*to++ = (char)(0x80 | (code >> 6 & 0x3f));
		*to++ = (char)(0x80 | (code & 0x3f));
	}
	*to = '\0';
	json = json_string(text);
	free(text);
	return json;
}

static void decode_string(json_t *string)
{
	const size_t length = json_string_length(string);
	const char *from = json_string_value(string), *end = from + length;
	char *bytes = memchr(from, 0xee, length) ? malloc(length + 1) : NULL,
	     *to = bytes;

	if (!bytes)
		return;
	while (from < end) {
		const unsigned char *c = (const unsigned char *)from;
		if (end - from >= CHARACTER_SIZE && c[0] == 0xee && c[1] >= 0xbe &&
		    c[1] <= 0xbf) {
			*to++ = (char)((c[1] & 0x3f) << 6 | (c[2] & 0x3f));
			from += CHARACTER_SIZE;
		} else {
			*to++ = *from++;
		}
	}
	if ((size_t)(to - bytes) != length)
		json_string_setn_nocheck(string, bytes, (size_t)(to - bytes));
	free(bytes);
}

void json_text_decode(json_t *value)
{
	const char *key;
	size_t index;
	json_t *member;

	if (json_is_string(value))
		decode_string(value);
	json_object_foreach(value, key, member) json_text_decode(member);
	json_array_foreach(value, index, member) json_text_decode(member);
}

json_t *json_line_read(const char *text, size_t size)
{
	json_t *line = size && *text == '{' ? json_loadb(text, size, 0, NULL) : NULL;

	if (line)
		json_text_decode(line);
	return line;
}

void json_lines_read(const char *text, json_line_fn *take, void *context)
{
	while (text && *text) {
		const size_t size = strcspn(text, "\n");
		json_t *line = json_line_read(text, size);

		if (line)
			take(context, line);
		json_decref(line);
		text += size + (text[size] == '\n');
	}
}

const char *json_member_text(const json_t *object, const char *member)
{
	const char *text = json_string_value(json_object_get(object, member));

	return text ? text : "";
}

int json_line_print(json_t *line, FILE *out)
{
	const int err = !line || json_dumpf(line, out, JSON_COMPACT) != 0;

	fputc('\n', out);
	json_decref(line);
	return err ? -1 : 0;
}

int json_file_write(struct command *command, const char *path, json_t *value,
		    size_t flags)
{
	char *text = value ? json_dumps(value, flags) : NULL;
	const int err = text && *path ? command_write(command, path, text, strlen(text))
				      : command_no_memory(command);

	free(text);
	json_decref(value);
	return err;
}

json_t *json_file_read(const char *path)
{
	unsigned char *bytes;
	size_t size;

	if (corpus_read_regular(path, &bytes, &size))
		return NULL;
	json_t *value = json_line_read((const char *)bytes, size);
	free(bytes);
	return value;
}
