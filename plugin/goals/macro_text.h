/* SPDX-License-Identifier: GPL-3.0-or-later */
/* macro_text.h - a piece of source text with its macros expanded. */
#ifndef PLUGIN_MACRO_TEXT_H
#define PLUGIN_MACRO_TEXT_H

/*
 * The macros of C and C++ are expanded as the end of the unit knows them: one that was
 * defined anew, or undefined, since the text was read is not what the text had. # and ##
 * are left as they stand. NULL: the text has no macro. The caller frees the result.
 */
char *macro_text(const char *text);

#endif
