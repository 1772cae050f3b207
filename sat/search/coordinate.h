/* SPDX-License-Identifier: GPL-3.0-or-later */
/* coordinate.h - values as coordinates of mcmc/objective.h. */
#ifndef SAT_COORDINATE_H
#define SAT_COORDINATE_H

#include "mcmc/objective.h"
#include "sat/number/sort.h"

/* Coordinates of an input on its axis, as in mcmc/axis.h: of a float its place in the
 * order of values. Of more than 96 bits the upper ones; the others stay as in *value.
 */
coord coordinate_of(struct sort sort, word value);
word coordinate_value(struct sort sort, coord c, word value);

#endif
