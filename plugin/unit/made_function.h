/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * made_function.h - static functions that the plugin creates. They are neither
 * instrumented nor counted. Create them right after visibility is determined: then GCC
 * gimplifies and compiles them like the functions of the source.
 */
#ifndef PLUGIN_MADE_FUNCTION_H
#define PLUGIN_MADE_FUNCTION_H

/* Declares `static void NAME(T first, T second)`; the second or both may be null. The
 * parameters are DECL_ARGUMENTS. */
tree made_function_declare(const char *name, tree first, tree second);
/* Gives it its body, a GENERIC statement with a chain of local variables, and hands it
 * to the compiler. */
void made_function_define(tree function, tree variables, tree statement);
/* Adds an attribute without arguments to any declaration. */
void made_function_mark(tree decl, const char *attribute);

#endif
