/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * uses.h - what the bodies of a unit do with parameters and with members of structures,
 * whichever object these are of.
 */
#ifndef PLUGIN_USES_H
#define PLUGIN_USES_H

#include "plugin/bodies/uses_sources.h"

/* Reads all bodies of the unit, once. */
void uses_read(void);
/* Adds the functions and variables that the wanted function reaches; none: all may be. */
void uses_reached(auto_vec<symtab_node *> *reached);
/* Whether a variable, a parameter or a name occurs in the expression. */
bool uses_in_tree(tree t, tree decl);
/* Whether a variable or a name is an operand of the statement, and not what it assigns; of a
 * parameter or member, whether it is any operand. */
bool uses_in_statement(gimple *stmt, tree decl);
/* Adds the functions with a body that those of the list call, directly or not. */
void uses_add_callees(auto_vec<cgraph_node *> *functions);
/* The parameter of a procedure of Fortran that is a unit, which has to be open; or null. */
tree uses_unit(tree function);
/* Whether the called function (or null) is free(), realloc() or the like. */
bool uses_is_free(tree callee);
/* Whether the member is an array at the end of its structure, of no element by its type, or of one
 * but indexed by a variable: objects are allocated with more of them. */
bool uses_is_tail(tree member);
/* Whether the function compares a pointer of an object with null, and does not store it: asks for
 * one that was not set up. */
bool uses_ask_member(tree function);
/* Whether the function, or one of the unit that it calls, frees or moves memory. */
bool uses_free(tree function);
/* Of C++: whether the function, or one that it reaches, reads integers, or floats, from a stream. */
void uses_stream(tree function, bool *integers, bool *floats);

#endif
