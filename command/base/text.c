/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text.c - a string that grows. */
#include "command/base/text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "system/allocation.h"

/* Makes room for n more bytes and the NUL. */
static void text_reserve(struct text_buffer *text, size_t n)
{
	size_t room = text->room ? text->room : 128;

	if (text->size + n + 1 <= text->room)
		return;
	while (room < text->size + n + 1)
		room *= 2;
	text->bytes = memory_checked(realloc(text->bytes, room));
	text->room = room;
}

void text_add_bytes(struct text_buffer *text, const void *bytes, size_t n)
{
	text_reserve(text, n);
	if (n)
		memcpy(text->bytes + text->size, bytes, n);
	text->size += n;
	text->bytes[text->size] = '\0';
}

void text_add_char(struct text_buffer *text, char c)
{
	text_add_bytes(text, &c, 1);
}

void text_add(struct text_buffer *text, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	const int n = vsnprintf(NULL, 0, format, list);
	va_end(list);
	if (n < 0)
		memory_checked(NULL);
	text_reserve(text, (size_t)n);
	va_start(list, format);
	vsnprintf(text->bytes + text->size, (size_t)n + 1, format, list);
	va_end(list);
	text->size += (size_t)n;
}

const char *text_string(const struct text_buffer *text)
{
	return text->bytes ? text->bytes : "";
}

void text_done(struct text_buffer *text)
{
	free(text->bytes);
	memset(text, 0, sizeof(*text));
}

const char *text_plural(size_t n)
{
	return n == 1 ? "" : "s";
}

const char *text_behind(const char *text, const char *mark)
{
	const char *found = strstr(text, mark);

	return found ? found + strlen(mark) : NULL;
}
