/* SPDX-License-Identifier: GPL-3.0-or-later */
/* box.h - the range of each input that constraints between it and a constant leave. */
#ifndef SAT_BOX_H
#define SAT_BOX_H

#include "mcmc/objective.h"
#include "sat/search/computation.h"

/* Fills one axis for each input, with coordinates as in coordinate.h. An input for
 * which such constraints contradict each other has its whole range. A float's range
 * ends with one NaN above +oo if nothing bounds it. */
void box_axes(const struct evaluator *e, struct axis *axes);

#endif
