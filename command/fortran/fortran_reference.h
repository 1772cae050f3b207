/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fortran_reference.h - variables and components in the statements of a dump. */
#ifndef COMMAND_FORTRAN_REFERENCE_H
#define COMMAND_FORTRAN_REFERENCE_H

#include <jansson.h>
#include <stdbool.h>

/* A variable, or a component of one, with the indices of its last part. */
struct fortran_reference {
	json_t *declaration;
	char text[256]; /* without indices: "m%val" */
	const char *indices; /* behind the parenthesis, or null */
	const char *end;
};

/* The expression at the beginning of the text of a dump: what is behind it. */
const char *fortran_expression_end(const char *text);

/* "scope:m % val(...)" at the text of a statement in that scope, or only so many parts of it; 0: all. False:
 * there is none. */
bool fortran_reference_parts(const json_t *unit, const json_t *in, const char *text,
			     unsigned parts, struct fortran_reference *out);

/* Whether the word is before that place of a line. */
bool fortran_is_behind(const char *line, const char *at, const char *word);
/* Whether an integer there is compared as if it could be negative, "(< n 0)"; "(> n 0)" tells only none
 * from some. end: behind it. */
bool fortran_asks_negative(const char *line, const char *at, const char *end);

/* Where what begins at the place is one of a comparison: the other one, unless
 * that asks whether they differ; or null. */
const char *fortran_compared_with(const char *line, const char *at);

#endif
