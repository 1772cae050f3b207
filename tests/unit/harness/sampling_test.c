/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which runs are heard; what an unheard one leaves: sites of branches are closed in it,
 * those of predicates are not, and counters alone tell an open goal. */
#include "harness/bytes/energy.h"

#include <stdlib.h>
#include <string.h>

#include "harness/goals/goals.h"
#include "tests/unit/me_check.h"

enum { SITES = 20, COUNTERS = 2 * SITES };

static uint8_t counters[COUNTERS], states[SITES];
static struct me_site site_records[SITES];
static struct me_goal goal_records[COUNTERS];
static struct me_unit record;
static struct program_unit unit = {.record = &record};
static struct me_site *sites[SITES];
static const struct me_goal *goals[COUNTERS];
static uint32_t goal_unit[COUNTERS];
static struct program program = {.unit_count = 1,
				 .site_count = SITES,
				 .goal_count = COUNTERS,
				 .units = &unit,
				 .sites = sites,
				 .goals = goals,
				 .goal_unit = goal_unit};

/* Every third site is a predicate's. */
static void make_program(void)
{
	record.counters = counters;
	record.counter_count = COUNTERS;
	record.state = states;
	record.site_count = SITES;
	for (int i = 0; i < SITES; i++) {
		site_records[i].kind = i % 3 ? ME_SITE_COND : ME_SITE_PREDICATE;
		sites[i] = &site_records[i];
		states[i] = (uint8_t)(i % 2);
	}
	for (int i = 0; i < COUNTERS; i++) {
		goal_records[i].counter = &counters[i];
		goals[i] = &goal_records[i];
	}
}

static void share_of_hooks(void)
{
	struct sampling s = {0};
	int cheap = 0, dear = 0;

	for (int i = 0; i < 1000; i++) {
		cheap += sampling_takes(&s);
		sampling_note(&s, sampling_takes(&s) ? 0.1 : 0);
	}
	check(cheap == 1000, "cheap", "a run is not heard");
	s = (struct sampling){0};
	for (int i = 0; i < 1000; i++) {
		int heard = sampling_takes(&s);
		dear += heard;
		sampling_note(&s, heard ? 10 : 0);
	}
	check(dear >= 20 && dear <= 30, "dear", "too many runs are heard, or too few");
}

static void closed_sites(void)
{
	struct sampling s = {0};
	uint8_t before[SITES];

	memcpy(before, states, SITES);
	sampling_close_sites(&s, &program);
	for (int i = 0; i < SITES; i++)
		check(states[i] == (i % 3 ? 0 : before[i]), "closed", "another state");
	sampling_open_sites(&s, &program);
	check(!memcmp(before, states, SITES), "opened", "another state");
	free(s.states);
	free(s.kept);
}

static void open_goals(void)
{
	struct open_counters o;

	check(!open_counters_init(&o, &program), "counters", "no memory");
	for (int i = 0; i < COUNTERS; i++) {
		counters[i] = 1;
		check(!open_counters_any(&o), "none_open", "the mask is wrong");
		open_counters_set(&o, (uint32_t)i, 1);
		check(open_counters_any(&o), "one_open", "the mask is wrong");
		counters[i] = 0;
		check(!open_counters_any(&o), "not_met", "the mask is wrong");
		open_counters_set(&o, (uint32_t)i, 0);
	}
	open_counters_done(&o);
}

static void owed_inputs(void)
{
	struct sampling s = {0};
	size_t size;

	check(!sampling_owed(&s, &size), "nothing_owed", "there is one");
	sampling_owe(&s, "first", 5);
	sampling_owe(&s, "the second", 10);
	const uint8_t *bytes = sampling_owed(&s, &size);
	check(bytes && size == 10 && !memcmp(bytes, "the second", 10), "owed",
	      "other bytes");
	check(!sampling_owed(&s, &size), "owed_once", "there is one more");
	free(s.owed);
}

int main(void)
{
	make_program();
	share_of_hooks();
	closed_sites();
	open_goals();
	owed_inputs();
	return me_check_failures != 0;
}
