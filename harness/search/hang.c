/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/search/hang.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "value/type.h"

enum {
	FIRST_LOOK = 1 << 18, /* passes of loops */
	EACH_LOOK = 1 << 17,
	TURN_BITS = 2, /* by so much later is the next long run that is judged */
	SOUGHT_MOST = 1 << 22, /* passes of judged runs, where faults are sought */
};

/* Passes that no computation waits for: a sum of floats that goes on for so many. */
static const double PASSES_MOST = 1e12;

/* NaN where the operands are no numbers of at most 64 bits. */
static double distance_of_operands(uint32_t site, int *is_float)
{
	const struct trace_site *seen = &trace.sites[site];
	const enum me_type type = trace.program->sites[site]->type;

	*is_float = type_is_float(type);
	if (type == ME_VOID || type >= ME_F80)
		return NAN;
	return fabs((double)type_number(type, type_from_bits(type, seen->operand[0])) -
		    (double)type_number(type, type_from_bits(type, seen->operand[1])));
}

/* Whether the operands have come nearer since the last look; floats in steps by which
 * they meet in a time that somebody waits for. */
static int is_nearer(double before, double now, int is_float)
{
	if (!(now < before))
		return 0;
	return !is_float || now / (before - now) * EACH_LOOK < PASSES_MOST;
}

/* After another part of the passes: how many the run may take. */
static uint64_t look(void *context)
{
	struct hang_looks *l = context;

	for (uint32_t t = 0; t < trace.record.touched_count; t++) {
		const uint32_t site = trace.touched[t];
		int is_float;
		const double apart = distance_of_operands(site, &is_float);
		l->nearer[site] +=
		    l->count && is_nearer(l->apart[site], apart, is_float);
		l->apart[site] = apart;
	}
	if (++l->count >= HANG_LOOKS)
		return trace.record.budget;
	return trace.record.steps + EACH_LOOK;
}

static int hangs(void *context)
{
	const struct hang_looks *l = context;

	for (uint32_t t = 0; t < trace.record.touched_count; t++)
		if (l->nearer[trace.touched[t]] == HANG_LOOKS - 1)
			return 0;
	return l->count >= HANG_LOOKS;
}

int hang_begin(struct hang_looks *l, struct goals *g, struct run_request *request)
{
	const uint32_t sites = g->program->site_count;

	*l = (struct hang_looks){0, calloc(sites + 1, sizeof *l->apart),
				 calloc(sites + 1, 1), malloc(sites + 1)};
	if (!l->apart || !l->nearer || !l->all_sites) {
		free(l->apart);
		free(l->nearer);
		free(l->all_sites);
		return -1;
	}
	memset(l->all_sites, 1, sites + 1);
	goals_open_also(g, l->all_sites);
	request->aim = PROGRAM_NONE;
	request->levels = NULL;
	request->omits = OMIT_NOTHING;
	request->limit.steps = FIRST_LOOK;
	request->limit.extend = look;
	request->limit.hangs = hangs;
	request->limit.context = l;
	return 0;
}

void hang_end(struct hang_looks *l, struct goals *g, const unsigned char *also_open)
{
	goals_open_also(g, also_open);
	free(l->apart);
	free(l->nearer);
	free(l->all_sites);
}

int hang_is_due(struct hang_turns *t, int is_sought)
{
	if (++t->runs < t->next)
		return is_sought && t->sought < SOUGHT_MOST;
	t->next = t->runs << TURN_BITS;
	return 1;
}
