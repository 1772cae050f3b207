/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * entry.h - the entry function of a typed target: struct me_entry and its thunk.
 *
 * entry/ finds the function under test, reads its parameters and writes the thunk that
 * calls it; what cannot be driven is an error with its reason.
 */
#ifndef PLUGIN_ENTRY_H
#define PLUGIN_ENTRY_H

/* Keeps an unused static entry alive; called for each function of C and C++. */
void entry_see(tree decl);
/* Whether the function is the one that is driven, by its name. */
bool entry_is(tree decl);
/* Finds the entry among the unit's functions and builds its thunk and record. */
void entry_build(void);
/* Whether this unit defines the entry. */
bool entry_defined(void);
/* The number of the entry's parameter that this SSA name is, unchanged, when it is
 * never null, as it is driven; else -1. */
int entry_never_null(tree value);
/* Whether the elements of a parameter begin there: what is in front of them is none of its own. */
bool entry_front(tree value);
/* The prefix and the entry's name as one symbol, to be freed. */
char *entry_symbol(const char *prefix);
/* In the twin: makes always_inline functions functions like others. */
void entry_keep_calls(void);
/* Renames a main() of the unit when the target is typed. */
void entry_set_main_aside(void);

/* Keeps a typed target's functions from standing in for those of libc elsewhere. */
void entry_hide_functions(void);

/* types=FILE: the functions of a unit with their types, for `me driver`, one object of JSON
 * (me/schema.h, "types"). types_see() takes a function that a header declares; it is called for each
 * declaration of C and C++. */
void types_see(tree decl);
void types_write(void);

/* A library's own way to return errors where it would end the program: a function of nothing that
 * turns its handler off, as GSL's gsl_set_error_handler_off(). Called for each declaration. */
void setup_see(tree decl);
/* Whether it is such a function. */
bool setup_is(tree decl);
/* Before main() the unit calls the one that it declares, if the program has it. */
void setup_build(void);

#endif
