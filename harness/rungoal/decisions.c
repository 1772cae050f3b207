/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decisions.c - the recorder, and the sum of distances along a path. */
#include "harness/rungoal/decisions.h"

#include <math.h>
#include <stdlib.h>

#include "harness/program/program.h"
#include "harness/runtime/switches.h"
#include "harness/runtime/trace.h"

static struct {
	struct decision_record *record; /* null: none */
	const struct path_decision *path; /* null: none */
	uint64_t *distances; /* of its decisions in this run */
	uint32_t length;
	uint32_t seen; /* the first ones, which this run has read */
	uint32_t followed; /* the first ones, which it took as the path does */
	uint32_t turn; /* the site where it first did not, or PROGRAM_NONE */
	coord sign; /* of the comparison there */
	ucoord operands[2]; /* there */
	uint32_t most; /* `followed` of the nearest run that was read */
	enum decisions_sum sum;
	uint32_t forced; /* the site whose outcome is `outcome` instead, or none */
	uint64_t outcome;
	int lost; /* this run reads no further decision */
	int is_alone; /* there is no other goal */
} decisions = {.turn = PROGRAM_NONE, .forced = PROGRAM_NONE};

/* ---- a run */

static void decisions_begin(void)
{
	decisions.seen = decisions.followed = 0;
	decisions.lost = 0;
	decisions.turn = decisions.forced = PROGRAM_NONE;
	decisions.sign = 0;
	if (decisions.path)
		trace_pass_run_goal();
}

/* ---- in the hooks */

static void record(uint32_t goal)
{
	struct decision_record *r = decisions.record;

	if (r->count < r->most)
		r->goals[r->count] = goal;
	r->count++;
}

/* The run reads no further decision of the path. One that returns soon is not left. */
static void lose(void)
{
	decisions.lost = 1;
	if (decisions.is_alone)
		trace_decide();
}

/* The decision that the path has next, if it is one of this site; else null. */
static const struct path_decision *expected(uint32_t first)
{
	const struct path_decision *d = &decisions.path[decisions.seen];

	if (decisions.lost || decisions.seen == decisions.length)
		return NULL;
	if (d->site == program_first_goal(trace.program, first))
		return d;
	lose();
	return NULL;
}

static int agrees(const struct path_decision *d, uint32_t taken)
{
	return (d->side == taken) != (d->negated != 0);
}

/* The path's decision was this far from being taken. */
static void add_distance_of(uint64_t distance)
{
	decisions.distances[decisions.seen++] = distance;
	if (decisions.turn == PROGRAM_NONE)
		decisions.followed = decisions.seen;
	if (decisions.followed == decisions.length)
		run_goal_meet();
	else if (decisions.seen == decisions.length)
		lose();
}

/* From here on the run goes along the path all the same. */
static void force(const struct me_site *site, uint64_t outcome)
{
	decisions.forced = site->id;
	decisions.outcome = outcome;
	trace_force();
}

/* It was not taken, but for `outcome` it would have been. */
static void turn(const struct me_site *site, uint64_t distance, coord sign,
		 const ucoord operands[2], uint64_t outcome)
{
	if (decisions.turn == PROGRAM_NONE) {
		decisions.turn = site->id;
		decisions.sign = sign;
		decisions.operands[0] = operands[0];
		decisions.operands[1] = operands[1];
	}
	add_distance_of(distance ? distance : 1);
	if (trace.asked.forces && (site->flags & ME_SITE_FORCED))
		force(site, outcome);
	else
		lose();
}

static uint64_t decisions_force(const struct me_site *site, uint64_t value)
{
	if (decisions.forced != site->id)
		return value;
	decisions.forced = PROGRAM_NONE;
	return decisions.outcome;
}

/* The pass as the path has it: null when it is recorded, or nothing is left to do. */
static const struct path_decision *note_decision(const struct me_site *site,
						 uint32_t taken)
{
	const uint32_t first = program_site_goal(trace.program, site->id);

	if (!trace.asked.decision_sites[site->id])
		return NULL;
	if (decisions.record)
		record(first + taken);
	const struct path_decision *d = decisions.path ? expected(first) : NULL;
	if (!d || !agrees(d, taken))
		return d;
	add_distance_of(0);
	return NULL;
}

static void note_jump(const struct me_site *site, uint32_t taken,
		      const struct distance *d)
{
	if (note_decision(site, taken))
		turn(site, d->to[!taken], d->sign, trace.operands, taken != 0);
}

