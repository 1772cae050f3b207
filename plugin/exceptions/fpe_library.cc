/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fpe_library.cc - the table of functions of libm, with the goals that each can meet.
 */
#include "plugin/gcc.h"
#include "plugin/exceptions/fpe_library.h"

static const struct library_function library[] = {
    {"sqrt", 1, ME_NOT_NEGATIVE, INVALID},
    {"exp", 1, ME_EXP, OVERFLOW | UNDERFLOW},
    {"exp2", 1, ME_EXP2, OVERFLOW | UNDERFLOW},
    {"exp10", 1, ME_EXP10, OVERFLOW | UNDERFLOW},
    {"expm1", 1, ME_EXP, OVERFLOW},
    {"log", 1, ME_NOT_NEGATIVE, INVALID | DIVZERO},
    {"log2", 1, ME_NOT_NEGATIVE, INVALID | DIVZERO},
    {"log10", 1, ME_NOT_NEGATIVE, INVALID | DIVZERO},
    {"log1p", 1, ME_LOG1P, INVALID | DIVZERO},
    {"logb", 1, ME_FUNCTION_1, DIVZERO},
    {"pow", 2, ME_POW, OVERFLOW | INVALID | DIVZERO | UNDERFLOW},
    {"powi", 2, ME_POW, OVERFLOW | DIVZERO | UNDERFLOW},
    {"sin", 1, ME_COS, INVALID},
    {"cos", 1, ME_COS, INVALID},
    {"tan", 1, ME_COS, INVALID},
    {"asin", 1, ME_ACOS, INVALID},
    {"acos", 1, ME_ACOS, INVALID},
    {"acosh", 1, ME_ACOSH, INVALID},
    {"atanh", 1, ME_ACOS, INVALID | DIVZERO},
    {"atan2", 2, ME_FUNCTION_2, UNDERFLOW},
    {"sinh", 1, ME_COSH, OVERFLOW},
    {"cosh", 1, ME_COSH, OVERFLOW},
    {"cabs", 1, ME_FUNCTION_2, OVERFLOW},
    {"hypot", 2, ME_FUNCTION_2, OVERFLOW},
    {"fdim", 2, ME_FUNCTION_2, OVERFLOW},
    {"fma", 3, ME_FUNCTION_2, OVERFLOW | INVALID | UNDERFLOW},
    {"fmod", 2, ME_FMOD, INVALID},
    {"remainder", 2, ME_FMOD, INVALID},
    {"ldexp", 2, ME_FUNCTION_2, OVERFLOW | UNDERFLOW},
    {"scalbn", 2, ME_FUNCTION_2, OVERFLOW | UNDERFLOW},
    {"scalbln", 2, ME_FUNCTION_2, OVERFLOW | UNDERFLOW},
    {"tgamma", 1, ME_TGAMMA, OVERFLOW | INVALID | DIVZERO | UNDERFLOW},
    {"lgamma", 1, ME_GAMMA, OVERFLOW | DIVZERO},
    {"erfc", 1, ME_ERFC, UNDERFLOW},
    {"y0", 1, ME_NOT_NEGATIVE, INVALID | DIVZERO},
    {"y1", 1, ME_NOT_NEGATIVE, OVERFLOW | INVALID | DIVZERO},
    {"jn", 2, ME_FUNCTION_2, UNDERFLOW},
    {"yn", 2, ME_NOT_NEGATIVE, OVERFLOW | INVALID | DIVZERO},
    {"irint", 1, ME_FUNCTION_1, INVALID | INEXACT}, /* Fortran has these two */
    {"iround", 1, ME_FUNCTION_1, INVALID | INEXACT},
    {"lrint", 1, ME_FUNCTION_1, INVALID | INEXACT},
    {"llrint", 1, ME_FUNCTION_1, INVALID | INEXACT},
    {"lround", 1, ME_FUNCTION_1, INVALID | INEXACT},
    {"llround", 1, ME_FUNCTION_1, INVALID | INEXACT},
};

const library_function *library_callee(tree callee)
{
	/* One that the unit defines is the program's own. */
	const char *name = callee && DECL_NAME(callee) && DECL_EXTERNAL(callee)
			       ? IDENTIFIER_POINTER(DECL_NAME(callee))
			       : "";

	if (startswith(name, "__builtin_")) /* as C++ and Fortran call it */
		name += strlen("__builtin_");
	for (unsigned i = 0; i < ARRAY_SIZE(library); i++) {
		const size_t n = strlen(library[i].name);
		if (!strncmp(name, library[i].name, n) &&
		    (!name[n] || (strchr("fl", name[n]) && !name[n + 1])))
			return &library[i];
	}
	return NULL;
}
