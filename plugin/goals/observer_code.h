/* SPDX-License-Identifier: GPL-3.0-or-later */
/* observer_code.h - the statements that compute a maker's predicate. */
#ifndef PLUGIN_OBSERVER_CODE_H
#define PLUGIN_OBSERVER_CODE_H

/* Begins empty: {NULL, the place of all statements}. */
struct observer_code {
	gimple_seq seq;
	location_t where;
};

/* Adds `code a b` (b null: of one operand); returns its value, of that type. */
tree observer_emit(struct observer_code *c, tree type, enum tree_code code, tree a,
		   tree b = NULL_TREE);

/* The truth of `a code b`; and its opposite. */
tree observer_compare(struct observer_code *c, enum tree_code code, tree a, tree b);
tree observer_not(struct observer_code *c, tree truth);

/* a & b of two truth values, either of which may be null: then it is the other one. */
tree observer_and(struct observer_code *c, tree a, tree b);
tree observer_or(struct observer_code *c, tree a, tree b);

#endif
