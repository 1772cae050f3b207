/* SPDX-License-Identifier: GPL-3.0-or-later */
/* constant_text.h - numbers that are written in arguments and files. */
#ifndef PLUGIN_CONSTANT_TEXT_H
#define PLUGIN_CONSTANT_TEXT_H

/* Whether labels know the values of the type: integers and binary floats. */
bool constant_has_type(tree type);

/* Whether the whole text is a number in C; it needs no type. */
bool constant_is_number(const char *text);

/* The number as a constant of the type, rounded to it if it is a float; null: the text
 * is no number, or none of the type. */
tree constant_read(tree type, const char *text);

#endif
