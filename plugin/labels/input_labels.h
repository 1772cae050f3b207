/* SPDX-License-Identifier: GPL-3.0-or-later */
/* input_labels.h - labels of the entry's parameters: their boundaries (IOB) and the
 * parts of their domains (IDC). */
#ifndef PLUGIN_INPUT_LABELS_H
#define PLUGIN_INPUT_LABELS_H

/* Adds the labels in front of the body of the entry. */
void input_labels_add(tree entry, tree *body);

#endif
