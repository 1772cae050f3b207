/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kept_decision.h - the labels of a decision with side effects. */
#ifndef PLUGIN_KEPT_DECISION_H
#define PLUGIN_KEPT_DECISION_H

#include "plugin/labels/decision.h"

/* Changes the decision, which joins several conditions, so that the value of each one
 * is kept, and adds labels behind it that read those. Adds to `inside` where the
 * conditions hang then. */
void kept_decision_label(struct decision *d, vec<tree *> *inside);

#endif
