/* SPDX-License-Identifier: GPL-3.0-or-later */
/* statement_labels.h - instruction coverage (IC): a label in front of each statement.
 */
#ifndef PLUGIN_STATEMENT_LABELS_H
#define PLUGIN_STATEMENT_LABELS_H

/* Adds the labels to all statements below. */
void statement_labels_add(tree *body);

#endif
