/* SPDX-License-Identifier: GPL-3.0-or-later */
/* words.h - a command line as words, and as one line that a shell reads back. */
#ifndef COMMAND_WORDS_H
#define COMMAND_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* Start with all zeros. */
struct words {
	char **items; /* ended by a null pointer once a word was added */
	size_t count;
	size_t room;
};

void words_add(struct words *words, const char *word);
/* words_add_each(&words, "-o", path): adds each of them. */
void words_add_list(struct words *words, const char *const *list, size_t count);
#define words_add_each(words, ...)                                                     \
	words_add_list(words, (const char *const[]){__VA_ARGS__},                      \
		       sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))
void words_add_format(struct words *words, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void words_add_all(struct words *words, const struct words *more);
void words_done(struct words *words);

/*
 * Adds the words of a line. Blanks separate words; '...' is literal; in "..." and
 * outside of quotes a backslash makes the next character literal. Returns -1 if a quote
 * is not closed.
 */
int words_split(struct words *words, const char *line);

/*
 * Adds `words` and replaces each @file by the words in that file, relative to
 * `directory`, as GCC does. If the file cannot be read, the word stays.
 */
void words_expand(struct words *out, const struct words *words, const char *directory);

/* All words in single quotes, as words_split() reads them. The caller frees. */
char *words_quote(const struct words *words);

/* The words as one would type them: quoted only where a shell needs it. */
char *words_show(const struct words *words);

#endif
