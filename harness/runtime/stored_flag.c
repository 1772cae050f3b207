/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stored_flag.c - which comparisons may be the source of a flag in memory. */
#include "harness/runtime/stored_flag.h"

#include <stdlib.h>
#include <string.h>

static void number_sites(struct stored_flag *k, const struct program *p)
{
	for (uint32_t s = 0; s < p->site_count; s++) {
		const struct me_site *site = p->sites[s];
		k->row[s] = k->column[s] = PROGRAM_NONE;
		if (site->kind == ME_SITE_DATA)
			k->column[s] = k->data_count++;
		else if (site->flags & ME_SITE_KEPT && k->row_count < KEPT_ROW_LIMIT)
			k->row[s] = k->row_count++;
	}
}

int stored_flag_init(struct stored_flag *k, const struct program *p)
{
	memset(k, 0, sizeof *k);
	k->row = calloc(p->site_count + 1, sizeof *k->row);
	k->column = calloc(p->site_count + 1, sizeof *k->column);
	k->changed = calloc(p->site_count + 1, sizeof *k->changed);
	if (!k->row || !k->column || !k->changed) {
		stored_flag_done(k);
		return -1;
	}
	number_sites(k, p);
	size_t size = (size_t)k->row_count * k->data_count;
	if (!size || size > KEPT_SIZE_LIMIT) {
		for (uint32_t s = 0; s < p->site_count; s++)
			k->row[s] = PROGRAM_NONE;
		return 0;
	}
	k->relation = malloc(size);
	if (!k->relation) {
		stored_flag_done(k);
		return -1;
	}
	memset(k->relation, KEPT_SAME | KEPT_NEGATED, size);
	return 0;
}

void stored_flag_done(struct stored_flag *k)
{
	free(k->row);
	free(k->column);
	free(k->relation);
	free(k->changed);
	memset(k, 0, sizeof *k);
}

unsigned stored_flag_note(struct stored_flag *k, uint32_t site, uint32_t data, int flag,
			  int outcome)
{
	unsigned char *relation =
	    &k->relation[(size_t)k->row[site] * k->data_count + k->column[data]];
	unsigned possible = !flag == !outcome ? KEPT_SAME : KEPT_NEGATED;
	unsigned left = *relation & possible;

	if (left != *relation) {
		*relation = (unsigned char)left;
		if (!k->changed_count || k->changed[k->changed_count - 1] != site)
			k->changed[k->changed_count++] = site;
	}
	return left;
}
