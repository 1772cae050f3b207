/* SPDX-License-Identifier: GPL-3.0-or-later */
/* leaves.h - the variables, parameters and members that an index is made of. */
#ifndef PLUGIN_LEAVES_H
#define PLUGIN_LEAVES_H

#include "plugin/bodies/bounds.h"

enum { SOURCES_DEEP = 12 }; /* expressions that are looked into */

typedef auto_vec<tree> decls;

/* The member, or null: of p->x, also of (*p).x[i]. */
tree leaf_member(tree t);
/* The numbers that an offset is made of; not n of i % n, which is no index. */
void leaves_add(const body_frame *f, tree t, decls *out, unsigned deep);
/* The members that one of several assignments copies to an index: i = h->size. */
void leaves_add_copies(const body_frame *f, const decls *indices, decls *out);
/* Those that are multiplied by another number that is no constant. */
void leaves_add_factors(const body_frame *f, tree t, decls *out, unsigned deep);
/* The largest constant by which the leaf is multiplied in such a factor: 2 of i * (2 * k + 1) + j; or 0. Start
 * with false and 0. */
unsigned leaves_times(const body_frame *f, tree t, tree leaf, bool is_factor,
		      unsigned deep);
/* Those that a remainder is below: n of (i + 1) % n. `t` may be null. */
void leaves_add_moduli(const body_frame *f, tree t, decls *out, unsigned deep);
/* The members that an index is masked by: mask of hash & t->mask, also as a variable. */
void leaves_add_masks(const body_frame *f, tree index, decls *out, unsigned deep);

#endif
