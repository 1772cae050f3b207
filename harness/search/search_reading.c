/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * search_reading.c - what a run is worth for the goal of a descent: the least distance to
 * the goal's side over all passes of the run; what does not reach the site counts as far
 * away.
 */
#include "harness/search/search.h"

#include <math.h>
#include <string.h>

#include "harness/rungoal/conjunction.h"

/* ---- the goal of a descent */

/* Half of what the levels leave: a distance image is below 2^64. */
#define LEVEL_SCALE 0x1p-65
#define NO_TURN (0x1p40 * OBJECTIVE_UNREACHED)
#define CRASHED (0x1p41 * OBJECTIVE_UNREACHED)
#define WALL_SITE UINT32_MAX /* and below: of no other sign */

/* For a run that passed the site and then left the ways to it: the distance to staying,
 * scaled below a half. So a loop that ends too early is made to go on. */
static double leaving(const struct trace_turn *turn)
{
	if (turn->run != trace.run || trace.session.kind != DISTANCE_ULP)
		return 0;
	return (double)turn->distance * LEVEL_SCALE;
}

/* The distance to the side that leads on, between 0 and 1. Of a distance that is a
 * double it is d / (d + 1) (Arcuri, It does matter how you normalise the branch
 * distance in search based software testing, 2010). */
static double turn_part(const struct trace_turn *turn)
{
	if (trace.session.kind == DISTANCE_ULP)
		return (double)turn->distance * LEVEL_SCALE;
	const double d = distance_value(trace.session.kind, turn->distance);

	return 0.5 * (d / (d + 1));
}

/* Scales a distance by how many parts of the goal's condition hold: with more parts any
 * distance is less than with fewer. A power of two keeps all digits. A distance that is
 * a double has no bound below 2^64, and is not scaled. */
static double levelled(double distance, uint32_t parts, uint32_t wanted)
{
	const int64_t left = (int64_t)wanted - parts;

	if (!left || trace.session.kind == DISTANCE_REAL)
		return distance;
	return ldexp(distance + 1, 66 * (int)(left > 2 ? 2 : left < -12 ? -12 : left));
}

/*
 * The value for a goal: the distance to its side, where its site was passed. Where it
 * was not, sites left and then the distance to the side that leads there, at the last
 * site where the run turned away (approach level and branch distance).
 */
static void read_goal(const struct search *s, struct reading *out)
{
	const struct goal_descent *d = &s->descent;
	const struct trace_turn *turn = &trace.record.turn;
	const uint32_t goal = d->goal;
	const struct trace_goal *last = &trace.goals[goal];

	if (goal == trace.program->run_goal) {
		s->goals->listener->read(out);
	} else if (trace_passed(goal)) {
		out->value =
		    levelled(distance_value(trace.session.kind, last->distance),
			     last->parts, d->parts) +
		    leaving(turn);
		out->sign = (double)last->sign;
		out->site = program_goal_site(trace.program, goal) + 1;
	} else if (turn->run == trace.run) {
		out->value = OBJECTIVE_UNREACHED * (turn->level + turn_part(turn));
		out->sign = (double)turn->sign;
		out->site = turn->site + 1;
	} else {
		*out = (struct reading){NO_TURN, 0, 0};
	}
}

/*
 * For a run that failed before it came to the goal's site. One that had turned away is as any
 * other: what leads to the failure is the turn. Else the failing side is a wall, behind all that
 * returns: nearer to its end is a run that came farther, of two that came as far the one that
 * fails later in the code, and of two at one place the one whose access is nearer to its array.
 * In a descent to what lies behind the wall both are nearer than the runs that turn away.
 */
static void read_wall(const struct search *s, struct reading *out)
{
	enum { FAR = 64, BITS = 64, PLACES = 1 << 16 };
	const struct trace_turn *turn = &trace.record.turn;
	const uint64_t passed = trace.record.touched_count + trace.record.steps;
	const double outside = (double)trace.record.outside;

	if (turn->run == trace.run && !s->descent.at_wall) {
		read_goal(s, out);
		return;
	}
	const double part = outside ? log2(1 + fabs(outside)) / BITS : 1;
	const double at = (double)trace.record.outside_at;
	const double left = (passed < FAR ? (double)(FAR - passed) : 0) +
			    (PLACES - at - 1 + part) / PLACES;
	out->value = s->descent.at_wall && outside
			 ? OBJECTIVE_UNREACHED * (left / (FAR + 1))
			 : CRASHED * (1 + left);
	out->sign = outside;
	out->site = outside ? WALL_SITE - trace.record.outside_at : 0;
}

/* The value summed up over the goal's conjunction. */
static void read_sum(struct reading *out)
{
	conjunction_read(out);
	out->value += leaving(&trace.record.turn);
}

enum objective_status search_read_run(struct search *s, struct reading *out)
{
	uint32_t goal = s->descent.goal;

	if (s->crash) {
		*out = (struct reading){CRASHED, 0, 0};
		return OBJECTIVE_STOP;
	}
	if (s->goals->list[goal].verdict != GOAL_OPEN) {
		*out = (struct reading){0, 0, 0};
		return OBJECTIVE_STOP;
	}
	if (trace.record.end == RUN_SKIPPED)
		*out = (struct reading){CRASHED, 0, 0};
	else if (trace.record.end == RUN_FAILED && !trace_passed(goal))
		read_wall(s, out);
	else if (conjunction_sites() && trace_passed(goal))
		read_sum(out);
	else
		read_goal(s, out);
	return search_interrupted(s) ? OBJECTIVE_STOP : OBJECTIVE_GO_ON;
}
