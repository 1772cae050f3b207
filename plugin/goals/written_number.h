/* SPDX-License-Identifier: GPL-3.0-or-later */
/* written_number.h - the value of a text that is made of numbers. */
#ifndef PLUGIN_WRITTEN_NUMBER_H
#define PLUGIN_WRITTEN_NUMBER_H

#include "plugin/goals/operand_names.h"

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
