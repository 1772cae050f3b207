/* SPDX-License-Identifier: GPL-3.0-or-later */
/* loop_labels.h - loops that make no pass, one, or several (ELO). */
#ifndef PLUGIN_LOOP_LABELS_H
#define PLUGIN_LOOP_LABELS_H

/* Adds the labels to all loops below. */
void loop_labels_add(tree *body);

#endif
