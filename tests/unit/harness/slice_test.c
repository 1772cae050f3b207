/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a descent has cost and brought is put to its method's account when it ends: that of
 * the portfolio, of the report on the search, and of the subject. */
#include "harness/search/slice.h"

#include <string.h>

#include "harness/runtime/trace.h"
#include "mcmc/descent.h"
#include "tests/unit/me_check.h"

enum { ARM = 3, STEPS = 3, STEP_EVALUATIONS = 100, BEFORE = 50 };

static struct program_unit unit;
static struct me_site site, *sites[] = {&site};
static struct me_goal branch, *branches[] = {&branch};
static uint32_t zero[1];
static unsigned char done[1], open_byte, *state[] = {&open_byte};
static struct goal_state list[1];
static struct program program = {.units = &unit,
				 .sites = sites,
				 .goals = (const struct me_goal **)branches,
				 .goal_unit = zero,
				 .site_unit = zero,
				 .site_state = state,
				 .goal_count = 1,
				 .run_goal = PROGRAM_NONE};
static struct goals goals;
static struct search search;
static struct {
	unsigned closed;
	double cost;
	int calls;
} told;

/* ---- a descent that ends after STEPS steps, of which the last one may meet the goal */

struct steps {
	struct descent d;
	int left, meets;
};

static enum minimiser_status step(void *state)
{
	struct steps *s = state;

	search.evaluations += STEP_EVALUATIONS;
	if (--s->left)
		return MINIMISER_GO_ON;
	if (s->meets) {
		list[0].verdict = GOAL_COVERED;
		search.closed++;
	}
	/* The slice ends, too. */
	search.limit = search.evaluations;
	return MINIMISER_DONE;
}

static void stop(void *state)
{
	(void)state;
}

static const struct minimiser method = {.name = "counted", .step = step, .stop = stop};

static void account(struct subject *s, unsigned closed, double cost)
{
	(void)s;
	told.closed = closed;
	told.cost = cost;
	told.calls++;
}

/* ---- */

static const struct subject_kind kind = {.account = account};
static const struct survival survival;

static void descend(int meets)
{
	static struct subject subject = {.kind = &kind, .weight = 1};
	static struct harness_options options = {.n_start = N_START_DEFAULT};
	static struct steps steps;

	steps = (struct steps){{.reading.value = 1}, STEPS, meets};
	memset(&told, 0, sizeof told);
	/* Its descents are no longer short. */
	list[0] = (struct goal_state){
	    .in_scope = 1, .verdict = GOAL_OPEN, .tries = SEARCH_SHORT + 1};
	goals = (struct goals){.program = &program,
			       .list = list,
			       .done = done,
			       .open_count = 1,
			       .open_sites = {.program = &program}};
	trace.program = &program;
	search = (struct search){.options = &options,
				 .subject = &subject,
				 .goals = &goals,
				 .survival = &survival,
				 .has_drawn = 1,
				 .limit = 1 << 20,
				 .evaluations = BEFORE};
	for (int i = 0; i < SEARCH_ARMS; i++)
		search.arms[i] = (struct arm){&method, 2, 1000};
	search.counted.evaluations = BEFORE;
	search.descent = (struct goal_descent){.minimiser = &method,
					       .state = &steps,
					       .arm = ARM,
					       .began = BEFORE,
					       .budgets = 1};
	slice_run(&search);
}

static int are_others_as_before(void)
{
	int same = 1;

	for (int i = 0; i < SEARCH_ARMS; i++)
		same &= i == ARM ||
			(search.arms[i].closed == 2 && search.arms[i].cost == 1000);
	return same;
}

static void check_descent(int meets)
{
	const unsigned long long cost = STEPS * STEP_EVALUATIONS;
	const unsigned closed = meets != 0;

	descend(meets);
	check(!search.descent.minimiser, "slice_descent_ends", "it is under way");
	check(search.arms[ARM].cost == 1000 + (double)cost, "slice_arm_cost",
	      "not its evaluations more");
	check(search.arms[ARM].closed == 2 + closed, "slice_arm_closed",
	      "not the goal that it has met");
	check(are_others_as_before(), "slice_other_arms", "they have changed");
	check(search.yield_count == 1 && !strcmp(search.yields[0].name, "counted") &&
		  search.yields[0].evaluations == cost &&
		  search.yields[0].closed == closed,
	      "slice_yield", "not the method's");
	check(told.calls == 1 && told.closed == closed && told.cost == (double)cost,
	      "slice_subject_told", "not once of what it has cost and closed");
}

/* The more starts are asked for, the more steps runs that are left may take. */
static void check_long_runs(void)
{
	static struct subject typed;
	struct harness_options options = {.n_start = N_START_DEFAULT};
	struct run_limits *l = &search.limits;

	descend(0);
	search.limit = search.evaluations + 1;
	search.options = &options;
	search.subject = &typed;
	while (slice_end(&search) == SLICE_MORE && l->left_steps < 1ull << 62)
		l->left_steps = 2 * l->left_steps + 1;
	check(slice_end(&search) == SLICE_FINISHED, "slice_long_runs", "no end");
	options.n_start *= 2;
	check(slice_end(&search) == SLICE_MORE, "slice_more_starts",
	      "it ends as before");
	l->left_steps *= 2;
	check(slice_end(&search) == SLICE_FINISHED, "slice_twice", "it goes on");
}

int main(void)
{
	check_descent(1);
	check_descent(0);
	check_long_runs();
	return me_check_failures != 0;
}
