/* SPDX-License-Identifier: GPL-3.0-or-later */
/* places.h - members that are places in an array. */
#ifndef PLUGIN_PLACES_H
#define PLUGIN_PLACES_H

#include "plugin/bodies/uses_sources.h"

/* ---- noted in a first look at all bodies */

/* Which members are indices of the array. */
void places_note_indices(const body_frame *f, tree pointer, const decls *indices,
			 const decls *factors, tree offset);
/* What is stored in a member stays below another one, is its value that is changed, or a constant. */
void places_note_store(const body_frame *f, const fact *at);

/* ---- noted in a second look, and a third one */

/* A comparison of a member that says where the next element of an array goes with another one, which
 * is the capacity of the array; `is_place`: with one that does so and has a capacity, as head == tail,
 * tail == size. */
void places_note_capacity(const body_frame *f, const fact *c, bool is_place);

/* ---- asked for afterwards */

/* Whether `decl` is a place in the array as the other one is, head == tail, and not the number of
 * its elements: that they are compared says nothing of these. */
bool places_are_alike(tree array, tree other, tree decl, tree_code code);
/* What says how many elements the array has: the integer itself, or the capacity where that says how
 * many are in use. */
tree places_length(tree array, tree count);
/* x[hash & mask]: there is one element more than the mask says. */
void places_take_masks(const body_frame *f, tree array, tree offset);
/* Whether the member has its own value where the fact is: nothing is assigned to it before. */
bool places_unchanged(const body_frame *f, tree member, const fact *at);

#endif
