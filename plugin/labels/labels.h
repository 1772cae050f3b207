/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * labels.h - coverage criteria as labels (labels=DC,CC,...): predicates at the places
 * of a function's decisions and operators, after Bardin, Kosmatov, Cheynier, "Efficient
 * Leveraging of Symbolic Execution to Advanced Coverage Criteria" (ICST 2014). A label
 * is covered when a run comes to its place with its predicate true.
 *
 * They are written while the front end's trees still have decisions whole:
 *
 * Before:                     After:
 *     if (a < b && c)             if (({__me_goal_begin ();
 *                                       __me_goal_end ("cc", "0.0.true", ..., a < b);
 *                                       ...; a < b && c; }))
 *
 * From there on a label is a goal like the user's ME_LABEL (plugin/goals/makers.h): an
 * observer, which never changes what the program does.
 */
#ifndef PLUGIN_LABELS_H
#define PLUGIN_LABELS_H

/* Reads the partition of the inputs, if there is one. Reports an error, and returns
 * false. */
bool labels_read_partition(void);

/* The kind of goals that are the labels of Fortran's decisions. */
#define FORTRAN_DECISIONS "decision"

/* At the start of a unit: reports as an error where its language or -O has no whole
 * decisions to label. */
void labels_start(void);

/* Adds the labels that are asked for to a function, whose trees are the front end's
 * (PLUGIN_PRE_GENERICIZE); `is_entry`: the function under test. What gets none of some
 * criterion is named by a note. */
void labels_add(tree function, bool is_entry);

/* At the end of a unit: says how many decisions and operators had to be left out. */
void labels_finish(void);

#endif
