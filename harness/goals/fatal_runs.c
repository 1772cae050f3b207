/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/goals/fatal_runs.h"

#include <stdlib.h>
#include <string.h>

#include "me/verdicts.h"

uint64_t fatal_runs_hash(struct input in)
{
	return me_verdicts_hash(ME_IR_HASH_START, in.data, in.size);
}

const struct fatal_run *fatal_runs_find(const struct fatal_runs *f, struct input in)
{
	if (!f->count)
		return NULL;
	const uint64_t hash = fatal_runs_hash(in);
	const struct fatal_run *r = f->buckets[hash % FATAL_BUCKETS];

	while (r && r->hash != hash)
		r = r->next;
	return r;
}

const struct fatal_run *fatal_runs_add(struct fatal_runs *f, uint64_t hash,
				       const uint32_t *met, uint32_t met_count)
{
	const size_t size = met_count * sizeof *met;
	struct fatal_run *r = malloc(sizeof *r + size);

	if (!r)
		return NULL;
	r->hash = hash;
	r->met_count = met_count;
	memcpy(r->met, met, size);
	r->next = f->buckets[hash % FATAL_BUCKETS];
	f->buckets[hash % FATAL_BUCKETS] = r;
	f->count++;
	return r;
}
