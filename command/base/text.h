/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text.h - a string that grows. */
#ifndef COMMAND_TEXT_H
#define COMMAND_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Start with all zeros. */
struct text_buffer {
	char *bytes; /* NUL-terminated, or NULL while nothing was added */
	size_t size; /* without the NUL */
	size_t room;
};

void text_add_bytes(struct text_buffer *text, const void *bytes, size_t n);
void text_add_char(struct text_buffer *text, char c);
void text_add(struct text_buffer *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The string, "" while it is empty. The text owns it. */
const char *text_string(const struct text_buffer *text);
void text_done(struct text_buffer *text);

/* "s" behind the noun of so many things, or "". */
const char *text_plural(size_t n);

/* What is behind the first `mark` in the text; null: it has none. */
const char *text_behind(const char *text, const char *mark);

#endif
