/* SPDX-License-Identifier: GPL-3.0-or-later */
/* written_text.h - the lines of a source around a place, and where operands in them end. */
#ifndef PLUGIN_WRITTEN_TEXT_H
#define PLUGIN_WRITTEN_TEXT_H

enum { WRITTEN_TEXT_MAX = 2000 };

struct text_span {
	const char *begin, *end;
};

/* Whether the unit is one of Fortran's. */
bool text_is_fortran(void);

/* Fills `text`, of WRITTEN_TEXT_MAX bytes, with some lines of the file around the line,
 * which begins at *start; in Fortran with that line. Comments are spaces, and what stands
 * between quotes has no operators. False: there is no such text. */
bool text_read(const char *file, int line, char *text, size_t *start);

bool text_is_space(char c);
text_span text_trim(text_span s);

/* The operand of a comparison that ends before `end`, in the text from `begin` on. */
text_span text_operand_before(const char *begin, const char *end);

/* The one that begins there. */
text_span text_operand_behind(const char *begin);

/* The first condition behind the place, which may be that of its parenthesis, or of the
 * && or || before it: until && or ||, ?, or the end of what is around it. */
text_span text_condition_behind(const char *place);

/* The whole expression around the place of a condition in the text from `begin` on.
 * `has_arms`: also beyond the ? and : of ?:. */
text_span text_expression(const char *begin, const char *place, bool has_arms);

/* The ? of that :, or null. */
const char *text_question(const char *begin, const char *colon);

/* Where the parenthesis is closed that the span begins with; its end when it is not. */
const char *text_closing(text_span s);

#endif
