/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * guide.c - the flag problem at run time: evaluates the guides that the plugin wrote
 * (include/me/abi.h), and finds out which comparison made a flag that went through
 * memory (trace.h).
 */
#include "harness/runtime/guide.h"

enum { STACK = 64, MAX_NESTING = 8 };

/* Images to false [0] and to true [1]. UNKNOWN is never 0 and never the least. */
struct truth {
	uint64_t to[2];
};

#define UNKNOWN (UINT64_MAX - 1)
static const struct truth unknown = {{UNKNOWN, UNKNOWN}};

static struct truth evaluate(uint32_t unit, const uint32_t *guide, int nesting);

/* Of a conjunction with an unknown part only the known part guides, as long as it is
 * not met: then what is left to do is unknown. */
static uint64_t known_part(uint64_t known)
{
	return known ? known : UNKNOWN;
}

static uint64_t distance_sum(uint64_t a, uint64_t b)
{
	if (a >= UNKNOWN)
		return b >= UNKNOWN ? UNKNOWN : known_part(b);
	if (b >= UNKNOWN)
		return known_part(a);
	uint64_t s = distance_add(trace.session.kind, a, b);
	return s >= UNKNOWN ? UNKNOWN - 1 : s;
}

/* Outcomes still open after the last influence depend on the values. One that no
 * constant has depends on them in any case. */
static uint64_t with_value(uint64_t own, uint64_t of_value, int is_constant)
{
	if (own >= UNKNOWN || own == 0)
		return of_value;
	return is_constant ? own : distance_sum(own, of_value);
}

static struct truth flag_truth(uint32_t unit, uint32_t flag, int nesting)
{
	const struct program_unit *u = &trace.program->units[unit];
	const struct trace_flag *cell = &trace.flags[u->flag + flag];
	const struct me_flag *record = &u->record->flags[flag];
	const uint32_t *const *values = record->values;
	const unsigned constants = record->constants;
	struct truth t = unknown;

	for (int outcome = 0; outcome < 2; outcome++)
		if (cell->run[outcome] == trace.run)
			t.to[outcome] = cell->to[outcome];
	if (!values || nesting == MAX_NESTING)
		return t;
	for (; *values; values++) {
		struct truth v = evaluate(unit, *values, nesting + 1);
		for (int o = 0; o < 2; o++)
			t.to[o] = with_value(t.to[o], v.to[o], constants & 1 << o);
	}
	return t;
}

static struct truth call_truth(uint32_t unit, uint32_t callee, int nesting)
{
	const struct program *p = trace.program;
	uint32_t f = p->units[unit].callees[callee];

	if (f == PROGRAM_NONE || p->functions[f]->returns == ME_NO_FLAG ||
	    nesting == MAX_NESTING)
		return unknown;
	return flag_truth(p->function_unit[f], p->functions[f]->returns, nesting + 1);
}

static struct truth site_truth(uint32_t unit, uint32_t site)
{
	const struct trace_site *cell =
	    &trace.sites[trace.program->units[unit].site + site];
	struct truth t = {{cell->to[1], cell->to[0]}};

	return cell->run == trace.run ? t : unknown;
}

/* Whether the first of two texts is less (below), or greater. The way to another order
 * is that to equality: it falls as more bytes are in common. */
static struct truth order_truth(uint32_t unit, uint32_t site, int below)
{
	const struct trace_site *cell =
	    &trace.sites[trace.program->units[unit].site + site];
	int holds = below ? cell->sign < 0 : cell->sign > 0;
	uint64_t way = cell->sign ? cell->to[1] : cell->to[0];
	struct truth t = {{holds ? way : 0, holds ? 0 : way}};

	return cell->run == trace.run ? t : unknown;
}

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* a op b, op one of AND, OR, XOR: of a conjunction the distances add, of a disjunction
 * the least counts. */
static struct truth combine(unsigned op, struct truth a, struct truth b)
{
	struct truth t;

	switch (op) {
	case ME_GUIDE_AND:
		t.to[1] = distance_sum(a.to[1], b.to[1]);
		t.to[0] = least(a.to[0], b.to[0]);
		return t;
	case ME_GUIDE_OR:
		t.to[1] = least(a.to[1], b.to[1]);
		t.to[0] = distance_sum(a.to[0], b.to[0]);
		return t;
	default:
		t.to[1] = least(distance_sum(a.to[1], b.to[0]),
				distance_sum(a.to[0], b.to[1]));
		t.to[0] = least(distance_sum(a.to[1], b.to[1]),
				distance_sum(a.to[0], b.to[0]));
		return t;
	}
}

static struct truth leaf(uint32_t unit, uint32_t token, int nesting)
{
	uint32_t argument = token & 0xffffff;
	struct truth constant = {{argument ? UNKNOWN : 0, argument ? 0 : UNKNOWN}};

	switch (token >> 24) {
	case ME_GUIDE_SITE:
		return site_truth(unit, argument);
	case ME_GUIDE_BELOW:
		return order_truth(unit, argument, 1);
	case ME_GUIDE_ABOVE:
		return order_truth(unit, argument, 0);
	case ME_GUIDE_PHI:
		return flag_truth(unit, argument, nesting);
	case ME_GUIDE_CALL:
		return call_truth(unit, argument, nesting);
	case ME_GUIDE_CONST:
		return constant;
	default:
		return unknown;
	}
}

static struct truth evaluate(uint32_t unit, const uint32_t *guide, int nesting)
{
	struct truth stack[STACK];
	int n = 0;

