/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * repair_walk.h - a walk by repairs of one violated constraint at a time (as WalkSAT:
 * Selman, Kautz and Cohen, 1994): a step that does not raise the cost is taken, another
 * one now and then.
 */
#ifndef SAT_REPAIR_WALK_H
#define SAT_REPAIR_WALK_H

#include "sat/search/trial.h"

/* Walks from the point until `patience` steps in a row have not lowered the cost. */
void walk_run(struct trial *t, unsigned patience);

#endif
