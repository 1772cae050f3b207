/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edit_distance.h - how much two names differ. */
#ifndef SYSTEM_EDIT_DISTANCE_H
#define SYSTEM_EDIT_DISTANCE_H

enum { EDIT_DISTANCE_NAME = 200 };

/* Characters to insert, delete or replace that make one name the other (Levenshtein
 * 1966); EDIT_DISTANCE_NAME if one is as long as that or longer. */
unsigned edit_distance(const char *a, const char *b);

#endif
