/* SPDX-License-Identifier: GPL-3.0-or-later */
/* me_resolve_stages_test.c - which stage of `me resolve` is next. */
#include "command/explore/exploring.h"

#include "tests/unit/me_check.h"

/* A stage has run, has closed so many goals, and has nothing new. */
static void ran(struct stage_state *s, size_t closed, double seconds)
{
	s->runs++;
	s->closed += closed;
	s->seconds += seconds;
	s->waits = true;
}

static void test_first(void)
{
	struct stage_state stages[STAGES] = {0};

	check(resolve_next(stages) == STAGE_SEARCH, "stage_first", "no search");
	ran(&stages[STAGE_SEARCH], 0, 1);
	check(resolve_next(stages) == STAGE_PROVE, "stage_second", "no proofs");
	ran(&stages[STAGE_PROVE], 3, 1);
	resolve_wake(stages, STAGE_PROVE);
	check(resolve_next(stages) == STAGE_SEARCH, "stage_unknown_last",
	      "the explorer came before a search that waited for proofs");
	ran(&stages[STAGE_SEARCH], 0, 1);
	check(resolve_next(stages) == STAGE_EXPLORE, "stage_third", "no exploration");
	ran(&stages[STAGE_EXPLORE], 0, 1);
	check(resolve_next(stages) == STAGES, "stage_none", "one has nothing new");
}

/* All three have something new. */
static enum resolve_stage best_of(size_t search, size_t proofs, size_t explorer)
{
	struct stage_state stages[STAGES] = {
	    {1, search, 2, false}, {1, proofs, 4, false}, {1, explorer, 1, false}};

	return resolve_next(stages);
}

static void test_yield(void)
{
	check(best_of(10, 10, 1) == STAGE_SEARCH, "stage_search", "not the best");
	check(best_of(1, 10, 1) == STAGE_PROVE, "stage_prove", "not the best");
	check(best_of(10, 10, 6) == STAGE_EXPLORE, "stage_explore", "not the best");
	check(best_of(0, 0, 0) == STAGE_SEARCH, "stage_even", "not the first");
}

static void test_ends(void)
{
	struct stage_state stages[STAGES] = {
	    {STAGE_RUNS_MOST, 99, 1, false}, {1, 1, 1, false}, {1, 0, 1, true}};

	check(resolve_next(stages) == STAGE_PROVE, "stage_runs",
	      "one runs without end");
	resolve_wake(stages, STAGE_PROVE);
	check(!stages[STAGE_EXPLORE].waits && !stages[STAGE_PROVE].waits, "stage_wakes",
	      "it waits for what was found");
	ran(&stages[STAGE_PROVE], 0, 1);
	check(stages[STAGE_PROVE].waits && resolve_next(stages) == STAGE_EXPLORE,
	      "stage_waits", "one goes on without anything new");
}

int main(void)
{
	test_first();
	test_yield();
	test_ends();
	return me_check_failures != 0;
}
