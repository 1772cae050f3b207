/* SPDX-License-Identifier: GPL-3.0-or-later */
/* condition.h - which statements that end a block are branches of the program, and
 * which of them its source wrote. */
#ifndef PLUGIN_CONDITION_H
#define PLUGIN_CONDITION_H

/* What the name of a variable begins with that has the value of a decision whose labels
 * stand behind it (plugin/labels). */
#define CONDITION_OF_LABELS "me_decision"

/* Whether the last statement of a block (or null) is counted by the ordinals of
 * branches (sites.cc). Checks of UBSan's are not, nor is a jump by such a variable,
 * where a decision's labels stand between its conditions and what it decides. */
bool condition_counts(gimple *last);

/* Whether no source line wrote the condition. */
bool condition_is_compilers(gimple *stmt);

/* Adds the comparisons that nothing uses but checks and conditions that no source line
 * wrote. */
void condition_collect_data(function *fun, hash_set<gimple *> *makers);

#endif