/* The nearest value that the path allows, and the image of the distance to it. */
struct allowed {
	uint64_t value, distance;
};

static void allow(struct allowed *a, uint64_t value, uint64_t distance)
{
	if (distance < a->distance)
		*a = (struct allowed){value, distance};
}

/* A value behind a label that no other one follows at once. */
static uint64_t no_label(const struct me_site *site)
{
	uint32_t i = 0;

	while (i + 1 < site->case_count &&
	       site->cases[i].high + 1 == site->cases[i + 1].low)
		i++;
	return site->case_count ? (uint64_t)site->cases[i].high + 1 : 0;
}

static struct allowed nearest_allowed(const struct me_site *site, uint64_t value,
				      const struct path_decision *d)
{
	struct allowed a = {value, UINT64_MAX};
	struct switch_walk walk;

	switch_start(&walk, site, value, 1);
	if (agrees(d, site->default_side))
		allow(&a, no_label(site), switch_to_default(&walk));
	for (uint32_t i = 0; switch_next(&walk); i++)
		if (agrees(d, walk.side))
			allow(&a,
			      (uint64_t)(walk.where < 0 ? site->cases[i].low
							: site->cases[i].high),
			      walk.distance);
	return a;
}

static void note_switch(const struct me_site *site, uint64_t value, uint32_t taken)
{
	const struct path_decision *d = note_decision(site, taken);

	if (!d)
		return;
	const struct allowed a = nearest_allowed(site, value, d);
	const ucoord operands[2] = {value, a.value};
	turn(site, a.distance, 0, operands, a.value);
}

/* ---- after a run */

/* Above the distances of one decision. */
#define UNSEEN_LOGARITHM 66
#define UNSEEN_DISTANCE 0x1p66

static double measure(uint64_t distance)
{
	const double d = distance_value(trace.session.kind, distance);

	return decisions.sum == DECISIONS_LOGARITHMS ? log2(1 + d) : d;
}

/* As if the run had ended where it first went another way. */
static double nearness(void)
{
	const int turned = decisions.turn != PROGRAM_NONE;
	const uint32_t left = decisions.length - decisions.followed;

	if (decisions.followed > decisions.most)
		decisions.most = decisions.followed;
	return turned
		   ? UNSEEN_LOGARITHM * (left - 1.0) +
			 log2(1 +
			      distance_value(trace.session.kind,
					     decisions.distances[decisions.followed]))
		   : UNSEEN_LOGARITHM * (double)left;
}

static void read_run(struct reading *out)
{
	const double unseen = decisions.length - decisions.seen;

	*out = (struct reading){0, 0, 0};
	out->value = unseen * (decisions.sum == DECISIONS_LOGARITHMS ? UNSEEN_LOGARITHM
								     : UNSEEN_DISTANCE);
	for (uint32_t i = decisions.followed; i < decisions.seen; i++)
		out->value += measure(decisions.distances[i]);
	if (decisions.turn == PROGRAM_NONE)
		return;
	out->sign = (double)decisions.sign;
	out->site = decisions.followed + 1;
}

/* ---- set-up */

const struct trace_listener decisions_listener = {.begin = decisions_begin,
						  .jump = note_jump,
						  .select = note_switch,
						  .force = decisions_force,
						  .read = read_run,
						  .nearness = nearness};

void decisions_record(struct decision_record *record)
{
	decisions.record = record;
}

int decisions_follow(const struct path_decision *path, uint32_t length, int is_alone)
{
	decisions.distances = calloc(length + 1, sizeof *decisions.distances);
	if (!decisions.distances)
		return -1;
	decisions.path = path;
	decisions.length = length;
	decisions.is_alone = is_alone;
	return 0;
}

void decisions_sum_up(enum decisions_sum sum)
{
	decisions.sum = sum;
}

/* ---- what the last run was */

uint32_t decisions_followed(void)
{
	return decisions.followed;
}

void decisions_nearest(uint32_t *followed, uint32_t *length)
{
	*followed = decisions.most;
	*length = decisions.length;
}

uint32_t decisions_turn(void)
{
	return decisions.turn;
}

void decisions_turn_operands(ucoord out[2])
{
	out[0] = decisions.operands[0];
	out[1] = decisions.operands[1];
}

void decisions_share(void (*share)(void *address, size_t size))
{
	share(&decisions, sizeof decisions);
	if (decisions.distances)
		share(decisions.distances,
		      decisions.length * sizeof *decisions.distances);
}
