/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/search/run_limit.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "harness/runtime/guard.h"

#include "mcmc/axis.h"
#include "value/type.h"

/* ---- lost runs */

enum {
	LOST_FREE = 8, /* lost runs that a session may begin with */
	LOST_PRICE = 1 << 17, /* runs that have to return for each further one */
	LOST_FEW = 2, /* up to so many lost runs say nothing about a value */
	LOST_TRY = 256, /* one of so many runs that are expected to be lost is made */
	LOST_RARE =
	    16, /* runs that return for each lost one, where these are the exception */
	LOST_ODDS =
	    4, /* runs that return for each lost one, if a value is not the cause */
};

static unsigned long long mix_key(unsigned long long key, unsigned long long value)
{
	key = (key ^ value) * 0x9e3779b97f4a7c15u;
	return key ^ key >> 31;
}

/* What inputs may have in common: a value; its sign and its leading bits, of an integer
 * its size to a quarter of a power of two, of a float a range of exponents; or its sign
 * and roughly its size. */
enum level { VALUE, SIZE, ROUGH_SIZE, LEVELS };
enum { LEADING_BITS = 3, ROUGH_BITS = 4 };

static ucoord class_of(ucoord size, enum level level)
{
	const unsigned bits = axis_width(&(struct axis){.low = 0, .high = (coord)size});

	switch (level) {
	case VALUE:
		return size;
	case SIZE:
		return bits > LEADING_BITS
			   ? (size >> (bits - LEADING_BITS)) | (ucoord)bits << 8
			   : size;
	default:
		return bits / ROUGH_BITS;
	}
}

static unsigned long long key_of(size_t i, coord value, enum level level)
{
	const ucoord size = value < 0 ? -(ucoord)value : (ucoord)value;
	const ucoord class = class_of(size, level);
	const unsigned long long key =
	    mix_key(mix_key(i, level), (unsigned)(value < 0));

	return mix_key(mix_key(key, (unsigned long long)class),
		       (unsigned long long)(class >> 64)) |
	       1;
}

static size_t lost_slot(unsigned long long key)
{
	return key >> 1 & (LOSSES_KEYS - 1);
}

static void note_lost(struct losses *l, unsigned long long key)
{
	struct losses_key *k = &l->keys[lost_slot(key)];

	if (k->key != key)
		*k = (struct losses_key){key, 0, 0};
	k->lost++;
}

static void note_return(struct losses *l, unsigned long long key)
{
	struct losses_key *k = &l->keys[lost_slot(key)];

	if (k->key == key)
		k->returned++;
}

static int is_suspect(const struct losses *l, unsigned long long key)
{
	const struct losses_key *k = &l->keys[lost_slot(key)];

	return k->key == key && k->lost > LOST_FEW && k->returned / LOST_ODDS < k->lost;
}

/* Of the whole of x. */
static unsigned long long key_of_all(const coord *x, size_t n)
{
	unsigned long long key = 1;

	for (size_t i = 0; i < n; i++)
		key = mix_key(key, key_of(i, x[i], (enum level)0));
	return key | 1;
}

void losses_note_lost(struct losses *l, const coord *x, size_t n)
{
	const unsigned long long all = key_of_all(x, n);

	l->lost++;
	l->again += l->keys[lost_slot(all)].key == all;
	note_lost(l, all);
	for (size_t i = 0; i < n; i++)
		for (int level = 0; level < LEVELS; level++)
			note_lost(l, key_of(i, x[i], (enum level)level));
}

void losses_note_return(struct losses *l, const coord *x, size_t n)
{
	l->returned++;
	for (size_t i = 0; l->lost && i < n; i++)
		for (int level = 0; level < LEVELS; level++)
			note_return(l, key_of(i, x[i], (enum level)level));
}

int losses_are_rare(const struct losses *l)
{
	return l->returned / LOST_RARE >= l->lost;
}

int losses_expects(struct losses *l, const coord *x, size_t n)
{
	if (l->lost < LOST_FREE || (l->lost - LOST_FREE) * LOST_PRICE < l->returned)
		return 0;
	for (size_t i = 0; i < n; i++)
		for (int level = 0; level < LEVELS; level++)
			if (is_suspect(l, key_of(i, x[i], (enum level)level)))
				return ++l->expected % LOST_TRY != 0;
	return 0;
}

