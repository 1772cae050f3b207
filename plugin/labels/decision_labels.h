/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decision_labels.h - the labels of one decision. */
#ifndef PLUGIN_DECISION_LABELS_H
#define PLUGIN_DECISION_LABELS_H

#include "plugin/labels/decision.h"
#include "plugin/labels/label_code.h"

/* A decision with more conditions gets no labels of MCC; */
enum { MCC_MOST = 8 };

/* Adds to the code in front of the decision, which has no effects, labels of all
 * criteria that are asked for. */
void decision_label(const struct decision *d, struct label_code *c);
/* The single functions; each adds those of its criterion. */
void decision_label_cc(const struct decision *d, struct label_code *c);
void decision_label_mcdc(const struct decision *d, struct label_code *c);

/* Of a decision that is a single condition with effects: its value is kept, and the
 * labels read that. Returns where the condition hangs then. */
tree *decision_label_in_place(const struct decision *d);

/* Notes that a place gets no labels of a criterion, or of several (CRITERIA). */
void decision_leave_out(location_t where, unsigned criterion, const char *why);
unsigned decision_left_out(void);

#endif
