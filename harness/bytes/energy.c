/* SPDX-License-Identifier: GPL-3.0-or-later */
/* energy.c - the energy of minimisation, and which runs have hooks. */
#include "harness/bytes/energy.h"

#include <stdlib.h>
#include <string.h>

/* ---- minimisation */

#define HOOKS_A_RUN 32 /* that cost as much as a run itself */
#define TO_BEGIN_WITH 400000 /* with few goals; with this many, half of it: */
#define MANY_GOALS 30
#define CREDIT_MOST 400000
#define CREDIT_PART 0.1 /* of libFuzzer's runs; while reached goals are untried: */
#define CREDIT_PART_UNTRIED 0.3
#define PRICE_MEMORY 0.125 /* of the average */

void energy_init(struct energy *s, unsigned goals)
{
	double credit = (double)TO_BEGIN_WITH * MANY_GOALS / (MANY_GOALS + goals);

	*s = (struct energy){credit, 100, 0};
}

double energy_cost(unsigned long long runs, unsigned long long hooks)
{
	return (double)runs + (double)hooks / HOOKS_A_RUN;
}

static void earn(struct energy *s, double sum)
{
	s->credit += sum;
	if (s->credit > CREDIT_MOST)
		s->credit = CREDIT_MOST;
}

void energy_fuzzed(struct energy *s, double cost, unsigned long long closed,
		   uint32_t untried)
{
	s->since += cost;
	earn(s, (untried ? CREDIT_PART_UNTRIED : CREDIT_PART) * cost);
	if (!closed)
		return;
	s->price += PRICE_MEMORY * (s->since / (double)closed - s->price);
	s->since = 0;
}

void energy_minimised(struct energy *s, double cost, unsigned long long closed)
{
	double price = s->since > s->price ? s->since : s->price;

	s->credit -= cost;
	earn(s, (double)closed * price);
}

int energy_allows(const struct energy *s)
{
	return s->credit > 0;
}

/* ---- hooks */

#define HOOKS_PART 0.25 /* of the runs' own time */

int sampling_takes(const struct sampling *s)
{
	return s->hooks <= HOOKS_PART * s->runs;
}

void sampling_note(struct sampling *s, double hooks)
{
	s->runs++;
	s->hooks += hooks;
}

static int needs_hook(const struct me_site *site)
{
	return site->kind == ME_SITE_PREDICATE || (site->flags & ME_SITE_OPERATION);
}

/* The program has got sites. 0 when out of memory. */
static int sampling_grow(struct sampling *s, const struct program *p)
{
	uint8_t *states = realloc(s->states, p->site_count);

	s->states = states ? states : s->states;
	uint8_t *kept = realloc(s->kept, p->site_count);
	s->kept = kept ? kept : s->kept;
	if (!states || !kept)
		return 0;
	for (uint32_t i = 0; i < p->site_count; i++)
		s->kept[i] = needs_hook(p->sites[i]) ? 0xff : 0;
	s->sites = p->site_count;
	return 1;
}

static void mask_states(uint8_t *restrict state, const uint8_t *restrict kept,
			uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		state[i] &= kept[i];
}

void sampling_close_sites(struct sampling *s, const struct program *p)
{
	if (s->sites < p->site_count && !sampling_grow(s, p))
		return;
	for (uint32_t u = 0; u < p->unit_count; u++) {
		const struct me_unit *unit = p->units[u].record;
		const uint32_t first = p->units[u].site;
		memcpy(s->states + first, unit->state, unit->site_count);
		mask_states(unit->state, s->kept + first, unit->site_count);
	}
}

void sampling_open_sites(struct sampling *s, const struct program *p)
{
	if (s->sites < p->site_count)
		return;
	for (uint32_t u = 0; u < p->unit_count; u++)
		memcpy(p->units[u].record->state, s->states + p->units[u].site,
		       p->units[u].record->site_count);
}

void sampling_owe(struct sampling *s, const void *bytes, size_t size)
{
	if (size > s->owed_room) {
		free(s->owed);
		s->owed = malloc(size);
		s->owed_room = s->owed ? size : 0;
	}
	if (size > s->owed_room)
		return;
	memcpy(s->owed, bytes, size);
	s->owed_size = size;
}

const uint8_t *sampling_owed(struct sampling *s, size_t *size)
{
	*size = s->owed_size;
	s->owed_size = 0;
	return *size ? s->owed : NULL;
}
