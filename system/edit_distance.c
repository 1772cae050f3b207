/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edit_distance.c - by one row of the table, from the shorter prefixes to the longer.
 */
#include "system/edit_distance.h"

#include <stddef.h>
#include <string.h>

unsigned edit_distance(const char *a, const char *b)
{
	const size_t n = strlen(a), m = strlen(b);
	unsigned row[EDIT_DISTANCE_NAME];

	if (n >= EDIT_DISTANCE_NAME || m >= EDIT_DISTANCE_NAME)
		return EDIT_DISTANCE_NAME;
	for (size_t j = 0; j <= m; j++)
		row[j] = (unsigned)j;
	for (size_t i = 1; i <= n; i++) {
		unsigned diagonal = row[0];
		row[0] = (unsigned)i;
		for (size_t j = 1; j <= m; j++) {
			const unsigned above = row[j];
			unsigned best = diagonal + (a[i - 1] != b[j - 1]);
			if (above + 1 < best)
				best = above + 1;
			if (row[j - 1] + 1 < best)
				best = row[j - 1] + 1;
			diagonal = above;
			row[j] = best;
		}
	}
	return row[m];
}
