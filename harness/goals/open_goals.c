/* SPDX-License-Identifier: GPL-3.0-or-later */
/* open_goals.c - what runs have to tell of the goals that are open. */
#include "harness/goals/goals.h"

#include <stdlib.h>
#include <string.h>

/* ---- counters */

int open_counters_init(struct open_counters *o, const struct program *program)
{
	size_t count = 0;

	o->program = program;
	o->first = calloc(program->unit_count + 1, sizeof *o->first);
	if (!o->first)
		return -1;
	for (uint32_t u = 0; u < program->unit_count; u++) {
		o->first[u] = count;
		count += program->units[u].record->counter_count;
	}
	o->mask = calloc(count + 1, 1);
	if (o->mask)
		return 0;
	open_counters_done(o);
	return -1;
}

void open_counters_done(struct open_counters *o)
{
	free(o->mask);
	free(o->first);
	*o = (struct open_counters){0};
}

void open_counters_set(struct open_counters *o, uint32_t goal, int is_open)
{
	const struct program *p = o->program;
	const uint32_t u = p->goal_unit[goal];
	const struct me_unit *unit = p->units[u].record;
	const unsigned char *counter = p->goals[goal]->counter;

	o->mask[o->first[u] + (size_t)(counter - unit->counters)] = is_open ? 0xff : 0;
}

/* Eight counters at any address: memcpy would be a call here (tools/runtime.sh). */
typedef uint64_t eight __attribute__((may_alias, aligned(1)));

static int any_set(const unsigned char *counters, const unsigned char *mask, size_t n)
{
	uint64_t set = 0;
	size_t i = 0;

	for (; i + sizeof(eight) <= n; i += sizeof(eight))
		set |= *(const eight *)(counters + i) & *(const eight *)(mask + i);
	for (; i < n; i++)
		set |= counters[i] & mask[i];
	return set != 0;
}

int open_counters_any(const struct open_counters *o)
{
	const struct program *p = o->program;

	for (uint32_t u = 0; u < p->unit_count; u++) {
		const struct me_unit *unit = p->units[u].record;
		if (any_set(unit->counters, o->mask + o->first[u], unit->counter_count))
			return 1;
	}
	return 0;
}

/* ---- sites */

enum { SITE_UNTOLD = 2 };

int open_sites_init(struct open_sites *o, const struct program *program,
		    const unsigned char *done, const unsigned char *decision_sites)
{
	const size_t n = program->site_count + 1;

	*o = (struct open_sites){
	    .program = program, .done = done, .decision_sites = decision_sites};
	o->wanted = calloc(n, 1);
	o->told = calloc(n, 1);
	o->goal = calloc(n, sizeof *o->goal);
	if (!o->wanted || !o->told || !o->goal) {
		open_sites_done(o);
		return -1;
	}
	for (uint32_t s = 0; s < program->site_count; s++)
		o->goal[s] = program_site_goal(program, s);
	open_sites_forget(o);
	return 0;
}

void open_sites_done(struct open_sites *o)
{
	free(o->wanted);
	free(o->told);
	free(o->goal);
	*o = (struct open_sites){0};
}

void open_sites_forget(struct open_sites *o)
{
	memset(o->told, SITE_UNTOLD, o->program->site_count);
}

/* ---- what is wanted */

/* Whether any goal is open, and one of a site that tests a flag. */
static void find_open(const struct open_sites *o, int *any, int *flags)
{
	const struct program *p = o->program;

	*any = *flags = 0;
	for (uint32_t i = 0; i < p->goal_count; i++) {
		const uint32_t site = program_goal_site(p, i);
		if (o->done[i] && !(o->opens_decisions && o->decision_sites[site]))
			continue;
		*any = 1;
		*flags |= !!(p->sites[site]->flags & (ME_SITE_FLAG | ME_SITE_KEPT));
	}
}

/* Sites whose distance is wanted: those with an open goal, and, as long as one of those
 * tests a flag, all that may decide a flag; calls on texts as long as there is any,
 * since the texts that they get can be written into an input (comparison_log.h). */
static int is_wanted_site(const struct open_sites *o, uint32_t s, int any, int flags)
{
	const struct program *p = o->program;
	const struct me_site *site = p->sites[s];
	int open =
	    flags && (site->kind == ME_SITE_DATA || site->kind == ME_SITE_INNER ||
		      p->first_influence[s] != p->first_influence[s + 1]);

	open |= any && site->op >= ME_COMPARE_BYTES;
	open |= o->armed && site->kind == ME_SITE_PREDICATE;
	open |= o->opens_decisions && o->decision_sites[s];
	for (uint32_t side = 0; side < site->sides; side++)
		open |= !o->done[o->goal[s] + side];
	return open | trace.session.pen;
}

void open_sites_want(struct open_sites *o)
{
	int any, flags;

	find_open(o, &any, &flags);
	for (uint32_t s = 0; s < o->program->site_count; s++)
		o->wanted[s] = is_wanted_site(o, s, any, flags) != 0;
	open_sites_tell(o);
}

/* ---- what sites are told */

/* Whether one side of the site leads to the site aimed at and another does not. */
static int may_turn(const struct open_sites *o, uint32_t site)
{
	const uint32_t *levels = o->levels + o->goal[site];
	const uint32_t sides = o->program->sites[site]->sides;
	uint32_t leading = 0;

	for (uint32_t side = 0; side < sides; side++)
		leading += levels[side] != 0;
	return leading > 0 && leading < sides;
}

/* The hook of an operation is called where one of its sites is open; the first of these
 * is the one that says how many they are. */
static void tell_operation(const struct open_sites *o, uint32_t site)
{
	const struct program *p = o->program;
	uint32_t first = site;

	while (first && !p->sites[first]->group)
		first--;
	for (uint32_t i = first; i < first + p->sites[first]->group; i++)
		if (o->told[i] == 1) {
			trace_open_operation(first);
			return;
		}
}

void open_sites_tell(struct open_sites *o)
{
	for (uint32_t s = 0; s < o->program->site_count; s++) {
		const int open = o->wanted[s] || (o->also_open && o->also_open[s]) ||
				 (o->levels && may_turn(o, s));
		if (o->told[s] == open)
			continue;
		o->told[s] = (unsigned char)open;
		trace_open(s, open);
		if (o->program->sites[s]->flags & ME_SITE_OPERATION)
			tell_operation(o, s);
	}
}
