/* SPDX-License-Identifier: GPL-3.0-or-later */
/* symbol.h - names of functions and variables, as the linker sees them. */
#ifndef PLUGIN_SYMBOL_H
#define PLUGIN_SYMBOL_H

/* The name of a function's or variable's symbol. */
const char *symbol_name(tree decl);
/* Whether other units may use the name. */
bool symbol_is_public(tree decl);
/* Whether the linker or the loader may put something else in the definition's place. */
bool symbol_is_open(tree decl);
/* What an alias stands for: a declaration, or, of what the unit does not define, its
 * name. */
tree symbol_target(symtab_node *node);

/* Whether the declaration (or null) has that name, and whether the statement calls it. */
bool symbol_is_named(tree decl, const char *name);
bool symbol_is_called(const gimple *stmt, const char *name);
/* Whether a name of the source is the one that was written in an option. In Fortran
 * upper and lower case are the same. */
bool symbol_same_name(const char *written, const char *name);
/* The function that a region of OpenMP stands in, norm._omp_fn.0 in norm; null: it is none. */
tree symbol_of_region(tree decl);

#endif
