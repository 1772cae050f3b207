/* SPDX-License-Identifier: GPL-3.0-or-later */
/* places.h - members that are places in an array. */
#ifndef PLUGIN_PLACES_H
#define PLUGIN_PLACES_H

#include "plugin/bodies/uses_sources.h"

/* ---- noted in a first look at all bodies */

/* Which members are indices of the array. */
void places_note_indices(const body_frame *f, tree pointer, const decls *indices,
			 tree offset);
/* What is stored in a member stays below another one. */
void places_note_below(const body_frame *f, const fact *at);

/* ---- asked for afterwards */

/* Whether `decl` is a place in the array as the other one is, head == tail, and not the number of
 * its elements: that they are compared says nothing of these. */
bool places_are_alike(tree array, tree other, tree decl, tree_code code);
/* Whether the member has its own value where the fact is: nothing is assigned to it before. */
bool places_unchanged(const body_frame *f, tree member, const fact *at);

#endif
