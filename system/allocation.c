/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/allocation.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void *memory_checked(void *memory)
{
	if (memory)
		return memory;
	fputs("me: out of memory\n", stderr);
	exit(1);
}

void *array_new(size_t count, size_t size)
{
	return memory_checked(calloc(count ? count : 1, size));
}

void *array_grow(void *array, size_t count, size_t *room, size_t size)
{
	if (count < *room)
		return array;
	*room = *room ? 2 * *room : 16;
	return memory_checked(reallocarray(array, *room, size));
}

char *string_copy(const char *string)
{
	return memory_checked(strdup(string));
}

char *string_copy_part(const char *string, size_t length)
{
	return memory_checked(strndup(string, length));
}

char *string_format(const char *format, ...)
{
	va_list list;
	char *string;

	va_start(list, format);
	const int n = vasprintf(&string, format, list);
	va_end(list);
	return memory_checked(n < 0 ? NULL : string);
}

FILE *text_open(char **text, size_t *size)
{
	return memory_checked(open_memstream(text, size));
}
