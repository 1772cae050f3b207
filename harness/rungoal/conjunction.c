/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/rungoal/conjunction.h"

#include <stdlib.h>
#include <string.h>

#include "harness/runtime/trace.h"

enum { LENGTH_MOST = 255 };

/* What a pass of the chain, or the best one of a run, was. */
struct pass {
	uint64_t sum; /* image of the distance */
	coord sign; /* of the first condition that failed, */
	uint32_t site; /* or PROGRAM_NONE */
	unsigned place; /* of the last one that did */
};

static struct {
	unsigned char *place; /* by site: from 1 on in the chain, the goal's is the
				 last; 0: none. Null: nothing is under way */
	unsigned length;
	unsigned char on[LENGTH_MOST + 1]; /* by place: the side that leads on */
	int has_equality;
	struct pass now, least;
	uint32_t run; /* of `least` */
	uint32_t forced; /* the site whose outcome is `outcome` instead, or none */
	uint64_t outcome;
} chain;

/* ---- the chain */

static void visit_next(void *context, uint32_t number, int is_call)
{
	uint32_t *next = context;

	if (!is_call)
		*next = *next == PROGRAM_NONE ? number : *next;
}

/* The side of the condition that leads on in its chain. */
static uint32_t side_on(const struct me_site *site)
{
	return (site->conjunct & ME_CONJUNCT_ON_FALSE) != 0;
}

static int asks_equality(const struct me_site *site, uint32_t side)
{
	return site->op == ME_EQ || site->op == ME_UNEQ	  ? side == 0
	       : site->op == ME_NE || site->op == ME_LTGT ? side == 1
							  : 0;
}

/* The condition that follows, of one that is ME_CONJUNCT. */
static uint32_t next_of(const struct program *p, const struct me_site *site)
{
	const uint32_t goal = program_site_goal(p, site->id) + side_on(site);
	uint32_t next = PROGRAM_NONE;

	program_next(p, p->goal_unit[goal], p->goals[goal]->next, visit_next, &next);
	return next;
}

/* The condition before this one, which leaves the chain where its side `exit` leads; or
 * PROGRAM_NONE. It is near in the source, and so in the list of sites. */
static uint32_t find_before(const struct program *p, uint32_t number, uint32_t exit)
{
	const struct me_site *after = p->sites[number];

	for (uint32_t i = 0; i < p->site_count; i++) {
		const struct me_site *s = p->sites[i];
		const uint32_t leaves = (s->conjunct & ME_CONJUNCT_EXIT_FALSE) != 0;
		if ((s->conjunct & ME_CONJUNCT) && !chain.place[i] && leaves == exit &&
		    s->function == after->function && next_of(p, s) == number)
			return i;
	}
	return PROGRAM_NONE;
}

/* Places of the chain, the goal's first; turned round when its length is known. */
static void find_chain(const struct program *p, uint32_t goal)
{
	uint32_t number = program_goal_site(p, goal);
	uint32_t side = goal - program_site_goal(p, number);

	chain.length = 0;
	while (number != PROGRAM_NONE && chain.length < LENGTH_MOST) {
		chain.place[number] = (unsigned char)++chain.length;
		chain.on[chain.length] = (unsigned char)side;
		chain.has_equality |= asks_equality(p->sites[number], side);
		number = find_before(p, number, !side);
		if (number != PROGRAM_NONE)
			side = side_on(p->sites[number]);
	}
	for (uint32_t i = 0; i < p->site_count; i++)
		if (chain.place[i])
			chain.place[i] =
			    (unsigned char)(chain.length + 1 - chain.place[i]);
	for (unsigned k = 1; k <= chain.length / 2; k++) {
		const unsigned char other = chain.on[chain.length + 1 - k];
		chain.on[chain.length + 1 - k] = chain.on[k];
		chain.on[k] = other;
	}
}

/* ---- in the hooks */

static const struct pass nothing = {.site = PROGRAM_NONE};

static void chain_begin(void)
{
	chain.now = nothing;
	chain.forced = PROGRAM_NONE;
}

static void force(const struct me_site *site, uint32_t side)
{
	chain.forced = site->id;
	chain.outcome = side == 0;
}

static void keep_least(void)
{
	if (chain.run == trace.run && chain.least.sum <= chain.now.sum)
		return;
	chain.run = trace.run;
	chain.least = chain.now;
}

static void chain_fail(const struct me_site *site, uint64_t distance, coord sign)
{
	if (chain.now.site == PROGRAM_NONE) {
		chain.now.site = site->id;
		chain.now.sign = sign;
	}
	chain.now.place = chain.place[site->id];
	chain.now.sum = distance_add(trace.session.kind, chain.now.sum, distance);
}

/* The goal's condition: the end of the chain. */
static void pass_goal(const struct me_site *site, uint32_t on, int failed)
{
	keep_least();
	if (failed) {
		force(site, !on);
		trace_unforce();
	}
	chain.now = nothing;
}

static void chain_jump(const struct me_site *site, uint32_t taken,
		       const struct distance *d)
{
	const unsigned place = chain.place[site->id];
	const uint32_t on = chain.on[place];

	if (!place)
		return;
	/* The function was called again in the middle of a chain. */
	if (place <= chain.now.place)
		chain.now = nothing;
	const int failed = chain.now.site != PROGRAM_NONE;
	if (taken != on)
		chain_fail(site, d->to[on], d->sign);
	if (place == chain.length) {
		pass_goal(site, on, failed);
	} else if (taken != on && !trace.asked.forces) {
		chain.now = nothing;
	} else if (taken != on) {
		trace_force();
		force(site, on);
	}
}

static uint64_t chain_force(const struct me_site *site, uint64_t value)
{
	if (chain.forced != site->id)
		return value;
	chain.forced = PROGRAM_NONE;
	return chain.outcome;
}

static const struct trace_listener listener = {
    .begin = chain_begin, .jump = chain_jump, .force = chain_force};

/* ---- life */

int conjunction_begin(const struct program *program, uint32_t goal)
{
	const uint32_t site = program_goal_site(program, goal);

	conjunction_end();
	if (!(program->sites[site]->flags & ME_SITE_CHAINED) ||
	    program->sites[site]->kind != ME_SITE_COND)
		return 0;
	chain.place = calloc(program->site_count + 1, 1);
	if (!chain.place)
		return 0;
	find_chain(program, goal);
	chain_begin();
	if (chain.length > 1)
		return 1;
	conjunction_end();
	return 0;
}

void conjunction_end(void)
{
	free(chain.place);
	memset(&chain, 0, sizeof chain);
}

int conjunction_has_equality(void)
{
	return chain.has_equality;
}

const struct trace_listener *conjunction_listener(void)
{
	return chain.place ? &listener : NULL;
}

const unsigned char *conjunction_sites(void)
{
	return chain.place;
}

void conjunction_read(struct reading *out)
{
	*out = (struct reading){0, 0, 0};
	if (chain.run != trace.run)
		return;
	out->value = distance_value(trace.session.kind, chain.least.sum);
	out->sign = (double)chain.least.sign;
	if (chain.least.site != PROGRAM_NONE)
		out->site = chain.least.site + 1;
}

void conjunction_share(void (*share)(void *address, size_t size))
{
	share(&chain, sizeof chain);
}
