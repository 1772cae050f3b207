/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rte.h - goals in front of operations that would be errors in the language. */
#ifndef PLUGIN_RTE_H
#define PLUGIN_RTE_H

/* The errors, or-ed; rte_goals.cc has their predicates. */
enum {
	RTE_DIVISION = 1,
	RTE_OVERFLOW = 2,
	RTE_SHIFT = 4,
	RTE_INDEX = 8,
	RTE_NULL = 16,
	RTE_ALL = 31,
	RTE_FRONT = 32, /* of the entry's arrays */
};

/* entry_front() */
extern bool (*rte_front)(tree value);

/* Adds goals of that kind for the errors to the function. Their names are N.ERROR, N
 * from 0 on; returns the first N that is free. */
unsigned rte_add(function *fun, const char *kind, unsigned errors);

/* Whether the bounds of the array are those of the object. One of at most one element at the end of
 * what a pointer points to may be longer. */
bool rte_has_size(tree array);
/* "never leaves t (12 elements)"; the text stays. */
const char *rte_never_leaves(tree array);

#endif
