/* SPDX-License-Identifier: GPL-3.0-or-later */
/* operand_names.h - the names by which the source calls what an operand is made of. */
#ifndef PLUGIN_OPERAND_NAMES_H
#define PLUGIN_OPERAND_NAMES_H

#include "plugin/goals/written_text.h"

/* Appends the names of the variables, members and called functions in the operand or in
 * the expression, each once. Where a temporary of the compiler's stands for an
 * expression, these are the expression's. There may be none. */
void operand_names(tree operand, vec<const char *> *names);

/* How the text has the names: all of them and no others 2, all 1, else 0. */
int names_match(text_span s, const vec<const char *> &all);

/* Whether it has each of them once, and there are any. */
bool names_are_once(text_span s, const vec<const char *> &all);

/* How often it has the name. */
int names_count(text_span s, const char *name);

/* Whether it has any name or keyword. */
bool names_word(text_span s);

#endif
