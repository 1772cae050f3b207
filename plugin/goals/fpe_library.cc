/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fpe_library.cc - the table of functions of libm, with the goals that each can meet.
 */
#include "plugin/gcc.h"
#include "plugin/goals/fpe_library.h"

static const struct library_function library[] = {
    {"sqrt", ME_NOT_NEGATIVE, INVALID},
    {"exp", ME_EXP, OVERFLOW | UNDERFLOW},
    {"exp2", ME_EXP2, OVERFLOW | UNDERFLOW},
    {"exp10", ME_EXP10, OVERFLOW | UNDERFLOW},
    {"expm1", ME_EXP, OVERFLOW},
    {"log", ME_NOT_NEGATIVE, INVALID | DIVZERO},
    {"log2", ME_NOT_NEGATIVE, INVALID | DIVZERO},
    {"log10", ME_NOT_NEGATIVE, INVALID | DIVZERO},
    {"log1p", ME_LOG1P, INVALID | DIVZERO},
    {"logb", ME_FUNCTION_1, DIVZERO},
    {"pow", ME_POW, OVERFLOW | INVALID | DIVZERO | UNDERFLOW},
    {"powi", ME_POW, OVERFLOW | DIVZERO | UNDERFLOW},
    {"sin", ME_COS, INVALID},
    {"cos", ME_COS, INVALID},
    {"tan", ME_COS, INVALID},
    {"asin", ME_ACOS, INVALID},
    {"acos", ME_ACOS, INVALID},
    {"acosh", ME_ACOSH, INVALID},
    {"atanh", ME_ACOS, INVALID | DIVZERO},
    {"atan2", ME_FUNCTION_2, UNDERFLOW},
    {"sinh", ME_COSH, OVERFLOW},
    {"cosh", ME_COSH, OVERFLOW},
    {"hypot", ME_FUNCTION_2, OVERFLOW},
    {"fdim", ME_FUNCTION_2, OVERFLOW},
    {"fma", ME_FUNCTION_2, OVERFLOW | INVALID | UNDERFLOW},
    {"fmod", ME_FMOD, INVALID},
    {"remainder", ME_FMOD, INVALID},
    {"ldexp", ME_FUNCTION_2, OVERFLOW | UNDERFLOW},
    {"scalbn", ME_FUNCTION_2, OVERFLOW | UNDERFLOW},
    {"scalbln", ME_FUNCTION_2, OVERFLOW | UNDERFLOW},
    {"nextafter", ME_FUNCTION_2, UNDERFLOW},
    {"tgamma", ME_GAMMA, OVERFLOW | INVALID | DIVZERO},
    {"lgamma", ME_GAMMA, OVERFLOW | DIVZERO},
    {"erfc", ME_ERFC, UNDERFLOW},
    {"y0", ME_NOT_NEGATIVE, INVALID | DIVZERO},
    {"y1", ME_NOT_NEGATIVE, INVALID | DIVZERO},
    {"lrint", ME_FUNCTION_1, INVALID | INEXACT},
    {"llrint", ME_FUNCTION_1, INVALID | INEXACT},
    {"lround", ME_FUNCTION_1, INVALID | INEXACT},
    {"llround", ME_FUNCTION_1, INVALID | INEXACT},
};

const library_function *library_callee(tree callee)
{
	const char *name =
	    callee && DECL_NAME(callee) ? IDENTIFIER_POINTER(DECL_NAME(callee)) : "";

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
