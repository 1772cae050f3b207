/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which goal is next: all take turns, those that had fewest turns before the others;
 * where the frame is no guess, a few turns count as many. Where many goals are open,
 * nearer ones come more often. And its minimiser: those that met more goals for what they
 * cost are chosen more often. */
#include "harness/search/choose.h"

#include <math.h>
#include <string.h>

#include "tests/unit/me_check.h"

enum { GOALS = 4, DRAWS = 1 << 19 };

static struct goal_state list[GOALS];
static struct program program = {.goal_count = GOALS};
static struct goals goals = {.program = &program, .list = list};

static void make(struct search *s, enum subject_type type)
{
	static struct subject subject;
	static char input;

	subject.type = type;
	*s = (struct search){.goals = &goals, .subject = &subject};
	for (int i = 0; i < GOALS; i++)
		list[i] = (struct goal_state){.in_scope = 1, .best = &input};
	list[1].tries = 1;
	list[2].tries = 3;
}

static void check_turns(void)
{
	struct search s;

	make(&s, SUBJECT_TYPED);
	for (int i = 0; i < GOALS; i++)
		list[i].tries = SEARCH_SHORT + (uint32_t)i;
	check(choose_goal(&s) == 1 && choose_goal(&s) == 2 && choose_goal(&s) == 3 &&
		  choose_goal(&s) == 0,
	      "choose_turns", "goals do not take turns");
	list[2].tries = SEARCH_SHORT - 1;
	check(choose_goal(&s) == 2 && choose_goal(&s) == 2, "choose_new",
	      "not the goal that had no long descent");
	list[2].verdict = GOAL_COVERED;
	list[1].best = NULL;
	check(choose_goal(&s) == 3, "choose_open", "not the open goal with an input");
	for (int i = 0; i < GOALS; i++)
		list[i].in_scope = 0;
	check(choose_goal(&s) == PROGRAM_NONE, "choose_none", "there is one to choose");
}

static void check_fewest(void)
{
	struct search s;

	make(&s, SUBJECT_BYTES);
	check(choose_goal(&s) == 3 && choose_goal(&s) == 0, "choose_untried",
	      "not those that had no descent");
	list[0].tries = list[3].tries = 2;
	check(choose_goal(&s) == 1, "choose_fewest", "not the one with fewest tries");
	list[1].tries = 2;
	check(choose_goal(&s) == 3 && choose_goal(&s) == 0 && choose_goal(&s) == 1,
	      "choose_equals", "equals do not take turns");
}

/* How often each goal is chosen of DRAWS times, where many are open. */
static void count_goals(struct search *s, unsigned *count)
{
	memset(count, 0, GOALS * sizeof *count);
	for (int i = 0; i < DRAWS; i++) {
		const uint32_t goal = choose_goal(s);
		if (goal < GOALS)
			count[goal]++;
	}
}

/* Distances of 0x1p40 and four times that and so on, without a turn. */
static void make_many(struct search *s)
{
	make(s, 0);
	s->rng = gsl_rng_alloc(gsl_rng_mt19937);
	goals.open_count = GOALS_MANY + 1;
	for (int i = 0; i < GOALS; i++) {
		list[i].tries = 0;
		list[i].reading = (struct reading){ldexp(1, 40 + 2 * i), -1, 0};
	}
}

static void check_many(void)
{
	struct search s;
	unsigned count[GOALS];

	make_many(&s);
	count_goals(&s, count);
	check(count[0] > 4 * count[1] && count[1] > 4 * count[2], "choose_nearest",
	      "nearer goals are not chosen more often");
	check(count[1] > 0, "choose_farther", "the next goal is never chosen");
	list[0].tries = 5;
	count_goals(&s, count);
	check(count[1] > count[2] && count[2] > count[0] && count[0] > count[3],
	      "choose_tried", "turns in vain do not make a goal less likely");
	s.descent.goal = 3;
	s.descent.came_near = 1;
	count_goals(&s, count);
	check(count[3] == DRAWS, "choose_came_near",
	      "not the goal that the last descent has brought much nearer");
	list[3].verdict = GOAL_COVERED;
	check(choose_goal(&s) != 3, "choose_came_near_met",
	      "one that is met meanwhile");
	list[3].verdict = GOAL_OPEN;
	s.descent.came_near = 0;
	list[0].tries = 0;
	list[0].reading = (struct reading){1, 0, 0};
	count_goals(&s, count);
	check(count[1] > count[0], "choose_flag", "a flag counts as near");
	list[0].reading.sign = -1;
	count_goals(&s, count);
	check(count[0] > count[1], "choose_next_to", "a number next to it does not");
	list[0].best = list[1].best = NULL;
	list[2].verdict = GOAL_COVERED;
	count_goals(&s, count);
	check(count[3] == DRAWS, "choose_only", "a goal is chosen that is none");
	list[3].in_scope = 0;
	check(choose_goal(&s) == PROGRAM_NONE, "choose_many_end",
	      "there is one to choose");
	goals.open_count = 0;
	gsl_rng_free(s.rng);
}

/* How often each minimiser is chosen of DRAWS times for a goal that had its first turns. */
static void count_arms(struct search *s, unsigned *count)
{
	memset(count, 0, SEARCH_ARMS * sizeof *count);
	for (int i = 0; i < DRAWS; i++)
		count[choose_arm(s, 2)]++;
}

static void check_arms(void)
{
	struct search s;
	unsigned count[SEARCH_ARMS];

	make(&s, SUBJECT_TYPED);
	s.rng = gsl_rng_alloc(gsl_rng_mt19937);
	for (int i = 0; i < SEARCH_ARMS; i++)
		s.arms[i] = (struct arm){.closed = 1, .cost = 1000};
	list[0].tries = 2;
	check(choose_arm(&s, 1) == SEARCH_SIGNED && choose_arm(&s, 0) == SEARCH_RELAY,
	      "choose_first_arms", "a goal's first descents are by others");
	s.arms[2].closed = 7;
	s.arms[3].cost = 2000;
	count_arms(&s, count);
	check(count[2] > 5 * count[0] && count[0] > count[3] && count[3] > 0,
	      "choose_arm_by_yield",
	      "not as often as they have met goals for their cost");
	check(count[SEARCH_ARMS - 1] == 0, "choose_no_valley",
	      "a typed target gets a method that crosses valleys");
	s.subject->type = SUBJECT_BYTES;
	count_arms(&s, count);
	check(count[SEARCH_ARMS - 1] > 0, "choose_valley", "it is never chosen");
	gsl_rng_free(s.rng);
}

int main(void)
{
	check_turns();
	check_fewest();
	check_many();
	check_arms();
	return me_check_failures != 0;
}
