/* SPDX-License-Identifier: GPL-3.0-or-later */
/* target_labels.h - weak mutation of what is assigned to (SVR). */
#ifndef PLUGIN_TARGET_LABELS_H
#define PLUGIN_TARGET_LABELS_H

#include "plugin/labels/label_code.h"

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

#endif
