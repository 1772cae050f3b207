/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fpe_conversion.h - an operation of floating point, and the predicates of one that
 * converts to an integer. */
#ifndef PLUGIN_FPE_CONVERSION_H
#define PLUGIN_FPE_CONVERSION_H

#include "plugin/goals/observer_code.h"

struct operation {
	gimple *stmt;
	enum tree_code code; /* CALL_EXPR: of a function of libm */
	tree result, a, b, third; /* b and third may be null */
	unsigned kinds;
	unsigned arithmetic; /* enum me_arithmetic */
};

/* Emits: the number is none of the integer type's; it is, and has a fraction. */
tree converts_badly(struct observer_code *c, const struct operation *o);
tree loses_fraction(struct observer_code *c, const struct operation *o);

#endif
