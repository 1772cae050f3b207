/* SPDX-License-Identifier: GPL-3.0-or-later */
/* source_text.h - lines of source files; the last file is cached. */
#ifndef COMMAND_SOURCE_TEXT_H
#define COMMAND_SOURCE_TEXT_H

/* The file that was read last. Start with all zeros. */
struct source_text {
	char *path;
	char *bytes; /* NULL if it cannot be read */
	const char *at; /* where the line begins that was asked for last */
	unsigned line; /* its number */
};

/*
 * Line `line` (from 1) of the file, without blanks at its ends; "" if there is none.
 * The caller frees; NULL when memory runs out.
 */
char *source_text_line(struct source_text *source, const char *path, unsigned line);
void source_text_done(struct source_text *source);

#endif
