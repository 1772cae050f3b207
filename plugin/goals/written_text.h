/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * written_text.h - the lines of a source around a place, where operands in them end, and
 * what is in an operand: names and numbers.
 */
#ifndef PLUGIN_WRITTEN_TEXT_H
#define PLUGIN_WRITTEN_TEXT_H

enum { WRITTEN_TEXT_MAX = 2000 };

struct text_span {
	const char *begin, *end;
};

/* Fills `text`, of WRITTEN_TEXT_MAX bytes, with some lines of the file around the line,
 * which begins at *start; in Fortran with that line. Comments are spaces, and what stands
 * between quotes has no operators. False: there is no such text. */
bool text_read(const char *file, int line, char *text, size_t *start);
/* That line alone, as it stands. */
bool text_line(const char *file, int line, char *text);

bool text_is_space(char c);
/* Whether it is a letter, a digit or _; whether && or || begins there. */
bool text_is_in_name(char c);
bool text_is_and_or(const char *at);
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

/* ---- macros */

/*
 * The macros of C and C++ are expanded as the end of the unit knows them: one that was
 * defined anew, or undefined, since the text was read is not what the text had. # and ##
 * are left as they stand. NULL: the text has no macro. The caller frees the result.
 */
char *macro_text(const char *text);

/* ---- written_terms.cc: names */

/* Appends the names of the variables, members and called functions in the operand or in
 * the expression, each once. Where a temporary of the compiler's stands for an
 * expression, these are the expression's. There may be none. */
void operand_names(tree operand, vec<const char *> *names);

/* How the text has the names: all of them and no others 2, all 1, else 0. */
int names_match(text_span s, const vec<const char *> &all);

/* Whether it has each of them once, and there are any. */
bool names_are_once(text_span s, const vec<const char *> &all);

/* Whether it has any name or keyword. */
bool names_word(text_span s);

/* ---- written_terms.cc: numbers */

/*
 * The value of a text of integers, floating-point numbers that are integers, parentheses
 * and the operators + - * / % << >>, with its macros expanded if need be. Types are left
 * out of account: nothing wraps around. False: the text has something else.
 */
bool written_number(text_span s, widest_int *number);

/* A text as factor * a + offset, where a is all that is not a number. The factor, 1 or
 * -1, is the sign of the first term of `a`, or of the first that has one of the names. */
struct written_sum {
	int factor;
	widest_int offset;
};

struct written_sum written_sum_read(text_span s, const vec<const char *> &all);

#endif