	for (; *guide >> 24 != ME_GUIDE_END; guide++) {
		unsigned kind = *guide >> 24;
		if (kind == ME_GUIDE_NOT && n >= 1) {
			uint64_t t = stack[n - 1].to[0];
			stack[n - 1].to[0] = stack[n - 1].to[1];
			stack[n - 1].to[1] = t;
		} else if (kind >= ME_GUIDE_AND && kind <= ME_GUIDE_XOR && n >= 2) {
			n--;
			stack[n - 1] = combine(kind, stack[n - 1], stack[n]);
		} else if (n < STACK) {
			stack[n++] = leaf(unit, *guide, nesting);
		}
	}
	return n ? stack[n - 1] : unknown;
}

/* The signed difference of the one site that a guide consists of, else 0. */
static coord guide_sign(uint32_t unit, const uint32_t *guide)
{
	const uint32_t *end = guide + 1;
	unsigned kind = *guide >> 24;

	while (*end >> 24 == ME_GUIDE_NOT)
		end++;
	if ((kind != ME_GUIDE_SITE && kind != ME_GUIDE_BELOW &&
	     kind != ME_GUIDE_ABOVE) ||
	    *end >> 24 != ME_GUIDE_END)
		return 0;
	uint32_t site = trace.program->units[unit].site + (*guide & 0xffffff);
	return trace.sites[site].run == trace.run ? trace.sites[site].sign : 0;
}

/* The distances of a condition that tests a flag, where its guide knows better. The
 * outcome itself stays that of the operands. */
void guide_apply(const struct me_site *site, struct distance *d)
{
	uint32_t unit = trace.program->site_unit[site->id];
	struct truth t = evaluate(unit, site->guide, 0);
	int taken = d->to[0] == 0 ? 0 : 1; /* side */

	/* A side's distance: side 0 wants true. */
	uint64_t wanted = t.to[taken == 0 ? 0 : 1];
	if (wanted != 0 && wanted < UNKNOWN)
		d->to[!taken] = wanted;
	d->sign = guide_sign(unit, site->guide);
}

/* The flag that a guide consists of, as it is or negated; null: of something else.
 * *outcome: that of the flag when the guide is true. */
static struct trace_flag *flag_of(uint32_t unit, const uint32_t *guide, int *outcome,
				  const struct me_flag **record)
{
	const struct program_unit *u = &trace.program->units[unit];
	const uint32_t number = *guide & 0xffffff, *end = guide + 1;

	if (*guide >> 24 != ME_GUIDE_PHI)
		return NULL;
	while (*end >> 24 == ME_GUIDE_NOT)
		end++;
	if (*end >> 24 != ME_GUIDE_END)
		return NULL;
	*outcome = (end - guide) % 2 != 0;
	*record = &u->record->flags[number];
	return &trace.flags[u->flag + number];
}

/* Those that were counted so far; from now on others are. */
static uint32_t take_parts(struct trace_flag *flag, int outcome)
{
	const uint32_t parts =
	    flag->run[outcome] == trace.run ? flag->parts[outcome] : 0;

	flag->parts[outcome] = 0;
	flag->decided[outcome] = 0;
	return parts;
}

uint32_t guide_parts(const struct me_site *site)
{
	const struct me_flag *record;
	struct trace_flag *flag;
	int outcome;

	if (!(site->flags & ME_SITE_FLAG))
		return 0;
	flag =
	    flag_of(trace.program->site_unit[site->id], site->guide, &outcome, &record);
	return flag ? take_parts(flag, outcome) : 0;
}

static int influences(const struct me_site *site, const struct trace_flag *flag)
{
	const struct program *p = trace.program;
	const uint32_t end = p->first_influence[site->id + 1];

	for (uint32_t i = p->first_influence[site->id]; i < end; i++)
		if (&trace.flags[p->influences[i].flag] == flag)
			return 1;
	return 0;
}

uint32_t guide_loop_parts(const struct me_site *site, int side)
{
	const uint32_t unit = trace.program->site_unit[site->id];
	const struct me_flag *record;
	struct trace_flag *flag;
	int outcome, passes_on;

	if (!(site->flags & ME_SITE_FLAG))
		return 0;
	flag = flag_of(unit, site->guide, &outcome, &record);
	if (!flag || !record->values || record->values[1])
		return 0;
	flag = flag_of(unit, record->values[0], &passes_on, &record);
	if (!flag || influences(site, flag))
		return 0;
	return take_parts(flag, (outcome == passes_on) == (side == 0));
}

/* The same for a condition on a value from memory: the nearest of the comparisons that
 * may have made it. */
void guide_apply_kept(const struct me_site *site, struct distance *d)
{
	int taken = d->to[0] == 0 ? 0 : 1;
	int flag = (site->op == ME_NE) == (taken == 0); /* the value was not 0 */
	uint64_t best = UINT64_MAX;

	for (uint32_t i = 0; i < trace.record.data_count; i++) {
		const struct trace_site *cell = &trace.sites[trace.data[i]];
		int outcome = cell->to[0] == 0;
		uint64_t other =
		    cell->to[outcome]; /* the distance to the other outcome */
		if (stored_flag_note(&trace.kept, site->id, trace.data[i], flag,
				     outcome) &&
		    other && other < best) {
			best = other;
			d->sign = cell->sign;
		}
	}
	if (best != UINT64_MAX)
		d->to[!taken] = best;
}
