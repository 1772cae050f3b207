/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fpe_operation.h - an operation of floating point. */
#ifndef PLUGIN_FPE_OPERATION_H
#define PLUGIN_FPE_OPERATION_H

#include "plugin/goals/observer_code.h"

struct operation {
	gimple *stmt; /* behind it stand the goals */
	enum tree_code code; /* CALL_EXPR: of a function of libm */
	tree result, a, b, third; /* b and third may be null */
	unsigned kinds; /* or-ed, of fpe_library.h */
	unsigned arithmetic; /* enum me_arithmetic */
	/* Of a product or quotient of complex numbers: their imaginary parts. a and b
	 * are the real ones then, and the result is one part. Else null. */
	tree imaginary_a, imaginary_b;
};

#endif
