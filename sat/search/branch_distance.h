/* SPDX-License-Identifier: GPL-3.0-or-later */
/* branch_distance.h - how far an atom is from being true, and from being false. */
#ifndef SAT_BRANCH_DISTANCE_H
#define SAT_BRANCH_DISTANCE_H

#include "sat/search/computation.h"

/* Sets e->distances of a node that compares or classifies. */
void branch_distance(struct evaluator *e, uint32_t node);

#endif
