/* SPDX-License-Identifier: GPL-3.0-or-later */
/* types.h - types=FILE: the functions of a unit with their types, for `me driver`. */
#ifndef PLUGIN_TYPES_H
#define PLUGIN_TYPES_H

/* A function that a header declares; called for each declaration of C and C++. */
void types_see(tree decl);

/* Writes FILE, one object of JSON (me/schema.h, "types"). */
void types_write(void);

#endif
