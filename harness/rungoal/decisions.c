/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decisions.c - the recorder, and the sum of distances along a path. */
#include "harness/rungoal/decisions.h"

#include <math.h>
#include <stdlib.h>

#include "harness/program/run_goal.h"
#include "harness/runtime/switches.h"
#include "harness/runtime/trace.h"

static struct {
	const unsigned char *heard;
	struct decision_record *record; /* null: none */
	const struct decision *path; /* null: none */
	uint64_t *distances; /* of its decisions in this run */
	uint32_t length;
	uint32_t seen; /* the first ones, which this run has read */
	uint32_t followed; /* the first ones, which it took as the path does */
	uint32_t turn; /* the site where it first did not, or PROGRAM_NONE */
	coord sign; /* of the comparison there */
	uint32_t most; /* `followed` of the nearest run that was read */
	enum decisions_sum sum;
	int lost; /* this run reads no further decision */
} decisions = {.turn = PROGRAM_NONE};

/* ---- a run */

/* The path's goal is at its site in each run. */
static void pass_goal(void)
{
	const uint32_t goal = trace.program->run_goal;
	const uint32_t site = program_goal_site(trace.program, goal);

	trace.goals[goal].run = trace.sites[site].run = trace.run;
	trace.touched[trace.touched_count++] = site;
}

static void begin(void)
{
	decisions.seen = decisions.followed = 0;
	decisions.lost = 0;
	decisions.turn = PROGRAM_NONE;
	decisions.sign = 0;
	if (decisions.path)
		pass_goal();
}

/* ---- in the hooks */

static void record(uint32_t goal)
{
	struct decision_record *r = decisions.record;

	if (r->count < r->most)
		r->goals[r->count] = goal;
	r->count++;
}

enum { REST_STEPS = 1024 }; /* passes of loops' sites */

/* The run reads no further decision of the path. A run that returns soon is not left. */
static void lose(void)
{
	const uint64_t soon = trace.steps + REST_STEPS;

	decisions.lost = 1;
	if (soon < trace.leave)
		trace.leave = soon;
}

/* The decision that the path has next, if it is one of this site; else null. */
static const struct decision *expected(uint32_t first)
{
	const struct decision *d = &decisions.path[decisions.seen];

	if (decisions.lost || decisions.seen == decisions.length)
		return NULL;
	if (d->site == program_first_goal(trace.program, first))
		return d;
	lose();
	return NULL;
}

static int agrees(const struct decision *d, uint32_t taken)
{
	return (d->side == taken) != (d->negated != 0);
}

/* The path's decision was this far from being taken. */
static void add(uint64_t distance)
{
	decisions.distances[decisions.seen++] = distance;
	if (distance)
		return;
	decisions.followed = decisions.seen;
	if (decisions.followed == decisions.length)
		run_goal_meet();
}

/* It was not taken. */
static void turn(const struct me_site *site, uint64_t distance, coord sign)
{
	decisions.turn = site->id;
	decisions.sign = sign;
	add(distance ? distance : 1);
	lose();
}

/* The pass as the path has it: null when it is recorded, or nothing is left to do. */
static const struct decision *note(const struct me_site *site, uint32_t taken)
{
	const uint32_t first = program_site_goal(trace.program, site->id);

	if (!decisions.heard[site->id])
		return NULL;
	if (decisions.record)
		record(first + taken);
	const struct decision *d = decisions.path ? expected(first) : NULL;
	if (!d || !agrees(d, taken))
		return d;
	add(0);
	return NULL;
}

static void note_jump(const struct me_site *site, uint32_t taken,
		      const struct distance *d)
{
	if (note(site, taken))
		turn(site, d->to[!taken], d->sign);
}

/* The image of the value's distance to the sides that the path allows. */
static uint64_t to_allowed(const struct me_site *site, uint64_t value,
			   const struct decision *d)
{
	struct switch_walk walk;
	uint64_t least;

	switch_start(&walk, site, value, 1);
	least = agrees(d, site->default_side) ? switch_to_default(&walk) : UINT64_MAX;
	while (switch_next(&walk))
		if (agrees(d, walk.side) && walk.distance < least)
			least = walk.distance;
	return least;
}

static void note_switch(const struct me_site *site, uint64_t value, uint32_t taken)
{
	const struct decision *d = note(site, taken);

	if (d)
		turn(site, to_allowed(site, value, d), 0);
}

/* ---- after a run */

/* Above the distances of one decision. */
#define UNSEEN_LOGARITHM 66
#define UNSEEN_DISTANCE 0x1p66

static double measure(uint64_t distance)
{
	const double d = distance_value(trace.kind, distance);

	return decisions.sum == DECISIONS_LOGARITHMS ? log2(1 + d) : d;
}

static void read_run(struct reading *out)
{
	const double unseen = decisions.length - decisions.seen;

	if (decisions.followed > decisions.most)
		decisions.most = decisions.followed;
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

static const struct trace_listener listener = {begin, note_jump, note_switch, read_run};

void decisions_record(const unsigned char *heard, struct decision_record *record)
{
	decisions.heard = heard;
	decisions.record = record;
	trace.listener = &listener;
}

int decisions_follow(const unsigned char *heard, const struct decision *path,
		     uint32_t length)
{
	decisions.distances = calloc(length + 1, sizeof *decisions.distances);
	if (!decisions.distances)
		return -1;
	decisions.heard = heard;
	decisions.path = path;
	decisions.length = length;
	trace.listener = &listener;
	return 0;
}

void decisions_grow(const unsigned char *heard)
{
	decisions.heard = heard;
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
