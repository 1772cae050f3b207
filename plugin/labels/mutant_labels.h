/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mutant_labels.h - weak mutation: labels that tell an operator from another one. */
#ifndef PLUGIN_MUTANT_LABELS_H
#define PLUGIN_MUTANT_LABELS_H

#include "plugin/labels/label_code.h"

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

#endif
