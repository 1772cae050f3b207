/* SPDX-License-Identifier: GPL-3.0-or-later */
/* goal_reading.c - see goal_reading.h. */
#include "harness/bytes/goal_reading.h"

#include <string.h>

#include "harness/rungoal/decisions.h"

static int is_run_goal(const struct goals *g, uint32_t goal)
{
	return goal == g->program->run_goal;
}

static struct operand operand_at(uint32_t site, ucoord bits)
{
	return (struct operand){(enum me_type)trace.program->sites[site]->type,
				(uint64_t)bits};
}

static void site_operands(uint32_t site, struct operand out[2])
{
	for (int k = 0; k < 2; k++)
		out[k] = operand_at(site, trace.sites[site].operand[k]);
}

static void turn_operands(struct operand out[2])
{
	const uint32_t site = decisions_turn();
	ucoord bits[2];

	decisions_turn_operands(bits);
	for (int k = 0; k < 2; k++)
		out[k] = site == PROGRAM_NONE ? (struct operand){ME_VOID, 0}
					      : operand_at(site, bits[k]);
}

int goal_is_reached(const struct goals *g, uint32_t goal,
		    const struct goal_place *place)
{
	return is_run_goal(g, goal) ? decisions_followed() >= place->followed
				    : trace_passed(goal);
}

void goal_place_of(const struct goals *g, uint32_t goal, struct goal_place *out)
{
	if (is_run_goal(g, goal)) {
		out->site = decisions_turn();
		out->path = out->followed = decisions_followed();
		turn_operands(out->operands);
		return;
	}
	out->site = program_goal_site(g->program, goal);
	out->followed = 0;
	out->path = trace.aim_path;
	site_operands(out->site, out->operands);
}

static uint32_t decisions_left(void)
{
	uint32_t most, length;

	decisions_nearest(&most, &length);
	return length - decisions_followed();
}

/* Doubles from 0 on are in the order of their bits. */
static uint64_t image_of(double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof bits);
	return bits;
}

static void observe_run(const struct goals *g, uint32_t goal, struct observation *out)
{
	struct operand operands[2];

	turn_operands(operands);
	out->level = decisions_left();
	out->distance = image_of(goals_value(g, goal));
	for (int k = 0; k < 2; k++)
		out->operand[k] = operands[k].bits;
}

void goal_observe(const struct goals *g, uint32_t goal, const struct goal_place *place,
		  struct observation *out)
{
	memset(out, 0, sizeof *out);
	out->reached = goal_is_reached(g, goal, place);
	if (is_run_goal(g, goal)) {
		observe_run(g, goal, out);
		return;
	}
	out->level = trace.turn.run == trace.run ? trace.turn.level : UINT32_MAX;
	if (!out->reached)
		return;
	const struct trace_site *cell =
	    &trace.sites[program_goal_site(g->program, goal)];
	out->distance = trace.goals[goal].distance;
	out->operand[0] = cell->operand[0];
	out->operand[1] = cell->operand[1];
}

int goal_turn_of(const struct goals *g, uint32_t goal, struct goal_turn *out)
{
	const struct trace_turn *turn = &trace.turn;

	if (is_run_goal(g, goal)) {
		*out = (struct goal_turn){.site = decisions_turn(),
					  .level = decisions_left()};
		turn_operands(out->operands);
		return out->site != PROGRAM_NONE;
	}
	if (turn->run != trace.run)
		return 0;
	*out = (struct goal_turn){.site = turn->site, .level = turn->level};
	site_operands(turn->site, out->operands);
	return 1;
}
