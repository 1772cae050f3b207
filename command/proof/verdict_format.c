/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verdict_format.c - the list of formats. */
#include "command/proof/verdict_format.h"

#define ADDRESS(format) &verdict_##format,
const struct verdict_format *const verdict_formats[] = {VERDICT_FORMATS(ADDRESS, )};

#define NAME(format) #format,
const char *const verdict_format_names[] = {VERDICT_FORMATS(NAME, ) NULL};

bool verdict_is_completion(const struct proving *p, size_t number,
			   const struct prove_goal *goal)
{
	return goal->returning && p->witness[number].met &&
	       goal->verdict != VERDICT_COVERED;
}
