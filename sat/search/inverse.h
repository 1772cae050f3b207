/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * inverse.h - operations solved for one of their operands: propagation of a target
 * value from a term down to a variable (Niemetz, Preiner and Biere, "Propagation based
 * local search for bit-precise reasoning", FMSD 2017), here for floats too.
 */
#ifndef SAT_INVERSE_H
#define SAT_INVERSE_H

#include "sat/search/computation.h"
#include "sat/search/draw.h"

/*
 * A value for operand k with which the node would be `target` while the others stay as
 * they are in e: the exact one where that is found, else one near to it, or a guess.
 */
word inverse_operand(const struct evaluator *e, gsl_rng *rng, uint32_t node, unsigned k,
		     word target);

#endif