/* ---- steps */

enum {
	LEVEL_FACTOR_BITS = 2,
	DESCENTS_PART = 4, /* one part of all steps */
	DESCENTS_FREE = 1 << 22, /* steps, at the beginning */
};

static uint64_t level_length(unsigned level)
{
	return (uint64_t)STEP_BUDGET_LEAST << LEVEL_FACTOR_BITS * level;
}

/* The longest runs that a descent is given. */
static uint64_t longest_of_descents(void)
{
	return level_length(STEP_BUDGET_LEVELS - 1);
}

uint64_t step_budget_begin(struct step_budget *b)
{
	b->level = 0;
	b->granted = 0;
	b->allowed = STEP_BUDGET_LEAST;
	b->is_descents =
	    b->needed > STEP_BUDGET_LEAST &&
	    b->spent_by_descents <= DESCENTS_FREE + b->steps / DESCENTS_PART;
	if (!b->is_descents)
		return b->allowed;
	b->allowed =
	    b->needed < longest_of_descents() ? b->needed : longest_of_descents();
	while (b->level + 1 < STEP_BUDGET_LEVELS &&
	       level_length(b->level + 1) <= b->allowed)
		b->level++;
	return b->allowed;
}

uint64_t step_budget_extend(void *context)
{
	struct step_budget *b = context;
	const unsigned next = b->level + 1;

	if (next >= STEP_BUDGET_LEVELS)
		return b->allowed;
	const uint64_t cost = level_length(next) - b->allowed;
	if (b->spent[next] + cost > (b->steps + b->allowed) / STEP_BUDGET_PART)
		return b->allowed;
	b->spent[next] += cost;
	b->granted = cost;
	b->level = next;
	b->allowed = level_length(next);
	return b->allowed;
}

void step_budget_end(struct step_budget *b, uint64_t steps)
{
	const uint64_t used = steps < b->allowed ? steps : b->allowed;
	const uint64_t unused = b->allowed - used;

	b->spent[b->level] -= unused < b->granted ? unused : b->granted;
	if (b->is_descents && used > STEP_BUDGET_LEAST)
		b->spent_by_descents += used - STEP_BUDGET_LEAST;
	b->steps += steps;
}

/* ---- what a search has learnt */

enum {
	LOST_COST = 1 << 12, /* runs that a lost one counts as in a descent */
	DESCENT_STEPS = 1 << 21, /* of runs that were left, in one descent */
	STEPS_WITHOUT_PROGRESS = 1 << 28, /* of these without a new goal */
};

struct run_limit run_limits_begin(struct run_limits *l)
{
	struct run_limit r = l->each;

	r.steps = step_budget_begin(&l->steps);
	r.extend = step_budget_extend;
	r.context = &l->steps;
	return r;
}

void run_limits_end(struct run_limits *l, int ended, const coord *x, size_t n)
{
	const uint64_t steps = trace.record.steps;

	step_budget_end(&l->steps, steps);
	if (ended == GUARD_LONG && !trace.record.decided)
		l->left_steps += steps;
	if (ended == SIGVTALRM || (ended == GUARD_LONG && trace.record.is_slow) ||
	    (trace.record.is_silent && losses_are_rare(&l->losses)))
		losses_note_lost(&l->losses, x, n);
	else
		losses_note_return(&l->losses, x, n);
}

int run_limits_without_progress(const struct run_limits *l, unsigned times)
{
	return l->left_steps / STEPS_WITHOUT_PROGRESS >= (times ? times : 1);
}

struct run_limits_mark run_limits_mark(const struct run_limits *l)
{
	return (struct run_limits_mark){l->losses.lost, l->left_steps};
}

unsigned long long run_limits_lost_cost(const struct run_limits *l,
					struct run_limits_mark since)
{
	return LOST_COST * (l->losses.lost - since.lost);
}

int run_limits_left_long(const struct run_limits *l, struct run_limits_mark since)
{
	return l->left_steps >= since.left_steps + DESCENT_STEPS;
}

/* ---- runs that hang */

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
