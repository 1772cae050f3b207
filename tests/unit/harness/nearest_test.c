/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which input libFuzzer mutates: most often one that is nearest to an open goal. */
#include "harness/bytes/mutation.h"

#include <string.h>

#include "tests/unit/me_check.h"

enum { GOALS = 8, SEEDS = 4000, SIZE = 4 };

static struct goal_state list[GOALS];
static char inputs[GOALS];
static struct program program = {.goal_count = GOALS, .run_goal = PROGRAM_NONE};
static struct goals goals = {.program = &program, .list = list};

/* Goal i has the input of the byte i; 6 is covered, 7 has an empty one, 0 none. */
static void make_goals(void)
{
	for (int i = 0; i < GOALS; i++) {
		inputs[i] = (char)i;
		list[i] = (struct goal_state){.verdict = GOAL_OPEN,
					      .in_scope = 1,
					      .best = i ? &inputs[i] : NULL,
					      .best_size = i && i < 7};
	}
	list[6].verdict = GOAL_COVERED;
}

/* How often each goal's input was taken: [GOALS]: none was. */
static void count(unsigned taken[GOALS + 1])
{
	memset(taken, 0, (GOALS + 1) * sizeof *taken);
	for (unsigned seed = 0; seed < SEEDS; seed++) {
		uint8_t data[SIZE] = {99, 99};
		const size_t size = nearest_base(&goals, data, 2, SIZE, seed * 7919);
		taken[size == 2 ? GOALS : data[0]]++;
		check(size == 2 ? data[0] == 99 : size == 1, "size", "is another one");
	}
}

static void whole_run(void)
{
	uint8_t data[SIZE] = {99};

	list[4].best_size = SIZE + 1;
	goals.seeks_run = 1;
	program.run_goal = 4;
	check(nearest_base(&goals, data, 2, SIZE, 4) == 2, "room", "is none");
	program.run_goal = 3;
	check(nearest_base(&goals, data, 2, SIZE, 5) == 2 && data[0] == 99, "odd",
	      "taken");
	check(nearest_base(&goals, data, 2, SIZE, 4) == 1 && data[0] == 3, "even",
	      "not");
	list[3].best = NULL;
	check(nearest_base(&goals, data, 2, SIZE, 4) == 2, "none_yet", "taken");
	program.run_goal = PROGRAM_NONE;
	goals.seeks_run = 0;
}

int main(void)
{
	unsigned taken[GOALS + 1];

	make_goals();
	count(taken);
	check(taken[GOALS] > SEEDS / 8 && taken[GOALS] < SEEDS / 2, "part",
	      "of mutations");
	check(!taken[0] && !taken[6] && !taken[7], "closed", "or without an input");
	for (int i = 1; i < 6; i++)
		check(taken[i] > SEEDS / 10 && taken[i] < SEEDS / 5, "turns",
		      "are uneven");
	list[2].tries_without_progress = 0; /* it was found anew */
	count(taken);
	check(taken[2] > SEEDS / 5 && taken[2] < SEEDS / 2, "new",
	      "does not come first");
	whole_run();
	return me_check_failures != 0;
}
