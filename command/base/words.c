/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words.c - splitting and quoting of command lines. */
#include "command/base/words.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "corpus/files/corpus.h"
#include "command/base/text.h"
#include "system/allocation.h"

#define EXPAND_DEPTH 8 /* response files within response files */

/* Takes over `word`. */
static void words_push(struct words *words, char *word)
{
	words->items = array_grow(words->items, words->count + 1, &words->room,
				  sizeof *words->items);
	words->items[words->count++] = word;
	words->items[words->count] = NULL;
}

void words_add(struct words *words, const char *word)
{
	words_push(words, string_copy(word));
}

void words_add_list(struct words *words, const char *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		words_add(words, list[i]);
}

void words_add_format(struct words *words, const char *format, ...)
{
	va_list list;
	char *word;

	va_start(list, format);
	const int n = vasprintf(&word, format, list);
	va_end(list);
	words_push(words, memory_checked(n < 0 ? NULL : word));
}

void words_add_all(struct words *words, const struct words *more)
{
	words_add_list(words, (const char *const *)more->items, more->count);
}

void words_done(struct words *words)
{
	for (size_t i = 0; i < words->count; i++)
		free(words->items[i]);
	free(words->items);
	memset(words, 0, sizeof(*words));
}

/* Reads '...' or "..." after the opening quote; returns the rest of the line. */
static const char *word_quoted_read(struct text_buffer *word, const char *p, char quote)
{
	for (; *p && *p != quote; p++) {
		if (*p == '\\' && quote == '"' && p[1])
			p++;
		text_add_char(word, *p);
	}
	return *p ? p + 1 : NULL;
}

/* Reads one word; NULL if a quote is not closed. */
static const char *word_read(struct text_buffer *word, const char *p)
{
	while (p && *p && !isspace((unsigned char)*p)) {
		if (*p == '\'' || *p == '"') {
			p = word_quoted_read(word, p + 1, *p);
			continue;
		}
		if (*p == '\\' && p[1])
			p++;
		text_add_char(word, *p++);
	}
	return p;
}

int words_split(struct words *words, const char *line)
{
	const char *p = line;

	for (;;) {
		struct text_buffer word = {0};

		while (isspace((unsigned char)*p))
			p++;
		if (!*p)
			return 0;
		p = word_read(&word, p);
		if (p)
			words_add(words, text_string(&word));
		text_done(&word);
		if (!p)
			return -1;
	}
}

static void words_expand_to(struct words *out, const struct words *words,
			    const char *directory, int depth);

/* Reads the response file; false if it is none. */
static bool response_add(struct words *out, const char *name, const char *directory,
			 int depth)
{
	struct text_buffer path = {0};
	struct words inner = {0};
	unsigned char *bytes = NULL;
	size_t n;
	bool done = false;

	if (*name != '/')
		text_add(&path, "%s/", directory);
	text_add(&path, "%s", name);
	if (depth < EXPAND_DEPTH &&
	    corpus_read(text_string(&path), &bytes, &n) == CORPUS_OK) {
		char *line = string_copy_part((const char *)bytes, n);

		done = words_split(&inner, line) == 0;
		if (done)
			words_expand_to(out, &inner, directory, depth + 1);
		free(line);
	}
	free(bytes);
	words_done(&inner);
	text_done(&path);
	return done;
}

static void words_expand_to(struct words *out, const struct words *words,
			    const char *directory, int depth)
{
	for (size_t i = 0; i < words->count; i++) {
		const char *word = words->items[i];

		if (*word != '@' || !response_add(out, word + 1, directory, depth))
			words_add(out, word);
	}
}

void words_expand(struct words *out, const struct words *words, const char *directory)
{
	words_expand_to(out, words, directory, 0);
}

static void quoted_add(struct text_buffer *line, const char *word)
{
	text_add_char(line, '\'');
	for (; *word; word++) {
		if (*word == '\'')
			text_add(line, "'\\''");
		else
			text_add_char(line, *word);
	}
	text_add_char(line, '\'');
}

static bool word_is_plain(const char *word)
{
	if (!*word)
		return false;
	for (; *word; word++)
		if (!isalnum((unsigned char)*word) && !strchr("_-+=:,./@%", *word))
			return false;
	return true;
}

static char *words_join(const struct words *words, bool all)
{
	struct text_buffer line = {0};

	for (size_t i = 0; i < words->count; i++) {
		if (i)
			text_add_char(&line, ' ');
		if (!all && word_is_plain(words->items[i]))
			text_add(&line, "%s", words->items[i]);
		else
			quoted_add(&line, words->items[i]);
	}
	if (!line.bytes)
		text_add(&line, "%s", "");
	return line.bytes;
}

char *words_quote(const struct words *words)
{
	return words_join(words, true);
}

char *words_show(const struct words *words)
{
	return words_join(words, false);
}
