/* SPDX-License-Identifier: GPL-3.0-or-later */
/* evaluator.h - computes all terms of a system of constraints, and how far each
 * constraint is from being true. */
#ifndef SAT_EVALUATOR_H
#define SAT_EVALUATOR_H

#include "sat/formula/system.h"
#include "sat/search/computation.h"

/* Returns 0, or -1 when memory is out. evaluator_done() is safe in both cases. */
int evaluator_init(struct evaluator *e, const struct system *system);
void evaluator_done(struct evaluator *e);

/* Computes all nodes for the inputs' values in e->values. Returns the sum of the
 * constraints' distances: 0 exactly when all of them hold. */
double evaluator_run(struct evaluator *e);

/* To be called when e's values, open and distances have been replaced by those of an
 * earlier run with the same metric. */
void evaluator_replaced(struct evaluator *e);

#endif
