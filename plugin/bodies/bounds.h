/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bounds.h - intervals of the integers and pointers of a body.
 */
#ifndef PLUGIN_BOUNDS_H
#define PLUGIN_BOUNDS_H

#include "plugin/bodies/bounds_shapes.h"

/* Whether it is a member of which a value is given. */
bool bounds_member(body_frame *f, tree t, HOST_WIDE_INT *value);
/* That of an operand or expression of the body. */
interval bounds(body_frame *f, tree t);
/* That of the address of a memory reference. */
interval bounds_address(body_frame *f, tree t);
/* The pointer of *pointer, or null. */
tree bounds_memory(tree t);

#endif
