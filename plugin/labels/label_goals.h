/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * label_goals.h - coverage criteria as labels (labels=DC,CC,...): predicates at the places
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
#ifndef PLUGIN_LABEL_GOALS_H
#define PLUGIN_LABEL_GOALS_H

#include "plugin/labels/label_code.h"

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

/* ---- mutant_labels.cc: weak mutation, labels that tell an operator from another one */

/* Whether the expression is an operator that the criteria asked for would change. */
bool mutant_is_wanted(tree expression);

/* Adds labels of the operator, to be evaluated where the program evaluates it. `number`
 * is its own in the function. False: it has operands with effects, and gets none. */
bool mutant_label(tree expression, unsigned number, struct label_code *c);

/* Whether the right-hand side of an assignment, an initialiser or what a function
 * returns is a number that the criteria asked for would change. */
bool mutant_is_wanted_of_value(tree value);

/* Adds labels of such a value, as of an operand. False: it has effects. */
bool mutant_label_value(tree value, unsigned number, struct label_code *c);

/* ---- target_labels.cc: weak mutation of what is assigned to (SVR) */

/* Whether the variable, whose scope has begun, may be assigned to and compared: a number
 * that is a parameter of the function, or has had a value from its declaration on. */
bool target_is_variable(tree variable);

/* Whether the target of the assignment is a number that SVR, when it is asked for,
 * exchanges. */
bool target_is_wanted(tree assignment);

/* Adds labels of the target of `target = value`, to be evaluated in front of it: one for
 * each of the variables that may be assigned to there, the outer scopes' first. `number`
 * is its own in the function. False: one of the two has effects, and it gets none. */
bool target_label(tree target, tree value, const vec<tree> &variables, unsigned number,
		  struct label_code *c);

/* ---- statement_labels.cc: instruction coverage (IC) */

/* Adds the labels to all statements below. */
void statement_labels_add(tree *body);

/* ---- loop_labels.cc: loops that make no pass, one, or several (ELO) */

/* Adds the labels to all loops below. */
void loop_labels_add(tree *body);

/* ---- input_labels.cc: the boundaries (IOB) of the entry's parameters and the parts of their
 * domains (IDC) */

/* Adds the labels in front of the body of the entry. */
void input_labels_add(tree entry, tree *body);

#endif
