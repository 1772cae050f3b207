/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mcmc/minimiser.h"

#include <string.h>

const struct minimiser *const minimiser_all[] = {
    &minimiser_signed, &minimiser_simplex,	 &minimiser_powell,
    &minimiser_valley, &minimiser_basin_hopping, NULL,
};

const struct minimiser *minimiser_find(const char *name)
{
	for (const struct minimiser *const *m = minimiser_all; *m; m++)
		if (strcmp((*m)->name, name) == 0)
			return *m;
	return NULL;
}
