/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mcmc/minimiser.h"

#include <string.h>

#define ADDRESS(method) &minimiser_##method,
const struct minimiser *const minimiser_all[] = {MINIMISERS(ADDRESS) NULL};

const struct minimiser *minimiser_find(const char *name)
{
	for (const struct minimiser *const *m = minimiser_all; *m; m++)
		if (strcmp((*m)->name, name) == 0)
			return *m;
	return NULL;
}
