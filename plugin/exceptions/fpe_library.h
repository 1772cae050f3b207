/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fpe_library.h - the exceptions of functions of libm. */
#ifndef PLUGIN_FPE_LIBRARY_H
#define PLUGIN_FPE_LIBRARY_H

#include "me/abi.h"

/* What is asked for of an operation, or-ed. */
enum {
	OVERFLOW = 1,
	INVALID = 2,
	DIVZERO = 4,
	UNDERFLOW = 8,
	INEXACT = 16,
};

struct library_function {
	const char *name; /* without f and l behind it */
	unsigned operands;
	unsigned arithmetic; /* enum me_arithmetic */
	unsigned kinds;
};

/* The row of a function, in any of the three precisions; null: it is none of them. */
const library_function *library_callee(tree callee);

#endif
