/* SPDX-License-Identifier: GPL-3.0-or-later */
/* coordinate.h - values as coordinates of mcmc/objective.h. */
#ifndef SAT_COORDINATE_H
#define SAT_COORDINATE_H

#include "mcmc/objective.h"
#include "sat/number/sort.h"

/* The coordinate of an input on its axis, as in mcmc/axis.h: that of a float is its
 * place in the order of values. Of a value of more than 96 bits it has the upper 96. */
coord coordinate_of(struct sort sort, word value);
/* The value at a coordinate; bits that the coordinate does not have stay as they are in
 * `value`. */
word coordinate_value(struct sort sort, coord c, word value);

#endif
