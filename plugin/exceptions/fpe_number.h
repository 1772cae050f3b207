/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fpe_number.h - numbers of a floating-point type, and conditions on them. */
#ifndef PLUGIN_FPE_NUMBER_H
#define PLUGIN_FPE_NUMBER_H

#include "plugin/goals/observer_code.h"

/* Binary floating point of at least 32 bits. */
bool fpe_is_float(tree type);

/* A real constant; and one with which results are exact, or exceptions none of the
 * operation's: 0, infinite or no number. Null is none. */
bool fpe_is_constant(tree value);
bool fpe_is_special(tree value);

/* The largest finite number, and the least normal one above 0. */
tree fpe_largest(tree type);
tree fpe_least_normal(tree type);

/* Emit |a| code limit, and a code 0. */
tree fpe_magnitude(struct observer_code *c, tree a, enum tree_code code, tree limit);
tree fpe_against_zero(struct observer_code *c, tree a, enum tree_code code);

/* Emits |a| > the largest finite number. */
tree fpe_is_infinite(struct observer_code *c, tree a);

/* Emit what may be null: nothing is asked of a constant, of an integer, or where there
 * is no such operand (a is null). `is_not_zero`: neither 0 nor NaN. */
tree fpe_is_finite(struct observer_code *c, tree a);
tree fpe_is_not_zero(struct observer_code *c, tree a);
tree fpe_is_number(struct observer_code *c, tree a);

#endif
